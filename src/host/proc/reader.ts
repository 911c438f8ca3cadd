/**
 * Reads /proc for the poller: synchronously (files.ts), and counted. The result is `null` for
 * processes that have ended, do not respond, belong to another user or have odd names.
 */
import { closeSync, openSync, opendirSync } from 'node:fs'
import { parseStat, type Stat } from '../../agents/process/stat.ts'
import { procBytesMax, statFilesMax, sweptFiles } from './limits.ts'
import { isFree } from './process-facts.ts'
import { tryOr } from '../files/try-or.ts'
import { procLink, readProc, silent } from './files.ts'

export interface ProcReader {
  /** @param often keeps the file open for the next call */
  stat(pid: number, often?: true): Stat | null
  /** Returns the command line, or an empty array if it cannot be read. */
  argv(pid: number): readonly string[]
  /** Returns the path of the executable when it started. */
  exe(pid: number): string | null
  /** Returns the path of an open file. Works only for processes of the same user. */
  file(pid: number, number: number): string | null
  /** Returns the files that an epoll file watches, likewise. */
  watched(pid: number, number: number): readonly number[]
  /** Returns up to `most` threads, the first one first. */
  threads(pid: number, most: number): readonly number[]
  /**
   * Returns the system call in which a thread waits, as numbers in hexadecimal after the first, or
   * `running`. `null` for processes of other users and processes that forbid it.
   */
  call(pid: number, thread: number): string | null
  /** Returns `VIBEFLOW_AGENT` from its environment. Works only for processes of the same user. */
  agentHint(pid: number): string | null
  /** Returns the directories of `PATH` in its environment, if it has the same user. */
  searchPath(pid: number): readonly string[]
  /** Returns whether it is not in a sandbox or container that vibeflow is not in. */
  isFree(pid: number): boolean
  children(pid: number): readonly number[]
  /** Called when a tab is gone: its processes may have ended. */
  sweep(): void
  /** Returns the path if already resolved. Never waits for a disk. */
  realPath(path: string): string | null
}

interface StatFile {
  readonly number: number
  /** Last content, and its parsed form. */
  bytes: Buffer
  stat: Stat | null
}

/** The line has some 50 numbers and a short name. */
const statBytesMax = 4_096

export class SystemProcReader implements ProcReader {
  /** Number of files and links read. */
  reads = 0
  readonly #buffer = Buffer.allocUnsafe(procBytesMax)
  readonly #statBuffer = this.#buffer.subarray(0, statBytesMax)
  readonly isFree = isFree
  readonly realPath: (path: string) => string | null
  /** Least recently used first, apart from the order that `sweep` makes. */
  readonly #open = new Map<number, StatFile>()

  constructor(realPath: (path: string) => string | null = () => null) {
    this.realPath = realPath
  }

  stat(pid: number, often?: true): Stat | null {
    if (often === true) return this.#again(pid)
    const length = this.#read(pid, 'stat')
    return length === null ? null : parseStat(this.#buffer.toString('utf8', 0, length))
  }

  /**
   * Reads a file that stays open, at a fifth of the cost. It belongs to one process: after its end
   * the read fails, and the file of a new process with that number is opened. Unchanged content is
   * not parsed again.
   */
  #again(pid: number): Stat | null {
    this.reads += 1
    const known = this.#open.get(pid)
    this.#open.delete(pid) // inserted again as the newest
    const stat = known === undefined ? undefined : this.#stillSays(pid, known)
    if (known !== undefined && stat !== undefined) {
      this.#open.set(pid, known)
      return stat
    }
    if (known !== undefined) closeSync(known.number)
    const number = tryOr(() => openSync(`/proc/${pid}/stat`, 'r'), null)
    if (number === null) return null
    const file: StatFile = { number, bytes: noBytes, stat: null }
    const first = this.#stillSays(pid, file)
    if (first === undefined) {
      closeSync(number)
      return null
    }
    this.#keep(pid, file)
    return first
  }

  /** Returns `undefined` if the process has ended, and the last facts if it is silent. */
  #stillSays(pid: number, file: StatFile): Stat | null | undefined {
    const length = readProc(pid, file.number, this.#statBuffer)
    if (length < 0) return length === silent ? file.stat : undefined
    if (length !== file.bytes.length || file.bytes.compare(this.#buffer, 0, length) !== 0) {
      // A slice of Node's pool would retain 64 KB for each process.
      file.bytes = Buffer.allocUnsafeSlow(length)
      this.#buffer.copy(file.bytes, 0, 0, length)
      file.stat = parseStat(file.bytes.toString('utf8'))
    }
    return file.stat
  }

  /** Closes the files of processes that have ended. */
  sweep(count = this.#open.size): void {
    for (const [pid, file] of [...this.#open].slice(0, count)) {
      this.#open.delete(pid)
      if (this.#stillSays(pid, file) === undefined) closeSync(file.number)
      else this.#open.set(pid, file)
    }
  }

  #keep(pid: number, file: StatFile): void {
    this.sweep(sweptFiles)
    for (const [other, { number }] of this.#open) {
      if (this.#open.size < statFilesMax) break
      this.#open.delete(other)
      closeSync(number)
    }
    this.#open.set(pid, file)
  }

  argv(pid: number): readonly string[] {
    const words = this.#words(pid, 'cmdline')
    // The last argument ends with a NUL too; many may follow after `process.title =`.
    while (words.at(-1) === '') words.pop()
    return words
  }

  exe(pid: number): string | null {
    return this.#link(pid, 'exe')?.replace(/ \(deleted\)$/, '') ?? null // replaced while it runs
  }

  file(pid: number, number: number): string | null {
    return this.#link(pid, `fd/${number}`)
  }

  watched(pid: number, number: number): readonly number[] {
    const length = this.#read(pid, `fdinfo/${number}`) ?? 0
    const text = this.#buffer.toString('latin1', 0, length)
    return [...text.matchAll(/^tfd: +(\d+)/gm)].map(([, file]) => Number(file))
  }

  /** A process may have thousands of threads, so the directory is not read to its end. */
  threads(pid: number, most: number): readonly number[] {
    this.reads += 1
    return tryOr(() => {
      const folder = opendirSync(`/proc/${pid}/task`, { bufferSize: most })
      try {
        const found: number[] = []
        for (let one = folder.readSync(); one !== null; one = folder.readSync()) {
          found.push(Number(one.name))
          if (found.length >= most) break
        }
        return found
      } finally {
        folder.closeSync()
      }
    }, [])
  }

  call(pid: number, thread: number): string | null {
    const length = this.#read(pid, `task/${thread}/syscall`)
    return length === null ? null : this.#buffer.toString('latin1', 0, length).trim()
  }

  agentHint(pid: number): string | null {
    return this.#variable(pid, 'VIBEFLOW_AGENT')
  }

  searchPath(pid: number): readonly string[] {
    return this.#variable(pid, 'PATH')?.split(':') ?? []
  }

  children(pid: number): readonly number[] {
    const length = this.#read(pid, `task/${pid}/children`)
    return length === null || length === 0
      ? []
      : this.#buffer
          .toString('latin1', 0, length)
          .trim()
          .split(' ')
          .map(Number)
          .filter((one) => one > 0)
  }

  #variable(pid: number, name: string): string | null {
    const found = this.#words(pid, 'environ').find((word) => word.startsWith(`${name}=`))
    return found?.slice(name.length + 1) ?? null
  }

  #words(pid: number, file: string): string[] {
    const length = this.#read(pid, file)
    return length === null || length === 0
      ? []
      : this.#buffer.toString('utf8', 0, length).split('\0')
  }

  /** Returns the number of bytes read into the buffer. */
  #read(pid: number, file: string): number | null {
    this.reads += 1
    const length = readProc(pid, file, this.#buffer)
    return length < 0 ? null : length
  }

  #link(pid: number, file: string): string | null {
    this.reads += 1
    return procLink(pid, file)
  }
}

const noBytes = Buffer.alloc(0)
