#include <pthread.h>
#include <string.h>

#include "cunicode.h"
#include "pinyin_table.h"

enum { HAN_FIRST = 0x3400, HAN_LAST = 0x9FFF, MOST_SYLLABLES = 512, MOST_SURNAMES = 64, MOST_LETTERS = 7 };

// The letters of each syllable, packed into a word, the first one lowest. Number 0 is none.
static uint64_t syllables[MOST_SYLLABLES];
static int syllable_count = 1;
// The number of the syllable of each character.
static uint16_t readings[HAN_LAST - HAN_FIRST + 1];
static struct {
    uint16_t character, syllable;
} surnames[MOST_SURNAMES];
static int surname_count;

static uint16_t number_of(uint64_t letters) {
    for (int number = 1; number < syllable_count; number++) {
        if (syllables[number] == letters) return (uint16_t)number;
    }
    if (syllable_count == MOST_SYLLABLES) return 0;
    syllables[syllable_count] = letters;
    return (uint16_t)syllable_count++;
}

static void set_reading(uint32_t character, uint16_t syllable, bool of_surname) {
    if (character < HAN_FIRST || character > HAN_LAST) return;
    if (!of_surname) {
        readings[character - HAN_FIRST] = syllable;
    } else if (surname_count < MOST_SURNAMES) {
        surnames[surname_count].character = (uint16_t)character;
        surnames[surname_count++].syllable = syllable;
    }
}

// Reads a table of lines: the letters of a syllable, then characters, which take three bytes each.
static void read_table(const char *table, bool of_surnames) {
    const uint8_t *byte = (const uint8_t *)table;
    while (*byte) {
        uint64_t letters = 0;
        for (int shift = 0; *byte >= 'a' && *byte <= 'z' && shift < 8 * MOST_LETTERS; shift += 8) {
            letters |= (uint64_t)*byte++ << shift;
        }
        uint16_t syllable = number_of(letters);
        for (; byte[0] >= 0xE0 && byte[1] && byte[2]; byte += 3) {
            set_reading((byte[0] & 0x0Fu) << 12 | (byte[1] & 0x3Fu) << 6 | (byte[2] & 0x3Fu), syllable, of_surnames);
        }
        if (*byte) byte++;
    }
}

static void read_tables(void) {
    read_table(pinyin_readings, false);
    read_table(pinyin_surnames, true);
}

static uint16_t syllable_of(uint32_t character, bool as_surname) {
    for (int i = 0; as_surname && i < surname_count; i++) {
        if (surnames[i].character == character) return surnames[i].syllable;
    }
    return readings[character - HAN_FIRST];
}

size_t cunicode_pinyin(uint32_t scalar, bool as_surname, char out[8]) {
    if (scalar < HAN_FIRST || scalar > HAN_LAST) return 0;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_tables);
    size_t length = 0;
    for (uint64_t word = syllables[syllable_of(scalar, as_surname)]; word; word >>= 8) out[length++] = (char)(word & 0xFF);
    return length;
}
