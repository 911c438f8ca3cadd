/* Messages, limits and shared memory of the keeper (docs/contributing/decisions/keeper.md). */
#ifndef VIBEFLOW_KEEPER_H
#define VIBEFLOW_KEEPER_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

/* The newest version. A keeper and an app speak all versions from 1 on, and HELLO, WELCOME and
 * VERSION never change. A test has a newer one. */
#ifndef PROTOCOL_VERSION
#define PROTOCOL_VERSION 1
#endif
#define RING_VERSION 1
#define PROTOCOL_MAGIC 0x314b4656u /* "VFK1" */

/* A message: its length after this field (u32), its kind (u8), its fields. Numbers are little
 * endian. Texts are a length (u32) and bytes. */
enum request { REQ_HELLO = 1, REQ_START, REQ_LIST, REQ_ADOPT, REQ_END, REQ_POLICY };
enum reply {
  REP_WELCOME = 1,
  REP_STARTED,
  REP_FAILED,
  REP_SESSION,
  REP_LISTED,
  REP_ADOPTED,
  REP_REFUSED,
  REP_EXITED,
  REP_VERSION
};

/* Limits. A message beyond them ends its connection. */
enum {
  MESSAGE_MAX = 4 * 1024 * 1024, /* the kernel's limit for arguments and environment is 2 MiB */
  OUTPUT_MAX = 16 * 1024 * 1024, /* replies that a client has not read */
  META_MAX = 16 * 1024,
  ID_MAX = 64,
  WORDS_MAX = 65536, /* arguments, and variables */
  CONNECTIONS_MAX = 32,
  SESSIONS_MAX = 4096,
  LINGER_MS = 24 * 60 * 60 * 1000, /* an ended program's last output waits so long for an app */
};

/* Time between looks at the socket's name while no app is connected. A test has a shorter one. */
#ifndef REACH_MS
#define REACH_MS 60000
#endif

/* A session's shared memory: a header, checkpoints, the stage, and the ring. Only one process reads
 * the terminal at a time, and only it writes here. An app reads into the stage, which is mapped, and
 * then writes to the ring: a mapping of the ring would cost a page fault for each page. */
enum {
  STAGE_AT = 65536,
  STAGE_BYTES = 65536,
  RING_HEAD_BYTES = STAGE_AT + STAGE_BYTES,
  RING_BYTES = 8 * 1024 * 1024,
  READ_BYTES = 4096
};
struct ring_head {
  uint32_t magic, version;
  uint64_t size;
  uint64_t head;   /* bytes that were read from the terminal */
  uint64_t zeroed; /* the stage is zero from `head` to here, or has bytes of an unfinished read */
  uint64_t stored; /* bytes that are in the ring; the stage has those up to `head` */
  uint64_t floor;  /* bytes from here on must not be overwritten while no app lives */
  uint64_t printed; /* time of the last output, ms since 1970 */
};

_Static_assert(sizeof(struct ring_head) == 56, "apps of other versions read version 1");

/* A reader of a message. `bad` is set when a field reaches over its end. */
struct fields {
  const uint8_t *at, *end;
  bool bad;
};
struct text {
  const char *bytes;
  uint32_t length;
};

struct start {
  uint32_t sequence;
  uint64_t until; /* of the monotonic clock: later, the app no longer waits. 0: no limit */
  uint8_t policy;
  uint16_t cols, rows;
  char id[ID_MAX + 1];
  char *file, *directory;
  char **arguments, **variables; /* end with NULL */
  struct text meta;
  char *store; /* the memory of all of these */
};

uint8_t read_u8(struct fields *fields);
uint16_t read_u16(struct fields *fields);
uint32_t read_u32(struct fields *fields);
uint64_t read_u64(struct fields *fields);
struct text read_text(struct fields *fields);
/* Reads an id into `id`. Returns false if it is not one. */
bool read_id(struct fields *fields, char id[ID_MAX + 1]);
/* Reads a request to start a program. Returns false if it is invalid, or if there is no memory.
 * Free with `free_start`. */
bool read_start(struct fields *fields, struct start *start);
void free_start(struct start *start);
/* Returns how many bytes of the stage were read, whose last may be of an unfinished read. */
size_t recovered(const struct ring_head *head, const uint8_t *stage);
/* Whether a header that a client could write is consistent. */
bool is_sound_head(const struct ring_head *head);

#endif
