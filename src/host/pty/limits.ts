/** Timeouts for the end of a pty, and sizes of its reads. */
import { flowMessageBytesMax } from '../../core/session/flow/limits.ts'

/** Time without output after the program's end before the pty is closed. */
export const drainQuietMs = 150

/** Longest wait for that silence: another process may hold the terminal open and keep writing. */
export const drainMaxMs = 2_000

/** A program that ignores SIGHUP is killed after this time. */
export const killDelayMs = 3_000

/** Longest wait for programs when the app exits: the kill and the wait for the killed process. */
export const endMaxMs = killDelayMs + 500

/** Input bytes that the kernel buffers for a terminal (N_TTY_BUF_SIZE). It refuses more. */
export const unreadBytesMax = 4_096

/** Largest chunk passed on: one message to a page, and less than flow control's margin. */
export const readBytesMax = flowMessageBytesMax

/** Largest width or height of a terminal in pixels: the kernel's fields have 16 bits. */
export const ptyPixelsMax = 0xff_ff

/** File descriptors that a new terminal needs: both of its ends. */
export const terminalFiles = 2

/** File descriptors that a helper which checks paths needs to start: its pipes. */
export const helperFiles = 8

/** Longest message of the keeper: a program's facts, which vibeflow has sent. */
export const keptMessageBytesMax = 65_536

/** Longest message to the keeper, and most arguments or variables (src/keeper/keeper.h). */
export const keeperRequestBytesMax = 4 * 1024 * 1024
export const keeperWordsMax = 65_536

/** Longest wait for the keeper to start and to greet. Programs then start without it. */
export const keeperStartMaxMs = 3_000

/** Longest wait for the keeper to start a program. */
export const keeperReplyMaxMs = 10_000

/** The same for a keeper that did not answer the last time. */
export const keeperSilentMs = 200

/** Interval of attempts to reach a starting keeper, and to send to a busy keeper. */
export const keeperRetryMs = 5

/** Interval of looking for the end of programs whose keeper was killed. */
export const orphanLookMs = 500
