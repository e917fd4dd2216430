// The yardstick for reading XML property lists: libxml2 alone, without anything being kept.
// As a program of its own: cc -O2 -DNOOP_SAX_MAIN -Iinclude noop_sax.c $(pkg-config --cflags --libs libxml-2.0)
#include "noop_sax.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

static void started(void *count, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                    const xmlChar **list, int attributes, int defaulted, const xmlChar **values) {
    ++*(long *)count;
}

static void ended(void *count, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) { ++*(long *)count; }

static void text(void *count, const xmlChar *bytes, int length) { ++*(long *)count; }

long noop_sax(const char *bytes, size_t count) {
    long events = 0;
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = started;
    handler.endElementNs = ended;
    handler.characters = text;
    handler.ignorableWhitespace = text;
    handler.cdataBlock = text;
    xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt(bytes, (int)count);
    if (!parser) return -1;
    xmlCtxtUseOptions(parser, XML_PARSE_HUGE | XML_PARSE_NONET);
    memcpy(parser->sax, &handler, sizeof handler);
    parser->userData = &events;
    xmlParseDocument(parser);
    int isWellFormed = parser->wellFormed;
    xmlFreeParserCtxt(parser);
    return isWellFormed ? events : -1;
}

#ifdef NOOP_SAX_MAIN
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (!file) return fprintf(stderr, "usage: noop_sax FILE [ROUNDS]\n"), 2;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(size + 1);
    if (!bytes || fread(bytes, 1, size, file) != size) return fprintf(stderr, "cannot read the file\n"), 1;
    double best = 1e9;
    long events = 0;
    for (int round = count > 2 ? atoi(arguments[2]) : 5; round > 0; round--) {
        double start = seconds();
        events = noop_sax(bytes, size);
        double taken = seconds() - start;
        if (taken < best) best = taken;
    }
    printf("%ld events, best %.1f ms\n", events, best * 1e3);
    return events < 0;
}
#endif
