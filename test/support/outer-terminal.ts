/** A real terminal for the built `vibeflow` command: a pty whose other end is the test. */
import { join } from 'node:path'
import type { ProgramExit, Pty, Size } from '../../src/core/session/ports.ts'
import { systemClock } from '../../src/host/clock.ts'
import { forkPty } from '../../src/host/pty/start-pty.ts'

/** As a package has it: it starts in half the time that the sources take. */
const command = join(import.meta.dirname, '../../out/main/cli.js')

export class Terminal {
  readonly pty: Pty
  /** Resolves when the program has ended and all output is here. */
  readonly exit: Promise<ProgramExit>
  #chunks: Uint8Array[] = []

  constructor(
    words: readonly string[],
    {
      directory,
      environment = {},
      size = { cols: 80, rows: 24 },
    }: {
      readonly directory: string
      readonly environment?: Readonly<Record<string, string>>
      readonly size?: Size
    },
  ) {
    const [program = '', ...args] = words
    let ended: (exit: ProgramExit) => void = () => undefined
    this.exit = new Promise((resolve) => {
      ended = resolve
    })
    const { TMUX: _tmux, VIBEFLOW_SOCKET: _socket, ...rest } = process.env
    const forked = forkPty(
      systemClock,
      {
        program,
        args,
        directory,
        size,
        environment: {
          ...(rest as Record<string, string>),
          TERM: 'xterm-256color',
          HOME: directory,
          XDG_CONFIG_HOME: join(directory, 'config'),
          ...environment,
        },
      },
      { output: (bytes) => this.#chunks.push(Uint8Array.from(bytes)), exit: (exit) => ended(exit) },
    )
    if ('problem' in forked) throw new Error(forked.problem)
    this.pty = forked.pty
  }

  /** All so far. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
  get text(): string {
    return this.bytes.toString('latin1')
  }

  type(text: string): void {
    this.pty.write(Buffer.from(text))
  }

  /** Resolves with what was printed from the last `forget` on, as soon as it fits. */
  async until(wanted: RegExp, ms = 60_000): Promise<string> {
    const ends = performance.now() + ms
    while (!wanted.test(this.text)) {
      if (performance.now() > ends)
        throw new Error(`${wanted} did not come: ${JSON.stringify(this.text.slice(-2_000))}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return this.text
  }

  forget(): void {
    this.#chunks = []
  }
}

/** Words that run `vibeflow run`. */
export const vibeflowRun = (...words: readonly string[]): readonly string[] => [
  process.execPath,
  command,
  'run',
  ...words,
]
