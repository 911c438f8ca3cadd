/** Tests which tabs ask for the user, and where the window shows that. */
import { describe, expect, it } from 'vitest'
import { StateAnnouncer, announceIntervalMs } from '../../../../src/core/windows/tabs/announce.ts'
import {
  asks,
  edgeMark,
  mostUrgent,
  waitingCount,
  waitingWords,
  windowTitle,
} from '../../../../src/core/windows/tabs/needs-you.ts'
import { tabLayout, tabsInView } from '../../../../src/core/windows/tabs/tab-layout.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { tabView } from '../../../support/tab-view.ts'
import { asSession } from '../../../support/windows/ids.ts'

const waiting = (id: string, since: number, agent = {}) =>
  tabView({ id: asSession(id), state: 'waiting', agent: { since, ...agent } })

describe('attention', () => {
  it('counts unseen tabs in the title, without snoozed ones', () => {
    const tabs = [
      waiting('a', 1),
      waiting('b', 1, { seen: true }),
      waiting('c', 1, { snoozedUntil: 9 }),
      tabView({ id: asSession('d'), state: 'done' }),
      tabView({ id: asSession('e'), state: 'working' }),
    ]
    const count = tabs.filter(asks).length
    const view = tabView({
      title: 'claude',
      place: '~/api',
      state: 'waiting',
      agent: { tool: 'claude' },
    })
    const titles = (template: string) => [
      windowTitle(template, view, count),
      windowTitle(template, tabView({ title: 'bash' }), 0),
      windowTitle(template, undefined, 0),
    ]
    expect(titles('{title} - vibeflow')).toEqual([
      '(2) claude - vibeflow',
      'bash - vibeflow',
      'vibeflow',
    ])
    expect(titles('{count} - {tool} - {state} - {directory} - v')).toEqual([
      '2 - Claude Code - waiting - ~/api - v',
      'Claude Code - ~/api - v',
      'v',
    ])
  })

  it('keeps counting a question that was seen, in the color of the most urgent state', () => {
    const done = (agent = {}) => tabView({ id: asSession('d'), state: 'done', agent })
    const count = (...tabs: Parameters<typeof waitingCount>[0]) => {
      const counted = waitingCount(tabs)
      return counted === null ? null : `${waitingWords(counted)}: ${counted.state}`
    }
    const seen = waiting('b', 1, { seen: true })
    expect(count(waiting('a', 1), done())).toBe('2 need you: waiting')
    expect(count(seen, done())).toBe('2 need you, 1 of them seen: waiting')
    expect(count(seen)).toBe('1 needs you (seen): waiting')
    expect(count(done())).toBe('1 needs you: done')
    for (const quiet of [
      done({ seen: true }),
      waiting('c', 1, { snoozedUntil: 9 }),
      waiting('d', 1, { seen: true, answered: true }),
      tabView({ state: 'working' }),
    ])
      expect(count(quiet)).toBeNull()
  })

  it('marks an edge with the most urgent state, the count, and the oldest of that state', () => {
    const tabs = [
      tabView({ id: asSession('d'), state: 'done' }),
      waiting('young', 9),
      tabView({ id: asSession('w'), state: 'working' }),
      waiting('old', 3),
      tabView({ id: asSession('x'), state: 'error' }),
    ]
    expect(edgeMark(tabs)).toEqual({ state: 'waiting', count: 4, session: 'old' })
    expect(edgeMark([tabView({ state: 'working' })])).toBeNull()
    expect(mostUrgent([])).toBeNull()
  })

  it('finds the visible tabs', () => {
    // a strip of 844 px
    const layout = tabLayout({ barWidth: 960, tabs: 60 })
    expect([0, 39, 41, 400, 60 * 80 - 844].map((scroll) => tabsInView(layout, 60, scroll))).toEqual(
      [
        { from: 0, to: 11 },
        { from: 0, to: 11 },
        { from: 1, to: 11 },
        { from: 5, to: 16 },
        { from: 49, to: 60 },
      ],
    )
  })
})

describe('announcer', () => {
  const make = () => {
    const clock = new FakeClock()
    const said: string[] = []
    return {
      clock,
      said,
      announcer: new StateAnnouncer(clock, (urgency, text) => said.push(`${urgency}: ${text}`)),
    }
  }

  it('announces an urgent tab immediately, then collects the rest, urgent first', () => {
    const { clock, said, announcer } = make()
    announcer.changed('working', waiting('a', 0, { kind: 'permission' }))
    announcer.changed(
      'working',
      tabView({ id: asSession('b'), title: 'make', state: 'done', agent: { tool: '' } }),
    )
    announcer.changed(
      'working',
      tabView({ id: asSession('c'), title: 'test', state: 'error', agent: { tool: '' } }),
    )
    expect(said).toEqual(['assertive: claude, Claude Code: needs you: permission.'])
    clock.advance(announceIntervalMs)
    expect(said.slice(1)).toEqual(['assertive: test: failed. make: done.'])
    expect(clock.timers).toBe(0)
  })

  it('announces neither work nor changes that are already over', () => {
    const { clock, said, announcer } = make()
    announcer.changed('active', tabView({ state: 'working' }))
    announcer.changed('active', waiting('a', 0))
    announcer.changed('active', waiting('b', 0))
    announcer.changed('waiting', tabView({ id: asSession('b'), state: 'working' }))
    clock.advance(announceIntervalMs)
    expect(said.length).toBe(1)
    announcer.changed('active', waiting('c', 0))
    announcer.changed('active', waiting('d', 0))
    announcer.dispose()
    expect(clock.timers).toBe(0)
  })
})
