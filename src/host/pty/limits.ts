/** Times at the end of a pty's life, and bytes at a time. */
import { flowMessageBytesMax } from '../../core/session/flow/limits.ts'

/**
 * After its program has ended, other programs of the terminal must have been quiet for so long
 * before the pty is closed. Whatever the kernel still holds then is read first.
 */
export const drainQuietMs = 150

/** A stranger that holds the terminal open and goes on writing is not awaited for longer. */
export const drainMaxMs = 2_000

/** A program that ignores the hang-up is killed after so long. */
export const killDelayMs = 3_000

/** The app's end waits for its programs so long: the kill and the wait for what it killed. */
export const endMaxMs = killDelayMs + 500

/**
 * What Linux gives at most in one read of a pty: its line discipline keeps 4 KiB. Fewer bytes were
 * all there were.
 */
export const fullReadBytes = 4_095

/** Bytes that the kernel keeps for the programs of a terminal (N_TTY_BUF_SIZE). More it refuses. */
export const unreadBytesMax = 4_096

/**
 * Most bytes handed on at a time: one message to a page, and less than flow control counts on after
 * a pause.
 */
export const readBytesMax = flowMessageBytesMax

/** Width or height of a terminal, px: the kernel's field has 16 bits. Beyond: this. */
export const ptyPixelsMax = 0xff_ff
