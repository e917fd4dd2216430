#pragma once
// What Swift's Glibc module leaves out: epoll, eventfd, signalfd, timerfd, inotify, accept4.
// Without _GNU_SOURCE, which Swift's own view of the system headers does not define either: both must see one fd_set.
#include <malloc.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <arpa/inet.h>
#include <sys/uio.h>
#include <sys/syscall.h>
#include <sys/sendfile.h>

// Declared by <sys/socket.h> only for _GNU_SOURCE.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// Declared by <unistd.h> only for _DEFAULT_SOURCE.
extern long syscall(long number, ...);

/// `recv`, `send` and `epoll_wait` without the bookkeeping for `pthread_cancel`, which nobody calls here: some sixty instructions less.
static inline long clinux_recv(int socket, void *buffer, size_t size, int flags) {
    return syscall(SYS_recvfrom, socket, buffer, size, flags, NULL, NULL);
}
static inline long clinux_send(int socket, const void *buffer, size_t size, int flags) {
    return syscall(SYS_sendto, socket, buffer, size, flags, NULL, 0);
}
static inline long clinux_epoll_wait(int epoll, struct epoll_event *events, int count, int milliseconds) {
    return syscall(SYS_epoll_pwait, epoll, events, count, milliseconds, NULL, 8);
}

/// How many cores this thread may run on; at least 1.
int clinux_processor_count(void);
