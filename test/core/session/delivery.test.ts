/**
 * A page that is loaded later shows the same as a page that was there from the start: frames of the
 * VT core, whatever happened to its worker in between.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import { kindOf } from '../../../src/terminal/frames/decode.ts'
import { mainMessages, type MainMessage } from '../../../src/core/ipc/contract.ts'
import { Session } from '../../../src/core/session/session.ts'
import { Terminal } from '../../../src/terminal/index.ts'
import { seeded } from '../../../src/build/test/fuzz-target.mjs'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { FramePage, historyRows, screenRows } from '../../support/frames/frame-page.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { asSession } from '../../support/windows/ids.ts'
import { rowsOf } from '../../support/frames/rows-of.ts'

const size = { cols: 80, rows: 24 }
const scrollback = 200
const recordings = join(import.meta.dirname, '../../data/recordings')
const encode = (text: string) => new TextEncoder().encode(text)
const withHistory = (lines: number): Options => ({
  ...defaults,
  scrollback: { ...defaults.scrollback, history_lines: lines },
})
/** Promises that are due are kept. */
const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve)
  })

function make() {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const { start, ptys } = fakeStart()
  let page: FramePage | null = null
  const sent: MainMessage[] = []
  const session = new Session(
    {
      ...bashTab,
      size,
      settings: withHistory(scrollback),
    },
    {
      clock,
      start,
      writeClipboard: () => undefined,
      shadow: shadows.port,
      send: (message) => {
        const { kind, ...rest } = message
        mainMessages[kind].parse(rest) // as the pipe would
        sent.push(message)
        if (kind !== 'session/cells') return
        page?.take(message.bytes)
        clock.after(1, () =>
          session.delivery.viewed({
            kind: kindOf(message.bytes) === 'frame' ? 'session/drawn' : 'session/rows-taken',
            session: asSession('t'),
          }),
        ) // a page is another process
      },
    },
  )
  /** Loads a page that shows the tab. */
  const load = () => {
    session.delivery.detach()
    page = null
    const next = new FramePage()
    page = next
    session.attach()
    session.delivery.viewed({ kind: 'session/frames', session: asSession('t'), on: true })
    return next
  }
  return {
    clock,
    load,
    ptys,
    sent,
    session,
    shadows,
    print: (text: string | Uint8Array) => ptys.at(-1)?.print(text),
  }
}

/** Rows of the history by number, and of the screen. */
const shown = ({ history, rows }: FramePage) => ({
  history: [...history].sort(([one], [other]) => one - other),
  rows: [...rows],
})

/** The same of a core that has been fed all of it. */
function whole(bytes: Uint8Array) {
  const { screen } = wholeTerminal(bytes)
  return { history: [...historyRows(screen)], rows: screenRows(screen) }
}

function wholeTerminal(bytes: Uint8Array): Terminal {
  const terminal = new Terminal({ ...size, scrollback })
  terminal.write(bytes)
  return terminal
}

describe('a page that loads at any chunk shows the same as a page that saw everything', () => {
  test.each(['vim.raw', 'less.raw', 'ink.raw'])('%s', async (name) => {
    const bytes = readFileSync(join(recordings, name)).subarray(0, 24_000)
    const random = seeded(7)
    const { clock, load, print, session, shadows } = make()
    let page = load()
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + 1 + Math.floor(random() * 4_000))
      print(bytes.slice(at, end))
      at = end
      if (random() < 0.3) clock.advance(10)
      if (random() < 0.5) continue
      shadows.hold = random() < 0.5 // its frames may arrive after more output
      page = load()
      if (random() < 0.1) shadows.kill('whole')
      shadows.hold = false
      shadows.deliver()
      await settled()
    }
    clock.advance(10_000)
    expect(page.rows).toEqual(whole(bytes).rows)
    session.dispose()
    expect(clock.timers).toBe(0)
  })
})

test('history that the user cleared returns neither with a page nor a next tab', () => {
  const { clock, load, print, session, shadows } = make()
  const printed = encode(Array.from({ length: 60 }, (_, line) => `secret ${line}\r\n`).join(''))
  load()
  print(printed)
  clock.advance(100)
  session.delivery.clearScrollback()
  const seen = () => {
    const next = load()
    clock.advance(10_000)
    return shown(next)
  }
  const screens = [seen()]
  session.delivery.clearScrollback()
  screens.push(seen())
  shadows.kill('whole')
  screens.push(seen())
  const { rows } = whole(new Uint8Array([...printed, ...encode('\x1b[3J')]))
  expect([screens, session.restorable().restoredOutput]).toEqual([
    screens.map(() => ({ history: [], rows })),
    [],
  ])
  session.dispose()
})

test('numbers continue without a gap through pages, dying workers and late frames', async () => {
  const { clock, load, print, session, shadows } = make()
  const random = seeded(11)
  let number = 0
  const more = (count: number) => {
    print(Array.from({ length: count }, () => `${++number}\r\n`).join(''))
  }
  let page = load()
  for (let turn = 0; turn < 50; turn += 1) {
    more(1 + Math.floor(random() * 300))
    clock.advance(random() * 20)
    shadows.hold = true
    page = load()
    more(Math.floor(random() * 500))
    if (turn % 10 === 9) shadows.kill('whole')
    clock.advance(random() * 20)
    more(10)
    shadows.hold = false
    shadows.deliver()
    await settled()
  }
  clock.advance(10_000)
  expect(page.text.split('\n').map(Number)).toEqual(
    Array.from(
      { length: scrollback + size.rows - 1 },
      (_, row) => number - (scrollback + size.rows - 2) + row,
    ),
  )
  session.dispose()
})

test('a page that takes no frames holds no program up, and a new page starts full', () => {
  const { clock, load, print, ptys, sent, session } = make()
  load()
  session.delivery.viewed = () => undefined
  for (let part = 0; part < 100; part += 1) {
    print('y\r\n'.repeat(20_000))
    clock.advance(20)
  }
  expect([
    sent.filter((message) => message.kind === 'session/cells' && kindOf(message.bytes) === 'frame')
      .length,
    ptys[0]?.paused,
  ]).toEqual([1, false])
  session.dispose()
})

test.each([
  ['an endless string', '\x1bPq', '#', '##\x07##\x1b\\'],
  ['a control sequence of a megabyte of parameters', '\x1b[', '1;', '41m'],
])('%s that started before the ring stays swallowed', (_, introducer, much, end) => {
  // other kinds: test/terminal/openers.test.ts
  const { clock, load, print, ptys, session } = make()
  load()
  print(`shown${introducer}`)
  for (let part = 0; part < 17; part += 1) print(much.repeat(65_536 / much.length))
  const page = load()
  print(`${end} and on`)
  clock.advance(100)
  expect([page.text, ptys[0]?.paused]).toEqual(['shown and on', false])
  session.dispose()
})

// A changed option takes effect without a restart.
test('the core keeps as many lines of history as history_lines sets', async () => {
  const { clock, load, print, session } = make()
  load()
  print(Array.from({ length: 300 }, (_, line) => `line ${line}\r\n`).join(''))
  clock.advance(1_000)
  const kept = async () => (await rowsOf(session.delivery.shadow, 'scrollback'))?.length
  const lines: (number | undefined)[] = []
  for (const count of [scrollback, 7, 1]) {
    session.configure(withHistory(count))
    lines.push(await kept())
  }
  expect(lines).toEqual([scrollback, 7, 1])
  session.dispose()
})

test('the session reports each real change of grid and stream once, with its offset', () => {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const reported: unknown[] = []
  const session = new Session(
    {
      ...bashTab,
      home: '/',
      size,
      hostname: 'h',
    },
    {
      clock,
      start,
      send: () => undefined,
      writeClipboard: () => undefined,
      happened: (event) => {
        if (event.type === 'screen') reported.push([event.screen, event.at])
      },
    },
  )
  for (const text of [
    ...['a\x1b[?1049h', '\x1b[?47h', '\x1b[?1049', 'l\x1b[?1047l', '\x1b[?47hx', '\x1bc'],
    '\x1bc',
  ])
    ptys[0]?.print(text)
  expect([reported, session.socket.screen]).toEqual([
    [
      ['grid', 9],
      ['stream', 23],
      ['grid', 37],
      ['stream', 40],
    ],
    'stream',
  ])
  session.dispose()
})
