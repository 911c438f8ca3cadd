/**
 * Reports that come too fast to be reduced one by one make the state that all of them would have
 * made, one after the other.
 */
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import type { HeldReport } from '../../../src/agents/state/pending-reports.ts'
import { reportsPerSecondMax } from '../../../src/agents/state/limits.ts'
import { reduceAll } from '../../../src/agents/state/reduce.ts'
import { slotName, slotNames } from '../../../src/agents/state/slots.ts'
import { initial, type AgentState } from '../../../src/agents/state/state.ts'
import { fromDispatch } from '../../../src/agents/state/from-dispatch.ts'
import { ReportPace } from '../../../src/core/session/agent/report-pace.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { seeded } from '../../support/random.ts'
import { usual } from '../../support/timeline.ts'

const marks = ['A', 'B', 'C', 'D'] as const
const states = ['active', 'working', 'waiting', 'done', 'idle', 'error'] as const

/**
 * `ids`: so many records of a dialect; few meet each other, many crowd each other out. `parts`: of
 * records, but without marks, which end some of them.
 */
function anyReport(random: () => number, ids: number, parts: boolean): HeldReport {
  const one = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  const number = Math.floor(random() * ids)
  const id = one(['', `n${number}`, `n${number}/m`])
  const tool = one(['', 'claude', 'claude-code', `t${number}`])
  switch (Math.floor(random() * (parts ? 21 : 24)) + (parts ? 3 : 0)) {
    case 0:
      return { type: 'marker', mark: one(marks), exitCode: number }
    case 1:
      return { type: 'alt_screen', on: one([true, false]), end: 0 }
    case 2:
      return random() < 0.3
        ? { type: 'reset', end: 0 }
        : { type: 'marker', mark: one(marks), exitCode: 1 }
    case 3:
    case 4:
    case 5:
    case 6:
      return {
        type: 'frame',
        dialect: 'osc1338',
        state: one(['active', 'working', 'waiting', 'done']),
        tool,
        project: `p${number}`,
      }
    case 7:
    case 8:
    case 9:
      return {
        type: 'frame',
        dialect: 'socket',
        state: one([...states, 'clear'] as const),
        tool: `t${number}`,
        id,
      }
    case 10:
    case 11:
    case 12: {
      if (!parts)
        return {
          type: 'frame',
          dialect: 'osc26',
          state: one(states),
          tool: `t${number}`,
          app: `t${number}`,
        }
      if (random() < 0.3)
        return {
          type: 'frame',
          dialect: 'osc21337',
          state: one(['working', 'waiting', 'idle', 'clear'] as const),
          message: one([undefined, null, 'm']),
        }
      const said = {
        type: 'frame',
        dialect: 'osc26',
        state: one([...states, null, null] as const),
        tool: one(['', 'a', 'b']),
        title: one([undefined, 'one', 'two']),
        message: one([undefined, 'm', 'n']),
      } as const
      return {
        ...said,
        app: said.tool === '' ? undefined : said.tool,
        removed: one([undefined, ['title'], ['msg']])?.filter(
          (field) => (field === 'title' ? said.title : said.message) === undefined,
        ),
        sessionId: one([undefined, undefined, undefined, 's1', 's2']),
      } as HeldReport // as parsed
    }
    case 13:
      return {
        type: 'frame',
        dialect: 'osc777',
        state: one(['working', 'waiting', 'done']),
        tool,
        app: tool,
      }
    default:
      return {
        type: 'osc7501',
        value: {
          state: one([
            'idle',
            'working',
            'done',
            'blocked',
            'error',
            'clear',
            'working',
            'blocked',
          ]),
          ...(id === '' ? {} : { id }),
          ...(tool === '' ? {} : { app: tool }),
          ...(number % 2 === 0 ? {} : { msg: `says ${number}` }),
        },
      }
  }
}

function meaning(report: HeldReport): Evidence[] {
  if (report.type === 'title' || report.type === 'progress') return []
  return [report.type === 'osc7501' ? (fromDispatch(report) as Evidence) : report]
}

/** As they are, after so many that no more is let through. */
function throttled(before: AgentState, reports: readonly HeldReport[]): AgentState {
  let state = before
  const clock = new FakeClock()
  const pace: ReportPace = new ReportPace(clock, {
    nameOf: (tool) => slotName(state, tool),
    known: () => slotNames(state),
    due: () => {
      apply(pace.all())
    },
  })
  const apply = (some: readonly HeldReport[]) => {
    state = reduceAll(state, some.flatMap(meaning), 5)
  }
  for (let spent = 0; spent < reportsPerSecondMax; spent += 1)
    pace.take({ type: 'title', value: { text: '' } })
  for (const report of reports) pace.take(report)
  apply(pace.few())
  clock.advance(100)
  expect(clock.timers).toBe(0)
  return state
}

/**
 * Returns the visible parts of the state, without ages, and with the parts below the reports.
 * @param parts omits OSC 26 claims: a session that another one replaced immediately leaves no claim
 */
function seen({ slots, claims, headline, exitCode, alternate }: AgentState, parts: boolean) {
  return {
    slots: slots.map(
      ({
        dialect,
        state,
        kind,
        outlived,
        silent,
        record: { id, tool, title, msg, project, sessionId },
      }) => ({ dialect, state, kind, outlived, silent, id, tool, title, msg, project, sessionId }),
    ),
    claims: claims
      .map(({ dialect }) => dialect)
      .filter((dialect) => !parts || dialect !== 'osc26')
      .sort(),
    headline: headline.state,
    exitCode,
    alternate,
  }
}

describe('reports that arrive too fast', () => {
  for (const [name, ids, length, rounds, parts] of [
    ['of few records', 3, 40, 200, false],
    ['of some records', 60, 600, 8, false],
    ['of more records than there are slots', 3_000, 6_000, 2, false],
    ['in parts', 3, 30, 200, true],
  ] as const) {
    it(`make the state that all of them would have made: ${name}`, () => {
      for (let seed = 1; seed <= rounds; seed += 1) {
        const random = seeded(seed)
        const begun = reduceAll(
          initial(usual, 0),
          Array.from({ length: ids }, () => anyReport(random, ids, parts)).flatMap(meaning),
          1,
        )
        // The stream begins on the primary screen, as that of a program does.
        const before = reduceAll(begun, [{ type: 'alt_screen', on: false }], 2)
        const reports = Array.from({ length }, () => anyReport(random, ids, parts))
        const all = reduceAll(before, reports.flatMap(meaning), 5)
        expect(seen(throttled(before, reports), parts), `seed ${seed}`).toEqual(seen(all, parts))
      }
    })
  }
})
