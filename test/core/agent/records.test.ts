/** The records of a tab: replaced, merged, inherited, cleared, bounded. */
import { describe, expect, test } from 'vitest'
import { recordsMax } from '../../../src/core/agent/limits.ts'
import { AgentRecords } from '../../../src/core/agent/records.ts'
import {
  parse26Body,
  parse7501Body,
  toRecord,
  type AgentRecord,
} from '../../../src/protocol/index.ts'
import { vectors } from '../../support/vectors.ts'

interface Step {
  readonly op: 'report' | 'leave' | 'ris'
  readonly body?: string
  readonly records?: readonly object[]
  readonly headline?: object | null
}

/** A report by its payload, as the dispatcher would hand it over. */
function report(records: AgentRecords, body: string, now = 0): AgentRecord | null {
  const parsed = parse7501Body(body)
  if (!parsed.ok || 'query' in parsed.value) throw new Error(`no report: ${body}`)
  return records.report(parsed.value, now)
}

function update(records: AgentRecords, body: string, now = 0): AgentRecord | null {
  const parsed = parse26Body(body)
  if (!parsed.ok) throw new Error(`no update: ${body}`)
  return records.update(parsed.value, now)
}

/** What the vectors compare. */
function brief({
  tool: _tool,
  source: _source,
  since: _since,
  confidence: _confidence,
  ...said
}: AgentRecord): object {
  return said
}

const byId = (one: AgentRecord, other: AgentRecord) => (one.id < other.id ? -1 : 1)
const headlineOf = (records: AgentRecords) => {
  const headline = records.headline()
  return headline === null
    ? null
    : {
        id: headline.id,
        state: headline.state,
        ...(headline.kind === undefined ? {} : { kind: headline.kind }),
      }
}

describe('osc7501_records', () => {
  for (const vector of vectors('osc7501_records')) {
    test(vector.id, () => {
      const records = new AgentRecords()
      for (const step of (vector['steps'] as readonly Step[] | undefined) ?? []) {
        if (step.op === 'report') report(records, step.body ?? '')
        else if (step.op === 'leave') records.leave()
        else records.reset()
        if (step.records !== undefined)
          expect([...records.records()].sort(byId).map(brief)).toEqual(step.records)
        if (step.headline !== undefined) expect(headlineOf(records)).toEqual(step.headline)
      }
      const build = vector['steps_build'] as { readonly reports: string } | undefined
      if (build === undefined) return
      for (const body of spelled(build.reports)) report(records, body)
      const { count, absent, present, headline } = vector['expect'] as {
        count: number
        absent: string[]
        present: string[]
        headline: object
      }
      const ids = new Set(records.records().map(({ id }) => id))
      expect({
        count: ids.size,
        absent: absent.filter((id) => !ids.has(id)),
        present: present.filter((id) => ids.has(id)),
        headline: headlineOf(records),
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

describe('OSC 7501', () => {
  test('a child has the app of its nearest ancestor with one, and its tool', () => {
    const records = new AgentRecords(new Map([['claude-code', 'claude']]))
    report(records, 'state=working:app=claude-code')
    report(records, 'state=idle:id=a:app=codex')
    report(records, 'state=idle:id=a/b/c')
    report(records, 'state=idle:id=d/e')
    expect(records.records().map(({ id, app, tool }) => [id, app, tool])).toEqual([
      ['', 'claude-code', 'claude'],
      ['a', 'codex', 'codex'],
      ['a/b/c', 'codex', 'codex'],
      ['d/e', 'claude-code', 'claude'],
    ])
  })

  test('clear takes whole segments', () => {
    const records = new AgentRecords()
    for (const id of ['build', 'build/x', 'build/x/y', 'buildx', 'b'])
      report(records, `state=idle:id=${id}`)
    report(records, 'state=clear:id=build')
    expect(records.records().map(({ id }) => id)).toEqual(['buildx', 'b'])
  })

  test('clear without an id leaves other dialects alone', () => {
    const records = new AgentRecords()
    report(records, 'state=working')
    update(records, 'Status=running')
    report(records, 'state=clear')
    expect(records.records().map(({ source }) => source)).toEqual(['osc26'])
  })

  test('a report replaces its record whole', () => {
    const records = new AgentRecords()
    report(records, 'state=working:msg=YWI=:progress=7')
    expect(report(records, 'state=working')).toEqual({
      id: '',
      state: 'working',
      tool: '',
      source: 'osc7501',
      since: 0,
      confidence: 'fact',
    })
  })

  test('a state began when it first was reported, of this kind', () => {
    const records = new AgentRecords()
    expect(report(records, 'state=blocked', 10)?.since).toBe(10)
    expect(report(records, 'state=blocked:msg=YQ==', 20)?.since).toBe(10)
    expect(report(records, 'state=blocked:kind=auth', 30)?.since).toBe(30)
    expect(report(records, 'state=idle', 40)?.since).toBe(40)
  })

  test('texts enter safe and cut', () => {
    const records = new AgentRecords()
    records.put({
      id: '',
      state: 'working',
      tool: 'a\u202eb'.repeat(50),
      msg: 'x\u0007\u{e0041}'.repeat(3_000),
      project: '\u200b',
      source: 'osc1338',
      since: 0,
      confidence: 'fact',
    })
    expect(records.records()).toEqual([
      {
        id: '',
        state: 'working',
        tool: 'ab'.repeat(32),
        msg: 'x'.repeat(2_048),
        source: 'osc1338',
        since: 0,
        confidence: 'fact',
      },
    ])
  })
})

describe('OSC 26', () => {
  test('what is absent stays, what is empty goes', () => {
    const records = new AgentRecords()
    update(records, 'CodeAgent=claude;Status=running;SessionTitle=Fix;TaskProgress=1/4')
    expect(update(records, 'CodeAgent=claude;TaskProgress=2/4;SessionTitle=')).toMatchObject({
      state: 'working',
      app: 'claude',
      taskProgress: { done: 2, total: 4 },
    })
    expect(records.records()[0]).not.toHaveProperty('title')
  })

  test('one record per agent; without a name the one updated last', () => {
    const records = new AgentRecords()
    update(records, 'CodeAgent=a;Status=running')
    update(records, 'CodeAgent=b;Status=idle')
    update(records, 'Status=awaiting-input')
    expect(records.records().map(({ app, state }) => [app, state])).toEqual([
      ['a', 'working'],
      ['b', 'waiting'],
    ])
    update(records, 'CodeAgent=a')
    update(records, 'Status=finished')
    expect(records.records().map(({ app, state }) => [app, state])).toEqual([
      ['b', 'waiting'],
      ['a', 'done'],
    ])
  })

  test('a kind goes with its state', () => {
    const records = new AgentRecords()
    update(records, 'Status=awaiting-approval')
    expect(update(records, 'Status=running')).not.toHaveProperty('kind')
  })

  test('another session starts anew, the first one does not', () => {
    const records = new AgentRecords()
    update(records, 'CodeAgent=a;Status=running;SessionTitle=Fix')
    expect(update(records, 'SessionId=one')).toMatchObject({
      state: 'working',
      title: 'Fix',
      sessionId: 'one',
    })
    expect(update(records, 'SessionId=two')).toBeNull()
    expect(update(records, 'Status=idle')).toEqual({
      id: '',
      state: 'idle',
      app: 'a',
      tool: 'a',
      sessionId: 'two',
      source: 'osc26',
      since: 0,
      confidence: 'fact',
    })
  })

  test('without a status it says nothing', () => {
    const records = new AgentRecords()
    expect(update(records, 'CodeAgent=aider')).toBeNull()
    expect([records.records(), records.headline()]).toEqual([[], null])
  })

  test('a name can be taken away', () => {
    const records = new AgentRecords()
    update(records, 'CodeAgent=a;Status=running')
    expect(update(records, 'CodeAgent=')).toEqual({
      id: '',
      state: 'working',
      tool: '',
      source: 'osc26',
      since: 0,
      confidence: 'fact',
    })
    expect(records.records()).toHaveLength(1)
  })

  test('ends as a record of OSC 7501 does', () => {
    const records = new AgentRecords()
    update(records, 'CodeAgent=a;Status=finished')
    update(records, 'CodeAgent=b;Status=running')
    update(records, 'CodeAgent=c')
    records.leave()
    expect(records.records().map(({ app }) => app)).toEqual(['a'])
    expect(update(records, 'Status=idle')).toMatchObject({ app: 'a', state: 'idle' })
  })
})

test('an end that does not outlive its program leaves with it', () => {
  const records = new AgentRecords()
  const frame = toRecord('osc1338', { state: 'done' })
  if (frame !== null) records.put(frame)
  report(records, 'state=done')
  records.leave()
  expect(records.records().map(({ source }) => source)).toEqual(['osc7501'])
  records.settle()
  expect(records.records()).toEqual([])
})

test('a flood of ids keeps to the cap, across dialects', () => {
  const records = new AgentRecords()
  for (let index = 0; index < recordsMax * 3; index += 1) {
    report(records, `state=idle:id=n${index}`)
    update(records, `CodeAgent=n${index};Status=idle`)
    expect(records.records().length).toBeLessThanOrEqual(recordsMax)
  }
  expect(records.records()).toHaveLength(recordsMax)
})

test('waiting ones leave last: a newcomer that waits for nobody finds no room among them', () => {
  const records = new AgentRecords()
  for (let index = 0; index < recordsMax; index += 1) report(records, `state=blocked:id=w${index}`)
  expect(report(records, 'state=idle:id=late')).toBeNull()
  expect(records.records().map(({ id }) => id)).not.toContain('late')
  report(records, 'state=blocked:id=later')
  expect(records.records().map(({ id }) => id)).toEqual([
    ...Array.from({ length: recordsMax - 1 }, (_, index) => `w${index + 1}`),
    'later',
  ])
})
