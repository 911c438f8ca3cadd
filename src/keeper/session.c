#define _GNU_SOURCE
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

/* The same terminal as node-pty makes, with UTF-8 input. */
static struct termios usual_terminal(void) {
  struct termios terminal = {
      .c_iflag = ICRNL | IXON | IXANY | IMAXBEL | BRKINT | IUTF8,
      .c_oflag = OPOST | ONLCR,
      .c_cflag = CREAD | CS8 | HUPCL,
      .c_lflag = ICANON | ISIG | IEXTEN | ECHO | ECHOE | ECHOK | ECHOKE | ECHOCTL,
      .c_cc = {[VINTR] = 3, [VEOF] = 4, [VSTART] = 17, [VREPRINT] = 18, [VSTOP] = 19, [VKILL] = 21,
               [VLNEXT] = 22, [VWERASE] = 23, [VDISCARD] = 15, [VSUSP] = 26, [VQUIT] = 28,
               [VERASE] = 127, [VEOL] = 255, [VEOL2] = 255, [VMIN] = 1}};
  cfsetispeed(&terminal, B38400);
  cfsetospeed(&terminal, B38400);
  return terminal;
}

uint64_t now_ms(clockid_t which) {
  struct timespec now;
  clock_gettime(which, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void close_from(unsigned first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0u, 0u) == 0) return;
#endif
  for (int fd = (int)first, end = (int)sysconf(_SC_OPEN_MAX); fd < end; fd++) close(fd);
}

/* Runs in the child. Never returns. */
static void become(const struct start *start, int terminal) {
  if (login_tty(terminal) != 0) _exit(1);
  close_from(3);
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (start->directory[0] != '\0' && chdir(start->directory) != 0) {
    perror("chdir(2) failed.");
    _exit(1);
  }
  environ = start->variables;
  execvp(start->file, start->arguments);
  perror("execvp(3) failed.");
  _exit(1);
}

static int make_memory(void) {
  int memory = memfd_create("vibeflow-output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  struct ring_head head = {
      .magic = PROTOCOL_MAGIC, .version = RING_VERSION, .size = RING_BYTES};
  if (ftruncate(memory, RING_HEAD_BYTES + RING_BYTES) == 0 &&
      fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0 &&
      pwrite(memory, &head, sizeof head, 0) == sizeof head)
    return memory;
  int problem = errno;
  close(memory);
  errno = problem;
  return -1;
}

static void close_one(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

void session_close(struct session *session) {
  close_one(&session->master);
  close_one(&session->slave);
  close_one(&session->memory);
}

int session_start(struct session *session, const struct start *start) {
  session->master = session->slave = session->memory = -1;
  struct termios terminal = usual_terminal();
  struct winsize size = {.ws_col = start->cols, .ws_row = start->rows};
  int inside = -1;
  if (openpty(&session->master, &inside, NULL, &terminal, &size) != 0) return errno;
  fcntl(session->master, F_SETFD, FD_CLOEXEC);
  fcntl(inside, F_SETFD, FD_CLOEXEC);
  /* Of its own, since the app's reads of it must not wait, and the program's may. */
  session->slave =
      ioctl(session->master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (session->slave >= 0) session->memory = make_memory();
  /* A SIGHUP before the program runs waits for it. The keeper would ignore it. */
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  if (session->memory >= 0) session->pid = fork();
  if (session->memory >= 0 && session->pid == 0) become(start, inside);
  int problem = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (session->slave < 0 || session->memory < 0 || session->pid < 0) {
    close(inside);
    session_close(session);
    return problem;
  }
  close(inside);
  fcntl(session->master, F_SETFL, fcntl(session->master, F_GETFL) | O_NONBLOCK);
  session->started_ms = now_ms(CLOCK_REALTIME);
  return 0;
}

static bool read_head(const struct session *session, struct ring_head *head) {
  return pread(session->memory, head, sizeof *head, 0) == sizeof *head && is_sound_head(head);
}

/* Writes a part of the ring, which may go on at its start. */
static bool store(int memory, const uint8_t *bytes, size_t length, uint64_t offset) {
  while (length > 0) {
    size_t part = RING_BYTES - (size_t)(offset % RING_BYTES);
    if (part > length) part = length;
    ssize_t done =
        pwrite(memory, bytes, part, (off_t)(RING_HEAD_BYTES + offset % RING_BYTES));
    if (done <= 0) return false;
    bytes += done;
    length -= (size_t)done;
    offset += (uint64_t)done;
  }
  return true;
}

static bool save_head(const struct session *session, const struct ring_head *head) {
  return pwrite(session->memory, head, sizeof *head, 0) == sizeof *head;
}

void session_take_over(struct session *session) {
  struct ring_head head;
  uint8_t stage[STAGE_BYTES];
  if (!read_head(session, &head)) {
    /* Only an app writes here. Without a sound header, its output so far is not known. */
    head = (struct ring_head){
        .magic = PROTOCOL_MAGIC, .version = RING_VERSION, .size = RING_BYTES};
  } else if (pread(session->memory, stage, sizeof stage, STAGE_AT) == sizeof stage) {
    size_t length = recovered(&head, stage);
    if (store(session->memory, stage, length, head.stored)) head.head = head.stored + length;
    uint64_t oldest = head.head < RING_BYTES ? 0 : head.head - RING_BYTES;
    if (head.floor < oldest) head.floor = oldest;
  }
  head.zeroed = head.stored = head.head;
  save_head(session, &head);
}

bool session_read(struct session *session) {
  struct ring_head head;
  uint8_t bytes[16 * READ_BYTES];
  if (!read_head(session, &head)) return false;
  uint64_t room = RING_BYTES - READ_BYTES - (head.head - head.floor);
  if (head.head - head.floor > RING_BYTES - READ_BYTES) room = 0;
  size_t wanted = room < sizeof bytes ? (size_t)room : sizeof bytes, length = 0;
  while (length < wanted) {
    ssize_t got = read(session->master, bytes + length, wanted - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    if (got <= 0) {
      wanted = 0; /* hung up */
      break;
    }
    length += (size_t)got;
  }
  if (length > 0) {
    if (!store(session->memory, bytes, length, head.head)) return false;
    head.head += length;
    head.zeroed = head.stored = head.head;
    head.printed = now_ms(CLOCK_REALTIME);
    if (!save_head(session, &head)) return false;
  }
  return wanted > 0;
}
