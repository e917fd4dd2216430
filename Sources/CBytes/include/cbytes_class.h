#pragma once
// Which octets may stand where in a request head, and scans over them.
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
    /// `tchar` of RFC 9110 section 5.6.2.
    CBYTES_TOKEN = 1,
    /// What a registered name of RFC 3986 section 3.2.2 may hold, without `,`.
    CBYTES_HOST = 2,
    /// Visible ASCII without `%`, `?` and `#`: stands for itself in a request target.
    CBYTES_TARGET = 4,
    /// Everything but control characters.
    CBYTES_VALUE = 8,
};

static const uint8_t cbytes_class[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    8, 15, 12, 9, 15, 11, 15, 15, 14, 14, 15, 15, 12, 15, 15, 12,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 12, 14, 12, 14, 12, 8,
    12, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 12, 12, 12, 13, 15,
    13, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 12, 13, 12, 15, 0,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
};

/// Whether a byte belongs to `class`.
static inline int cbytes_has(uint8_t byte, uint8_t class) { return cbytes_class[byte] & class; }

/// How many bytes from the start belong to `class`.
static inline size_t cbytes_span(const uint8_t *bytes, size_t count, uint8_t class) {
    size_t i = 0;
    while (i < count && (cbytes_class[bytes[i]] & class)) i++;
    return i;
}

/// How many bytes from the start are no control character: 0x00-0x1f, 0x7f. Reads only `bytes[0 ..< count]`.
static inline size_t cbytes_span_value(const uint8_t *bytes, size_t count) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i space = _mm_set1_epi8(0x1f), delete = _mm_set1_epi8(0x7f);
    for (; i + 16 <= count; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
        // Unsigned: min(v, 0x1f) == v where v <= 0x1f.
        __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(v, space), v);
        int mask = _mm_movemask_epi8(_mm_or_si128(low, _mm_cmpeq_epi8(v, delete)));
        if (mask) return i + (size_t)__builtin_ctz((unsigned)mask);
    }
#endif
    return i + cbytes_span(bytes + i, count - i, CBYTES_VALUE);
}

/// How many bytes from the start are token octets. Letters, digits and `-`, of which nearly all names consist, are looked at
/// sixteen at a time.
static inline size_t cbytes_span_token(const uint8_t *bytes, size_t count) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i fold = _mm_set1_epi8(0x20), a = _mm_set1_epi8('a'), z = _mm_set1_epi8(25);
    const __m128i zero = _mm_set1_epi8('0'), nine = _mm_set1_epi8(9), dash = _mm_set1_epi8('-');
    for (; i + 16 <= count; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
        __m128i letter = _mm_sub_epi8(_mm_or_si128(v, fold), a), digit = _mm_sub_epi8(v, zero);
        __m128i plain = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(_mm_min_epu8(letter, z), letter), _mm_cmpeq_epi8(_mm_min_epu8(digit, nine), digit)),
            _mm_cmpeq_epi8(v, dash));
        unsigned mask = (unsigned)_mm_movemask_epi8(plain) ^ 0xffffu;
        if (!mask) continue;
        i += (size_t)__builtin_ctz(mask);
        if (bytes[i] == ':' || bytes[i] == ' ') return i;
        break;
    }
#endif
    return i + cbytes_span(bytes + i, count - i, CBYTES_TOKEN);
}

/// Whether both are equal, where `lower` is small letters and `-`, and capital letters in `bytes` count as small ones.
/// `bytes` must be token octets: folding by one bit is exact only for those.
static inline int cbytes_is_name(const uint8_t *bytes, const uint8_t *lower, size_t count) {
    const uint64_t fold = 0x2020202020202020u;
    uint64_t a, b;
    if (count >= 8) {
        size_t i = 0;
        for (; i + 8 <= count; i += 8) {
            memcpy(&a, bytes + i, 8);
            memcpy(&b, lower + i, 8);
            if ((a | fold) != b) return 0;
        }
        if (i == count) return 1;
        memcpy(&a, bytes + count - 8, 8);
        memcpy(&b, lower + count - 8, 8);
        return (a | fold) == b;
    }
    for (size_t i = 0; i < count; i++) {
        if ((bytes[i] | 0x20) != lower[i]) return 0;
    }
    return 1;
}
