#pragma once
#include <stdint.h>

/// How often malloc, calloc, realloc, posix_memalign and aligned_alloc were called so far, on all threads.
uint64_t callocations_count(void);
