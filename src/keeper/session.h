/* A program, its terminal, and the shared memory of its output. */
#ifndef VIBEFLOW_SESSION_H
#define VIBEFLOW_SESSION_H

#include "keeper.h"

#include <sys/types.h>
#include <time.h>

struct connection;

struct session {
  struct session *next;
  char id[ID_MAX + 1];
  pid_t pid;
  int master, slave, memory; /* -1 once the session has ended */
  struct connection *owner;  /* reads the terminal; NULL while the keeper does */
  bool hang_up;              /* when the owner is gone */
  bool reading;              /* the terminal is watched */
  bool exited, forgotten;    /* forgotten: only waits for the program to end */
  int code, signal;
  uint64_t started_ms, exited_ms; /* since 1970; of the monotonic clock */
  struct text meta;
};

uint64_t now_ms(clockid_t which);
/* Closes inherited descriptors from this one on. */
void close_from(unsigned first);
/* Starts the program in a terminal. Returns 0, or the error's number. */
int session_start(struct session *session, const struct start *start);
/* Closes the terminal, which hangs the program up. */
void session_close(struct session *session);
/* Continues after an owner that may have died while it read. */
void session_take_over(struct session *session);
/* Reads what the program has printed into the ring. Returns false when it cannot now: the ring is
 * full, or the terminal is gone. */
bool session_read(struct session *session);

#endif
