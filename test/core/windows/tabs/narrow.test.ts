/**
 * The second line of a narrow tab: what fits, and what distinguishes two alike. Each letter is 6 px
 * wide here, a shape 15.
 */
import { describe, expect, it } from 'vitest'
import type { TabView } from '../../../../src/core/windows/tabs/tab-view.ts'
import { lineThatFits, stateWords } from '../../../../src/core/windows/tabs/narrow.ts'
import { subtitleFields, usualSubtitle } from '../../../../src/core/windows/tabs/state-words.ts'
import { twinMarks } from '../../../../src/core/windows/tabs/duplicate-titles.ts'
import { tabView } from '../../../support/tab-view.ts'
import { asSession } from '../../../support/windows/ids.ts'

const clock = (at: number) => `clock ${at}`

/** The line in so much room; `*` stands for the shape. */
function line(view: TabView, px: number, { template = usualSubtitle, shapePx = 15 } = {}): string {
  const { shape, parts } = lineThatFits(
    {
      ...{ template, fields: subtitleFields(view, 3_000, clock) },
      ...{ words: stateWords(view, clock), isUrgent: view.state === 'waiting' },
    },
    { px, shapePx, measure: (text) => 6 * text.length },
  )
  return `${shape && shapePx > 0 ? '*' : ''}${parts.map(({ text }) => text).join('')}`
}

describe('texts that fit into a tab', () => {
  const lines = (view: TabView, ...widths: number[]) => widths.map((px) => line(view, px))
  const asks = (kind: 'permission' | 'other', confidence: 'fact' | 'guess' = 'fact') =>
    tabView({ state: 'waiting', agent: { kind, confidence } })

  it('the project is omitted first, then the age, then words', () => {
    expect(lines(asks('permission'), 230, 190, 170, 130, 80, 70, 35, 20, 10)).toEqual([
      ...['*api · needs you: permission · 3 s', '*needs you: permission · 3 s'],
      ...['*needs you: permission', '*permission', '*permission', '*needs you', '*3 s', '*', '*'],
    ])
  })

  it('the icon of a tab that needs the user stays in a tab of 80 px', () => {
    // a tab of 80 px has 64 px for text
    expect(lines(asks('other'), 70, 64, 33, 32)).toEqual(['*your turn', '*3 s', '*3 s', '*'])
    expect(line(asks('other'), 64, { shapePx: 0 })).toBe('your turn')
    expect(line(asks('other'), 64, { template: '{state}' })).toBe('*')
  })

  it('a truncated project leaves no gap after it', () => {
    const view = tabView({ state: 'waiting', project: 'vibeflow', agent: { kind: 'permission' } })
    expect(lines(view, 243, 242, 236, 230)).toEqual([
      ...['*vibeflow · needs you: permission · 3 s', '*vibefl… · needs you: permission · 3 s'],
      ...['*vibef… · needs you: permission · 3 s', '*needs you: permission · 3 s'],
    ])
  })

  it('the branch is omitted before everything else', () => {
    const view = tabView({ state: 'waiting', branch: 'main', agent: { kind: 'permission' } })
    expect(lines(view, 255, 254, 220)).toEqual([
      '*api · main · needs you: permission · 3 s',
      '*api · needs you: permission · 3 s',
      '*api · needs you: permission · 3 s',
    ])
  })

  it('the question mark of a guess stays with every word', () => {
    expect(lines(asks('other', 'guess'), 230, 160, 80, 48, 30)).toEqual([
      ...['*api · needs you: your turn? · 3 s', '*needs you: your turn?', '*your turn?'],
      ...['*3 s', '*'],
    ])
  })

  it('a limit that is reached replaces "your turn", and follows other words', () => {
    const limited = (state: TabView['state'], limit: { until?: number }, kind = 'other' as const) =>
      tabView({ state, agent: { limit, ...(state === 'waiting' ? { kind } : {}) } })
    expect(lines(limited('waiting', { until: 7 }), 330, 170, 60)).toEqual([
      ...['*api · needs you: limited until clock 7 · 3 s', '*limited until clock 7', '*3 s'],
    ])
    expect(line(limited('idle', { until: 7 }), 400)).toBe(
      '*api · idle, limited until clock 7 · 3 s',
    )
    expect(line(limited('done', {}), 400)).toBe('*api · done, limited · 3 s')
  })

  it('that it is snoozed matters more than what it needs', () => {
    expect(
      lines(
        tabView({ state: 'waiting', agent: { kind: 'auth', snoozedUntil: 7 } }),
        330,
        120,
        60,
        40,
      ),
    ).toEqual([
      '*api · needs you: login, snoozed until clock 7 · 3 s',
      '*login, snoozed',
      '*snoozed',
      '*3 s',
    ])
  })

  it('a word without its shape is better than a shape without its word', () => {
    expect(lines(tabView({ state: 'working' }), 130, 95, 57, 48, 30)).toEqual([
      ...['*api · working · 3 s', '*working · 3 s', '*working', 'working', '*'],
    ])
    expect(lines(tabView({ state: 'idle', agent: { exitCode: 2 } }), 180, 130, 90, 80)).toEqual([
      ...['*api · idle, exit 2 · 3 s', '*idle, exit 2 · 3 s', '*idle, exit 2', '*idle'],
    ])
  })

  it('truncates the shortest label without icons, and keeps stateless tabs as they are', () => {
    expect([
      line(tabView({ state: 'working' }), 20, { shapePx: 0 }),
      line(tabView(), 20),
      line(asks('other'), 20, { template: '{directory}' }),
    ]).toEqual(['working', '*api', '*~/api'])
  })
})

describe('tabs that would read alike', () => {
  const tab = (id: string, tool: string, parts: Parameters<typeof tabView>[0] = {}) =>
    tabView({ id: asSession(id), title: 'api', state: 'working', ...parts, agent: { tool } })

  it('have the name of their agent, with a number where that is the same too', () => {
    const views = [
      tab('a', 'codex'),
      tab('b', 'claude'),
      tab('c', 'codex'),
      tab('d', 'pi', { title: 'other' }),
    ]
    expect([...twinMarks(views)]).toEqual([
      ['a', 'Codex 1'],
      ['c', 'Codex 2'],
      ['b', 'Claude Code'],
    ])
    expect(subtitleFields(views[0]!, 0, clock, 'Codex 1').project).toBe('~/api (Codex 1)')
  })

  it('the second line does not repeat the title', () => {
    const project = (parts: Parameters<typeof tabView>[0]) =>
      subtitleFields(tabView(parts), 0, clock).project
    expect([
      project({ title: 'claude' }),
      project({ title: 'api' }),
      project({ title: '~', project: '~', place: '~' }),
      project({ title: '~/api' }),
      project({ title: 'api', detail: 'api' }),
    ]).toEqual(['api', '~/api', '', 'api', 'api'])
  })

  it('a shell, a tab that the user has named, and an agent alone need none', () => {
    expect(
      twinMarks([
        tab('a', 'codex'),
        tab('b', '', {}),
        tab('c', 'codex', { named: true }),
        tab('d', 'codex', { state: 'active' }),
      ]).size,
    ).toBe(0)
  })
})
