/** The hand-over of a tab to a page that comes: a snapshot at N, then every byte from N on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { mainMessages } from '../../../src/core/ipc/contract.ts'
import { againMs, expectedMs, handOverBytesMax, handOverMs } from '../../../src/core/shadow/limits.ts'
import { Session } from '../../../src/core/session/session.ts'
import { seeded } from '../../../src/build/fuzz-target.mjs'
import { FakeClock } from '../../support/fake-clock.ts'
import { fakeStart } from '../../support/fake-pty.ts'
import { FakePage } from '../../support/page.ts'
import { shadowsInPlace } from '../../support/shadow.ts'

const size = { cols: 80, rows: 24 }
const scrollback = 200
const recordings = join(import.meta.dirname, '../../data/recordings')
const encode = (text: string) => new TextEncoder().encode(text)
/** Promises that are due are kept. */
const settled = () => new Promise<void>((resolve) => { setImmediate(resolve) })

function make({ enabled = true } = {}) {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const { start, ptys } = fakeStart()
  let page: FakePage | null = null
  const session = new Session({
    id: 't', command: { program: '/bin/bash', args: [] }, isUserShell: true, directory: '/', home: '/home/u', environment: {}, size,
    replies: { version: '1.0', clipboardWrite: true }, hostname: 'thishost',
    settings: { ...defaults, shadow: { enabled, scrollback_lines: scrollback } },
  }, {
    clock, start, writeClipboard: () => undefined, shadow: shadows.port,
    send: (message) => {
      const { kind, ...rest } = message
      mainMessages[kind].parse(rest) // as the pipe would
      page?.take(message)
    },
  })
  /** A page loads: with the size of the one before, or another. `meanwhile`: what happens from when it is known to come until it is there. */
  const load = (to = size, meanwhile: (() => void) | null = null) => {
    session.detach()
    page = null
    if (meanwhile !== null) { session.expect(); meanwhile() }
    const next = new FakePage(to, scrollback)
    page = next
    session.attach()
    return next
  }
  return { clock, load, ptys, session, shadows, print: (text: string | Uint8Array) => ptys.at(-1)?.print(text) }
}

/** What a page shows that has seen everything since the tab began. */
function whole(bytes: Uint8Array): FakePage['screen'] {
  const page = new FakePage(size, scrollback)
  page.take({ kind: 'tab/output', tab: 't', at: 0, bytes })
  return page.screen
}

describe('continuation: at any chunk of a recording a page may come, and goes on as one that saw all bytes', () => {
  test.each(['vim.raw', 'less.raw', 'ink.raw'])('%s', async (name) => {
    const bytes = readFileSync(join(recordings, name)).subarray(0, 24_000)
    const random = seeded(7)
    const { clock, load, print, session, shadows } = make()
    let page = load()
    for (let at = 0; at < bytes.length;) {
      const end = Math.min(bytes.length, at + 1 + Math.floor(random() * 4_000))
      print(bytes.slice(at, end))
      at = end
      if (random() < 0.7) session.parsed(page.next)
      if (random() < 0.3) clock.advance(10)
      if (random() < 0.5) continue
      shadows.hold = random() < 0.5 // its answer may come behind more output
      const more = () => { print(bytes.slice(at, at + 100)); at = Math.min(bytes.length, at + 100) }
      page = load(size, random() < 0.5 ? more : null)
      if (random() < 0.5) more()
      if (random() < 0.1) shadows.kill('whole')
      shadows.hold = false
      shadows.deliver()
      await settled()
    }
    clock.advance(100)
    expect(page.gaps).toBe(0)
    expect(page.screen).toEqual(whole(bytes))
    session.dispose()
    expect(clock.timers).toBe(0)
  })
})

test('history that the user has cleared does not come back with a page, nor in a tab that goes on from this one', async () => {
  const { clock, load, print, session, shadows } = make()
  const printed = encode(Array.from({ length: 60 }, (_, line) => `secret ${line}\r\n`).join(''))
  const page = load()
  print(printed)
  clock.advance(100)
  session.parsed(page.next)
  session.clearScrollback()
  const seen = async () => { const next = load(); await settled(); clock.advance(100); return next.screen }
  const screens = [await seen()]
  session.clearScrollback()
  screens.push(await seen())
  shadows.kill('whole')
  screens.push(await seen())
  const cleared = whole(new Uint8Array([...printed, ...encode('\x1b[3J')]))
  expect([screens, session.remains().before]).toEqual([[cleared, cleared, cleared], []])
  session.dispose()
})

test('numbers go on without a gap through fifty pages, workers that die, and pages that are late', async () => {
  const { clock, load, print, session, shadows } = make()
  const random = seeded(11)
  let number = 0
  const lines = (count: number) => encode(Array.from({ length: count }, () => `${++number}\r\n`).join(''))
  let page = load()
  const printed: Uint8Array[] = []
  const more = (count: number) => { const bytes = lines(count); printed.push(bytes); print(bytes) }
  for (let turn = 0; turn < 50; turn += 1) {
    more(1 + Math.floor(random() * 300))
    clock.advance(random() * 20)
    if (random() < 0.6) session.parsed(page.next)
    shadows.hold = true
    page = load(size, turn % 2 === 0 ? null : () => { more(Math.floor(random() * 500)); shadows.hold = turn % 4 === 1; shadows.deliver() })
    more(Math.floor(random() * 500))
    if (turn % 10 === 9) shadows.kill('whole')
    clock.advance(random() * 20)
    more(10)
    shadows.hold = false
    shadows.deliver()
    await settled()
    expect(page.gaps).toBe(0)
  }
  clock.advance(100)
  const seen = (page.screen.scrollback?.lines ?? []).concat(page.screen.lines).map(({ cells }) => Number(cells.map(({ c = '', n = 1 }) => c.repeat(n)).join('')))
  expect(seen.slice(0, -1)).toEqual(Array.from({ length: scrollback + size.rows - 1 }, (_, row) => number - (scrollback + size.rows - 2) + row).slice(0, seen.length - 1))
  session.dispose()
})

test('the first page gets the bytes themselves, a later one the screen at an offset and then what came behind it', async () => {
  const { load, print, session } = make()
  print('first ')
  const first = load()
  expect(first.kinds).toEqual(['tab/begin', 'tab/output'])
  session.parsed(first.next)
  print('\x1b[1;31mred')
  const second = load()
  await settled()
  expect([second.kinds, second.next, second.screen]).toEqual([['tab/begin', 'tab/restore'], 16, whole(encode('first \x1b[1;31mred'))])
  session.dispose()
})

test('what a page is handed is made while it loads; another one when too much has been printed by then, or when the page takes too long', async () => {
  const { clock, load, print, session } = make()
  print('before ')
  session.parsed(load().next)
  const asked = vi.spyOn(session.shadow, 'snapshot')
  const soon = load(size, () => print('meanwhile'))
  await settled()
  expect([asked.mock.calls.length, soon.kinds, soon.screen]).toEqual([1, ['tab/begin', 'tab/restore', 'tab/output'], whole(encode('before meanwhile'))])
  const flood = encode('\r\nmore and more'.repeat(100_000))
  const late = load(size, () => print(flood))
  await settled()
  expect([asked.mock.calls.length, late.gaps, late.screen]).toEqual([3, 0, whole(flood)])
  const slow = load(size, () => { clock.advance(expectedMs); print('!') })
  await settled()
  expect([asked.mock.calls.length, slow.gaps, slow.screen]).toEqual([5, 0, whole(Buffer.concat([flood, encode('!')]))])
  session.detach()
  session.expect()
  session.dispose()
  expect(clock.timers).toBe(0)
})

test('a program that was stopped goes on when the page has laid out its snapshot, not before', async () => {
  const { load, print, ptys, session } = make()
  const first = load()
  print('seen\r\n')
  session.parsed(first.next)
  for (let part = 0; part < 10; part += 1) print('y\r\n'.repeat(20_000))
  const paused = () => ptys.at(-1)!.paused
  const before = paused()
  const page = load()
  await settled()
  expect([before, page.kinds, paused()]).toEqual([true, ['tab/begin', 'tab/restore'], true])
  session.parsed(page.next)
  expect(paused()).toBe(false)
  session.dispose()
})

test.each([
  ['an endless string', '\x1bPq', '#', '##\x07##\x1b\\'],
  ['a control sequence of a megabyte of parameters', '\x1b[', '1;', '41m'],
])('%s that began before the ring stays swallowed', async (_, introducer, much, end) => { // other kinds: test/core/vt/openers.test.ts
  const { clock, load, print, ptys, session } = make()
  let page = load()
  print(`shown${introducer}`)
  for (let part = 0; part < 17; part += 1) { print(much.repeat(65_536 / much.length)); session.parsed(page.next) }
  page = load()
  await settled()
  print(`${end} and on`)
  clock.advance(10)
  expect([page.gaps, page.screen.lines[0]?.cells.map(({ c }) => c).join('')]).toEqual([0, 'shown and on'])
  expect(ptys[0]?.paused).toBe(false)
  session.dispose()
})

test('a page of another size gets the screen as it was, laid out anew', async () => {
  const { load, print, session } = make()
  session.parsed(load().next)
  print(`${'x'.repeat(100)}\r\nend`)
  const other = { cols: 60, rows: 24 }
  const page = load(other)
  await settled()
  const [first, second, third] = page.screen.lines
  expect([page.screen.cols, first?.cells, second?.cells, second?.wr, third?.y]).toEqual([60, [{ c: 'x', n: 60 }], [{ c: 'x', n: 40 }], 1, 2])
  session.dispose()
})

test.each([
  ['when it comes', null],
  ['while it loads', () => undefined],
])('a page whose snapshot is lost with its worker %s gets the next one\'s; when that is lost too, what the ring holds', async (_, meanwhile) => {
  const { clock, load, print, session, shadows } = make()
  const first = load()
  print('text')
  await session.shadow.snapshot({ form: 'text' })
  clock.advance(10)
  session.parsed(first.next)
  const lost = async (times: number) => {
    shadows.hold = true
    const page = load(size, meanwhile)
    for (let time = 0; time < times; time += 1) { shadows.kill('whole'); await settled() }
    shadows.hold = false
    shadows.deliver()
    await settled()
    print('.')
    clock.advance(10)
    session.parsed(page.next)
    const shown = page.screen.lines[0]?.cells.map(({ c, n = 1 }) => c?.repeat(n)).join('')
    return [page.kinds, page.gaps, shown]
  }
  expect([await lost(1), await lost(2)]).toEqual([[['tab/begin', 'tab/restore', 'tab/output'], 0, 'text.'], [['tab/begin', 'tab/replay', 'tab/output'], 0, 'text..']])
  session.dispose()
  expect(clock.timers).toBe(0)
})

test('a page does not wait for ever: then it gets what the ring holds', async () => {
  const { clock, load, print, session, shadows } = make()
  session.parsed(load().next)
  print('text')
  await session.shadow.snapshot({ form: 'text' })
  shadows.hold = true
  const page = load()
  clock.advance(handOverMs)
  expect([page.kinds, page.screen]).toEqual([['tab/begin', 'tab/output'], whole(encode('text'))])
  shadows.hold = false
  shadows.deliver()
  await settled()
  expect(page.kinds).toEqual(['tab/begin', 'tab/output'])
  session.dispose()
  expect(clock.timers).toBe(0)
})

test('a page is handed no more of the history than it can take in', async () => {
  const { load, print, session } = make()
  const page = load()
  print('text')
  session.parsed(page.next)
  const snapshot = vi.spyOn(session.shadow, 'snapshot')
  load()
  await settled()
  expect(snapshot.mock.calls).toEqual([[{ form: 'ansi', scrollback: Number.MAX_SAFE_INTEGER, bytesMax: handOverBytesMax }]])
  session.dispose()
})

test('a page gets what the ring holds when the shadow began with nothing, until the ring holds no more than that', async () => {
  const { clock, load, print, session, shadows } = make()
  const page = load()
  print('\x1b[?2004h\x1b[?1hkept\r\n')
  clock.advance(2_000)
  session.parsed(page.next)
  shadows.kill('behind')
  const next = load()
  await settled()
  expect([next.kinds, next.screen]).toEqual([['tab/begin', 'tab/replay'], whole(encode('\x1b[?2004h\x1b[?1hkept\r\n'))])
  for (let part = 0; part < 40; part += 1) { print('#'.repeat(65_536)); session.parsed(next.next) }
  const last = load()
  await settled()
  expect([last.kinds, last.screen.modes]).toEqual([['tab/begin', 'tab/restore'], next.screen.modes])
  session.dispose()
})

test('a page whose terminal fails is handed the screen once more, at once and then ever more rarely, and no byte is missing or comes twice', async () => {
  const { clock, load, print, session } = make()
  const page = load()
  print('before\r\n')
  clock.advance(2_000)
  session.again(page.next)
  clock.advance(0)
  print('meanwhile\r\n')
  await settled()
  print('behind')
  clock.advance(100)
  expect([page.kinds, page.gaps, page.screen]).toEqual([['tab/begin', 'tab/output', 'tab/begin', 'tab/restore', 'tab/output'], 0, whole(encode('before\r\nmeanwhile\r\nbehind'))])
  const begins = () => page.kinds.filter((kind) => kind === 'tab/begin').length
  const wait = async (ms: number) => { for (let asked = 0; asked < 5; asked += 1) session.again(page.next); clock.advance(ms); await settled(); return begins() }
  expect([await wait(againMs - 200), await wait(200), await wait(againMs), await wait(againMs)]).toEqual([2, 3, 3, 4])
  session.again(page.next)
  session.dispose()
  expect(clock.timers).toBe(0)
})

test('without a shadow a page gets the ring, as before', () => {
  const { load, print, session, shadows } = make({ enabled: false })
  session.parsed(load().next)
  print('text')
  const page = load()
  expect([page.kinds, page.screen, shadows.open]).toEqual([['tab/begin', 'tab/output'], whole(encode('text')), 0])
  session.dispose()
})

test('the shadow keeps as many lines of history as scrollback_lines says, from the next change on', async () => {
  const { clock, load, print, session } = make()
  session.parsed(load().next)
  print(Array.from({ length: 300 }, (_, line) => `line ${line}\r\n`).join(''))
  clock.advance(1_000)
  const kept = async () => (await session.shadow.text('scrollback'))?.length
  const lines: (number | undefined)[] = []
  for (const count of [-1, 7, 0]) {
    session.configure({ ...defaults, shadow: { enabled: true, scrollback_lines: count } })
    lines.push(await kept())
  }
  expect(lines).toEqual([scrollback, 7, 0])
  session.dispose()
})

test('bytes that wait to be sent while a page goes and comes are not sent twice', () => {
  const { clock, load, print, session } = make({ enabled: false })
  load()
  print('at once')
  session.detach()
  print(', gathered')
  const page = load()
  clock.advance(100)
  expect([page.gaps, page.screen]).toEqual([0, whole(encode('at once, gathered'))])
  session.dispose()
})

test('the session tells of grid and stream once for each real change, with the offset behind it', () => {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const told: unknown[] = []
  const session = new Session({
    id: 't', command: { program: '/bin/bash', args: [] }, isUserShell: true, directory: '/', home: '/', environment: {}, size, replies: { version: '1.0', clipboardWrite: true }, hostname: 'h', settings: defaults,
  }, { clock, start, send: () => undefined, writeClipboard: () => undefined, happened: (happening) => { if (happening.type === 'screen') told.push([happening.screen, happening.at]) } })
  for (const text of ['a\x1b[?1049h', '\x1b[?47h', '\x1b[?1049', 'l\x1b[?1047l', '\x1b[?47hx', '\x1bc', '\x1bc']) ptys[0]?.print(text)
  expect([told, session.screen]).toEqual([[['grid', 9], ['stream', 23], ['grid', 37], ['stream', 40]], 'stream'])
  session.dispose()
})
