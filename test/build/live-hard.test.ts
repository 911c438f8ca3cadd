/** Tests the evaluation of `npm run live -- --hard`: its cases, its tables, and its fake model. */
import { describe, expect, it } from 'vitest'
import { cases } from '../live/hard/cases.ts'
import { judge, type Required } from '../live/hard/judge.ts'
import { hardTable, isRight, withHardTable, type AgentResults } from '../live/hard/report.ts'
import type { Shown } from '../live/measure.ts'
import { startStandIn } from '../live/model-server.ts'

type Step = readonly [at: number, state: Shown['state'], kind?: string]
const shown = (...steps: readonly Step[]): readonly Shown[] =>
  steps.map(([at, state, kind]) => ({ at, state, kind, front: 'one', source: 'screen' }))

const required: readonly Required[] = [
  { event: 'Enter', at: 1_000, to: 4_000, want: 'working', ms: 300, by: null },
  { event: 'the permission', at: 4_000, to: 9_000, want: 'permission', ms: 300, by: null },
  { event: 'Esc', at: 9_000, to: 15_000, want: 'rest', ms: 1_000, by: 'working' },
]
const good: readonly Step[] = [
  [0, 'idle'],
  [1_100, 'working'],
  [4_200, 'waiting', 'permission'],
  [9_100, 'working'],
  [9_900, 'idle'],
]

describe('a hard case', () => {
  it('is right when each state comes in its time and stays until the next event', () => {
    const { cells, flaws } = judge(shown(...good), required)
    expect(cells.map(({ took, isLate }) => [took, isLate])).toEqual([
      ...[[100, false] as const, [200, false] as const, [900, false] as const],
    ])
    expect(flaws).toEqual([])
  })

  it('names a state that is late, or never comes', () => {
    const { cells } = judge(
      shown(...good.slice(0, 2), [9_100, 'working'], [11_000, 'idle']),
      required,
    )
    expect(cells.map(({ took, isLate }) => [took, isLate])).toEqual([
      ...[[100, false] as const, [null, true] as const, [2_000, true] as const],
    ])
  })

  it('names wrong states, also between the bound and a state that may come later', () => {
    const needsYou: readonly Step[] = [
      ...good.slice(0, 2),
      [2_000, 'waiting', 'other'],
      [3_000, 'working'],
    ]
    expect(judge(shown(...needsYou, ...good.slice(2)), required).flaws).toEqual([
      'waiting: other for 1.0 s after Enter',
    ])
    const slow: Required = { ...required[2]!, ms: 500 }
    const asks = shown(
      [8_000, 'waiting', 'permission'],
      [9_100, 'working'],
      [10_000, 'waiting', 'question'],
      [12_000, 'idle'],
    )
    expect(judge(asks, [slow]).flaws).toEqual([
      'waiting: question for 2.0 s before rest, after Esc',
    ])
  })

  it('has its own name, and sends something before it requires a state', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    for (const { id, steps } of cases) {
      const required = steps.findIndex((step) => 'expect' in step)
      expect(required, id).toBeGreaterThan(0)
      expect(
        steps.slice(0, required).some((step) => 'send' in step),
        id,
      ).toBe(true)
    }
  })
})

describe('the table of hard cases', () => {
  const agent = (name: string): AgentResults => ({
    ...{ name, version: '1.2' },
    results: [
      { id: 'edit', result: judge(shown(...good), required), load: 9 },
      { id: 'plan', result: 'it has | no\ntool', load: 0 },
    ],
  })

  it('has a row for each case, with the reason if it was not run', () => {
    expect(hardTable(agent('One'), '2026-11-30').split('\n').slice(2)).toEqual([
      'Version 1.2, 2026-11-30.',
      '',
      '| case | load | state after each event, in seconds | wrong states |',
      '|---|---|---|---|',
      '| edit | 9 | working 0.10 · permission 0.20 · rest 0.90 | - |',
      '| plan |  | not run: it has \\| no tool |  |',
    ])
    expect(isRight(agent('One'))).toBe(true)
    const results = [{ id: 'edit', result: judge([], required), load: 9 }]
    const late = { ...agent('One'), results }
    expect([isRight(late), hardTable(late, '')]).toEqual([
      false,
      expect.stringContaining('**never**'),
    ])
  })

  it('replaces the table of its agent, and is added for a new one', () => {
    const document = '# Cases\n\nText.\n'
    const then = { date: 'then', onlySome: false }
    const one = withHardTable(document, agent('One'), then)
    const both = withHardTable(one, agent('Two'), then)
    expect(both.match(/^## .*/gm)).toEqual(['## One', '## Two'])
    expect(withHardTable(both, agent('One'), then)).toBe(both)
    expect(withHardTable(both, agent('One'), { ...then, date: 'now' })).toContain(
      'Version 1.2, now',
    )
  })

  it('keeps its other rows when only some cases were run', () => {
    const some = { date: 'now', onlySome: true }
    const document = withHardTable('# Cases\n', agent('One'), { ...some, onlySome: false })
    const again = (id: string) => [{ id, result: 'it is late', load: 3 }]
    const plan = withHardTable(document, { ...agent('One'), results: again('plan') }, some)
    expect(plan).toBe(document.replace('it has \\| no tool', 'it is late'))
    const more = withHardTable(document, { ...agent('One'), results: again('form') }, some)
    expect(more).toBe(`${document}| form |  | not run: it is late |  |\n`)
  })
})

describe('a script of the fake model', () => {
  it('answers the agent, its helper and side questions, and fails on demand', async () => {
    const server = await startStandIn('', { thinkMs: 5, endMs: 5 })
    const ask = async (content: string, tools: readonly object[] = [{ name: 'Bash' }]) => {
      const body = JSON.stringify({ tools, messages: [{ role: 'user', content }] })
      const answer = await fetch(`${server.address}/v1/messages`, { method: 'POST', body })
      return answer.ok ? ((await answer.json()) as { content: object[] }).content[0] : answer.status
    }
    try {
      server.play({
        ...{ prompt: 'do it', lastWords: 'It is over.' },
        replies: [{ status: 529 }, { cut: true }, { run: 'ls', waitMs: 1 }],
        ...{ helper: { text: 'helped' }, aside: { text: 'aside' } },
      })
      expect(await ask('do it')).toBe(529)
      expect(await ask('help')).toMatchObject({ text: 'helped' })
      expect(await ask('do it', [])).toMatchObject({ text: 'aside' })
      await expect(ask('do it')).rejects.toThrow()
      expect(await ask('do it')).toMatchObject({ name: 'Bash', input: { command: 'ls' } })
      expect(await ask('do it')).toMatchObject({ text: 'It is over.' })
    } finally {
      server.close()
    }
  })
})
