#include "cunicode.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>
#include <unicode/utrans.h>

// UTF-16 on its way through ICU: short texts stay on the stack.
enum { ROOM = 256, LONGEST = 512 * 1024 * 1024 };

typedef struct {
    UChar *units;
    int32_t count, capacity;
    UChar room[ROOM];
} Wide;

static void wide_init(Wide *wide) {
    wide->units = wide->room;
    wide->capacity = ROOM;
    wide->count = 0;
}

static void wide_free(Wide *wide) {
    if (wide->units != wide->room) free(wide->units);
}

static bool wide_need(Wide *wide, int32_t count) {
    if (count <= wide->capacity) return true;
    UChar *units = malloc((size_t)count * sizeof(UChar));
    if (!units) return false;
    wide_free(wide);
    wide->units = units;
    wide->capacity = count;
    return true;
}

static bool wide_decode(Wide *wide, const uint8_t *text, size_t count) {
    if (count > LONGEST || !wide_need(wide, (int32_t)count)) return false;
    UErrorCode error = U_ZERO_ERROR;
    u_strFromUTF8WithSub(wide->units, wide->capacity, &wide->count, (const char *)text, (int32_t)count, 0xFFFD, NULL,
                         &error);
    return U_SUCCESS(error);
}

static bool wide_normalize(Wide *to, const Wide *from, const UNormalizer2 *form) {
    for (int attempt = 0; attempt < 2; attempt++) {
        UErrorCode error = U_ZERO_ERROR;
        to->count = unorm2_normalize(form, from->units, from->count, to->units, to->capacity, &error);
        if (U_SUCCESS(error)) return true;
        if (error != U_BUFFER_OVERFLOW_ERROR || !wide_need(to, to->count)) return false;
    }
    return false;
}

static size_t wide_encode(const Wide *wide, uint8_t *out, size_t capacity) {
    size_t length = 0;
    for (int32_t i = 0; i < wide->count;) {
        UChar32 c;
        U16_NEXT(wide->units, i, wide->count, c);
        if (U_IS_SURROGATE(c)) c = 0xFFFD;
        uint8_t bytes[4];
        int32_t n = 0;
        U8_APPEND_UNSAFE(bytes, n, c);
        if (length + (size_t)n <= capacity) memcpy(out + length, bytes, (size_t)n);
        length += (size_t)n;
    }
    return length;
}

// Whether three bytes are one of U+4E00 … U+9FFF, the Chinese characters in daily use: no form changes them.
static bool is_common_han(const uint8_t *p, size_t left) {
    if (left < 3 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80) return false;
    return (p[0] == 0xE4 && p[1] >= 0xB8) || (p[0] >= 0xE5 && p[0] <= 0xE9);
}

// The way round ICU for ASCII and Chinese, which is most of what there is: returns false when there is more.
static bool plain(const uint8_t *text, size_t count, bool fold, uint8_t *out, size_t capacity) {
    for (size_t i = 0; i < count;) {
        if (text[i] < 0x80) {
            uint8_t c = text[i];
            if (i < capacity) out[i] = fold && c >= 'A' && c <= 'Z' ? c | 0x20 : c;
            i += 1;
        } else if (is_common_han(text + i, count - i)) {
            if (i + 3 <= capacity) memcpy(out + i, text + i, 3);
            i += 3;
        } else {
            return false;
        }
    }
    return true;
}

size_t cunicode_nfc(const uint8_t *text, size_t count, uint8_t *out, size_t capacity) {
    if (plain(text, count, false, out, capacity)) return count;
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *form = unorm2_getNFCInstance(&error);
    if (U_FAILURE(error)) return CUNICODE_FAILED;
    Wide source, result;
    wide_init(&source);
    wide_init(&result);
    bool done = wide_decode(&source, text, count) && wide_normalize(&result, &source, form);
    size_t length = done ? wide_encode(&result, out, capacity) : CUNICODE_FAILED;
    wide_free(&source);
    wide_free(&result);
    return length;
}

// Marks that searches pass over: those above and below European letters, Hebrew points, Arabic vowel signs. Not the
// voicing marks of kana, nor the vowel signs and viramas of Indic scripts: there they make another word.
static bool is_passed_over(UChar32 c) {
    uint8_t class = u_getCombiningClass(c);
    return (class >= 10 && class <= 36) || class >= 200;
}

// Letters with a stroke or joined, which no normal form takes apart.
static const char *spelled_out(UChar32 c) {
    switch (c) {
        case 0xE6: return "ae";
        case 0xF0: return "d";
        case 0xF8: return "o";
        case 0xFE: return "th";
        case 0x111: return "d";
        case 0x127: return "h";
        case 0x131: return "i";
        case 0x142: return "l";
        case 0x153: return "oe";
        case 0x167: return "t";
        default: return NULL;
    }
}

static void take_marks_off(Wide *to, const Wide *from) {
    to->count = 0;
    for (int32_t i = 0; i < from->count;) {
        UChar32 c;
        U16_NEXT(from->units, i, from->count, c);
        if (is_passed_over(c)) continue;
        const char *letters = spelled_out(c);
        if (letters) {
            for (; *letters; letters++) to->units[to->count++] = (UChar)*letters;
        } else {
            U16_APPEND_UNSAFE(to->units, to->count, c);
        }
    }
}

size_t cunicode_fold(const uint8_t *text, size_t count, uint8_t *out, size_t capacity) {
    if (plain(text, count, true, out, capacity)) return count;
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *folded = unorm2_getNFKCCasefoldInstance(&error);
    const UNormalizer2 *apart = unorm2_getNFDInstance(&error);
    if (U_FAILURE(error)) return CUNICODE_FAILED;
    Wide one, other;
    wide_init(&one);
    wide_init(&other);
    bool done = wide_decode(&one, text, count) && wide_normalize(&other, &one, folded)
        && wide_normalize(&one, &other, apart) && wide_need(&other, one.count * 2);
    size_t length = CUNICODE_FAILED;
    if (done) {
        take_marks_off(&other, &one);
        length = wide_encode(&other, out, capacity);
    }
    wide_free(&one);
    wide_free(&other);
    return length;
}

bool cunicode_is_alphanumeric(uint32_t scalar) {
    return scalar <= 0x10FFFF && u_isalnum((UChar32)scalar);
}

// Pinyin. A transliterator is slow to make and must not be used by two threads, so what it says is kept for good:
// one word a character, empty until asked for.
enum { HAN_FIRST = 0x3400, HAN_LAST = 0x9FFF, NO_READING = 1 };

static _Atomic(uint64_t) readings[2][HAN_LAST - HAN_FIRST + 1];
static pthread_mutex_t transliterators_lock = PTHREAD_MUTEX_INITIALIZER;
static UTransliterator *transliterators[2];

static UTransliterator *transliterator(bool as_surname) {
    UTransliterator **kept = &transliterators[as_surname];
    if (!*kept) {
        UChar name[32];
        UErrorCode error = U_ZERO_ERROR;
        u_uastrcpy(name, as_surname ? "Han-Latin/Names" : "Han-Latin");
        *kept = utrans_openU(name, -1, UTRANS_FORWARD, NULL, 0, NULL, &error);
    }
    return *kept;
}

// The letters of `units` without tone, packed into a word, first letter lowest; NO_READING if they are no syllable.
static uint64_t packed_syllable(const UChar *units, int32_t count) {
    UErrorCode error = U_ZERO_ERROR;
    UChar apart[32];
    const UNormalizer2 *form = unorm2_getNFDInstance(&error);
    int32_t length = unorm2_normalize(form, units, count, apart, 32, &error);
    if (U_FAILURE(error)) return NO_READING;
    uint64_t word = 0;
    int letters = 0;
    for (int32_t i = 0; i < length; i++) {
        if (apart[i] == 0x308 && letters) {
            word = (word & ~((uint64_t)0xFF << (8 * (letters - 1)))) | (uint64_t)'v' << (8 * (letters - 1));
        } else if (apart[i] >= 'a' && apart[i] <= 'z' && letters < 7) {
            word |= (uint64_t)apart[i] << (8 * letters++);
        } else if (!u_getCombiningClass(apart[i])) {
            return NO_READING;
        }
    }
    return letters ? word : NO_READING;
}

static uint64_t transliterated(uint32_t scalar, bool as_surname) {
    UChar units[32] = {(UChar)scalar};
    int32_t count = 1, limit = 1;
    UErrorCode error = U_ZERO_ERROR;
    pthread_mutex_lock(&transliterators_lock);
    UTransliterator *han = transliterator(as_surname);
    if (han) utrans_transUChars(han, units, &count, 32, 0, &limit, &error);
    pthread_mutex_unlock(&transliterators_lock);
    return han && U_SUCCESS(error) ? packed_syllable(units, count) : NO_READING;
}

size_t cunicode_pinyin(uint32_t scalar, bool as_surname, char out[8]) {
    if (scalar < HAN_FIRST || scalar > HAN_LAST) return 0;
    _Atomic(uint64_t) *kept = &readings[as_surname][scalar - HAN_FIRST];
    uint64_t word = atomic_load_explicit(kept, memory_order_relaxed);
    if (!word) {
        word = transliterated(scalar, as_surname);
        atomic_store_explicit(kept, word, memory_order_relaxed);
    }
    size_t length = 0;
    for (; word > NO_READING && length < 7; word >>= 8) out[length++] = (char)(word & 0xFF);
    return length;
}
