/*
 * vibeflow-keeper SOCKET: starts the programs of vibeflow's tabs, and reads their output while no
 * vibeflow does. It waits in one loop and trusts no message.
 */
#define _GNU_SOURCE
#include "parcels.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POLICY_CRASH = 0, POLICY_NEVER = 1 };

int events = -1;
static int listener = -1, children = -1, spare = -1;
static struct stat name; /* the file of the listening socket */
static struct session *sessions;
static struct connection *connections;
static int session_count, connection_count;

static void post_exit(const struct session *session) {
  struct writer writer = new_message(REP_EXITED, 12);
  put_u32(&writer, (uint32_t)session->pid);
  put_u32(&writer, (uint32_t)session->code);
  put_u32(&writer, (uint32_t)session->signal);
  post(session->owner, writer);
}

/* ---- sessions ---- */

static void stop_reading(struct session *session) {
  if (session->reading) epoll_ctl(events, EPOLL_CTL_DEL, session->master, NULL);
  session->reading = false;
}

static void begin_reading(struct session *session) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = session->master};
  session->reading = epoll_ctl(events, EPOLL_CTL_ADD, session->master, &event) == 0;
}

/* Hangs the program up, and forgets it when it has ended. */
static void forget(struct session *session) {
  stop_reading(session);
  session_close(session);
  session->owner = NULL;
  session->forgotten = true;
}

static void sweep(void) {
  for (struct session **at = &sessions; *at != NULL;) {
    struct session *one = *at;
    if (!one->forgotten || !one->exited) {
      at = &one->next;
      continue;
    }
    *at = one->next;
    session_count--;
    free((char *)one->meta.bytes);
    free(one);
  }
}

static struct session *find(const char *id) {
  for (struct session *one = sessions; one != NULL; one = one->next)
    if (!one->forgotten && strcmp(one->id, id) == 0) return one;
  return NULL;
}

static void reap(void) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (struct session *one = sessions; one != NULL; one = one->next) {
      if (one->pid != pid || one->exited) continue;
      one->exited = true;
      one->exited_ms = now_ms(CLOCK_MONOTONIC);
      one->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
      one->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      if (one->owner != NULL) post_exit(one);
      break;
    }
  }
  sweep();
}

/* ---- requests ---- */

static int start_session(struct session *session, const struct start *start) {
  if (start->until != 0 && now_ms(CLOCK_MONOTONIC) >= start->until) return ETIMEDOUT;
  if (session_count >= SESSIONS_MAX) return EAGAIN;
  if (find(start->id) != NULL) return EEXIST;
  char *meta = malloc(start->meta.length + 1);
  if (meta == NULL) return ENOMEM;
  memcpy(meta, start->meta.bytes, start->meta.length);
  session->meta = (struct text){meta, start->meta.length};
  strcpy(session->id, start->id);
  return session_start(session, start);
}

/* An invalid request is refused: the end of the connection would let this read the terminals of an
 * app that lives and reads them too. */
static void on_start(struct connection *connection, struct fields *fields) {
  struct start start;
  bool valid = read_start(fields, &start);
  struct session *session = calloc(1, sizeof *session);
  int problem = !valid ? EINVAL : session == NULL ? ENOMEM : start_session(session, &start);
  struct writer writer = new_message(REP_STARTED, 8);
  if (problem == 0) {
    session->hang_up = start.policy == POLICY_NEVER;
    session->owner = connection;
    session->next = sessions;
    sessions = session;
    session_count++;
    if (!add_descriptors(writer.parcel, session)) problem = errno;
    if (problem != 0) forget(session);
  } else {
    if (session != NULL) free((char *)session->meta.bytes);
    free(session);
  }
  if (problem != 0) {
    free_parcel(writer.parcel);
    writer = new_message(REP_FAILED, 8);
  }
  put_u32(&writer, start.sequence);
  put_u32(&writer, problem != 0 ? (uint32_t)problem : (uint32_t)session->pid);
  free_start(&start);
  post(connection, writer);
}

static void on_list(struct connection *connection) {
  for (struct session *one = sessions; one != NULL; one = one->next) {
    if (one->forgotten) continue;
    struct winsize size = {0};
    ioctl(one->master, TIOCGWINSZ, &size);
    size_t length = strlen(one->id);
    size_t room = 4 + length + 4 + 8 + 2 + 4 + 4 + one->meta.length;
    struct writer writer = new_message(REP_SESSION, room);
    put_text(&writer, one->id, length);
    put_u32(&writer, (uint32_t)one->pid);
    put_u64(&writer, one->started_ms);
    put_u8(&writer, one->owner != NULL);
    put_u8(&writer, one->exited);
    put_u16(&writer, size.ws_col);
    put_u16(&writer, size.ws_row);
    put_text(&writer, one->meta.bytes, one->meta.length);
    post(connection, writer);
  }
  post(connection, new_message(REP_LISTED, 0));
}

static bool on_adopt(struct connection *connection, struct fields *fields) {
  char id[ID_MAX + 1];
  if (!read_id(fields, id) || fields->at != fields->end) return false;
  struct session *session = find(id);
  size_t length = strlen(id);
  bool given = false;
  if (session != NULL && session->owner == NULL) {
    struct writer writer = new_message(REP_ADOPTED, 4 + length + 4);
    put_text(&writer, id, length);
    put_u32(&writer, (uint32_t)session->pid);
    given = add_descriptors(writer.parcel, session);
    if (given) {
      stop_reading(session);
      session->owner = connection;
      session->hang_up = connection->policy == POLICY_NEVER;
      post(connection, writer);
      if (session->exited) post_exit(session);
    } else
      free_parcel(writer.parcel);
  }
  if (!given) {
    struct writer writer = new_message(REP_REFUSED, 4 + length);
    put_text(&writer, id, length);
    post(connection, writer);
  }
  return true;
}

static bool on_end(struct connection *connection, struct fields *fields) {
  char id[ID_MAX + 1];
  if (!read_id(fields, id) || fields->at != fields->end) return false;
  struct session *session = find(id);
  if (session == NULL || session->owner != connection) return true;
  session_close(session);
  session->forgotten = true; /* Its exit is still reported. */
  sweep();
  return true;
}

static bool on_policy(struct connection *connection, struct fields *fields) {
  uint8_t policy = read_u8(fields);
  if (fields->bad || fields->at != fields->end || policy > POLICY_NEVER) return false;
  connection->policy = policy;
  for (struct session *one = sessions; one != NULL; one = one->next)
    if (one->owner == connection) one->hang_up = policy == POLICY_NEVER;
  return true;
}

static bool on_hello(struct connection *connection, struct fields *fields) {
  uint32_t magic = read_u32(fields);
  uint16_t version = read_u16(fields);
  if (fields->bad || magic != PROTOCOL_MAGIC) return false;
  connection->greeted = version >= 1 && version <= PROTOCOL_VERSION;
  struct writer writer = new_message(connection->greeted ? REP_WELCOME : REP_VERSION, 6);
  put_u16(&writer, connection->greeted ? version : PROTOCOL_VERSION);
  put_u32(&writer, (uint32_t)getpid());
  post(connection, writer);
  return true;
}

/* Returns false for a message that ends the connection. */
static bool on_message(struct connection *connection, const uint8_t *bytes, size_t length) {
  struct fields fields = {bytes + 1, bytes + length, false};
  if (!connection->greeted) return bytes[0] == REQ_HELLO && on_hello(connection, &fields);
  switch (bytes[0]) {
    case REQ_START:
      on_start(connection, &fields);
      return true;
    case REQ_LIST:
      on_list(connection);
      return length == 1;
    case REQ_ADOPT:
      return on_adopt(connection, &fields);
    case REQ_END:
      return on_end(connection, &fields);
    case REQ_POLICY:
      return on_policy(connection, &fields);
    default:
      return false;
  }
}

/* ---- connections ---- */

static void accept_one(void) {
  const int how = SOCK_CLOEXEC | SOCK_NONBLOCK;
  int one = accept4(listener, NULL, NULL, how);
  if (one < 0 && (errno == EMFILE || errno == ENFILE)) {
    /* A client that is not accepted would wake the loop endlessly, so this refuses it. */
    close(spare);
    close(accept4(listener, NULL, NULL, how));
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
  }
  if (one < 0) return;
  struct ucred peer;
  socklen_t length = sizeof peer;
  bool mine = getsockopt(one, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0;
  mine = mine && peer.uid == geteuid();
  struct connection *connection =
      mine && connection_count < CONNECTIONS_MAX ? calloc(1, sizeof *connection) : NULL;
  struct epoll_event event = {.events = EPOLLIN, .data.fd = one};
  if (connection == NULL || epoll_ctl(events, EPOLL_CTL_ADD, one, &event) != 0) {
    free(connection);
    close(one);
    return;
  }
  connection->socket = one;
  connection->next = connections;
  connections = connection;
  connection_count++;
}

/* Reads on for the sessions of a client that is gone. */
static void release(struct connection *connection) {
  for (struct connection **at = &connections; *at != NULL; at = &(*at)->next) {
    if (*at != connection) continue;
    *at = connection->next;
    break;
  }
  connection_count--;
  for (struct session *one = sessions; one != NULL; one = one->next) {
    if (one->owner != connection) continue;
    one->owner = NULL;
    if (one->forgotten) continue;
    if (one->hang_up) forget(one);
    else {
      session_take_over(one);
      begin_reading(one);
    }
  }
  while (connection->first != NULL) {
    struct parcel *parcel = connection->first;
    connection->first = parcel->next;
    free_parcel(parcel);
  }
  close(connection->socket);
  free(connection->message);
  free(connection);
  sweep();
}

/* Makes room for the message whose length has arrived. */
static bool make_room(struct connection *connection, size_t wanted) {
  if (wanted <= connection->room) return true;
  uint8_t *more = realloc(connection->message, wanted);
  if (more == NULL) return false;
  connection->message = more;
  connection->room = wanted;
  return true;
}

/* Reads the part of a message that has arrived. Returns false at the end of the connection. No
 * descriptor is accepted: without room for them, the kernel closes them. */
static bool receive(struct connection *connection) {
  size_t wanted = 4;
  if (!make_room(connection, 4096)) return false;
  if (connection->have >= 4) {
    uint32_t length;
    memcpy(&length, connection->message, 4);
    wanted = 4 + (size_t)length;
  }
  /* A claimed length costs no memory before its bytes arrive. */
  size_t end = connection->have + 65536 < wanted ? connection->have + 65536 : wanted;
  if (!make_room(connection, end)) return false;
  ssize_t got =
      recv(connection->socket, connection->message + connection->have, end - connection->have, 0);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  if (got == 0) return false;
  connection->have += (size_t)got;
  if (connection->have < wanted) return true;
  if (wanted == 4) {
    uint32_t length;
    memcpy(&length, connection->message, 4);
    return length >= 1 && length <= MESSAGE_MAX;
  }
  bool valid = on_message(connection, connection->message + 4, wanted - 4);
  connection->have = 0;
  if (connection->room > 65536) {
    free(connection->message);
    connection->message = NULL;
    connection->room = 0;
  }
  return valid;
}

static void on_event(int fd, uint32_t what) {
  if (fd == listener) return accept_one();
  if (fd == children) {
    struct signalfd_siginfo info;
    while (read(children, &info, sizeof info) > 0) continue;
    return reap();
  }
  for (struct connection *one = connections; one != NULL; one = one->next) {
    if (one->socket != fd) continue;
    if ((what & EPOLLOUT) != 0) flush(one);
    bool open = (what & (EPOLLIN | EPOLLHUP | EPOLLERR)) == 0 || receive(one);
    if (!open || one->broken) release(one);
    return;
  }
  for (struct session *one = sessions; one != NULL; one = one->next) {
    if (one->master != fd || !one->reading) continue;
    if (!session_read(one)) stop_reading(one);
    return;
  }
}

/* Returns how long to wait for an app before the next look at the socket's name. Returns -1 if an
 * app is connected, and 0 if none is needed any more. */
static int remaining_ms(void) {
  uint64_t last = 0;
  if (connection_count > 0) return -1;
  if (sessions == NULL) return 0;
  for (const struct session *one = sessions; one != NULL; one = one->next) {
    if (!one->exited) return REACH_MS;
    if (one->exited_ms > last) last = one->exited_ms;
  }
  uint64_t now = now_ms(CLOCK_MONOTONIC), end = last + LINGER_MS;
  if (now >= end) return 0;
  return end - now < REACH_MS ? (int)(end - now) : REACH_MS;
}

/* Whether an app can connect: a logout removes the runtime directory and so the socket's name. */
static bool is_reachable(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && facts.st_ino == name.st_ino && facts.st_dev == name.st_dev;
}

/* Returns a listening socket, or -1 if another keeper has it or it cannot be made. */
static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char lock[sizeof address.sun_path + 8];
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  snprintf(lock, sizeof lock, "%s.lock", path);
  int held = open(lock, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (held < 0 || flock(held, LOCK_EX | LOCK_NB) != 0) return -1;
  unlink(path);
  mode_t usual = umask(077); /* programs inherit it */
  int one = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  bool bound = one >= 0 && bind(one, (struct sockaddr *)&address, sizeof address) == 0;
  umask(usual);
  return bound && stat(path, &name) == 0 && listen(one, 64) == 0 ? one : -1;
}

/* Runs a copy of the program from memory. The file may be in an AppImage, whose mount ends with the
 * app. Returns if the system does not allow it. */
static void leave_file(char **words) {
  if (getenv("COPY") != NULL) return;
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  int copy = memfd_create("vibeflow-keeper", MFD_CLOEXEC);
  struct stat facts;
  if (file < 0 || copy < 0 || fstat(file, &facts) != 0) return;
  for (off_t at = 0; at < facts.st_size;)
    if (sendfile(copy, file, &at, (size_t)(facts.st_size - at)) <= 0) return;
  fexecve(copy, words, (char *[]){"COPY=1", NULL});
}

int main(int count, char **words) {
  if (count != 2 || words[1][0] != '/') {
    fprintf(stderr, "vibeflow-keeper is started by vibeflow.\n");
    return 2;
  }
  leave_file(words);
  prctl(PR_SET_NAME, "vibeflow-keeper"); /* the copy has the name of its descriptor */
  close_from(3);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  for (int index = 0; index < 4; index++)
    signal((const int[]){SIGHUP, SIGINT, SIGQUIT, SIGPIPE}[index], SIG_IGN);
  children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  events = epoll_create1(EPOLL_CLOEXEC);
  spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
  listener = listen_at(words[1]);
  if (children < 0 || events < 0 || listener < 0) return 1;
  for (int index = 0; index < 2; index++) {
    int fd = index == 0 ? listener : children;
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    if (epoll_ctl(events, EPOLL_CTL_ADD, fd, &event) != 0) return 1;
  }
  /* The app that started this connects soon. */
  for (int wait = 10000;;) {
    struct epoll_event event;
    int found = epoll_wait(events, &event, 1, wait);
    if (found < 0 && errno != EINTR) return 1;
    if (found == 1) on_event(event.data.fd, event.events);
    wait = remaining_ms();
    if (wait == 0 || (found == 0 && !is_reachable(words[1]))) break;
  }
  if (is_reachable(words[1])) unlink(words[1]);
  return 0;
}
