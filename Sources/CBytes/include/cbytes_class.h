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

/// `cbytes_token_end` as a call: for what is rare, so that the loop around it stays small.
size_t cbytes_long_token_end(const uint8_t *bytes, size_t from, size_t end);

#if defined(__SSE2__)
/// One bit for each of the sixteen bytes at `bytes` that is a control character: 0x00-0x1f, 0x7f.
static inline unsigned cbytes_controls(const uint8_t *bytes) {
    __m128i v = _mm_loadu_si128((const __m128i *)bytes);
    // Unsigned: min(v, 0x1f) == v where v <= 0x1f.
    __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1f)), v);
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(low, _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7f))));
}

/// One bit for each of the sixteen bytes at `bytes` that is no letter, digit or `-`.
static inline unsigned cbytes_odd_for_names(const uint8_t *bytes) {
    __m128i v = _mm_loadu_si128((const __m128i *)bytes);
    __m128i letter = _mm_sub_epi8(_mm_or_si128(v, _mm_set1_epi8(0x20)), _mm_set1_epi8('a'));
    __m128i digit = _mm_sub_epi8(v, _mm_set1_epi8('0'));
    __m128i letters = _mm_cmpeq_epi8(_mm_min_epu8(letter, _mm_set1_epi8(25)), letter);
    __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(digit, _mm_set1_epi8(9)), digit);
    __m128i plain = _mm_or_si128(_mm_or_si128(letters, digits), _mm_cmpeq_epi8(v, _mm_set1_epi8('-')));
    return (unsigned)_mm_movemask_epi8(plain) ^ 0xffffu;
}
#endif

/// The first place at or after `from` where a control character stands, or `end`. Reads only `bytes[0 ..< end]`: the last
/// sixteen bytes are looked at once more rather than one by one.
static inline size_t cbytes_control_place(const uint8_t *bytes, size_t from, size_t end) {
    size_t i = from;
#if defined(__SSE2__)
    for (; i + 16 <= end; i += 16) {
        unsigned mask = cbytes_controls(bytes + i);
        if (mask) return i + (size_t)__builtin_ctz(mask);
    }
    if (end >= 16) {
        if (i >= end) return end;
        unsigned mask = cbytes_controls(bytes + end - 16) >> (i - (end - 16));
        return mask ? i + (size_t)__builtin_ctz(mask) : end;
    }
#endif
    return i + cbytes_span(bytes + i, end - i, CBYTES_VALUE);
}

/// The first place at or after `from` where no token octet stands, or `end`. Reads only `bytes[0 ..< end]`. Letters, digits and
/// `-`, of which nearly all names consist, are looked at sixteen at a time.
static inline size_t cbytes_token_end(const uint8_t *bytes, size_t from, size_t end) {
    size_t i = from;
#if defined(__SSE2__)
    while (i < end && end >= 16) {
        size_t at = i + 16 <= end ? i : end - 16;
        unsigned mask = cbytes_odd_for_names(bytes + at) >> (i - at);
        if (!mask) {
            i = at + 16;
            continue;
        }
        i += (size_t)__builtin_ctz(mask);
        if (bytes[i] == ':' || bytes[i] == ' ') return i;
        break;
    }
#endif
    return i + cbytes_span(bytes + i, end - i, CBYTES_TOKEN);
}

/// `cbytes_token_end` for field names: a name of up to 31 letters, digits and `-` is looked at in line, everything else out of it.
static inline size_t cbytes_name_end(const uint8_t *bytes, size_t from, size_t end) {
#if defined(__SSE2__)
    if (end >= 32 && from < end) {
        // Near the end, bytes before the name are looked at once more, and pushed out.
        size_t at = from + 16 <= end ? from : end - 16;
        unsigned mask = cbytes_odd_for_names(bytes + at) >> (from - at);
        size_t i = from;
        if (!mask && from + 32 <= end) {
            i += 16;
            mask = cbytes_odd_for_names(bytes + i);
        }
        if (mask) {
            i += (size_t)__builtin_ctz(mask);
            if (bytes[i] == ':') return i;
        }
    }
#endif
    return cbytes_long_token_end(bytes, from, end);
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
