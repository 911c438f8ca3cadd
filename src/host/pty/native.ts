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
   * This function and the next five are added by src/build/setup/node-pty.patch.
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
}

const require = createRequire(import.meta.url)

/** Loaded from the build or prebuild directory, as node-pty does. */
export const native = (
  require('node-pty/lib/utils') as { loadNativeModule: (name: string) => { module: NativePty } }
).loadNativeModule('pty').module
