#pragma once
#include <stddef.h>

/// Lets libxml2's SAX2 parser read `count` bytes of XML from memory with callbacks that do nothing, and says how many
/// events there were; -1 when the text is not well-formed.
long noop_sax(const char *bytes, size_t count);
