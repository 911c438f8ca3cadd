#define _GNU_SOURCE
#include "parcels.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct writer new_message(enum reply kind, size_t room) {
  struct parcel *parcel = calloc(1, sizeof *parcel + 5 + room);
  if (parcel == NULL) abort(); /* a kernel that overcommits ends the process itself */
  parcel->length = 5 + room;
  uint32_t length = (uint32_t)(1 + room);
  memcpy(parcel->bytes, &length, 4);
  parcel->bytes[4] = (uint8_t)kind;
  return (struct writer){parcel, 5};
}

static void put(struct writer *writer, const void *bytes, size_t length) {
  memcpy(writer->parcel->bytes + writer->at, bytes, length);
  writer->at += length;
}

void put_u8(struct writer *writer, uint8_t value) { put(writer, &value, 1); }
void put_u16(struct writer *writer, uint16_t value) { put(writer, &value, 2); }
void put_u32(struct writer *writer, uint32_t value) { put(writer, &value, 4); }
void put_u64(struct writer *writer, uint64_t value) { put(writer, &value, 8); }

void put_text(struct writer *writer, const char *bytes, size_t length) {
  put_u32(writer, (uint32_t)length);
  put(writer, bytes, length);
}

void free_parcel(struct parcel *parcel) {
  for (int index = 0; index < parcel->count; index++) close(parcel->descriptors[index]);
  free(parcel);
}

static void watch_socket(const struct connection *connection) {
  uint32_t wanted = EPOLLIN | (connection->first != NULL ? EPOLLOUT : 0);
  struct epoll_event event = {.events = wanted, .data.fd = connection->socket};
  epoll_ctl(events, EPOLL_CTL_MOD, connection->socket, &event);
}

/* Ends a connection with the next event, which this causes. */
static void break_off(struct connection *connection) {
  connection->broken = true;
  shutdown(connection->socket, SHUT_RDWR);
}

/* Sends a parcel on. Returns false if it must wait, or if the connection is broken. */
static bool send_parcel(struct connection *connection, struct parcel *parcel) {
  struct iovec part = {parcel->bytes + parcel->sent, parcel->length - parcel->sent};
  union {
    char bytes[CMSG_SPACE(3 * sizeof(int))];
    struct cmsghdr align;
  } control = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (parcel->count > 0 && parcel->sent == 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE((size_t)parcel->count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN((size_t)parcel->count * sizeof(int));
    memcpy(CMSG_DATA(header), parcel->descriptors, (size_t)parcel->count * sizeof(int));
  }
  ssize_t sent = sendmsg(connection->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0) {
    /* The client is gone. What it has sent before, such as an end, is still read. */
    if (errno == EPIPE || errno == ECONNRESET) return true;
    /* ETOOMANYREFS: descriptors on their way, of all processes. They are read soon. */
    const int later[] = {EAGAIN, EINTR, ETOOMANYREFS, ENOMEM, ENOBUFS};
    for (size_t index = 0; index < sizeof later / sizeof *later; index++)
      if (errno == later[index]) return false;
    break_off(connection);
    return false;
  }
  parcel->sent += (size_t)sent;
  return parcel->sent == parcel->length;
}

void flush(struct connection *connection) {
  while (connection->first != NULL && send_parcel(connection, connection->first)) {
    struct parcel *sent = connection->first;
    connection->first = sent->next;
    if (connection->first == NULL) connection->last = NULL;
    connection->waiting -= sizeof *sent + sent->length;
    free_parcel(sent);
  }
  watch_socket(connection);
}

void post(struct connection *connection, struct writer writer) {
  struct parcel *parcel = writer.parcel;
  connection->waiting += sizeof *parcel + parcel->length;
  if (connection->waiting > OUTPUT_MAX) break_off(connection);
  if (connection->broken) return free_parcel(parcel);
  if (connection->last == NULL) connection->first = parcel;
  else connection->last->next = parcel;
  connection->last = parcel;
  flush(connection);
}

bool add_descriptors(struct parcel *parcel, const struct session *session) {
  const int all[3] = {session->master, session->slave, session->memory};
  for (int index = 0; index < 3; index++) {
    int copy = fcntl(all[index], F_DUPFD_CLOEXEC, 3);
    if (copy < 0) return false;
    parcel->descriptors[parcel->count++] = copy;
  }
  return true;
}
