/**
 * Reads of /proc for the poller: synchronous, since files of /proc never block, and counted. A
 * process that is gone, another user's, or oddly named is null; nothing throws.
 */
import { closeSync, openSync, readlinkSync, readSync } from 'node:fs'
import { parseStat, type Stat } from '../../agents/process/stat.ts'
import { procBytesMax, statFilesMax } from './limits.ts'
import { isFree } from './process-facts.ts'

export interface ProcReader {
  /** `often`: it will be asked for again and again, so its file may stay open. */
  stat(pid: number, often?: true): Stat | null
  /** Words of the command line; empty when there are none to read. */
  argv(pid: number): readonly string[]
  /** Path of the executable, as it was when it started. */
  exe(pid: number): string | null
  /** `VIBEFLOW_AGENT` in its environment: only of processes of our own user. */
  agentHint(pid: number): string | null
  /** Directories of `PATH` in its environment: only of processes of our own user. */
  searchPath(pid: number): readonly string[]
  /** It is confined no more than we are: no sandbox, no container. */
  isFree(pid: number): boolean
  children(pid: number): readonly number[]
  /**
   * As far as is known: a script may lie on a disk that does not answer, so that nobody waits for
   * it.
   */
  realPath(path: string): string | null
}

interface StatFile {
  readonly number: number
  /** What it said last, and what that means. */
  bytes: Buffer
  stat: Stat | null
}

/** The line has some 50 numbers and a short name. */
const statBytesMax = 4_096

export class SystemProcReader implements ProcReader {
  /** Files and links that were asked for. */
  reads = 0
  readonly #buffer = Buffer.allocUnsafe(procBytesMax)
  readonly #realPath: (path: string) => string | null
  /** The one unused longest first. */
  readonly #open = new Map<number, StatFile>()

  constructor(realPath: (path: string) => string | null = () => null) {
    this.#realPath = realPath
  }

  stat(pid: number, often?: true): Stat | null {
    if (often === true) return this.#again(pid)
    const length = this.#read(`/proc/${pid}/stat`)
    return length === null ? null : parseStat(this.#buffer.toString('utf8', 0, length))
  }

  /**
   * By a file that stays open: a fifth of the cost. It belongs to one process for good; when that
   * is gone the read fails, and another process of the same number is opened anew. What says the
   * same as before is not parsed again.
   */
  #again(pid: number): Stat | null {
    this.reads += 1
    const known = this.#open.get(pid)
    this.#open.delete(pid) // it comes back as the newest
    const stat = known === undefined ? undefined : this.#stillSays(known)
    if (known !== undefined && stat !== undefined) {
      this.#open.set(pid, known)
      return stat
    }
    if (known !== undefined) closeSync(known.number)
    const number = ignoreMissing(() => openSync(`/proc/${pid}/stat`, 'r'))
    if (number === null) return null
    const file: StatFile = { number, bytes: noBytes, stat: null }
    const first = this.#stillSays(file)
    if (first === undefined) {
      closeSync(number)
      return null
    }
    this.#keep(pid, file)
    return first
  }

  /** undefined: its process is gone. */
  #stillSays(file: StatFile): Stat | null | undefined {
    const length = ignoreMissing(() => readSync(file.number, this.#buffer, 0, statBytesMax, 0))
    if (length === null) return undefined
    if (length !== file.bytes.length || file.bytes.compare(this.#buffer, 0, length) !== 0) {
      // a piece of Node's pool would keep all of that, 64 KB for each process
      file.bytes = Buffer.allocUnsafeSlow(length)
      this.#buffer.copy(file.bytes, 0, 0, length)
      file.stat = parseStat(file.bytes.toString('utf8'))
    }
    return file.stat
  }

  #keep(pid: number, file: StatFile): void {
    for (const [other, { number }] of this.#open) {
      if (this.#open.size < statFilesMax) break
      this.#open.delete(other)
      closeSync(number)
    }
    this.#open.set(pid, file)
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
    return this.#variable(pid, 'VIBEFLOW_AGENT')
  }

  searchPath(pid: number): readonly string[] {
    return this.#variable(pid, 'PATH')?.split(':') ?? []
  }

  isFree(pid: number): boolean {
    return isFree(pid)
  }

  children(pid: number): readonly number[] {
    const length = this.#read(`/proc/${pid}/task/${pid}/children`)
    return length === null || length === 0
      ? []
      : this.#buffer
          .toString('latin1', 0, length)
          .trim()
          .split(' ')
          .map(Number)
          .filter((one) => one > 0)
  }

  realPath(path: string): string | null {
    return this.#realPath(path)
  }

  #variable(pid: number, name: string): string | null {
    const found = this.#words(`/proc/${pid}/environ`).find((word) => word.startsWith(`${name}=`))
    return found?.slice(name.length + 1) ?? null
  }

  #words(path: string): string[] {
    const length = this.#read(path)
    return length === null || length === 0
      ? []
      : this.#buffer.toString('utf8', 0, length).split('\0')
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
          // The kernel hands out whole records up to a page: far less is the last part.
          if (more < 3_072 || length === procBytesMax) return length
        }
      } finally {
        closeSync(file)
      }
    })
  }

  #try<Value>(ask: () => Value): Value | null {
    this.reads += 1
    return ignoreMissing(ask)
  }
}

function ignoreMissing<Value>(ask: () => Value): Value | null {
  try {
    return ask()
  } catch {
    return null // gone, another user's, or a path with a NUL
  }
}

const noBytes = Buffer.alloc(0)
