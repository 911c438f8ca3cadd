/** A table of processes that counts what is read of it. */
import type { Stat } from '../../../src/agents/process/stat.ts'
import type { ProcReader } from '../../../src/host/proc/reader.ts'

export interface FakeProcess extends Stat {
  readonly argv?: readonly string[]
  readonly exe?: string
  readonly hint?: string
  /** Paths of open files. */
  readonly files?: readonly string[]
  /** Files that an epoll file watches, by its number. */
  readonly watched?: Readonly<Record<number, readonly number[]>>
  /** System calls of its threads; absent if they can't be read. */
  readonly calls?: readonly (string | null)[]
}

export class FakeProc implements ProcReader {
  readonly processes = new Map<number, FakeProcess>()
  readonly reads: string[] = []

  /** A process of the tab, whose first one is 100. */
  put(pid: number, process: Partial<FakeProcess> & { readonly comm: string }): void {
    this.processes.set(pid, {
      isDead: false,
      isStopped: false,
      isRunning: false,
      parent: 100,
      group: pid,
      session: 100,
      foregroundGroup: 0,
      terminal: 0,
      cpuTicks: 0,
      startTime: pid,
      stack: 0,
      ...process,
    })
  }

  change(pid: number, change: Partial<FakeProcess>): void {
    const old = this.processes.get(pid)
    if (old !== undefined) this.processes.set(pid, { ...old, ...change })
  }

  /** Sets the foreground process group. */
  front(group: number): void {
    this.change(100, { foregroundGroup: group })
  }

  stat(pid: number): Stat | null {
    return this.#read('stat', pid)
  }
  argv(pid: number): readonly string[] {
    return this.#read('argv', pid)?.argv ?? []
  }
  exe(pid: number): string | null {
    return this.#read('exe', pid)?.exe ?? null
  }
  file(pid: number, number: number): string | null {
    return this.#read('file', pid)?.files?.[number] ?? null
  }
  watched(pid: number, number: number): readonly number[] {
    return this.#read('watched', pid)?.watched?.[number] ?? []
  }
  threads(pid: number, most: number): readonly number[] {
    const { calls = [null] } = this.#read('threads', pid) ?? {}
    return calls.slice(0, most).map((_, index) => pid + index)
  }
  call(pid: number, thread: number): string | null {
    return this.#read('call', pid)?.calls?.[thread - pid] ?? null
  }
  agentHint(pid: number): string | null {
    return this.#read('environ', pid)?.hint ?? null
  }
  searchPath(): readonly string[] {
    return []
  }
  sweep(): void {
    // no files are open
  }
  isFree(): boolean {
    return true
  }
  realPath(path: string): string {
    this.reads.push(`realpath ${path}`)
    return path
  }

  children(pid: number): readonly number[] {
    this.#read('children', pid)
    return [...this.processes].filter(([, { parent }]) => parent === pid).map(([child]) => child)
  }

  #read(what: string, pid: number): FakeProcess | null {
    this.reads.push(`${what} ${pid}`)
    return this.processes.get(pid) ?? null
  }
}
