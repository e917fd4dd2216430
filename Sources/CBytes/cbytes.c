#include "cbytes.h"

#include <malloc.h>

void cbytes_trim_heap(void) { malloc_trim(0); }

size_t cbytes_long_token_end(const uint8_t *bytes, size_t from, size_t end) { return cbytes_token_end(bytes, from, end); }
