/**
 * All tabs report to one notification center: each thing is notified once, and withdrawn when it
 * has been seen.
 */
import { describe, expect, it } from 'vitest'
import {
  NotificationCenter,
  type DesktopNotification,
} from '../../../../src/core/windows/attention/notification-center.ts'
import {
  notificationDefaults,
  type NotificationOptions,
} from '../../../../src/core/windows/attention/channels.ts'
import { defaults } from '../../../../src/core/config/table.ts'
import type { TabView } from '../../../../src/core/windows/tabs/tab-view.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { below, pick, seeded } from '../../../support/random.ts'
import { tabView, type TabParts } from '../../../support/tab-view.ts'
import { asSession } from '../../../support/windows/ids.ts'

function view(id: string, change: TabParts): TabView {
  return tabView({ id: asSession(id), title: id, place: '~', state: 'working', ...change })
}

function make(options: Partial<NotificationOptions> = {}) {
  const clock = new FakeClock()
  const said: string[] = []
  const on = new Map<string | null, DesktopNotification>()
  const world = { quiet: false, working: false }
  const notifications = new NotificationCenter({
    clock,
    minuteOfDay: () => 600,
    doNotDisturb: () => world.quiet,
    show: (notification) => {
      on.set(notification.session, notification)
      said.push(`show ${notification.session}: ${notification.title} | ${notification.body}`)
    },
    withdraw: (tab) => {
      on.delete(tab)
      said.push(`withdraw ${tab}`)
    },
    sound: () => said.push('sound'),
    flash: (window) => said.push(`flash ${window}`),
    toast: (_window, { title, text }) => said.push(`toast ${title}: ${text}`),
    badge: (count) => said.push(`badge ${count}`),
    working: (any) => {
      world.working = any
    },
    changed: () => undefined,
    counted: () => undefined,
  })
  notifications.setOptions({ ...defaults, notifications: { ...notificationDefaults, ...options } })
  const tab = (id: string, change: TabParts) => notifications.changed('w1', view(id, change))
  return { clock, notifications, on, said, tab, world }
}

const asks = (since: number, message?: string): TabParts => ({
  state: 'waiting',
  agent: { since, kind: 'permission', ...(message === undefined ? {} : { message }) },
})

describe('notifications', () => {
  it('notifies once of a waiting agent, and withdraws it when it has been seen', () => {
    const { clock, said, tab } = make()
    tab('web', {})
    tab('web', asks(5, 'May I?'))
    tab('web', asks(5, 'May I?')) // a heartbeat, a resize
    clock.advance(100)
    tab('web', { state: 'waiting', agent: { since: 5, kind: 'permission', seen: true } })
    tab('web', asks(5, 'May I?'))
    clock.advance(100)
    expect(said).toEqual([
      'show web: web | Claude Code needs you: permission. May I?',
      'flash w1',
      'badge 1',
      'withdraw web',
    ])
  })

  it('replaces, and does not stack', () => {
    const { on, tab } = make()
    tab('web', asks(5, 'one?'))
    tab('web', asks(9, 'two?'))
    expect([...on.values()].map(({ body }) => body)).toEqual([
      'Claude Code needs you: permission. two?',
    ])
  })

  it('does not report the active tab, not even when the user leaves it', () => {
    const { notifications, said, tab } = make()
    tab('web', {})
    notifications.front(asSession('web'), true)
    tab('web', asks(5))
    notifications.front(asSession('web'), false)
    tab('web', asks(5))
    expect(said).toEqual([])
  })

  it('waits before it reports that something is done, and drops it on new work', () => {
    const { clock, said, tab } = make({
      done: ['desktop'],
    })
    tab('web', { state: 'done', agent: { since: 0 } })
    clock.advance(1_000)
    tab('web', { state: 'working', agent: { since: 1_000 } })
    clock.advance(5_000)
    expect(said).toEqual([])
    tab('web', { state: 'done', agent: { since: 6_000 } })
    clock.advance(1_999)
    expect(said).toEqual([])
    clock.advance(1)
    expect(said).toEqual(['show web: web | Claude Code is done'])
  })

  it('keeps of a muted tab the history and the badge alone', () => {
    const { clock, notifications, said, tab } = make()
    tab('web', { ...asks(5), muted: true })
    clock.advance(100)
    const kept = () =>
      notifications.history.map(({ session, category, muted }) => [session, category, muted])
    expect([said, kept()]).toEqual([['badge 1'], [['web', 'waiting', true]]])
    tab('web', asks(6))
    expect(kept()).toEqual([
      ['web', 'waiting', true],
      ['web', 'waiting', undefined],
    ])
  })

  it('withdraws snoozed notifications, and no longer counts them', () => {
    const { clock, said, tab } = make()
    tab('web', asks(5))
    clock.advance(100)
    tab('web', { state: 'waiting', agent: { since: 5, kind: 'permission', snoozedUntil: 9_999 } })
    clock.advance(100)
    expect(said.slice(2)).toEqual(['badge 1', 'withdraw web', 'badge 0'])
  })

  it('sums up a storm in one notification', () => {
    const { clock, said, tab } = make()
    for (let at = 1; at <= 23; at += 1) tab(`t${at}`, asks(at))
    clock.advance(1_000)
    const shown = said.filter((line) => line.startsWith('show'))
    expect([shown.length, ...shown.slice(-2)]).toEqual([
      21,
      'show t20: t20 | Claude Code needs you: permission',
      'show null: 3 more notifications | t21, t22, t23',
    ])
  })

  it('keeps to itself what the user does not want to leave the window', () => {
    const bodies = (['title', 'none'] as const).map((content) => {
      const { on, tab } = make({ content })
      tab('web', asks(5, 'the secret'))
      return [...on.values()].map(({ title, body }) => `${title} | ${body}`)[0]
    })
    expect(bodies).toEqual(['web | ', 'vibeflow | A tab needs you.'])
  })

  it('reports how a program ended: a bad end as a failure, once', () => {
    const { said, tab } = make()
    tab('a', {
      state: 'active',
      phase: 'ended',
      exit: { code: 0, signal: null, ranMs: 1 },
      agent: { since: 3, source: 'exit', tool: '' },
    })
    tab('b', {
      state: 'error',
      phase: 'ended',
      exit: { code: 0, signal: 'SIGKILL', ranMs: 1 },
      agent: { since: 3, source: 'exit', tool: '' },
    })
    tab('c', {
      state: 'active',
      phase: 'ended',
      exit: { code: 130, signal: null, ranMs: 1 },
      agent: { since: 3, source: 'exit', tool: '' },
    })
    tab('d', {
      state: 'active',
      phase: 'ended',
      exit: { code: null, signal: null, ranMs: 1 },
      agent: { since: 3, source: 'exit', tool: '' },
    })
    expect(said).toEqual([
      'toast a: Process exited with code 0',
      'show b: b | Process was killed (SIGKILL)',
      'toast b: Process was killed (SIGKILL)',
      'toast c: Process exited with code 130',
      'toast d: Process ended, exit code unknown',
    ])
  })

  it("shows a program's notification, and withdraws it when the program closes it", () => {
    const { said, tab } = make()
    tab('web', {
      state: 'active',
      call: { kind: 'program', title: 'Build', body: 'ok <b>', at: 7 },
    })
    tab('web', { state: 'active' })
    expect(said).toEqual(['show web: web | Message: Build: ok ‹b›', 'withdraw web'])
  })

  it('leaves no timer', () => {
    const { clock, notifications, tab } = make()
    tab('web', { state: 'done', agent: { since: 0 } })
    tab('api', asks(5))
    notifications.gone(asSession('web'))
    notifications.dispose()
    expect(clock.timers).toBe(0)
  })

  it('reports no episode twice, none seen, snoozed, muted or active, one per tab', () => {
    const random = seeded(41)
    for (let round = 0; round < 60; round += 1) {
      const { clock, notifications, on, said, tab } = make({ done: ['desktop'] })
      const ids = ['a', 'b', 'c']
      const now = new Map<
        string,
        {
          state: TabView['state']
          since: number
          seen: boolean
          muted: boolean
          snoozed: boolean
          front: boolean
        }
      >()
      const reported = new Set<string>()
      for (let step = 0; step < 80; step += 1) {
        // few enough not to be summed up
        clock.advance(below(random, pick(random, [1_500, 60_000])))
        const id = pick(random, ids)
        const was = now.get(id)
        const next =
          was === undefined || below(random, 3) === 0
            ? {
                state: pick(random, ['working', 'waiting', 'error', 'done'] as const),
                since: clock.now(),
                seen: false,
                muted: was?.muted ?? false,
                snoozed: false,
                front: was?.front ?? false,
              }
            : {
                ...was,
                seen: was.seen || below(random, 3) === 0,
                muted: below(random, 5) === 0,
                snoozed: below(random, 6) === 0,
                front: below(random, 4) === 0,
              }
        now.set(id, next)
        said.length = 0
        notifications.front(asSession(id), next.front)
        tab(id, {
          state: next.state,
          agent: { since: next.since, seen: next.seen, snoozedUntil: next.snoozed ? 1e9 : null },
          ...(next.muted ? { muted: true } : {}),
        })
        for (const line of said.filter((one) => one.startsWith('show'))) {
          const key = `${line.slice(5, 6)} ${next.state} ${next.since}`
          expect([
            reported.has(key),
            next.seen || next.snoozed || next.muted || next.front,
          ]).toEqual([false, false])
          reported.add(key)
        }
        for (const [shown] of on) {
          const of = now.get(shown ?? '')
          expect(of !== undefined && (of.seen || of.snoozed || of.muted)).toBe(false)
        }
      }
      notifications.dispose()
      expect([on.size, clock.timers]).toEqual([0, 0])
    }
  })
})
