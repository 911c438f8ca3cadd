/**
 * Plays the recording of an agent in a terminal to all parts that determine a tab's state: the
 * shadow's worker with the rules that read its grid, the dispatcher, the state machine. The
 * recording's own times run on a fake clock. Only /proc is fake: it reports that the agent is in
 * the foreground.
 */
import { readFileSync } from 'node:fs'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import { Dispatcher } from '../../../src/agents/dispatch/dispatcher.ts'
import { Agent } from '../../../src/core/session/agent/agent.ts'
import type { Elsewhere } from '../../../src/agents/process/elsewhere.ts'
import type { ProcessWatch, WatchProcesses } from '../../../src/core/session/ports.ts'
import { WorkerTerminal } from '../../../src/core/worker/worker-terminal.ts'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'
import { FakeClock } from '../fake/fake-clock.ts'
import { unlimited } from '../fake/limit.ts'
import { quietWatch } from '../fake/fake-watch.ts'
import { begin } from '../frames/begin.ts'

export interface Recording {
  readonly cols: number
  readonly rows: number
  /** Milliseconds since the start, and what was read then. */
  readonly reads: readonly { readonly at: number; readonly bytes: Uint8Array }[]
}

/** `NAME.raw` and `NAME.raw.idx` of test/data/traces: a line a read, seconds and bytes. */
export function recording(name: string, { cols = 120, rows = 40 } = {}): Recording {
  const path = (end: string) => new URL(`../../data/traces/${name}.raw${end}`, import.meta.url)
  const raw = readFileSync(path(''))
  let from = 0
  const reads = readFileSync(path('.idx'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [seconds = '', length = ''] = line.split(' ')
      const bytes = raw.subarray(from, (from += Number(length)))
      return { at: Math.round(Number(seconds) * 1_000), bytes }
    })
  return { cols, rows, reads }
}

/**
 * Nothing that programs say of themselves is listened to: what is left are output, silence and the
 * screen.
 */
export const screenOnly: Options = { ...defaults, ai: { ...defaults.ai, protocols: [] } }

export interface Played {
  /** The outcomes of the rules at each change of rule or state, in ms. */
  readonly outcomes: readonly {
    readonly at: number
    readonly state: string
    readonly kind?: string
    readonly rule: string
  }[]
  /** Each change of the tab's display. */
  readonly shown: readonly {
    readonly at: number
    readonly state: string
    readonly kind?: string
    readonly source: string | null
  }[]
  /** The tool that its program was attributed to, at each change. */
  readonly named: readonly { readonly at: number; readonly tool: string | null }[]
  /** How often the reader had something to report. */
  readonly reported: number
  readonly timersLeft: number
  /** Why's line and reason at these times. */
  readonly why: ReadonlyMap<number, string>
}

/**
 * @param afterMs time to continue after the last read
 * @param whyAt times at which the reasons are requested
 * @param pieceBytes size of the pieces that each read is cut into
 * @param elsewhere the agent's location, if it is remote. Then ssh is in the foreground here, and
 * in-band reports are ignored.
 */
export function play(
  agentId: string,
  { cols, rows, reads }: Recording,
  {
    options = screenOnly,
    afterMs = 2_500,
    whyAt = [],
    pieceBytes = Infinity,
    elsewhere,
  }: {
    options?: Options
    afterMs?: number
    whyAt?: readonly number[]
    pieceBytes?: number
    elsewhere?: Elsewhere
  } = {},
): Played {
  const clock = new FakeClock()
  const outcomes: Played['outcomes'][number][] = []
  const shown: Played['shown'][number][] = []
  const named: Played['named'][number][] = []
  const why = new Map<number, string>()
  let reported = 0
  let offset = 0
  const worker: WorkerTerminal = new WorkerTerminal({
    clock,
    codec: messagePack,
    limited: unlimited,
    post: (message) => {
      if (message.kind !== 'read') return
      reported += 1
      const { state, kind, rule } = message.found.evidence
      const last = outcomes.at(-1)
      if (
        state !== null &&
        state !== 'ignore' &&
        rule !== undefined &&
        (last?.rule !== rule || last.state !== state)
      )
        outcomes.push({ at: clock.now(), state, ...(kind === undefined ? {} : { kind }), rule })
      agent.screenFound(message.found)
    },
  })
  worker.receive(begin({ cols, rows, scrollback: 1_000 }))
  const front: ProcessWatch['front'] =
    elsewhere === undefined
      ? { foreground: 'tool', name: agentId, agent: agentId }
      : { foreground: 'other', name: 'ssh', agent: null, elsewhere }
  let report: Parameters<WatchProcesses>[0]['report'] | undefined
  const watch: WatchProcesses = (asked) => {
    report = asked.report
    return quietWatch({ foregroundNow: () => front.foreground, front })
  }
  const agent: Agent = new Agent({
    clock,
    watch,
    options,
    screen: {
      on: true,
      mark: () => worker.receive({ kind: 'mark' }),
      watch: (wanted) => worker.receive({ kind: 'watch', watch: structuredClone(wanted) }),
      judge: () => Promise.resolve(null),
    },
    changed: () => {
      const {
        state,
        agent: { kind, source },
      } = agent.drawn
      if (shown.at(-1)?.state !== state || shown.at(-1)?.kind !== kind)
        shown.push({ at: clock.now(), state, ...(kind === undefined ? {} : { kind }), source })
      const tool = agent.drawn.front
      if ((named.at(-1)?.tool ?? null) !== tool) named.push({ at: clock.now(), tool })
    },
  })
  const dispatcher = new Dispatcher('host', {
    evidence: (found) => agent.found(found),
    query: () => undefined,
  })
  agent.inFront.begin({ pid: 100, isUserShell: true, home: '/home/u' })
  report?.(
    elsewhere === undefined
      ? {
          type: 'process',
          foreground: 'tool',
          tool: shippedAgents().get(agentId)?.tool ?? agentId,
          pid: 200,
          startTime: 1,
        }
      : { type: 'process', foreground: 'other' },
    front.agent,
  )
  const askWhy = (until: number) => {
    for (const time of whyAt) {
      if (why.has(time) || time > until) continue
      clock.advance(time - clock.now())
      const { short, reason, rule } = agent.why({
        dropped: {},
        socket: null,
        tab: { title: agentId, directory: '~' },
      })
      why.set(time, `${short} ${rule}: ${reason}`)
    }
  }
  for (const { at, bytes } of reads) {
    askWhy(at)
    clock.advance(at - clock.now())
    agent.output()
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      const piece = bytes.subarray(from, from + pieceBytes)
      if (elsewhere === undefined) dispatcher.feed(piece)
      worker.receive({ kind: 'write', at: offset, bytes: piece })
      offset += piece.length
    }
  }
  askWhy(clock.now() + afterMs)
  clock.advance(afterMs)
  agent.dispose()
  worker.dispose()
  return { outcomes, shown, named, reported, timersLeft: clock.timers, why }
}
