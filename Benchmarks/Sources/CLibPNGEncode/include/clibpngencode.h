#pragma once
#include <stddef.h>
#include <stdint.h>

/// Encodes 8-bit RGBA pixels with libpng's default filters and compression. Returns how many bytes the file has, or 0
/// if it failed or has more than `room`.
size_t clibpng_encode(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *file, size_t room);
