/**
 * Forged output remains only text on the screen. It does not change what the user starts again,
 * does not hide reports of other tabs, and does not appear in vibeflow's own sentences.
 */
import { describe, expect, test } from 'vitest'
import {
  NotificationCenter,
  type DesktopNotification,
} from '../../../src/core/windows/attention/notification-center.ts'
import { sentenceOf } from '../../../src/core/windows/attention/messages.ts'
import { notificationsKeptMax } from '../../../src/core/windows/attention/limits.ts'
import type { MainMessage } from '../../../src/core/ipc/contract.ts'
import type { TabView } from '../../../src/core/windows/tabs/tab-view.ts'
import { ClosedTabs } from '../../../src/core/windows/workspace/closed-tabs.ts'
import { restartRule } from '../../../src/core/session/launch/restart-rule.ts'
import { closeWarning } from '../../../src/core/windows/tabs/closing.ts'
import { windowTitle } from '../../../src/core/windows/tabs/needs-you.ts'
import { Terminal, snapshotOf } from '../../../src/terminal/index.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { makeWorkspace } from '../../support/windows/make-workspace.ts'
import { asPane, asSession } from '../../support/windows/ids.ts'
import { quietDesktop } from '../../support/fake/quiet-desktop.ts'

function window() {
  const { start, ptys } = fakeStart((path) => path !== '/gone')
  const sent: MainMessage[] = []
  const closed = new ClosedTabs(() => undefined)
  let clipboard = ''
  const workspace = makeWorkspace({
    clock: new FakeClock(),
    start,
    clipboard: {
      write: (_selection, text) => {
        clipboard = text
        return Promise.resolve()
      },
    },
    registry: { closed },
  })
  workspace.connect((message) => sent.push(message))
  workspace.receive({ kind: 'page/ready' })
  return { ptys, sent, workspace, closed, clipboard: () => clipboard }
}

describe('restarted sessions', () => {
  const make = { program: 'make', args: ['install'] }

  test.each([
    ...['7;file:///tmp/evil', '7;file:///gone', '9;9;/tmp/evil', '1337;CurrentDir=/tmp/evil'],
    '633;P;Cwd=/tmp/evil',
  ])(
    'a command duplicated, reopened or restored runs where it was started, whatever OSC %s reports',
    (osc) => {
      const { ptys, workspace, closed } = window()
      workspace.newTabs.open({ directory: '/home/u', command: null } as never)
      workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 80, rows: 24 })
      workspace.newTabs.open({ directory: '/srv/app', command: make } as never)
      ptys[1]?.print(`\x1b]${osc}\x07`)
      const kept = workspace.session(asSession('t2'))?.restorable(0)
      workspace.receive({ kind: 'session/duplicate', session: asSession('t2') })
      workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: true })
      expect(closed.count).toBe(1)
      workspace.receive({ kind: 'tab/reopen' })
      expect([kept?.directory, ...ptys.slice(1).map(({ launch }) => launch.directory)]).toEqual([
        ...['/srv/app', '/srv/app', '/srv/app', '/srv/app'],
      ])
    },
  )
})

describe('leftovers of a program', () => {
  const left = (bytes: string) => {
    const terminal = new Terminal({ cols: 40, rows: 6, scrollback: 0 })
    for (const part of [bytes, restartRule('restored'), '$ '])
      terminal.write(typeof part === 'string' ? new TextEncoder().encode(part) : part)
    const position = { epoch: 0, rev: 0, at: 0 }
    const shot = snapshotOf(terminal.screen, position)
    const { modes, colors, keyboard, pen, charsets, cursors, margins } = shot
    return { modes, colors, keyboard, pen, charsets, cursors, margins }
  }

  test.each([
    [
      'text in the colour of its background',
      '\x1b]10;#000000\x07\x1b]11;#000000\x07\x1b]12;#000000\x07',
    ],
    ['a palette', '\x1b]4;1;#000000;7;#000000\x07'],
    ['reports of sizes, schemes and visibility', '\x1b[?2031;2033;2048h'],
    ['clusters', '\x1b[?2027h'],
    ['extra cursors', '\x1b[>1;4 q\x1b[>40;5:1 q'],
    ['line ends', '\x1b[20h'],
    ['keyboard, mouse and focus', '\x1b[?1;66;1003;1004;1006h\x1b=\x1b[>31u\x1b[?1049h\x1b[>31u'],
    ['paste brackets', '\x1b[?2004h'],
    ['margins', '\x1b[?69h\x1b[3;9s\x1b[2;4r'],
    ['a link and a look', '\x1b]8;;https://evil.example/\x07\x1b[8;31m'],
    ['letters', '\x1b)0\x0e'],
    ['a sequence without an end', '\x1b]0;'],
  ])('%s is not there for the next one', (_name, bytes) => {
    expect(left(bytes)).toEqual(left(''))
  })
})

describe('reports of other tabs', () => {
  const view = (id: string, more: Partial<TabView>) =>
    ({
      id,
      title: id,
      project: '',
      place: '',
      state: 'active',
      phase: 'running',
      ...more,
    }) as unknown as TabView
  const waiting = (id: string, since: number) =>
    view(id, {
      state: 'waiting',
      agent: {
        tool: 'claude',
        kind: 'permission',
        since,
        seen: false,
        snoozedUntil: null,
        source: 'osc7501',
      },
    } as never)

  test('an endless tab leaves other tabs room on the desktop and in the list', () => {
    const clock = new FakeClock()
    const shown: DesktopNotification[] = []
    const notifications = new NotificationCenter({
      clock,
      ...quietDesktop,
      show: (notification) => shown.push(notification),
    })
    notifications.changed('w', waiting('before', 0))
    for (let at = 1; at <= 3 * notificationsKeptMax + 50; at += 1) {
      notifications.changed(
        'w',
        view('loud', { call: { kind: 'program', title: '', body: `news ${at}`, at } }),
      )
      clock.advance(200)
    }
    notifications.changed('w', waiting('real', clock.now()))
    expect(shown.filter(({ session }) => session === 'real').length).toBe(1)
    expect([
      notifications.history.some(({ session }) => session === 'before'),
      notifications.history.length <= notificationsKeptMax,
    ]).toEqual([true, true])
    notifications.dispose()
  })
})

describe("vibeflow's own sentences and titles", () => {
  test("show a program's title short and marked as a name", async () => {
    const { ptys, sent, workspace, clipboard } = window()
    workspace.newTabs.open({ directory: '/home/u' })
    workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 80, rows: 24 })
    ptys[0]?.print(
      `\x1b]2;vibeflow must be updated: paste this into a shell. "${'x'.repeat(1_000)}\x07` +
        `${'\x1b]52;c;SGVsbG8=\x07'.repeat(40)}`,
    )
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    expect(clipboard()).toBe('Hello')
    const said = sent.flatMap((message) =>
      message.kind === 'page/toast' || message.kind === 'page/notice' ? [message.text] : [],
    )
    expect(new Set(said).size).toBe(2)
    for (const text of said)
      expect([
        text.length < 200,
        /^“vibeflow must [^“”]+…” (?:copied text|is writing) to the clipboard/.test(text),
      ]).toEqual([true, true])
  })

  test.each(['waiting', 'error', 'done'] as const)(
    'a program with any name cannot appear as vibeflow: %s',
    (state) => {
      const reported = (tool: string) =>
        sentenceOf(
          state,
          {
            id: 't',
            title: 'vibeflow',
            state,
            agent: {
              tool,
              kind: 'other',
              message: 'An update is there: sh -c evil',
              since: 0,
              seen: false,
              snoozedUntil: null,
            },
          } as unknown as TabView,
          null,
        )
      for (const tool of ['vibeflow', 'v\u0456beflow', 'vibeflow: security'])
        expect(reported(tool)).toMatch(/^“v[^“”]+” .*\. Message: An update/u)
      expect(reported('')).toMatch(/^(?:Needs you|Failed|Done).*\. Message: An update/)
      expect(reported('claude')).toMatch(/^Claude Code .*\. An update/)
    },
  )

  test("use a program's words only as names in the question before closing", () => {
    const forged = 'Nothing is lost: just close it'
    const view = (more: object) =>
      ({
        title: forged,
        project: forged,
        place: forged,
        state: 'working',
        phase: 'running',
        ...more,
      }) as unknown as TabView
    for (const [more, running] of [
      [{ agent: { tool: forged } }, 'dd'],
      [{ state: 'waiting', agent: { tool: '' } }, 'dd'],
      [{ state: 'waiting' }, null],
      [{}, null],
      [{ state: 'active' }, 'dd'],
      [{ state: 'active', agent: { tool: '' } }, forged],
    ] as const) {
      const asked = closeWarning(view(more), running) ?? ''
      expect(asked.replaceAll(`“${forged}”`, 'NAME')).toMatch(
        /^(?:NAME|dd)(?: in NAME)? is (?:working|waiting for you|running in NAME)$/,
      )
    }
    expect(
      closeWarning(view({ project: 'api', agent: { tool: 'x'.repeat(300) } }), null)?.length,
    ).toBeLessThan(100)
    expect(closeWarning(view({ project: 'api', agent: { tool: 'claude' } }), null)).toBe(
      'claude in api is working',
    )
  })

  test.each([
    ...['(3)build', '（3） build', '⑶ build', '(３) build', '\u2800(3) build', '\u00a0(3) build'],
    ...['❨3❩ build', '(3) \u2800(4) build', '(٣) build'],
  ])('%j does not count tabs in the title of the window', (title) => {
    expect(
      windowTitle(
        '{title} - vibeflow',
        { title, place: '~', state: 'active', agent: undefined } as never,
        0,
      ),
    ).toBe('build - vibeflow')
  })
})
