/**
 * node-pty's native module with the types that its package does not ship. Pinned: the functions are
 * called by place.
 */
import { createRequire } from 'node:module'

interface NativePty {
  /**
   * Forks in a new pty and becomes `file` (execvp). `utf8` sets IUTF8. `onExit` is called once,
   * when the process has been waited for.
   */
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
   * Cells, and the pixels of all of them together; 0: unknown. Throws where the kernel refuses it.
   * This one and the next five are added by src/build/node-pty.patch.
   */
  size(fd: number, cols: number, rows: number, width: number, height: number): void
  /** Of a master: the group in front, and 1 where it reads line by line. */
  reader(fd: number): readonly [group: number, canonical: 0 | 1] | undefined
  /**
   * Of a slave. True: what its program prints waits, and so does the program. False: it goes on,
   * and what was written to the master has arrived.
   */
  hold(fd: number, on: boolean): void
  /** Of a slave: what its program prints waits, as after Ctrl+S, or where nobody reads it. */
  stopped(fd: number): boolean
  /** Of a slave: a child of ours ends a hold once `pipe` is closed, as when we are killed. */
  guard(fd: number): readonly [pipe: number, pid: number]
  /** Ends the hold, and waits for that child. */
  unguard(pipe: number, pid: number): void
}

const require = createRequire(import.meta.url)

/** Loaded the way node-pty itself loads it: from its build or prebuild folder. */
export const native = (
  require('node-pty/lib/utils') as { loadNativeModule: (name: string) => { module: NativePty } }
).loadNativeModule('pty').module
