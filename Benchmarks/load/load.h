// The parts of the load client that have nothing to do with its loop: options, the first answer, the histogram.
#pragma once
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

__attribute__((format(printf, 1, 2), noreturn)) static inline void fail(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    exit(1);
}

typedef struct {
    int port, connections, depth;
    const char *path;
    char fields[4096];
    double seconds;
    uint64_t requests;
    /// One connection a request.
    int closes;
    /// Waits for events instead of asking for them again and again.
    int sleeps;
} options;

/// Bounds on what can be asked for: a client that runs away would take the machine with it.
enum { MOST_SECONDS = 600, MOST_CONNECTIONS = 20000 };

static inline options parse_options(int count, char **arguments) {
    options option = {.connections = 1, .depth = 1, .path = "/", .seconds = 10, .requests = UINT64_MAX};
    for (int c; (c = getopt(count, arguments, "p:u:c:s:n:d:H:kw")) >= 0;) {
        switch (c) {
        case 'p': option.port = atoi(optarg); break;
        case 'u': option.path = optarg; break;
        case 'c': option.connections = atoi(optarg); break;
        case 's': option.seconds = atof(optarg); break;
        case 'n': option.requests = strtoull(optarg, NULL, 10); break;
        case 'd': option.depth = atoi(optarg); break;
        case 'k': option.closes = 1; break;
        case 'w': option.sleeps = 1; break;
        case 'H':
            if (strlen(option.fields) + strlen(optarg) + 3 > sizeof option.fields) fail("the fields are too long");
            strcat(strcat(option.fields, optarg), "\r\n");
            break;
        default:
            fail("-p port -u /path -c connections -s seconds -n requests -d requests on their way -H field -k (closes) -w (waits)");
        }
    }
    if (option.port < 1 || option.port > 65535) fail("-p wants a port");
    if (option.connections < 1 || option.connections > MOST_CONNECTIONS) fail("-c wants 1 to %d", MOST_CONNECTIONS);
    if (option.depth < 1 || (option.closes && option.depth > 1)) fail("-d wants at least 1, and 1 with -k");
    if (!(option.seconds > 0) || option.seconds > MOST_SECONDS) fail("-s wants at most %d", MOST_SECONDS);
    return option;
}

/// The request, as often as it can be on its way.
static inline char *repeated_request(const options *option, size_t *length) {
    char one[8192];
    int count = snprintf(one, sizeof one, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n%s%s\r\n", option->path, option->port,
                         option->closes ? "Connection: close\r\n" : "", option->fields);
    if (count < 0 || (size_t)count >= sizeof one) fail("the request is too long");
    char *all = malloc((size_t)count * (size_t)option->depth);
    for (int i = 0; i < option->depth; i++) memcpy(all + i * count, one, (size_t)count);
    *length = (size_t)count;
    return all;
}

typedef struct {
    int status;
    /// Of the whole answer, of its head and of its first line.
    size_t length, head, line;
    uint8_t *bytes;
} answer;

/// Where content of `count` bytes, in chunks, ends; 0 while it does not.
static inline size_t chunks_end(const char *content, size_t count) {
    size_t at = 0;
    for (;;) {
        const char *end = memmem(content + at, count - at, "\r\n", 2);
        if (!end) return 0;
        size_t size = strtoul(content + at, NULL, 16);
        at = (size_t)(end - content) + 2 + size + 2;
        if (at > count) return 0;
        if (size == 0) return at;
    }
}

/// Sends one request and reads all of its answer, which must be a 200 or 304.
static inline answer learn(int socket, const char *request, size_t length) {
    enum { MOST = 64 << 20 };
    char *bytes = malloc(MOST + 1);
    size_t count = 0;
    answer found = {0};
    if (write(socket, request, length) != (ssize_t)length) fail("the first request could not be sent");
    while (!found.length || count < found.length) {
        ssize_t more = read(socket, bytes + count, MOST - count);
        if (more <= 0) fail("the first answer ended after %zu bytes", count);
        count += (size_t)more;
        bytes[count] = 0;
        const char *end = memmem(bytes, count, "\r\n\r\n", 4);
        if (!end) continue;
        found.head = (size_t)(end - bytes) + 4;
        found.line = (size_t)(strstr(bytes, "\r\n") - bytes);
        found.status = atoi(bytes + 9);
        const char *field = strcasestr(bytes, "\r\ncontent-length:");
        if (found.status == 304) {
            found.length = found.head;
        } else if (field && field < end) {
            found.length = found.head + strtoul(field + 17, NULL, 10);
        } else {
            size_t chunks = chunks_end(bytes + found.head, count - found.head);
            found.length = chunks ? found.head + chunks : 0;
        }
    }
    if (found.status != 200 && found.status != 304) fail("the answer is %d", found.status);
    if (count != found.length) fail("%zu bytes follow the first answer", count - found.length);
    found.bytes = (uint8_t *)bytes;
    return found;
}

/// Ends the program unless both answers have the same first line and the same content: some fields of a head differ.
static inline void compare(const answer *expected, const uint8_t *bytes) {
    if (memcmp(bytes, expected->bytes, expected->line) ||
        memcmp(bytes + expected->head, expected->bytes + expected->head, expected->length - expected->head)) {
        fail("an answer is not the first one");
    }
}

/// Counts of durations in nanoseconds, in steps of a thirty-second part.
typedef struct {
    uint64_t counts[64 * 32];
    uint64_t all;
} histogram;

static inline void record(histogram *h, uint64_t duration) {
    int top = duration < 32 ? 5 : 63 - __builtin_clzll(duration);
    h->counts[top * 32 + (int)((duration >> (top - 5)) & 31)]++;
    h->all++;
}

/// The upper end, in milliseconds, of the step below which that part of all durations lies.
static inline double percentile(const histogram *h, double part) {
    uint64_t wanted = (uint64_t)((double)h->all * part), seen = 0;
    for (int i = 0; i < 64 * 32; i++) {
        seen += h->counts[i];
        if (seen >= wanted && h->counts[i]) return (double)((32ull + (unsigned)(i & 31) + 1) << (i / 32 - 5)) / 1e6;
    }
    return 0;
}
