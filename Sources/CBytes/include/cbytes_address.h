#pragma once
// Whether an address stands for itself in a quoted attribute.
#include <stddef.h>
#include <stdint.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// What an address may hold without being encoded or escaped, and cannot make a scheme: visible ASCII but
/// `" % & ' : < > \ ^ ` { | }`.
static inline int cbytes_is_ready_in_address(uint8_t byte) {
    const uint64_t low = 0xABFFFF1A00000000, high = 0x47FFFFFEAFFFFFFF;
    return byte < 128 && ((byte < 64 ? low : high) >> (byte & 63) & 1);
}

#if defined(__SSE2__)
/// Bits of the bytes that are not. Two that differ in one bit are found by one comparison with that bit set.
static inline unsigned cbytes_unready_bits(__m128i v) {
    __m128i hit = _mm_cmplt_epi8(v, _mm_set1_epi8(0x21));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('"')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('%')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(1)), _mm_set1_epi8('\'')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8(':')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(2)), _mm_set1_epi8('>')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(2)), _mm_set1_epi8('^')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('`')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(1)), _mm_set1_epi8('}')));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(4)), _mm_set1_epi8(0x7F)));
    return (unsigned)_mm_movemask_epi8(hit);
}
#endif

/// Whether every one of `count` bytes is. Reads only those.
static inline int cbytes_is_ready_address(const uint8_t *bytes, size_t count) {
    size_t i = 0;
#if defined(__SSE2__)
    for (; i + 16 <= count; i += 16) {
        if (cbytes_unready_bits(_mm_loadu_si128((const __m128i *)(bytes + i)))) return 0;
    }
    if (i && i < count) return !cbytes_unready_bits(_mm_loadu_si128((const __m128i *)(bytes + count - 16)));
#endif
    for (; i < count; i++) {
        if (!cbytes_is_ready_in_address(bytes[i])) return 0;
    }
    return 1;
}
