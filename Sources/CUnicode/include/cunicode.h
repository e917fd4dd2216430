#pragma once
// ICU behind plain C: its headers clash with the copy inside Foundation, so they stay in the .c file.
