#pragma once
// Decoding by libpng, with setjmp and longjmp kept inside one C call: Swift frames must never be jumped over.
#include <stddef.h>
#include <stdint.h>

/// Decodes a whole PNG file to 8-bit RGBA, not premultiplied, rows top to bottom.
///
/// `rgba` has room for width * height * 4 bytes, and the file's header must say that same size. On failure `reason`
/// (room for `reason_size` bytes, at least one) gets libpng's sentence, ended by a zero byte.
/// Returns 1 if the file is whole and right, else 0; nothing stays allocated.
int cpng_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *rgba,
                char *reason, size_t reason_size);
