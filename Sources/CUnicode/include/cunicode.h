#pragma once
// ICU behind plain C: its headers clash with the copy inside Foundation, so they stay in the .c file.
// Every function takes any bytes: what is not UTF-8 counts as U+FFFD. Every function may be called from any thread.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a function returns when there was no memory or the text was longer than 512 MiB.
#define CUNICODE_FAILED ((size_t)-1)

/// Writes the NFC of `text` to `out` and returns how long it is. If that is more than `capacity`, nothing useful was
/// written and the call must be made again with more room.
size_t cunicode_nfc(const uint8_t *text, size_t count, uint8_t *out, size_t capacity);

/// The same for the text as searches compare it: without case, width, compatibility forms and marks.
size_t cunicode_fold(const uint8_t *text, size_t count, uint8_t *out, size_t capacity);

/// Whether `scalar` is a letter or a number.
bool cunicode_is_alphanumeric(uint32_t scalar);

/// Writes the pinyin of a Chinese character, at most 7 small letters without tone, `v` for u with diaeresis, and
/// returns how many; 0 for any other character. `as_surname` asks for the reading at the start of a person's name.
/// The first call in a process takes about a tenth of a second, later ones 5 µs for a new character, else nothing.
size_t cunicode_pinyin(uint32_t scalar, bool as_surname, char out[8]);
