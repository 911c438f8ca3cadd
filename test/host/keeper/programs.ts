/** Programs of a keeper, started or adopted, with their output. */
import { vi } from 'vitest'
import { systemClock } from '../../../src/host/clock.ts'
import { PathProbe } from '../../../src/host/files/path-probe.ts'
import type { Keeper } from '../../../src/host/pty/keeper/keeper.ts'
import { native } from '../../../src/host/pty/native.ts'
import { makeStartPty } from '../../../src/host/pty/start-pty.ts'
import type { PastOutput, ProgramExit, Pty, StartOutcome } from '../../../src/core/session/ports.ts'

/** A program that prints more is paused, so that tests of floods are short. */
const floodMax = 16_000_000

export interface Taken {
  readonly pty: Pty
  readonly past: PastOutput | undefined
  /** All output: past and present. */
  readonly text: () => string
  /** Bytes of the present output. */
  readonly present: () => number
  readonly exit: Promise<ProgramExit>
}

const looks = new PathProbe(systemClock, { programs: 1 })

function begin(
  keeper: Keeper,
  id: string,
  launch: {
    readonly command?: string
    readonly adopt?: boolean
    readonly directory?: string
    readonly variables?: Readonly<Record<string, string>>
    readonly facts?: string
  },
): Promise<Taken> {
  const parts: string[] = []
  let [present, floods] = [0, (): void => undefined]
  let ended: (exit: ProgramExit) => void = () => undefined
  const exit = new Promise<ProgramExit>((resolve) => {
    ended = resolve
  })
  return new Promise((resolve, reject) => {
    makeStartPty(
      systemClock,
      looks,
      null,
      keeper,
    )(
      {
        program: '/bin/sh',
        args: ['-c', launch.command ?? ''],
        directory: launch.directory ?? '/',
        environment: { PATH: '/usr/bin:/bin', MARK: 'of the app', ...launch.variables },
        size: { cols: 91, rows: 23 },
        keep: { id, facts: launch.facts ?? '{}' },
        adopt: launch.adopt ?? false,
      },
      {
        output: (bytes) => {
          parts.push(Buffer.from(bytes).toString('latin1'))
          present += bytes.length
          if (present > floodMax) floods()
        },
        exit: ended,
      },
      (outcome: StartOutcome) => {
        if ('problem' in outcome) return reject(new Error(outcome.problem))
        const { pty, past } = outcome
        const before = Array.from(past?.read() ?? [], (bytes) =>
          Buffer.from(bytes).toString('latin1'),
        )
        floods = () => pty.pause()
        const text = () => [...before, ...parts].join('')
        resolve({ pty, past, text, exit, present: () => present })
      },
    )
  })
}

/** Starts a shell command. */
export const run = (
  keeper: Keeper,
  id: string,
  command: string,
  directory = '/',
  variables: Readonly<Record<string, string>> = {},
) => begin(keeper, id, { command, directory, variables })

/** Starts a shell command with these facts. */
export const runWith = (keeper: Keeper, id: string, command: string, facts: object) =>
  begin(keeper, id, { command, facts: JSON.stringify(facts) })

/** Adopts a program. */
export const take = (keeper: Keeper, id: string) => begin(keeper, id, { adopt: true })

/** Connects to a keeper that has just started: its socket exists before it listens. */
export async function connected(socket: string): Promise<number> {
  let fd = -1
  await vi.waitUntil(() => (fd = native.connect(socket)) >= 0, { timeout: 60_000 })
  return fd
}
