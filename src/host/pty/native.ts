/** node-pty's native module, typed. Its version is pinned: arguments are by position. */
import { createRequire } from 'node:module'

interface NativePty {
  /** Forks and executes `file` (execvp). `utf8` sets IUTF8. `onExit` follows the wait. */
  fork(
    file: string,
    args: string[],
    environment: string[],
    directory: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    utf8: boolean,
    helperPath: string,
    onExit: (code: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number; readonly pty: string }
  /**
   * Sets the size in cells and in pixels; 0 pixels means unknown. Throws if the kernel refuses it.
   * This function and the next six are added by src/build/setup/node-pty.patch.
   */
  size(fd: number, cols: number, rows: number, width: number, height: number): void
  /**
   * Takes a master: returns its foreground group, 1 if that reads line by line, and 1 if the
   * terminal hides what is typed.
   */
  reader(fd: number): readonly [group: number, canonical: 0 | 1, hidden: 0 | 1] | undefined
  /**
   * Takes a slave. True blocks its program's output and the program with it. False releases both;
   * by then everything written to the master has arrived.
   */
  hold(fd: number, on: boolean): void
  /** Takes a slave: returns whether its output is blocked (Ctrl+S, or not read). */
  stopped(fd: number): boolean
  /** Takes a slave: a child ends a hold when `pipe` closes, if vibeflow is killed. */
  guard(fd: number): readonly [pipe: number, pid: number]
  /** Ends the hold and waits for that child process. */
  unguard(pipe: number, pid: number): void
  /**
   * Reads a file or link of /proc that belongs to a process. Returns the number of bytes, the
   * negative number of an error, or -4096 if the kernel does not respond.
   */
  proc(pid: number, file: string | number, link: boolean, into: Uint8Array): number
  /** Maps memory of the keeper, and takes its descriptor over. Throws for other memory. */
  ring(fd: number): Ring
  /**
   * Returns offsets of a terminal's output, the last checkpoint with its offset, the time of the
   * last output, the noted state, and the checkpoint's screen. Times are in ms since 1970; 0 if
   * unknown. The screen is empty if the checkpoint has none.
   */
  ringFacts(
    ring: Ring,
  ): readonly [
    end: number,
    oldest: number,
    checkpoint: number,
    modes: Uint8Array,
    printed: number,
    state: number,
    since: number,
    screen: Uint8Array,
  ]
  /** Copies output from an offset on. Returns the number of bytes. */
  ringRead(ring: Ring, from: number, buffer: Uint8Array): number
  /** Keeps output from `at` on for another process, with the state there, and a screen or none. */
  ringCheckpoint(ring: Ring, at: number, state: Uint8Array, screen: Uint8Array): boolean
  /** Notes the state that the tab shows, and its start, for another process. */
  ringNote(ring: Ring, state: number, since: number): void
  /** Returns memory before the checkpoint to the system. */
  ringRest(ring: Ring): void
  /**
   * Reads a master while there is more, first into the ring if there is one. Returns the number of
   * bytes, or -1 if the terminal is gone.
   */
  take(fd: number, ring: Ring | null, buffer: Uint8Array): number
  /** Calls back while the descriptor can be read, once `watching` is on. */
  watch(fd: number, ready: () => void): Watch
  watching(watch: Watch, on: boolean): void
  /** Called once, before the descriptor is closed. */
  unwatch(watch: Watch): void
  /** Closes a descriptor that Node has not opened. */
  close(fd: number): void
  /** Returns a socket of this user's process, or a negative error number. */
  connect(path: string): number
  /**
   * Returns the number of bytes and descriptors. 0 bytes: the end; -1: nothing yet. A descriptor -1
   * was lost.
   */
  receive(socket: number, buffer: Uint8Array): readonly [bytes: number, ...descriptors: number[]]
}

declare const opaque: unique symbol
/** A terminal's output, in memory that is shared with the keeper. */
export type Ring = { readonly [opaque]: 'ring' }
export type Watch = { readonly [opaque]: 'watch' }

const require = createRequire(import.meta.url)

/** Loaded from the build or prebuild directory, as node-pty does. */
export const native = (
  require('node-pty/lib/utils') as { loadNativeModule: (name: string) => { module: NativePty } }
).loadNativeModule('pty').module
