#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own loop (compiler-rt), called from a main of ours.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*body)(const uint8_t *bytes, size_t count));
