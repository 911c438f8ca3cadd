/**
 * docs/contributing/internals/security.md, notifications: a program's text reaches the desktop as
 * it is and never as markup. A desktop that hangs, lies or is gone stops nothing.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  NotificationCenter,
  type DesktopNotification,
} from '../../../src/core/windows/attention/notification-center.ts'
import { desktopPerMinuteMax } from '../../../src/core/windows/attention/limits.ts'
import { Dispatcher } from '../../../src/agents/dispatch/dispatcher.ts'
import type { TabView } from '../../../src/core/windows/tabs/tab-view.ts'
import { AttentionRequests } from '../../../src/core/session/attention-requests.ts'
import { busRetryMs, notificationsWaitingMax } from '../../../src/electron-shim/limits.ts'
import { busCallMs, busCallsMax } from '../../../src/host/desktop/session-bus/limits.ts'
import {
  DesktopNotifications,
  type ShownNotification,
} from '../../../src/electron-shim/desktop/desktop-notifications.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import {
  notifications,
  showNotifications,
  startFakeDesktop,
  type Behaviour,
  type FakeDesktop,
} from '../../support/fake/fake-desktop.ts'
import { quietDesktop } from '../../support/fake/quiet-desktop.ts'

const cleanUp: (() => unknown)[] = []
const uncaught = vi.fn()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  uncaught.mockClear()
  process.on('uncaughtException', uncaught)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const act of cleanUp.splice(0).reverse()) await act()
  process.off('uncaughtException', uncaught)
  expect(uncaught.mock.calls).toEqual([])
})

/** Waits for a fact, however busy the machine is; no time passes for the timers. */
async function until(holds: () => boolean): Promise<void> {
  const end = process.hrtime.bigint() + 20_000_000_000n
  while (!holds()) {
    if (process.hrtime.bigint() > end) throw new Error('waited in vain')
    await turn()
  }
}
/** Waits until pending events within this process have arrived. */
const settle = async () => {
  for (let turns = 0; turns < 60; turns += 1) await turn()
}

async function desktop(behaviour: Behaviour = {}): Promise<FakeDesktop> {
  vi.useRealTimers()
  const one = await startFakeDesktop(behaviour)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  cleanUp.push(one.close)
  return one
}

function service(address: string) {
  const [said, reported] = [[] as string[], [] as string[]]
  const made = new DesktopNotifications(address, (line) => said.push(line))
  cleanUp.push(() => made.dispose())
  const notification = (
    title: string,
    body = '',
    more: Partial<ShownNotification> = {},
  ): ShownNotification => ({
    title,
    body,
    urgency: 'normal',
    silent: true,
    timeoutType: 'default',
    buttons: [],
    hints: {},
    clicked: () => reported.push(`clicked ${title}`),
    pressed: (index) => reported.push(`pressed ${index} of ${title}`),
    closed: () => reported.push(`closed ${title}`),
    ...more,
  })
  return { made, said, reported, notification }
}

const hostile = [
  '<b>bold</b>',
  '&lt;b&gt; &#60; &amp;',
  '\\074b\\076 \\x3c \\377',
  '<a href="file:///etc/passwd">click</a><img src="http://host/x">',
  ...['--action=x', '%s%n', 'a\nb', '\ud800 half', 'NUL \0 inside', ''],
]

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '')

describe('text', () => {
  const unescaped = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  test.each([
    [['body', 'body-markup', 'actions'], true],
    [['body'], false],
    [[], false],
  ] as const)(
    'a desktop that can do %j gets it as it is: markup escaped is %s',
    async (capabilities, markup) => {
      const { address, notified } = await desktop({ capabilities })
      const { made, notification } = service(address)
      for (const text of hostile) made.show(notification(text, text))
      await until(() => notified.length === hostile.length)
      expect(notified.map(({ title }) => title)).toEqual(
        hostile.map((text) => wellFormed(text).replace('\0', '')),
      )
      for (const [index, { body }] of notified.entries()) {
        if (markup) expect(body).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
        expect(markup ? unescaped(body) : body).toBe(
          wellFormed(hostile[index] ?? '').replace('\0', ''),
        )
      }
      expect(notified[0]).toMatchObject({
        actions: capabilities.includes('actions' as never) ? ['default', 'Open'] : [],
        hints: { urgency: 1, 'desktop-entry': 'vibeflow', 'suppress-sound': true },
      })
    },
  )
})

describe('click, close, replace', () => {
  test('a click and a close reach their notification, also while it is replaced', async () => {
    let asked = (_id: number): void => undefined
    const { address, notified, withdrawn, signal } = await desktop({
      answer: (id) => {
        asked(id)
        return id
      },
    })
    const { made, reported, notification } = service(address)
    const [one, two, early, earlier] = [
      notification('one'),
      notification('two'),
      notification('early'),
      notification('earlier'),
    ]
    made.show(one)
    made.show(two)
    await until(() => notified.length === 2)
    made.show(one)
    await until(() => notified.length === 3)
    expect(notified.map(({ replaces }) => replaces)).toEqual([0, 0, 1])
    signal('ActionInvoked', 'us', [1, 'default']) // after the reply, on one connection
    signal('ActionInvoked', 'us', [2, 'other'])
    signal('NotificationClosed', 'uu', [2, 2])
    await until(() => reported.length === 2)
    expect(reported).toEqual(['clicked one', 'closed two'])
    made.show(earlier)
    made.withdraw(earlier) // never sent
    made.withdraw(two)
    asked = () => made.withdraw(early)
    made.show(early)
    await until(() => withdrawn.length === 1)
    made.withdraw(one)
    await until(() => withdrawn.length === 2)
    expect([notified.map(({ title }) => title), withdrawn, reported]).toEqual([
      ['one', 'two', 'one', 'early'],
      [4, 1],
      ['clicked one', 'closed two'],
    ])
  })
})

test('one closed and shown again before it was answered is shown once', async () => {
  const { address, notified, withdrawn } = await desktop()
  const { made, notification } = service(address)
  const one = { ...notification('unsent') } as { title: string } & ShownNotification
  const again = (title: string) => {
    made.withdraw(one)
    one.title = title
    made.show(one)
  }
  made.show(one)
  again('first')
  await until(() => notified.length === 1)
  again('second')
  await until(() => notified.length === 2 && withdrawn.length === 1)
  await settle()
  expect([notified.map(({ title }) => title), withdrawn]).toEqual([['first', 'second'], [1]])
})

describe('a storm', () => {
  test('100,000 of ten tabs in a minute reach the desktop within its rate', () => {
    const clock = new FakeClock()
    const on = new Map<string | null, DesktopNotification>()
    let shown = 0
    const notifications = new NotificationCenter({
      clock,
      ...quietDesktop,
      show: (notification) => {
        shown += 1
        on.set(notification.session, notification)
      },
      withdraw: (tab) => {
        on.delete(tab)
      },
    })
    const tabs = Array.from({ length: 10 }, (_, tab) => {
      const calls = new AttentionRequests(clock, (call) =>
        notifications.changed('w', {
          id: String(tab),
          title: `tab ${tab}`,
          project: '',
          place: '',
          state: 'active',
          phase: 'running',
          ...(call === null ? {} : { call }),
        } as unknown as TabView),
      )
      return new Dispatcher('thishost', {
        query: () => undefined,
        notificationClosed: (id) => calls.closed(id),
        evidence: (evidence) => calls.found(evidence, () => false),
      })
    })
    for (let second = 0; second < 60; second += 1) {
      for (const [at, tab] of tabs.entries())
        tab.feed(
          new TextEncoder().encode(
            Array.from({ length: 167 }, (_, one) => `\x1b]9;${at} ${second} ${one}\x07`).join(''),
          ),
        )
      clock.advance(1_000)
    }
    expect(shown).toBeLessThanOrEqual(desktopPerMinuteMax + 2)
    expect(on.size).toBeLessThanOrEqual(tabs.length + 1)
    notifications.dispose()
  })

  test('a desktop that never answers gets few calls, and the rest is closed', async () => {
    let answers = true
    const { address, notified, calls, withdrawn } = await desktop({
      answer: (id) => (answers ? id : undefined),
    })
    const { made, said, reported, notification } = service(address)
    const first = notification('first')
    made.show(first)
    await until(() => notified.length === 1)
    await settle()
    answers = false
    for (let count = 0; count < 5_000; count += 1) made.show(notification(String(count)))
    await settle()
    made.withdraw(first)
    await until(() => withdrawn.length === 1)
    expect({
      sent: calls.filter((member) => member === 'Notify').length <= 1 + notificationsWaitingMax,
      refused: reported.length,
      said,
    }).toEqual({
      sent: true,
      refused: 5_000 - notificationsWaitingMax,
      said: ['desktop notifications are not shown for now: too many of them wait'],
    })
    expect(notificationsWaitingMax).toBeLessThan(busCallsMax)
    vi.advanceTimersByTime(busCallMs)
    await until(() => reported.length === 5_000)
    answers = true
    made.show(notification('after'))
    await until(() => notified.at(-1)?.title === 'after')
    expect(said.length).toBe(1)
  })
})

describe('forged', () => {
  test('signals of strangers and for unknown ids do nothing', async () => {
    const { address, notified, signal, stranger, bus } = await desktop()
    const { made, reported, notification } = service(address)
    made.show(notification('one'))
    await until(() => notified.length === 1)
    await settle()
    vi.useRealTimers()
    const other = await stranger()
    const ours = [...Array(20).keys()].map((at) => `:1.${at}`)
    for (const destination of ours) {
      for (const [member, signature, body] of [
        ['ActionInvoked', 'us', [1, 'default']],
        ['NotificationClosed', 'uu', [1, 1]],
      ] as const) {
        other.connection.message({
          type: 4,
          serial: other.serial++,
          destination,
          path: notifications.path,
          interface: notifications.name,
          member,
          signature,
          body: [...body],
        })
      }
      other.connection.message({
        type: 4,
        serial: other.serial++,
        destination,
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'NameOwnerChanged',
        signature: 'sss',
        body: [notifications.name, ':1.1', ':1.9'],
      })
    }
    signal('ActionInvoked', 'us', [77, 'default'])
    signal('ActionInvoked', 's', ['default'])
    bus.sendSignal('/elsewhere', notifications.name, 'NotificationClosed', 'uu', [1, 1])
    await settle()
    await settle()
    expect(reported).toEqual([])
    signal('NotificationClosed', 'uu', [1, 1])
    await until(() => reported.length === 1)
    await other.close()
  })

  test('a reply of a stranger costs only that notification', async () => {
    const { address, notified, stranger } = await desktop({ answer: () => undefined })
    const { made, reported, notification } = service(address)
    vi.useRealTimers()
    const other = await stranger()
    made.show(notification('one'))
    await until(() => notified.length === 1)
    for (let serial = 1; serial < 20; serial += 1) {
      for (let at = 0; at < 20; at += 1)
        other.connection.message({
          type: 2,
          serial: other.serial++,
          destination: `:1.${at}`,
          replySerial: serial,
          signature: 'u',
          body: [9],
        })
    }
    await until(() => reported.length === 1)
    expect(reported).toEqual(['closed one'])
    await other.close()
  })

  test("an invalid id, or another notification's, is not stored twice", async () => {
    const answers: unknown[] = [0, 7, 7]
    const { address, notified, withdrawn } = await desktop({ answer: () => answers.shift() })
    const { made, reported, said, notification } = service(address)
    const [one, two, three] = ['one', 'two', 'three'].map((title) => notification(title))
    for (const each of [one, two, three]) made.show(each!)
    await until(() => notified.length === 3 && reported.length === 2)
    expect(reported).toEqual(['closed one', 'closed two'])
    expect(said).toEqual([
      'desktop notifications are not shown for now: no program of this desktop takes them',
    ])
    made.withdraw(two!)
    made.withdraw(three!)
    await until(() => withdrawn.length === 1)
    expect(withdrawn).toEqual([7])
  })
})

describe('gone, hung, restarted', () => {
  /** A bus that sends these lines and then nothing. */
  async function mute(
    lines: readonly string[],
  ): Promise<{ address: string; dialled: () => number }> {
    const folder = mkdtempSync(join(tmpdir(), 'bus-'))
    const path = join(folder, 'bus')
    const sockets: Socket[] = []
    const server: Server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.once('data', () => {
        for (const line of lines) socket.write(line)
      })
    })
    await new Promise<void>((resolve) => {
      server.listen(path, resolve)
    })
    cleanUp.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
      rmSync(folder, { recursive: true })
    })
    return { address: `unix:path=${path}`, dialled: () => sockets.length }
  }

  test.each([
    ['does not greet', []],
    ['does not answer Hello', ['OK 0123456789abcdef0123456789abcdef\r\n']],
  ] as const)(
    'a bus that %s: one sentence, one dial, every notification closed',
    async (_what, lines) => {
      const { address, dialled } = await mute(lines)
      const { made, said, reported, notification } = service(address)
      for (let count = 0; count < 10; count += 1) made.show(notification('a'))
      await until(() => dialled() === 1)
      await settle()
      vi.advanceTimersByTime(busCallMs)
      await until(() => reported.length === 10)
      for (let count = 0; count < 10; count += 1) made.show(notification('b'))
      await until(() => reported.length === 20)
      expect(said).toEqual([
        'desktop notifications are not shown for now: the desktop does not answer',
      ])
      expect(dialled()).toBe(1)
      vi.advanceTimersByTime(busRetryMs)
      made.show(notification('c'))
      await until(() => dialled() === 2)
    },
  )

  test.each([
    ['no socket', 'unix:path=/nonexistent/bus'],
    ['no kind of address', 'carrier-pigeon:nest=1'],
    ['nonsense', ';;;=,:'],
  ])('%s: one sentence', async (_what, address) => {
    const { made, said, reported, notification } = service(address)
    made.show(notification('a'))
    made.show(notification('b'))
    await until(() => reported.length === 2)
    expect(said).toEqual([
      'desktop notifications are not shown for now: the session bus cannot be reached',
    ])
  })

  test.each([
    ['refuses', ['REJECTED EXTERNAL\r\n']],
    [
      'speaks nonsense after its greeting',
      ['OK 0123456789abcdef0123456789abcdef\r\n', '\u00ff'.repeat(64)],
    ],
  ])('a bus that %s', async (_what, lines) => {
    const { address } = await mute(lines)
    const { made, said, reported, notification } = service(address)
    made.show(notification('a'))
    await until(() => reported.length === 1)
    expect(said).toEqual([
      'desktop notifications are not shown for now: the session bus cannot be reached',
    ])
  })

  test('a bus restart closes open notifications, and the next one is shown', async () => {
    const first = await desktop()
    const { made, said, reported, notification } = service(first.address)
    made.show(notification('a'))
    await until(() => first.notified.length === 1)
    await settle()
    cleanUp.splice(cleanUp.indexOf(first.close), 1)
    vi.useRealTimers()
    await first.close()
    await until(() => reported.length === 1)
    const socket = first.address.replace('unix:path=', '')
    mkdirSync(dirname(socket))
    cleanUp.push(() => rmSync(dirname(socket), { recursive: true }))
    const again = await startFakeDesktop({}, socket)
    cleanUp.push(again.close)
    made.show(notification('b'))
    await until(() => again.notified.length === 1)
    expect([reported, said]).toEqual([['closed a'], []])
  })

  test('a new notification service is asked for its capabilities again', async () => {
    const { address, bus, notified } = await desktop()
    const { made, reported, notification } = service(address)
    made.show(notification('a', '<'))
    await until(() => notified.length === 1)
    await settle()
    vi.useRealTimers()
    await bus.releaseName(notifications.name)
    const next = await showNotifications(address, { capabilities: ['body'] })
    await until(() => reported.length === 1)
    made.show(notification('b', '<'))
    await until(() => next.notified.length === 1)
    expect([notified[0]?.body, next.notified[0]?.body]).toEqual(['&lt;', '<'])
    await next.bus.close()
  })
})
