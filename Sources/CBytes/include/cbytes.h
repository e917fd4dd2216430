#pragma once
// Byte scans sixteen at a time. Swift's own SIMD types compile to scalar loops here (see docs/performance.md).
#include <stddef.h>
#include <stdint.h>
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
