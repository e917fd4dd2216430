#include "cbytes.h"

#include <malloc.h>

void cbytes_trim_heap(void) { malloc_trim(0); }
