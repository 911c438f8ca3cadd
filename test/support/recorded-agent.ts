/**
 * A recording of an agent in a terminal, played to everything that makes a tab's state of it, at its own times on a clock wound by hand: the VT
 * core and the rules that read its grid, the dispatcher, the state machine. Only /proc is a fake: it says that the agent is in front.
 */
import { readFileSync } from 'node:fs'
import { shippedAgents } from '../../src/core/agent-rules/shipped.ts'
import type { ScreenEvidence } from '../../src/core/agent-state/index.ts'
import { defaults, type Options } from '../../src/core/config/table.ts'
import { Dispatcher } from '../../src/core/dispatch/dispatcher.ts'
import { ScreenReader } from '../../src/core/screen-rules/screen-reader.ts'
import { Agent } from '../../src/core/session/agent.ts'
import type { WatchProcesses } from '../../src/core/session/ports.ts'
import { Terminal } from '../../src/core/vt/index.ts'
import { FakeClock } from './fake-clock.ts'

export interface Recording {
  readonly cols: number
  readonly rows: number
  /** Milliseconds since the start, and what was read then. */
  readonly reads: readonly { readonly at: number; readonly bytes: Uint8Array }[]
}

/** `NAME.raw` and `NAME.raw.idx` of test/data/traces: a line a read, seconds and bytes. */
export function recording(name: string, { cols = 120, rows = 40 } = {}): Recording {
  const path = (end: string) => new URL(`../data/traces/${name}.raw${end}`, import.meta.url)
  const raw = readFileSync(path(''))
  let from = 0
  const reads = readFileSync(path('.idx'), 'utf8').trim().split('\n').map((line) => {
    const [seconds = '', length = ''] = line.split(' ')
    const bytes = raw.subarray(from, from += Number(length))
    return { at: Math.round(Number(seconds) * 1_000), bytes }
  })
  return { cols, rows, reads }
}

/** The same bytes at the same times in other chunks. */
export function cut(given: Recording, size: number): Recording {
  return { ...given, reads: given.reads.flatMap(({ at, bytes }) => Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => ({ at, bytes: bytes.subarray(index * size, (index + 1) * size) }))) }
}

/** Nothing that programs say of themselves is listened to: what is left are output, silence and the screen. */
export const screenOnly: Options = { ...defaults, ai: { ...defaults.ai, protocols: [] } }

export interface Played {
  /** What the rules said, whenever it was another rule or state, in ms. */
  readonly outcomes: readonly { readonly at: number; readonly state: string; readonly kind?: string; readonly rule: string }[]
  /** What the tab showed, each change. */
  readonly shown: readonly { readonly at: number; readonly state: string; readonly kind?: string; readonly source: string }[]
  readonly readings: number
  readonly timersLeft: number
  /** Why's line and reason at these times. */
  readonly why: ReadonlyMap<number, string>
}

/** @param afterMs how long after the last read is looked on @param whyAt times at which it is asked why */
export function play(agentId: string, { cols, rows, reads }: Recording, { options = screenOnly, afterMs = 2_500, whyAt = [] }: { options?: Options; afterMs?: number; whyAt?: readonly number[] } = {}): Played {
  const clock = new FakeClock()
  const outcomes: Played['outcomes'][number][] = []
  const shown: Played['shown'][number][] = []
  const why = new Map<number, string>()
  let readings = 0
  const grid = new Terminal({ cols, rows, scrollback: 1_000 })
  let say: (evidence: ScreenEvidence) => void = () => undefined
  const reader = new ScreenReader(clock, () => ({ rowTexts: () => { readings += 1; return grid.rowTexts() }, get updates() { return grid.updates } }), (evidence) => {
    const { state, kind, rule } = evidence
    const last = outcomes.at(-1)
    if (state !== null && state !== 'ignore' && rule !== undefined && (last?.rule !== rule || last.state !== state)) outcomes.push({ at: clock.now(), state, ...(kind === undefined ? {} : { kind }), rule })
    say(evidence)
  })
  let tell: Parameters<WatchProcesses>[0]['told'] | undefined
  const watch: WatchProcesses = (asked) => {
    tell = asked.told
    return { stirred: () => undefined, foregroundNow: () => 'tool', look: () => undefined, demand: () => undefined, front: { foreground: 'tool', name: agentId, agent: agentId }, dispose: () => undefined }
  }
  const agent: Agent = new Agent({
    clock, watch, options, screen: (rules, told) => { say = told; reader.follow(rules) },
    changed: () => {
      const { state, agent: { kind, source } } = agent.drawn
      if (shown.at(-1)?.state !== state || shown.at(-1)?.kind !== kind) shown.push({ at: clock.now(), state, ...(kind === undefined ? {} : { kind }), source })
    },
  })
  const dispatcher = new Dispatcher('host', { evidence: (found) => agent.found(found), query: () => undefined })
  agent.begin({ pid: 100, isUserShell: true, home: '/home/u' })
  tell?.({ type: 'process', foreground: 'tool', tool: shippedAgents.get(agentId)?.tool ?? agentId, pid: 200, startTime: 1 }, agentId)
  const askWhy = (until: number) => {
    for (const time of whyAt) {
      if (why.has(time) || time > until) continue
      clock.advance(time - clock.now())
      const { short, reason, rule } = agent.why({})
      why.set(time, `${short} ${rule}: ${reason}`)
    }
  }
  for (const { at, bytes } of reads) {
    askWhy(at)
    clock.advance(at - clock.now())
    agent.output()
    dispatcher.feed(bytes)
    grid.write(bytes)
    reader.wrote()
  }
  askWhy(clock.now() + afterMs)
  clock.advance(afterMs)
  agent.dispose()
  reader.dispose()
  return { outcomes, shown, readings, timersLeft: clock.timers, why }
}
