#pragma once
// libxml2's headers pull in ICU's, which clash with the copy inside Foundation:
// switch that off before the rest is read. Only the declarations are affected.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/encoding.h>
#include <libxml/xmlerror.h>
#include <libxml/dict.h>
