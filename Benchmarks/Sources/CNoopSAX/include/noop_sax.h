#pragma once
#include <stddef.h>

/// How libxml2 is used.
enum noop_sax_way {
    /// As every program does: SAX2, from a memory context, which copies the input.
    NOOP_SAX_USUAL,
    /// SAX2 on the input where it lies. libxml2 has no function for it; the input stream is made by hand.
    NOOP_SAX_IN_PLACE,
    /// The same with the callbacks of SAX1, which know nothing of namespaces: the least that libxml2 can do.
    NOOP_SAX_IN_PLACE_WITHOUT_NAMESPACES,
};

/// Lets libxml2 read `count` bytes of XML with callbacks that do nothing, and says how many events there were; -1 when
/// the text is not well-formed. A zero byte follows the text.
long noop_sax(const char *bytes, size_t count, enum noop_sax_way way);
