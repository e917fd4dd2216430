#pragma once
// Scans over request targets and paths.
#include "cbytes_class.h"

/// What `cbytes_scan_target` found.
typedef struct {
    /// The first place where no visible ASCII stands, or the end.
    size_t end;
    /// The first `%`, `?` or `#` before that, or `end`.
    size_t special;
} cbytes_target;

#if defined(__SSE2__)
/// One bit for each of the sixteen bytes that is not visible ASCII (0x21-0x7e).
static inline unsigned cbytes_invisible_bits(__m128i v) {
    __m128i from = _mm_sub_epi8(v, _mm_set1_epi8(0x21));
    __m128i visible = _mm_cmpeq_epi8(_mm_min_epu8(from, _mm_set1_epi8(0x5d)), from);
    return (unsigned)_mm_movemask_epi8(visible) ^ 0xffffu;
}

/// One bit for each of the sixteen bytes that is `%`, `?` or `#`.
static inline __m128i cbytes_special(__m128i v) {
    __m128i percent = _mm_cmpeq_epi8(v, _mm_set1_epi8('%')), question = _mm_cmpeq_epi8(v, _mm_set1_epi8('?'));
    return _mm_or_si128(_mm_or_si128(percent, question), _mm_cmpeq_epi8(v, _mm_set1_epi8('#')));
}

/// What is wrong with sixteen bytes of a path; `after_slash` is whether a slash stands before them, then in their last place.
static inline unsigned cbytes_path_faults(__m128i v, unsigned *after_slash) {
    unsigned odd = cbytes_invisible_bits(v);
    odd |= (unsigned)_mm_movemask_epi8(_mm_or_si128(cbytes_special(v), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))));
    unsigned slash = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('/')));
    unsigned dot = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('.')));
    odd |= (slash << 1 | *after_slash) & (slash | dot);
    *after_slash = slash >> 15;
    return odd & 0xffffu;
}
#endif

/// Looks for the end of a request target that begins at `from`. Reads only `bytes[0 ..< end]`.
static inline cbytes_target cbytes_scan_target(const uint8_t *bytes, size_t from, size_t end) {
    cbytes_target found = {end, end};
    int has_special = 0;
    size_t i = from;
#if defined(__SSE2__)
    while (i < end && end >= 16) {
        // The last sixteen bytes are looked at once more rather than one by one.
        size_t at = i + 16 <= end ? i : end - 16;
        __m128i v = _mm_loadu_si128((const __m128i *)(bytes + at));
        unsigned stop = cbytes_invisible_bits(v) >> (i - at);
        unsigned special = (unsigned)_mm_movemask_epi8(cbytes_special(v)) >> (i - at);
        if (special && !has_special) {
            found.special = i + (size_t)__builtin_ctz(special);
            has_special = 1;
        }
        if (stop) {
            found.end = i + (size_t)__builtin_ctz(stop);
            break;
        }
        i = at + 16;
    }
    if (end >= 16) {
        if (found.special > found.end) found.special = found.end;
        return found;
    }
#endif
    for (; i < end; i++) {
        uint8_t c = bytes[i];
        if ((uint8_t)(c - 0x21) >= 0x5e) break;
        if (!has_special && !(cbytes_class[c] & CBYTES_TARGET)) {
            found.special = i;
            has_special = 1;
        }
    }
    found.end = i;
    if (!has_special) found.special = i;
    return found;
}

/// Whether a path has nothing to decode and nothing to normalise: visible ASCII without `%`, `?`, `#` and `\`, and neither
/// `/` nor `.` behind a `/`. Reads only `bytes[0 ..< count]`.
static inline int cbytes_is_plain_path(const uint8_t *bytes, size_t count) {
    unsigned after_slash = 0;
#if defined(__SSE2__)
    if (count >= 16) {
        size_t i = 0;
        for (; i + 16 <= count; i += 16) {
            if (cbytes_path_faults(_mm_loadu_si128((const __m128i *)(bytes + i)), &after_slash)) return 0;
        }
        // The rest, with bytes before it that were looked at already.
        after_slash = 0;
        return !cbytes_path_faults(_mm_loadu_si128((const __m128i *)(bytes + count - 16)), &after_slash);
    }
#endif
    for (size_t i = 0; i < count; i++) {
        uint8_t c = bytes[i];
        if (!(cbytes_class[c] & CBYTES_TARGET) || c == '\\') return 0;
        if (after_slash && (c == '/' || c == '.')) return 0;
        after_slash = c == '/';
    }
    return 1;
}

/// Whether both hold the same bytes.
static inline int cbytes_equal(const uint8_t *one, const uint8_t *other, size_t count) {
    uint64_t a, b;
    if (count < 8) {
        for (size_t i = 0; i < count; i++) {
            if (one[i] != other[i]) return 0;
        }
        return 1;
    }
    for (size_t i = 0; i + 8 < count; i += 8) {
        memcpy(&a, one + i, 8);
        memcpy(&b, other + i, 8);
        if (a != b) return 0;
    }
    memcpy(&a, one + count - 8, 8);
    memcpy(&b, other + count - 8, 8);
    return a == b;
}
