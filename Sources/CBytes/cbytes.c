#include "cbytes.h"

#include <malloc.h>

void cbytes_trim_heap(void) { malloc_trim(0); }

void cbytes_return_large_blocks(void) {
    mallopt(M_MMAP_THRESHOLD, 512 * 1024);
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
    mallopt(M_ARENA_MAX, 1);
}

size_t cbytes_long_token_end(const uint8_t *bytes, size_t from, size_t end) { return cbytes_token_end(bytes, from, end); }

// The byte that may stand where `c`, which is no capital of ASCII, is sought.
static inline uint8_t other_case(uint8_t c, int ignores_case) {
    return ignores_case && c >= 'a' && c <= 'z' ? c ^ 0x20 : c;
}

// Whether `sought` stands there; its first and last byte are known to.
static inline int equals(const uint8_t *bytes, const uint8_t *sought, size_t length, int ignores_case) {
    for (size_t i = 1; i + 1 < length; i++) {
        if (bytes[i] != sought[i] && bytes[i] != other_case(sought[i], ignores_case)) return 0;
    }
    return 1;
}

// The text at or after `text` that the byte at `place`, which is before the end of the last, belongs to: mostly one of
// the next few; else steps that double, then halves.
static inline size_t text_at(size_t place, const uint32_t *starts, size_t text, size_t texts) {
    for (int near = 0; near < 8; near++, text++) {
        if (starts[text + 1] > place) return text;
    }
    size_t step = 1;
    while (text + step < texts && starts[text + step] <= place) {
        text += step;
        step *= 2;
    }
    size_t end = text + step < texts ? text + step : texts;
    while (text + 1 < end) {
        size_t middle = text + (end - text) / 2;
        if (starts[middle] <= place) text = middle; else end = middle;
    }
    return text;
}

typedef struct {
    const uint8_t *bytes, *sought;
    const uint32_t *starts;
    size_t texts, length;
    uint8_t *marks;
    uint8_t bit;
    // The text of the last hit, and where to go on: behind it.
    size_t text, next;
    int found;
} marking;

static inline void mark_hit(marking *m, size_t place, int ignores_case) {
    if (place < m->next || !equals(m->bytes + place, m->sought, m->length, ignores_case)) return;
    m->text = text_at(place, m->starts, m->text, m->texts);
    size_t end = m->starts[m->text + 1];
    // Nothing stands between two texts: what begins in one and ends in another is no hit.
    if (place + m->length > end) return;
    m->marks[m->text] |= m->bit;
    m->found = 1;
    m->next = end;
}

static inline __attribute__((always_inline)) void mark_all(marking *m, int ignores_case) {
    size_t last = m->length - 1, places = m->starts[m->texts] - last, i = 0;
    const uint8_t *sought = m->sought;
#if defined(__SSE2__)
    const __m128i head = _mm_set1_epi8((char)sought[0]), tail = _mm_set1_epi8((char)sought[last]);
    const __m128i other_head = _mm_set1_epi8((char)other_case(sought[0], ignores_case));
    const __m128i other_tail = _mm_set1_epi8((char)other_case(sought[last], ignores_case));
    for (; i + 16 <= places; i += 16) {
        __m128i heads = _mm_loadu_si128((const __m128i *)(m->bytes + i));
        __m128i tails = _mm_loadu_si128((const __m128i *)(m->bytes + i + last));
        __m128i is_head = _mm_cmpeq_epi8(heads, head), is_tail = _mm_cmpeq_epi8(tails, tail);
        if (ignores_case) {
            is_head = _mm_or_si128(is_head, _mm_cmpeq_epi8(heads, other_head));
            is_tail = _mm_or_si128(is_tail, _mm_cmpeq_epi8(tails, other_tail));
        }
        unsigned mask = (unsigned)_mm_movemask_epi8(_mm_and_si128(is_head, is_tail));
        if (!mask) continue;
        for (; mask; mask &= mask - 1) mark_hit(m, i + (size_t)__builtin_ctz(mask), ignores_case);
        // The rest of a text that is marked need not be looked at.
        if (m->next > i + 16) i = m->next - 16;
    }
#endif
    for (; i < places; i++) {
        uint8_t first = m->bytes[i], end = m->bytes[i + last];
        if (first != sought[0] && first != other_case(sought[0], ignores_case)) continue;
        if (end == sought[last] || end == other_case(sought[last], ignores_case)) mark_hit(m, i, ignores_case);
    }
}

int cbytes_mark_texts(const uint8_t *bytes, const uint32_t *starts, size_t texts, const uint8_t *sought, size_t length,
                      int ignores_case, uint8_t *marks, uint8_t bit) {
    if (length == 0 || length > starts[texts]) return 0;
    marking m = {.bytes = bytes, .sought = sought, .starts = starts, .texts = texts, .length = length, .marks = marks, .bit = bit};
    // Two loops: most lines have no case left.
    if (ignores_case) mark_all(&m, 1); else mark_all(&m, 0);
    return m.found;
}
