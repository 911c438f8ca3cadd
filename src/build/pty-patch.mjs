/**
 * What node-pty 1.1 lacks, put into its source before it is compiled. Two lines without which each
 * program in a tab inherits the terminals of all tabs opened before it (and may read and type
 * there), and a closed tab is not hung up while another lives. And functions: who reads a terminal,
 * and whether line by line; its size in cells and pixels; a hold on what a program prints, one that
 * ends when we do, and whether the user has one. More is in docs/decisions/pty-adapter.md. A source
 * that does not look as expected stops the set-up.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root, Stop } from './project.mjs'

const source = path.join(root, 'node_modules/node-pty/src/unix/pty.cc')
const mark = 'vibeflow: descriptors'

/**
 * Of the master: the kernel answers for the terminal. Nothing is waited for. A clone that has these
 * lines keeps them, so their bytes stay; a line that is too wide here is continued by `\`.
 */
const reader = `// vibeflow: reader: pty.reader(fd) gives \
[the group in front, 1 where it reads line by line], or undefined
static Napi::Value PtyReader(const Napi::CallbackInfo& info) {
  Napi::Env env(info.Env());
  Napi::HandleScope scope(env);
  if (info.Length() != 1 || !info[0].IsNumber()) \
throw Napi::Error::New(env, "Usage: pty.reader(fd)");
  int fd = info[0].As<Napi::Number>().Int32Value();
  struct termios t;
  pid_t group = tcgetpgrp(fd);
  if (group <= 0 || tcgetattr(fd, &t) != 0) return env.Undefined();
  Napi::Array found = Napi::Array::New(env, 2);
  found.Set(0u, Napi::Number::New(env, group));
  found.Set(1u, Napi::Number::New(env, (t.c_lflag & ICANON) != 0 ? 1 : 0));
  return found;
}

`

/** node-pty's own `resize` sets no pixels, which programs that draw images divide by the cells. */
const size = `// vibeflow: size: pty.size(fd, cols, rows, width, height), in cells and pixels
static Napi::Value PtySize(const Napi::CallbackInfo& info) {
  Napi::Env env(info.Env());
  Napi::HandleScope scope(env);
  if (info.Length() != 5) \
throw Napi::Error::New(env, "Usage: pty.size(fd, cols, rows, width, height)");
  struct winsize winp;
  winp.ws_col = info[1].As<Napi::Number>().Int32Value();
  winp.ws_row = info[2].As<Napi::Number>().Int32Value();
  winp.ws_xpixel = info[3].As<Napi::Number>().Int32Value();
  winp.ws_ypixel = info[4].As<Napi::Number>().Int32Value();
  if (ioctl(info[0].As<Napi::Number>().Int32Value(), TIOCSWINSZ, &winp) == -1) \
throw Napi::Error::New(env, strerror(errno));
  return env.Undefined();
}

`

/**
 * What was written to a terminal is handed on to its program by a worker of the kernel's, and a
 * program that throws its input away misses what is still on its way: poll(2) waits for it.
 */
const hold = `// vibeflow: hold: pty.hold(slave, true): what the program prints waits; \
false: it goes on, and what was written to it is there
static Napi::Value PtyHold(const Napi::CallbackInfo& info) {
  Napi::Env env(info.Env());
  if (info.Length() != 2) throw Napi::Error::New(env, "Usage: pty.hold(fd, on)");
  int fd = info[0].As<Napi::Number>().Int32Value();
  bool on = info[1].As<Napi::Boolean>().Value();
  struct pollfd waiting = { fd, POLLIN, 0 };
  if (!on) poll(&waiting, 1, 0);
  if (tcflow(fd, on ? TCOOFF : TCOON) != 0) throw Napi::Error::New(env, strerror(errno));
  return env.Undefined();
}

`

/** The kernel tells it by nothing else: a hold that ends begins what was stopped again. */
const stopped = `// vibeflow: stopped: pty.stopped(slave): \
true where what is printed waits, as after Ctrl+S
static Napi::Value PtyStopped(const Napi::CallbackInfo& info) {
  Napi::Env env(info.Env());
  if (info.Length() != 1) throw Napi::Error::New(env, "Usage: pty.stopped(fd)");
  struct pollfd room = { info[0].As<Napi::Number>().Int32Value(), POLLOUT, 0 };
  return Napi::Boolean::New(env, poll(&room, 1, 0) == 0);
}

`

/**
 * A terminal that others keep alive stays held when we are killed. So a child waits with us:
 * once its pipe ends, however we ended, the programs go on. It calls nothing but the kernel.
 */
const guard = `// vibeflow: guard: pty.guard(slave) gives [pipe, process id]: \
what the slave's program prints waits no longer than the pipe is open
static Napi::Value PtyGuard(const Napi::CallbackInfo& info) {
  Napi::Env env(info.Env());
  if (info.Length() != 1) throw Napi::Error::New(env, "Usage: pty.guard(fd)");
  int slave = info[0].As<Napi::Number>().Int32Value();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Napi::Error::New(env, strerror(errno));
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) {
    setsid();
    dup2(slave, 0);
    dup2(ends[0], 1);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 2u, ~0u, 0u) != 0)
#endif
    for (int fd = 2, end = static_cast<int>(sysconf(_SC_OPEN_MAX)); fd < end; fd++) close(fd);
    char byte;
    while (read(1, &byte, 1) == -1 && errno == EINTR) continue;
    tcflow(0, TCOON);
    _exit(0);
  }
  int problem = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  close(ends[0]);
  if (pid == -1) {
    close(ends[1]);
    throw Napi::Error::New(env, strerror(problem));
  }
  Napi::Array made = Napi::Array::New(env, 2);
  made.Set(0u, Napi::Number::New(env, ends[1]));
  made.Set(1u, Napi::Number::New(env, pid));
  return made;
}

// vibeflow: guard: pty.unguard(pipe, pid): it has let the program go on, and has ended
static Napi::Value PtyUnguard(const Napi::CallbackInfo& info) {
  Napi::Env env(info.Env());
  if (info.Length() != 2) throw Napi::Error::New(env, "Usage: pty.unguard(pipe, pid)");
  close(info[0].As<Napi::Number>().Int32Value());
  while (waitpid(info[1].As<Napi::Number>().Int32Value(), nullptr, 0) == -1 && errno == EINTR) \
continue;
  return env.Undefined();
}

`

/** @type {readonly [string, string][]} what stands there, and what is put in front of it */
const insertions = [
  [
    '#define NODE_ADDON_API_DISABLE_DEPRECATED\n',
    // Electron frees its environment at exit: an exit callback then cannot call into JavaScript,
    // and node-addon-api throws in C++, where nobody catches, unless it is defined.
    '#define NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS // vibeflow: teardown\n',
  ],
  ['Napi::Object init(Napi::Env env, Napi::Object exports) {\n', reader],
  [
    '  return exports;\n',
    '  exports.Set("reader", Napi::Function::New(env, PtyReader)); // vibeflow: reader\n',
  ],
  ['Napi::Object init(Napi::Env env, Napi::Object exports) {\n', size],
  [
    '  return exports;\n',
    '  exports.Set("size", Napi::Function::New(env, PtySize)); // vibeflow: size\n',
  ],
  ['Napi::Object init(Napi::Env env, Napi::Object exports) {\n', hold],
  [
    '  return exports;\n',
    '  exports.Set("hold", Napi::Function::New(env, PtyHold)); // vibeflow: hold\n',
  ],
  ['Napi::Object init(Napi::Env env, Napi::Object exports) {\n', stopped],
  [
    '  return exports;\n',
    '  exports.Set("stopped", Napi::Function::New(env, PtyStopped)); // vibeflow: stopped\n',
  ],
  ['Napi::Object init(Napi::Env env, Napi::Object exports) {\n', guard],
  [
    '  return exports;\n',
    `  exports.Set("guard", Napi::Function::New(env, PtyGuard)); // vibeflow: guard
  exports.Set("unguard", Napi::Function::New(env, PtyUnguard)); // vibeflow: guard
`,
  ],
  ['#include <pty.h>\n', '#include <poll.h> /* vibeflow: hold */\n'],
  ['#include <pty.h>\n', `#include <sys/syscall.h> /* ${mark} */\n`],
  [
    '    // remove all signal handler from child\n',
    `    // ${mark}: the program gets its terminal and no other file of ours
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3u, ~0u, 0u) != 0)
#endif
    for (int fd = 3, end = static_cast<int>(sysconf(_SC_OPEN_MAX)); fd < end; fd++) close(fd);
`,
  ],
  [
    '      if (pty_nonblock(master) == -1) {\n',
    `      fcntl(master, F_SETFD, FD_CLOEXEC); // ${mark}: for whatever else the process starts\n`,
  ],
]

/** Is the source as we want it? */
export function ptyPatched() {
  if (!fs.existsSync(source)) return false
  const text = fs.readFileSync(source, 'utf8')
  return insertions.every(([, added]) => text.includes(added))
}

/** Puts our lines in: those that an older set-up has not put in yet. */
export function patchPty() {
  if (!ptyPatched()) fs.writeFileSync(source, patched(fs.readFileSync(source, 'utf8')))
}

/** @param {string} text node-pty's source @returns {string} */
export function patched(text) {
  for (const [anchor, added] of insertions) {
    if (text.includes(added)) continue
    if (text.split(anchor).length !== 2)
      throw new Stop(
        `node-pty's source is not the one that src/build/pty-patch.mjs knows: "` +
          `${anchor.trim()}" does not stand there exactly once`,
      )
    text = text.replace(anchor, () => added + anchor)
  }
  return text
}
