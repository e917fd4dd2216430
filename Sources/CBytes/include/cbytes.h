#pragma once
// Byte scans sixteen at a time. Swift's own SIMD types compile to scalar loops here (see docs/performance.md).
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "cbytes_address.h"
#include "cbytes_class.h"
#include "cbytes_target.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(__SSE2__)
/// A bit for each of the sixteen bytes that is one of & < > " '.
static inline unsigned cbytes_html_special_bits(__m128i v) {
    const __m128i amp = _mm_set1_epi8('&'), apo = _mm_set1_epi8('\''), quo = _mm_set1_epi8('"');
    const __m128i low = _mm_set1_epi8('<'), high = _mm_set1_epi8('>');
    __m128i hit = _mm_or_si128(
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, amp), _mm_cmpeq_epi8(v, apo)), _mm_cmpeq_epi8(v, quo)),
        _mm_or_si128(_mm_cmpeq_epi8(v, low), _mm_cmpeq_epi8(v, high)));
    return (unsigned)_mm_movemask_epi8(hit);
}

/// Bytes 0 … 7 and the last 8 of `count` (8 … 16) bytes; reads nothing else.
static inline __m128i cbytes_load_ends(const uint8_t *bytes, size_t count) {
    __m128i first = _mm_loadl_epi64((const __m128i *)bytes);
    __m128i last = _mm_loadl_epi64((const __m128i *)(bytes + count - 8));
    return _mm_unpacklo_epi64(first, last);
}
#endif

static inline int cbytes_is_html_special(uint8_t c) {
    return c == '&' || c == '<' || c == '>' || c == '"' || c == '\'';
}

/// The index of the first of & < > " ' in `bytes`, or `count`. Reads only `bytes[0 ..< count]`.
static inline size_t cbytes_find_html_special(const uint8_t *bytes, size_t count) {
    size_t i = 0;
#if defined(__SSE2__)
    for (; i + 16 <= count; i += 16) {
        unsigned mask = cbytes_html_special_bits(_mm_loadu_si128((const __m128i *)(bytes + i)));
        if (mask) return i + (size_t)__builtin_ctz(mask);
    }
    size_t rest = count - i;
    if (rest >= 8) {
        // The two halves overlap; a hit in the second is counted from the end.
        unsigned mask = cbytes_html_special_bits(cbytes_load_ends(bytes + i, rest));
        if (!mask) return count;
        size_t bit = (size_t)__builtin_ctz(mask);
        return bit < 8 ? i + bit : count - 16 + bit;
    }
#endif
    for (; i < count; i++) {
        if (cbytes_is_html_special(bytes[i])) return i;
    }
    return count;
}

/// Writes `count` bytes to `target` with & < > " ' escaped and says how many bytes that made.
/// `target` has room for 6 * count + 16 bytes. Reads only `bytes[0 ..< count]`.
static inline size_t cbytes_escape_html(const uint8_t *bytes, size_t count, uint8_t *target) {
    uint8_t *out = target;
    size_t i = 0;
    while (i < count) {
#if defined(__SSE2__)
        if (i + 16 <= count) {
            __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
            _mm_storeu_si128((__m128i *)out, v);
            unsigned mask = cbytes_html_special_bits(v);
            size_t clean = mask ? (size_t)__builtin_ctz(mask) : 16;
            out += clean;
            i += clean;
            if (!mask) continue;
        } else if (i + 8 <= count) {
            __m128i v = _mm_loadl_epi64((const __m128i *)(bytes + i));
            _mm_storel_epi64((__m128i *)out, v);
            unsigned mask = cbytes_html_special_bits(v) & 0xFF;
            size_t clean = mask ? (size_t)__builtin_ctz(mask) : 8;
            out += clean;
            i += clean;
            if (!mask) continue;
        }
#endif
        uint8_t c = bytes[i++];
        // Each replacement is one store of eight bytes, of which five or six count.
        switch (c) {
        case '&': memcpy(out, "&amp;\0\0", 8); out += 5; break;
        case '<': memcpy(out, "&lt;\0\0\0", 8); out += 4; break;
        case '>': memcpy(out, "&gt;\0\0\0", 8); out += 4; break;
        case '"': memcpy(out, "&quot;\0", 8); out += 6; break;
        case '\'': memcpy(out, "&#39;\0\0", 8); out += 5; break;
        default: *out++ = c;
        }
    }
    return (size_t)(out - target);
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

/// Sets `bit` in `marks[t]` for each text `t` in which the `length` bytes of `sought` stand, and says whether there is
/// one. Text `t` is `bytes[starts[t] ..< starts[t + 1]]`; there are `texts` of them, one behind the other. With
/// `ignores_case` capitals of ASCII in them count as small letters; `sought` must hold none.
int cbytes_mark_texts(const uint8_t *bytes, const uint32_t *starts, size_t texts, const uint8_t *sought, size_t length,
                      int ignores_case, uint8_t *marks, uint8_t bit);

/// Gives memory that was freed back to the system, where the C library keeps it for later.
void cbytes_trim_heap(void);

/// Has the C library give large blocks back to the system at once, whatever came before, and keep one heap for all
/// threads. To be called before the first thread is made.
void cbytes_return_large_blocks(void);

/// Takes the program's and its libraries' read-only pages out of the process: those still used come back from the page
/// cache when they are next touched.
void cbytes_release_program_pages(void);
