/** Times and sizes of the emitter. Agents wait for their hooks, so it fails early. */

/** All attempts of a report. The specification allows 500 ms, with process overhead. */
export const triesMs = 440

/** Share of `triesMs` for terminals, where a stopped one (Ctrl+S) leaves the rest to a socket. */
export const terminalsShare = 0.55

/** Least time for attempts, after a slow start-up of a process of its own. */
export const triesMinMs = 340

/** Retries on a full or locked terminal, and their interval. Then a child process waits for it. */
export const quickTries = 10
export const quickTryMs = 2

/** Ancestor levels that are searched for a terminal. */
export const ancestorsMax = 32

/** Capacity of a socket address without its final zero; Node up to 22 truncates longer paths. */
export const socketPathBytesMax = 107

/** Interval of retries on a socket with a full accept queue. */
export const socketRetryMs = 50

/** Bytes of a socket frame (docs/reference/session-socket.md). */
export const socketFrameBytesMax = 1_048_576

/** Bytes of a socket error that are searched for its code; real errors are shorter. */
export const socketErrorBytesMax = 16_384

/** Bytes and time for reading a hook's event from standard input. */
export const hookBytesMax = 1_048_576
export const hookMs = 1_000

/** Time for the socket after the shell version, which may have spent 250 ms on terminals. */
export const afterTerminalsMs = 200
