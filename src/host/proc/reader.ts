/**
 * Reads of /proc for the poller: synchronous, since files of /proc never block, and counted. A process that is gone, another user's, or
 * oddly named is null; nothing throws.
 */
import { closeSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs'
import { parseStat, type Stat } from '../../core/process/stat.ts'
import { procBytesMax } from './limits.ts'

export interface ProcReader {
  stat(pid: number): Stat | null
  /** Words of the command line; empty when there are none to read. */
  argv(pid: number): readonly string[]
  /** Path of the executable, as it was when it started. */
  exe(pid: number): string | null
  /** `VIBEFLOW_AGENT` in its environment: only of processes of our own user. */
  agentHint(pid: number): string | null
  children(pid: number): readonly number[]
  realPath(path: string): string | null
}

export class SystemProcReader implements ProcReader {
  /** Files and links that were asked for. */
  reads = 0
  readonly #buffer = Buffer.allocUnsafe(procBytesMax)

  stat(pid: number): Stat | null {
    const length = this.#read(`/proc/${pid}/stat`)
    return length === null ? null : parseStat(this.#buffer.toString('utf8', 0, length))
  }

  argv(pid: number): readonly string[] {
    const words = this.#words(`/proc/${pid}/cmdline`)
    // The last word ends with a NUL too; after `process.title =` many may follow.
    while (words.at(-1) === '') words.pop()
    return words
  }

  exe(pid: number): string | null {
    const path = this.#try(() => readlinkSync(`/proc/${pid}/exe`))
    return path?.replace(/ \(deleted\)$/, '') ?? null // updated while it runs
  }

  agentHint(pid: number): string | null {
    const found = this.#words(`/proc/${pid}/environ`).find((word) => word.startsWith(hintName))
    return found?.slice(hintName.length) ?? null
  }

  children(pid: number): readonly number[] {
    const length = this.#read(`/proc/${pid}/task/${pid}/children`)
    return length === null || length === 0 ? [] : this.#buffer.toString('latin1', 0, length).trim().split(' ').map(Number).filter((one) => one > 0)
  }

  realPath(path: string): string | null {
    return this.#try(() => realpathSync.native(path))
  }

  #words(path: string): string[] {
    const length = this.#read(path)
    return length === null || length === 0 ? [] : this.#buffer.toString('utf8', 0, length).split('\0')
  }

  /** Number of bytes now in the buffer. */
  #read(path: string): number | null {
    return this.#try(() => {
      const file = openSync(path, 'r')
      try {
        let length = 0
        for (;;) {
          const more = readSync(file, this.#buffer, length, procBytesMax - length, null)
          length += more
          // The kernel hands out whole records up to a page at a time: far less than that is the last part.
          if (more < 3_072 || length === procBytesMax) return length
        }
      } finally {
        closeSync(file)
      }
    })
  }

  #try<Value>(ask: () => Value): Value | null {
    this.reads += 1
    try {
      return ask()
    } catch {
      return null // gone, another user's, or a path with a NUL
    }
  }
}

const hintName = 'VIBEFLOW_AGENT='
