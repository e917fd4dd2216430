// A load client that costs the machine as little as possible: one thread, one request, answers counted in bytes.
//
// The first answer is read and understood; all others must have its length, and every thousandth must be equal to it in
// status line and content. The kernel drops the others unread (MSG_TRUNC). Unless told to sleep, the client spins:
// a client that sleeps has to be woken by whoever sends to it, and that time would count as the server's.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "load.h"

/// One answer of so many is compared with the first.
enum { CHECKED = 1000, MOST_EVENTS = 1024, MOST_DEPTH = 256 };

typedef struct {
    int socket;
    /// Requests sent whose answers are not complete, and the bytes that are there of the first of them.
    int outstanding;
    size_t received;
    uint64_t sent_at;
    /// The answer being received is compared: its bytes are here.
    uint8_t *checked;
} connection;

static options option;
static answer expected;
static histogram latencies;
static uint8_t *dropped;
static char *requests;
static size_t request_length;
static int set;
static uint64_t begun, done, waits, deadline;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t own_cpu(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int is_over(uint64_t at) { return at >= deadline || begun >= option.requests; }

/// A connected socket: over the loopback a connection is there when the call returns.
static int dial(void) {
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)option.port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (socket_ < 0) fail("socket: %s", strerror(errno));
    if (connect(socket_, (struct sockaddr *)&address, sizeof address)) fail("connect: %s", strerror(errno));
    // What comes later, on a kept connection, must not wait for an acknowledgement.
    int one = 1;
    if (!option.closes) setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return socket_;
}

/// Sends as many requests as there may be on their way.
static void send_requests(connection *c, uint64_t at) {
    int count = option.depth - c->outstanding;
    if ((uint64_t)count > option.requests - begun) count = (int)(option.requests - begun);
    if (count <= 0 || at >= deadline) return;
    ssize_t sent = send(c->socket, requests, request_length * (size_t)count, MSG_NOSIGNAL | MSG_DONTWAIT);
    // So little always fits.
    if (sent != (ssize_t)request_length * count) fail("send: %s", sent < 0 ? strerror(errno) : "the server reads too slowly");
    if (c->outstanding == 0) c->sent_at = at;
    c->outstanding += count;
    begun += (uint64_t)count;
}

static void open_connection(connection *c, uint64_t at) {
    c->socket = dial();
    c->outstanding = 0;
    c->received = 0;
    send_requests(c, at);
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data.ptr = c};
    if (epoll_ctl(set, EPOLL_CTL_ADD, c->socket, &event)) fail("epoll_ctl: %s", strerror(errno));
}

/// Counts one whole answer.
static void complete(connection *c, uint64_t at) {
    c->received = 0;
    c->outstanding--;
    done++;
    // Of several requests on their way, only the first one's time is known.
    record(&latencies, at - c->sent_at);
    c->sent_at = at;
    if (c->checked) {
        compare(&expected, c->checked);
        free(c->checked);
        c->checked = NULL;
    }
}

/// The server closed a connection after its answer: another one takes its place.
static int renew(connection *c, uint64_t at) {
    uint8_t surplus;
    if (done % CHECKED == 0 && recv(c->socket, &surplus, 1, MSG_DONTWAIT) > 0) fail("an answer was longer than the first");
    close(c->socket);
    if (!is_over(at)) open_connection(c, at);
    return 0;
}

/// Takes what has arrived; 0 when there is no more. `ended` is whether the server closed its side behind it.
static int take(connection *c, int ended, uint64_t *at) {
    size_t length = expected.length, wanted = length * (size_t)c->outstanding - c->received;
    if (c->outstanding > 0 && c->received == 0 && !c->checked && done / CHECKED != (done + (uint64_t)option.depth) / CHECKED) {
        c->checked = malloc(length);
    }
    // Surplus bytes stay in the kernel, where the next comparison finds them.
    if (c->checked) wanted = length - c->received;
    if (option.closes && wanted == 0) return ended ? renew(c, *at) : 0;
    int flags = MSG_DONTWAIT | (c->checked ? 0 : MSG_TRUNC);
    ssize_t count = recv(c->socket, c->checked ? c->checked + c->received : dropped, wanted, flags);
    if (count < 0 && errno == EAGAIN) return 0;
    if (count < 0) fail("recv: %s", strerror(errno));
    if (count == 0 && wanted > 0) fail("the server closed a connection within an answer");
    *at = now();
    int completes = c->received + (size_t)count >= length;
    c->received += (size_t)count;
    while (c->received >= length) {
        size_t surplus = c->received - length;
        complete(c, *at);
        c->received = surplus;
    }
    if (option.closes) return completes && ended;
    if (completes && !is_over(*at)) send_requests(c, *at);
    // A short read emptied the queue: the next answer makes an event.
    return c->outstanding > 0 && (size_t)count == wanted && option.depth > 1;
}

static void run(connection *connections) {
    struct epoll_event events[MOST_EVENTS];
    uint64_t at = now(), last = at;
    for (int i = 0; i < option.connections && !is_over(at); i++) open_connection(&connections[i], at);
    while (done < begun) {
        int count = epoll_wait(set, events, MOST_EVENTS, option.sleeps ? 1000 : 0);
        waits++;
        if (count == 0) {
            at = now();
            if (at - last > 5000000000u) fail("no answer for five seconds, %lu are missing", begun - done);
            continue;
        }
        last = at;
        for (int i = 0; i < count; i++) {
            connection *c = events[i].data.ptr;
            while (take(c, events[i].events & EPOLLRDHUP, &at)) {}
        }
    }
}

int main(int count, char **arguments) {
    option = parse_options(count, arguments);
    if (option.depth > MOST_DEPTH) fail("at most %d requests can be on their way", MOST_DEPTH);
    requests = repeated_request(&option, &request_length);
    int probe = dial();
    expected = learn(probe, requests, request_length);
    close(probe);
    dropped = malloc(expected.length * (size_t)option.depth + 1);
    connection *connections = calloc((size_t)option.connections, sizeof *connections);
    set = epoll_create1(EPOLL_CLOEXEC);
    uint64_t start = now(), cpu = own_cpu();
    deadline = start + (uint64_t)(option.seconds * 1e9);
    run(connections);
    double seconds = (double)(now() - start) / 1e9;
    printf("{\"requests\": %lu, \"seconds\": %.4f, \"rate\": %.1f, \"status\": %d, \"bytes\": %zu, \"p50\": %.4f, \"p99\": %.4f, "
           "\"most\": %.4f, \"waits\": %lu, \"own_cpu\": %.3f}\n",
           done, seconds, (double)done / seconds, expected.status, expected.length, percentile(&latencies, 0.5),
           percentile(&latencies, 0.99), percentile(&latencies, 1), waits, (double)(own_cpu() - cpu) / 1e3 / (double)done);
    return 0;
}
