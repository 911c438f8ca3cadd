/** A pty without a process: tests say what its program prints and when it ends. */
import type {
  CellPixels,
  ProgramExit,
  Launch,
  Pty,
  PtyEvents,
  Size,
  StartPty,
  TerminalReader,
} from '../../../src/core/session/ports.ts'

export class FakePty implements Pty {
  readonly pid: number
  readonly launch: Launch
  readonly #events: PtyEvents
  /** The text that the terminal wrote. */
  written = ''
  /** Bytes that the pty takes before it is full. */
  room = Number.POSITIVE_INFINITY
  readonly sizes: Size[] = []
  cell: CellPixels | null = null
  readonly signals: number[] = []
  paused = false
  /** As the kernel would say. */
  readBy: TerminalReader | null = null
  /** Process groups without a living process. */
  readonly gone = new Set<number>()
  closed = false

  constructor(pid: number, launch: Launch, events: PtyEvents) {
    this.pid = pid
    this.launch = launch
    this.#events = events
  }

  print(text: string | Uint8Array): void {
    this.#events.output(typeof text === 'string' ? new TextEncoder().encode(text) : text)
  }

  /** The kernel has killed one of its processes, since memory ran out. */
  runOutOfMemory(sure = true): void {
    this.#events.outOfMemory?.(sure)
  }

  end(exit: ProgramExit): void {
    this.#events.exit(exit)
  }

  write(bytes: Uint8Array): number {
    const taken = Math.min(bytes.length, this.room)
    this.room -= taken
    this.written += new TextDecoder().decode(bytes.subarray(0, taken))
    return taken
  }

  /** Output that the kernel holds. */
  held: string[] = []

  /** Takes nothing that is to be written in one piece. */
  full = false

  writeIfRead(bytes: Uint8Array): 'written' | 'printed' | 'full' {
    const held = this.held.splice(0)
    for (const text of held) this.print(text)
    if (held.length > 0) return 'printed'
    return !this.full && this.write(bytes) === bytes.length ? 'written' : 'full'
  }

  reader(): TerminalReader | null {
    return this.readBy
  }

  lives(group: number): boolean {
    return !this.gone.has(group)
  }

  resize(size: Size): void {
    this.sizes.push(size)
  }

  setCell(cell: CellPixels | null): void {
    this.cell = cell
  }

  signal(signal: number): boolean {
    this.signals.push(signal)
    return true
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
  }

  close(): void {
    this.closed = true
  }
}

/**
 * Starts fake ptys synchronously and stores them. Programs named `missing` cannot be started.
 * @param isFolder returns whether a folder exists; default: all exist
 */
export function fakeStart(isFolder: (path: string) => boolean = () => true): {
  readonly start: StartPty
  readonly ptys: FakePty[]
} {
  const ptys: FakePty[] = []
  const start: StartPty = (launch, events, started) => {
    // As in the host, a command starts in no other folder, and reports itself that its folder is
    // gone.
    const directory =
      launch.instead === undefined
        ? launch.directory
        : [launch.directory, ...launch.instead].find(isFolder)
    if (launch.program === 'missing' || launch.program.startsWith('/missing/'))
      started({ problem: "Can't start missing: command not found in PATH." })
    else if (directory === undefined)
      started({ problem: `Can't start in ${launch.directory}: no such directory.` })
    else {
      const pty = new FakePty(1_000 + ptys.length, { ...launch, directory }, events)
      ptys.push(pty)
      started({ pty, directory, silent: false })
    }
    return () => undefined
  }
  return { start, ptys }
}
