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
#include <sys/sendfile.h>

// Declared by <sys/socket.h> only for _GNU_SOURCE.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

/// How many cores this thread may run on; at least 1.
int clinux_processor_count(void);
