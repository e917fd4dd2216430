// The yardstick for reading XML property lists: libxml2 alone, without anything being kept.
// As a program of its own: cc -O2 -DNOOP_SAX_MAIN -Iinclude noop_sax.c $(pkg-config --cflags --libs libxml-2.0)
#include "noop_sax.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

struct run {
    long events;
    xmlParserCtxtPtr parser;
};

static void started(void *run, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                    const xmlChar **list, int attributes, int defaulted, const xmlChar **values) {
    ++((struct run *)run)->events;
}

static void ended(void *run, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    ++((struct run *)run)->events;
}

static void started_plainly(void *run, const xmlChar *name, const xmlChar **attributes) {
    ++((struct run *)run)->events;
}

static void ended_plainly(void *run, const xmlChar *name) { ++((struct run *)run)->events; }

static void text(void *run, const xmlChar *bytes, int length) { ++((struct run *)run)->events; }

static void without_namespaces(void *run) { ((struct run *)run)->parser->sax2 = 0; }

static xmlParserCtxtPtr in_place(const char *bytes, size_t count) {
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    xmlParserInputPtr input = parser ? xmlNewInputStream(parser) : NULL;
    if (!input) return NULL;
    input->base = input->cur = (const xmlChar *)bytes;
    input->end = input->base + count;
    inputPush(parser, input);
    return parser;
}

long noop_sax(const char *bytes, size_t count, enum noop_sax_way way) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    if (way == NOOP_SAX_IN_PLACE_WITHOUT_NAMESPACES) {
        handler.startElement = started_plainly;
        handler.endElement = ended_plainly;
        handler.startDocument = without_namespaces;
    } else {
        handler.startElementNs = started;
        handler.endElementNs = ended;
    }
    handler.characters = text;
    // The same function: else libxml2 looks at each stretch of white space itself.
    handler.ignorableWhitespace = text;
    handler.cdataBlock = text;
    struct run run = {0, way == NOOP_SAX_USUAL ? xmlCreateMemoryParserCtxt(bytes, (int)count) : in_place(bytes, count)};
    if (!run.parser) return -1;
    xmlCtxtUseOptions(run.parser, XML_PARSE_HUGE | XML_PARSE_NONET);
    memcpy(run.parser->sax, &handler, sizeof handler);
    run.parser->userData = &run;
    xmlParseDocument(run.parser);
    int isWellFormed = run.parser->wellFormed;
    xmlFreeParserCtxt(run.parser);
    return isWellFormed ? run.events : -1;
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
    bytes[size] = 0;
    static const char *const names[] = {"usual", "in place", "in place, no namespaces"};
    long events = 0;
    for (int way = NOOP_SAX_USUAL; way <= NOOP_SAX_IN_PLACE_WITHOUT_NAMESPACES; way++) {
        double best = 1e9;
        for (int round = count > 2 ? atoi(arguments[2]) : 5; round > 0; round--) {
            double start = seconds();
            events = noop_sax(bytes, size, way);
            double taken = seconds() - start;
            if (taken < best) best = taken;
        }
        printf("%s: %ld events, best %.1f ms\n", names[way], events, best * 1e3);
    }
    return events < 0;
}
#endif
