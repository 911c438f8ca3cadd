/** The records of a tab, by the shared vectors: replaced, inherited, cleared, bounded. */
import { describe, expect, test } from 'vitest'
import { toolsOf } from '../../../src/agents/state/slots.ts'
import { Timeline } from '../../support/timeline.ts'
import { vectors } from '../../support/vectors.ts'

interface Step {
  readonly op: 'report' | 'leave' | 'ris'
  readonly body?: string
  readonly records?: readonly object[]
  readonly headline?: object | null
}

/** The fields that the vectors compare. */
function recordsOf({ state }: Timeline): readonly { readonly id: string }[] {
  const tools = toolsOf(state.slots)
  return state.slots
    .map((slot) => {
      const {
        tool: _tool,
        source: _source,
        since: _since,
        confidence: _sure,
        ...said
      } = slot.record
      const app = tools.get(slot)?.app
      return { ...said, state: slot.state, ...(app === undefined ? {} : { app }) }
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** `null` if the headline does not come from a record. */
function headlineOf({ state: { slots, headline } }: Timeline): object | null {
  const slot = slots.find((one) => one === headline)
  if (slot === undefined) return null
  const { state, kind, record } = slot
  return { id: record.id, state, ...(kind === undefined ? {} : { kind }) }
}

function play(tab: Timeline, { op, body }: Step): void {
  if (op === 'report') tab.osc(`7501;${body}`)
  else if (op === 'leave') tab.osc('133;A', 'shell')
  else tab.apply({ type: 'reset' })
}

describe('osc7501_records', () => {
  for (const vector of vectors('osc7501_records')) {
    test(vector.id, () => {
      const tab = new Timeline()
      for (const step of (vector['steps'] as readonly Step[] | undefined) ?? []) {
        play(tab, step)
        if (step.records !== undefined) expect(recordsOf(tab)).toEqual(step.records)
        if (step.headline !== undefined) expect(headlineOf(tab)).toEqual(step.headline)
      }
      const build = vector['steps_build'] as { readonly reports: string } | undefined
      if (build === undefined) return
      for (const body of spelled(build.reports)) tab.osc(`7501;${body}`)
      const { count, absent, present, headline } = vector['expect'] as {
        count: number
        absent: string[]
        present: string[]
        headline: object
      }
      const ids = new Set(recordsOf(tab).map(({ id }) => id))
      expect({
        count: ids.size,
        absent: absent.filter((id) => !ids.has(id)),
        present: present.filter((id) => ids.has(id)),
        headline: headlineOf(tab),
      }).toEqual({ count, absent, present, headline })
    })
  }
})

/** `A, B0 .. B9, then C`: all payloads in turn. */
function spelled(words: string): string[] {
  return words.split(/, (?:then )?/).flatMap((word) => {
    const [, start, from, to] = /^(.*?)(\d+) \.\. .*?(\d+)$/.exec(word) ?? []
    return start === undefined
      ? [word]
      : Array.from(
          { length: Number(to) - Number(from) + 1 },
          (_, index) => `${start}${Number(from) + index}`,
        )
  })
}

test('a child has the app of its nearest ancestor with one, and its tool', () => {
  const { state } = new Timeline()
    .osc('7501;state=working:app=claude-code')
    .osc('7501;state=idle:id=a:app=codex')
    .osc('7501;state=idle:id=a/b/c')
    .osc('7501;state=idle:id=d/e')
  const tools = toolsOf(state.slots)
  expect(
    state.slots.map((slot) => [slot.record.id, tools.get(slot)?.app, tools.get(slot)?.tool]),
  ).toEqual([
    ['', 'claude-code', 'claude'],
    ['a', 'codex', 'codex'],
    ['a/b/c', 'codex', 'codex'],
    ['d/e', 'claude-code', 'claude'],
  ])
})

test('clear removes whole segments, of its own dialect', () => {
  const tab = new Timeline().osc('26;Status=running')
  for (const id of ['build', 'build/x', 'build/x/y', 'buildx', 'b'])
    tab.osc(`7501;state=idle:id=${id}`)
  tab.osc('7501;state=clear:id=build')
  expect(tab.state.slots.map(({ record }) => record.id)).toEqual(['', 'buildx', 'b'])
  tab.osc('7501;state=clear')
  expect(tab.state.slots.map(({ dialect }) => dialect)).toEqual(['osc26'])
})

describe('OSC 26', () => {
  test('absent fields stay, empty fields are removed', () => {
    const tab = new Timeline()
      .osc('26;CodeAgent=claude;Status=running;SessionTitle=Fix;TaskProgress=1/4')
      .osc('26;CodeAgent=claude;TaskProgress=2/4;SessionTitle=')
    const [slot] = tab.state.slots
    expect(slot?.record).toMatchObject({
      state: 'working',
      app: 'claude',
      taskProgress: { done: 2, total: 4 },
    })
    expect(slot?.record).not.toHaveProperty('title')
  })

  test('one record per agent; without a name the one updated last', () => {
    const tab = new Timeline()
      .osc('26;CodeAgent=a;Status=running')
      .osc('26;CodeAgent=b;Status=idle')
      .osc('26;Status=awaiting-input')
    const states = () => tab.state.slots.map(({ record }) => [record.app, record.state])
    expect(states()).toEqual([
      ['a', 'working'],
      ['b', 'waiting'],
    ])
    tab.osc('26;CodeAgent=a').osc('26;Status=finished')
    expect(states()).toEqual([
      ['b', 'waiting'],
      ['a', 'done'],
    ])
  })

  test('another session starts a new record, and the first one does not', () => {
    const tab = new Timeline()
      .osc('26;CodeAgent=a;Status=running;SessionTitle=Fix')
      .osc('26;SessionId=one')
    const [one] = tab.state.slots
    expect(one?.record).toMatchObject({ state: 'working', title: 'Fix', sessionId: 'one' })
    const [two] = tab.osc('26;SessionId=two').state.slots
    expect([two?.silent, two?.record.title, two?.record.sessionId]).toEqual([
      true,
      undefined,
      'two',
    ])
  })

  test('a name can be removed, and a kind ends with its state', () => {
    const tab = new Timeline()
      .osc('26;CodeAgent=a;Status=awaiting-approval')
      .osc('26;CodeAgent=;Status=running')
    expect(tab.state.slots.map(({ record }) => [record.tool, record.kind])).toEqual([
      ['', undefined],
    ])
  })
})
