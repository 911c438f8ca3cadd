/* Messages to clients, which wait until their sockets take them. */
#ifndef VIBEFLOW_PARCELS_H
#define VIBEFLOW_PARCELS_H

#include "session.h"

/* A message to a client, with up to three descriptors. */
struct parcel {
  struct parcel *next;
  size_t length, sent;
  int descriptors[3], count;
  uint8_t bytes[];
};

struct connection {
  struct connection *next;
  int socket;
  bool greeted, broken;
  uint8_t policy;
  uint8_t *message; /* what has arrived of the current message, from its length on */
  size_t have, room;
  struct parcel *first, *last;
  size_t waiting;
};

struct writer {
  struct parcel *parcel;
  size_t at;
};

/* Waits for all descriptors. */
extern int events;

/* Begins a message whose fields take `room` bytes. */
struct writer new_message(enum reply kind, size_t room);
void put_u8(struct writer *writer, uint8_t value);
void put_u16(struct writer *writer, uint16_t value);
void put_u32(struct writer *writer, uint32_t value);
void put_u64(struct writer *writer, uint64_t value);
void put_text(struct writer *writer, const char *bytes, size_t length);
/* Adds copies of the session's descriptors: it may end before they are sent. Returns false if there
 * is no room for them. */
bool add_descriptors(struct parcel *parcel, const struct session *session);
void free_parcel(struct parcel *parcel);
/* Sends a message after those before it. */
void post(struct connection *connection, struct writer writer);
/* Sends as much as the socket takes. */
void flush(struct connection *connection);

#endif
