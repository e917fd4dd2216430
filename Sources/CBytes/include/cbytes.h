#pragma once
// Byte scans sixteen at a time. Swift's own SIMD types compile to scalar loops here (see docs/performance.md).
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "cbytes_class.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The index of the first of & < > " ' in `bytes`, or `count`. Reads only `bytes[0 ..< count]`.
static inline size_t cbytes_find_html_special(const uint8_t *bytes, size_t count) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i amp = _mm_set1_epi8('&'), apo = _mm_set1_epi8('\''), quo = _mm_set1_epi8('"');
    const __m128i low = _mm_set1_epi8('<'), high = _mm_set1_epi8('>');
    for (; i + 16 <= count; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
        __m128i hit = _mm_or_si128(
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, amp), _mm_cmpeq_epi8(v, apo)), _mm_cmpeq_epi8(v, quo)),
            _mm_or_si128(_mm_cmpeq_epi8(v, low), _mm_cmpeq_epi8(v, high)));
        int mask = _mm_movemask_epi8(hit);
        if (mask) return i + (size_t)__builtin_ctz((unsigned)mask);
    }
#endif
    for (; i < count; i++) {
        uint8_t c = bytes[i];
        if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'') return i;
    }
    return count;
}

/// The index of the first place in `bytes` where the `length` bytes of `sought` stand, or `count`. Reads only
/// `bytes[0 ..< count]`. Looks for the first and the last byte at once, and compares the rest where both are right.
static inline size_t cbytes_find(const uint8_t *bytes, size_t count, const uint8_t *sought, size_t length) {
    if (length == 0) return 0;
    if (length > count) return count;
    size_t last = length - 1, places = count - last, i = 0;
#if defined(__SSE2__)
    const __m128i head = _mm_set1_epi8((char)sought[0]), tail = _mm_set1_epi8((char)sought[last]);
    for (; i + 16 <= places; i += 16) {
        __m128i heads = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(bytes + i)), head);
        __m128i tails = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(bytes + i + last)), tail);
        unsigned mask = (unsigned)_mm_movemask_epi8(_mm_and_si128(heads, tails));
        for (; mask; mask &= mask - 1) {
            size_t place = i + (size_t)__builtin_ctz(mask);
            if (!memcmp(bytes + place, sought, length)) return place;
        }
    }
#endif
    for (; i < places; i++) {
        if (bytes[i] == sought[0] && !memcmp(bytes + i, sought, length)) return i;
    }
    return count;
}

/// Gives memory that was freed back to the system, where the C library keeps it for later.
void cbytes_trim_heap(void);
