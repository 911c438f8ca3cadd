/** The tab of several panes. */
import { describe, expect, it } from 'vitest'
import type { TabView } from '../../../../src/core/windows/tabs/tab-view.ts'
import { headlineOf } from '../../../../src/core/windows/tabs/headline.ts'
import { stateWords } from '../../../../src/core/windows/tabs/narrow.ts'
import { stateWord, subtitleFields } from '../../../../src/core/windows/tabs/state-words.ts'
import { tabView } from '../../../support/tab-view.ts'
import { asSession } from '../../../support/windows/ids.ts'

const pane = (id: string, state: TabView['state'], more: Partial<TabView> = {}): TabView => {
  const names = {
    id: asSession(id),
    title: `title of ${id}`,
    project: `project of ${id}`,
    place: '~',
    state,
  }
  const { agent, ...rest } = tabView({ ...names, agent: { since: 5, tool: id } })
  return { ...rest, ...(state === 'active' ? {} : { agent }), ...more }
}
const clock = () => '10:00'

describe('headline of panes', () => {
  it('is the pane itself where it is alone', () => {
    const alone = pane('a', 'working')
    expect(headlineOf([alone], asSession('a'))).toBe(alone)
    expect(headlineOf([], asSession('a'))).toBeNull()
  })

  it('shows the most urgent, named after the one with the focus, and counts', () => {
    const panes = [
      pane('a', 'idle'),
      pane('b', 'waiting'),
      pane('c', 'error'),
      pane('d', 'waiting'),
    ]
    const view = headlineOf(panes, asSession('c'))
    expect(view).toMatchObject({
      id: 'c',
      title: 'title of c',
      project: 'project of b',
      state: 'waiting',
      agent: { tool: 'b' },
      panes: { of: 4, need: 2 },
    })
    expect(stateWord(view as TabView, clock)).toBe('2 of 4 panes need you')
    expect(stateWords(view as TabView, clock)).toContain('2 of 4')
  })

  it('keeps a name of the user, that of the pane with the focus first', () => {
    const named = (id: string) => pane(id, 'idle', { title: `my ${id}`, named: true })
    const title = (views: TabView[], focus: string) => headlineOf(views, asSession(focus))?.title
    const panes = [pane('a', 'idle'), named('b'), named('c')]
    expect(['a', 'b', 'c'].map((focus) => title(panes, focus))).toEqual(['my b', 'my b', 'my c'])
    expect(headlineOf(panes, asSession('a'))).toMatchObject({ id: 'a', named: true })
  })

  it.each([
    [1, 'idle, exit 1'],
    [130, 'idle'],
    [148, 'idle'],
  ])('of a shell whose command exited with %i is "%s"', (exitCode, words) => {
    const shell = pane('a', 'idle')
    expect(stateWord({ ...shell, agent: { ...shell.agent!, exitCode } }, clock)).toBe(words)
  })

  it('claims neither success nor failure when the exit code is unknown', () => {
    const ended = pane('a', 'active', { exit: { code: null, signal: null, ranMs: 9 } })
    expect(stateWord(ended, clock)).toBe('exit unknown')
    expect(subtitleFields(ended, 0, clock).exit).toBe('exit unknown')
  })

  it('has the exit code of the pane whose state it shows', () => {
    const ended = pane('a', 'error', { exit: { code: 3, signal: null, ranMs: 9 } })
    const view = headlineOf([ended, pane('b', 'waiting')], asSession('a'))
    expect(stateWord(view as TabView, clock)).toBe('1 of 2 panes needs you')
    expect(headlineOf([ended, pane('b', 'idle')], asSession('b'))?.exit?.code).toBe(3)
  })

  it('prefers a state that the user has not seen', () => {
    const { agent } = tabView({ agent: { seen: true } })
    const seen = pane('a', 'waiting', { agent })
    const view = headlineOf([seen, pane('b', 'waiting')], asSession('a'))
    expect(view?.agent?.tool).toBe('b')
    expect(stateWord(headlineOf([seen, pane('b', 'idle')], asSession('a')) as TabView, clock)).toBe(
      '1 of 2 panes needs you',
    )
  })

  it('shows the directory of the focused pane, where no pane reports anything', () => {
    const { agent } = tabView()
    const shells = [pane('a', 'active'), pane('b', 'active', { agent, place: '~/api' })]
    expect(headlineOf(shells, asSession('a'))).toMatchObject({
      project: 'project of a',
      place: '~',
    })
  })

  it('shows what a pane works on if no pane needs the user', () => {
    const view = headlineOf([pane('a', 'active'), pane('b', 'working')], asSession('a'))
    expect(view).toMatchObject({ title: 'title of a', state: 'working', panes: { need: 0 } })
    expect(stateWord(view as TabView, clock)).toBe('working')
  })

  it('is as the focused pane if every pane is only at a prompt', () => {
    const failed = pane('a', 'idle', { agent: tabView({ agent: { exitCode: 1 } }).agent })
    const view = headlineOf([failed, pane('htop', 'active')], asSession('htop'))
    expect(view).toMatchObject({ title: 'title of htop', state: 'active' })
    expect(view).not.toHaveProperty('agent')
    expect(headlineOf([failed, pane('htop', 'active')], asSession('a'))?.state).toBe('idle')
    expect(headlineOf([failed, pane('b', 'done')], asSession('a'))?.state).toBe('done')
  })

  it('keeps a call of any pane', () => {
    const call = { kind: 'bell', title: '', body: '', at: 3 } as const
    expect(
      headlineOf([pane('a', 'idle'), pane('b', 'idle', { call })], asSession('a'))?.call,
    ).toEqual(call)
  })
})
