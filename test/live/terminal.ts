/**
 * One tab without a window: the session of any tab, with a real pty, /proc, the shadow terminal and
 * its rules. Each change of its state is recorded. Its screen is read from a second grid, which the
 * rules do not use.
 */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { shippedAgents } from '../../src/agents/rules/shipped.ts'
import { defaults, type Options } from '../../src/core/config/table.ts'
import { Tools } from '../../src/agents/process/match.ts'
import { childEnvironment } from '../../src/core/session/launch/environment.ts'
import { Session } from '../../src/core/session/session.ts'
import type { StartPty } from '../../src/core/session/ports.ts'
import type { Size } from '../../src/base/sizes/size.ts'
import { Terminal } from '../../src/terminal/index.ts'
import { systemClock } from '../../src/host/clock.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { RealPaths } from '../../src/host/files/real-paths.ts'
import { Poller } from '../../src/host/proc/poller.ts'
import { SystemProcReader } from '../../src/host/proc/reader.ts'
import { makeStartPty } from '../../src/host/pty/start-pty.ts'
import { shadowPool, type ShadowPool } from '../../src/host/shadow/pool.ts'
import { tmuxConnector } from '../../src/host/pty/tmux/connect.ts'
import { lookMs, type Shown } from './measure.ts'
import { asSession } from '../support/windows/ids.ts'

const root = join(import.meta.dirname, '../..')
/** Size of the terminal where a scene sets no other one. */
export const usualSize = { cols: 120, rows: 40 }
const version = '0.1.0'

/** Everything that was printed, with its times: test/data/traces/README.md. */
export interface Printed {
  readonly chunks: readonly Buffer[]
  /** Lines of a `.raw.idx`. */
  readonly index: readonly string[]
}

export interface Tab {
  /** Ms since it was made. */
  readonly now: () => number
  readonly shown: readonly Shown[]
  readonly printed: Printed
  /** Rows that hold something. */
  readonly screen: () => string
  readonly type: (text: string) => void
  readonly ended: () => boolean
  readonly resize: (size: Size) => void
  /** Process of the agent in the foreground. */
  readonly pid: () => number | null
  readonly why: Session['why']
  readonly dialog: Session['agents']['dialog']
  readonly answer: Session['agents']['answer']
  readonly recorder: Session['recording']['recorder']
  readonly close: () => void
}

/** A shell in `directory`, as the user's own. */
export function openTab({
  home,
  directory,
  environment,
  options = defaults,
  size = usualSize,
}: {
  readonly home: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly options?: Options
  readonly size?: typeof usualSize
}): Tab {
  const looks = new PathProbe(systemClock, { programs: 1 })
  const realPaths = new RealPaths(looks, () => poller.reconsider())
  const poller: Poller = new Poller(
    systemClock,
    new SystemProcReader((path) => realPaths.at(path)),
    new Tools(options.ai.tools, shippedAgents()),
    options.ai.foreground_check_interval_ms,
  )
  const pool = shadowPool({
    file: join(root, 'src/host/shadow/worker.ts'),
    clock: systemClock,
    crashed: (text) => console.error(text),
    workers: 1,
  })
  const grid = new Terminal({ ...size, scrollback: 1_000 })
  const chunks: Buffer[] = []
  const index: string[] = []
  const shown: Shown[] = []
  const began = performance.now()
  const now = () => performance.now() - began
  let ended = false
  const real = makeStartPty(systemClock, looks, join(root, 'src/integrations/shell'))
  const start: StartPty = (launch, events, started) =>
    real(
      launch,
      {
        output: (bytes) => {
          chunks.push(Buffer.from(bytes))
          index.push(`${(now() / 1_000).toFixed(3)} ${bytes.length}`)
          grid.write(bytes)
          events.output(bytes)
        },
        exit: (exit) => {
          ended = true
          events.exit(exit)
        },
      },
      started,
    )
  const tmux = tmuxConnector(looks)
  const session = sessionOf({
    ...{ home, directory, environment, options, size },
    ...{ start, poller, pool, tmux },
  })
  const note = () => {
    const { state, agent } = session.view()
    const { kind, source = null, tool = '' } = agent ?? {}
    const front = tool === '' ? null : tool
    const last = shown.at(-1)
    if (
      last?.state === state &&
      last.kind === kind &&
      last.front === front &&
      last.source === source
    )
      return
    shown.push({ at: now(), state, kind, front, source })
  }
  const timer = setInterval(note, lookMs / 2)
  return {
    now,
    shown,
    printed: { chunks, index },
    screen: () =>
      grid
        .rowTexts()
        .filter((row) => row !== '')
        .join('\n'),
    type: (text) => session.input.type('keys', Buffer.from(text, 'latin1')),
    ended: () => ended,
    resize: (to) => {
      session.program.resize(to)
      grid.resize(to.cols, to.rows)
    },
    pid: () => session.agents.own.inFront.process?.pid ?? null,
    why: () => session.why(),
    dialog: () => session.agents.dialog(),
    answer: (token, choice) => session.agents.answer(token, choice),
    recorder: session.recording.recorder,
    close: () => {
      clearInterval(timer)
      session.dispose()
      pool.dispose()
      looks.dispose()
    },
  }
}

function sessionOf({
  home,
  directory,
  environment,
  options,
  size,
  start,
  poller,
  pool,
  tmux,
}: {
  readonly home: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly options: Options
  readonly size: typeof usualSize
  readonly start: StartPty
  readonly poller: Poller
  readonly pool: ShadowPool
  readonly tmux: ReturnType<typeof tmuxConnector>
}): Session {
  return new Session(
    {
      id: asSession('live'),
      command: { program: '/bin/bash', args: [] },
      isUserShell: true,
      directory,
      home,
      environment: childEnvironment(
        { HOME: home, LANG: 'C.UTF-8', SHELL: '/bin/bash', USER: 'me', ...environment },
        { term: 'xterm-256color', version },
      ),
      size,
      replies: { version, clipboardWrite: true },
      hostname: hostname(),
      settings: options,
    },
    {
      clock: systemClock,
      start,
      send: () => undefined,
      watch: (asked) => poller.watch(asked),
      tmux,
      writeClipboard: () => undefined,
      shadow: pool,
    },
  )
}
