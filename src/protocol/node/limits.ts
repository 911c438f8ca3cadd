/**
 * Times and sizes of the emitter: agents wait for their hooks, so it would rather fail than wait.
 */

/**
 * All tries of one report together; the specification allows 500 ms, and what is done beside them
 * takes its time too.
 */
export const triesMs = 440

/**
 * The share of it that terminals may take: a stopped one (Ctrl+S) leaves the rest to the socket.
 */
export const terminalsShare = 0.55

/**
 * A process that is its own program counts its start among them, but leaves this for the tries on a
 * slow machine.
 */
export const triesMinMs = 340

/**
 * A terminal that is full or locked by another writer for a moment is tried again so often, after
 * so long; then a child process queues for it.
 */
export const quickTries = 10
export const quickTryMs = 2

/** Levels of parents that are asked for their terminal. */
export const ancestorsMax = 32

/**
 * What a socket's address holds, without its final zero; Node up to 22 silently cuts a longer path.
 */
export const socketPathBytesMax = 107

/** Between two tries of a socket whose queue of waiting connections is full. */
export const socketRetryMs = 50

/** A frame from the socket may be so long (session socket, section 2). */
export const socketFrameBytesMax = 1_048_576

/** Of an error from the socket so much is kept to find its code; JSON on it is never longer. */
export const socketErrorBytesMax = 16_384

/** A hook's event on standard input. */
export const hookBytesMax = 1_048_576
export const hookMs = 1_000

/**
 * After the shell version, which may have spent 250 ms on terminals already, the socket has so
 * long.
 */
export const afterTerminalsMs = 200
