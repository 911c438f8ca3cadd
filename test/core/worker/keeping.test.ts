/**
 * Tests what outlives a worker: all history, screen, links, marks and row numbers, from its last
 * snapshot and the later output in the ring.
 */
import { expect, test, vi } from 'vitest'
import { run } from '../../../fuzz/vt-kept.fuzz.ts'
import { seeded } from '../../../src/build/test/fuzz-target.mjs'
import { RecentOutput } from '../../../src/core/session/flow/recent-output.ts'
import { outputRingBytesMax } from '../../../src/core/session/flow/limits.ts'
import { LastSnapshot } from '../../../src/core/worker/last-snapshot.ts'
import {
  silentDeathsMax,
  keepBytes,
  keepBytesLatest,
  compressAfterMs,
  reviveMs,
} from '../../../src/core/worker/limits.ts'
import type { FromShadow } from '../../../src/core/worker/messages.ts'
import { Shadow } from '../../../src/core/worker/shadow.ts'
import { snapshotOf, Terminal, type Snapshot } from '../../../src/terminal/index.ts'
import { spareBlocksMax, retiredBlocksMax } from '../../../src/terminal/limits.ts'
import { unknownFacts, type TerminalQuery } from '../../../src/terminal/replies/facts.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FramePage } from '../../support/frames/frame-page.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { rowsOf } from '../../support/frames/rows-of.ts'
import { slow } from '../../slow.ts'

const lines = 150_000
const dimensions = { cols: 40, rows: 6 }

/** A session, and a terminal that is given the same and never dies. */
function make(scrollback = lines) {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const history = new RecentOutput()
  const page = new FramePage()
  const asked: TerminalQuery[] = []
  let size = dimensions
  const never = new Terminal({ ...size, scrollback })
  const shadow = new Shadow(() => scrollback, unknownFacts, {
    clock,
    port: shadows.port,
    history,
    size: () => size,
    changed: () => undefined,
    read: () => undefined,
    watched: () => undefined,
    gone: () => undefined,
    readerGone: () => undefined,
    ruleOff: () => undefined,
    joined: () => undefined,
    left: () => undefined,
    parsed: () => undefined,
    asked: (all) => {
      asked.push(...all.map(({ query }) => query))
    },
    frame: (bytes) => {
      page.take(bytes)
    },
    rows: (bytes) => {
      page.take(bytes)
    },
  })
  const print = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at += 65_536) {
      const part = bytes.subarray(at, at + 65_536)
      history.push(part)
      never.write(part)
      shadow.printed()
    }
  }
  const resize = (cols: number, rows: number) => {
    shadow.printed()
    size = { cols, rows }
    never.resize(cols, rows)
    shadow.resized(size)
  }
  const clear = () => {
    shadow.clearScrollback()
    never.setScrollback(0)
    never.setScrollback(scrollback)
  }
  // not by `decode`: its guards would take most of the time of these tests
  const snapshot = async (scrolled = lines): Promise<Snapshot> => {
    const { payload } = (await shadow.questions.snapshot({ form: 'json', scrollback: scrolled }))!
    return { ...(JSON.parse(new TextDecoder().decode(payload)) as Snapshot), epoch: 0, rev: 0 }
  }
  const expected = (scrolled = lines) =>
    snapshotOf(never.screen, { epoch: 0, rev: 0, at: history.end }, scrolled)
  return {
    asked,
    clear,
    clock,
    expected,
    history,
    never,
    page,
    print,
    resize,
    shadow,
    shadows,
    snapshot,
  }
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, line) => `line ${from + line}\r\n`).join('')
const numbersOf = (rows: readonly string[] | null) =>
  (rows ?? []).map((row) => Number(row.slice(5)))

test('a terminal that dies at any point equals a terminal that never died', slow, () => {
  let inputs = 0
  run({
    random: seeded(16),
    iterations: 30,
    deadlineMs: Infinity,
    attempt: (_, property) => {
      inputs += 1
      property()
    },
  })
  expect(inputs).toBe(30)
})

test(
  '100,000 lines stay complete and ordered when the worker dies twice in them',
  slow,
  async () => {
    const { clock, expected, history, never, page, print, shadow, shadows, snapshot } = make()
    shadow.frames(true)
    print(numbered(0, 60_000))
    const { numbering } = page.frame!
    shadows.kill('whole')
    print(numbered(60_000, 90_000))
    shadows.kill('whole')
    shadows.kill('whole')
    print(numbered(90_000, 100_000))
    expect(history.start).toBeGreaterThan(0) // the ring alone has lost the first lines
    const rows = numbersOf(await rowsOf(shadow, 'scrollback'))
    expect([rows.length, rows.findIndex((number, line) => number !== line)]).toEqual([99_995, -1])
    expect(await rowsOf(shadow, 'screen')).toEqual([
      'line 99995',
      'line 99996',
      'line 99997',
      'line 99998',
      'line 99999',
      '',
    ])
    expect(await snapshot(1_000)).toEqual(expected(1_000))
    expect((await shadow.questions.snapshot({ form: 'text' }))!.partial).toBe(false)
    shadow.viewed({ kind: 'drawn' })
    print('x')
    clock.advance(100)
    expect([page.frame?.numbering, page.frame?.dropped, page.frame?.count]).toEqual([
      numbering,
      0,
      never.screen.firstRow,
    ])
    shadow.dispose()
  },
)

test(
  "styles, links, clusters, marks and sizes survive a worker's death anywhere",
  slow,
  async () => {
    const { clear, expected, page, print, resize, shadow, shadows, snapshot } = make(300)
    const styled = (line: number) =>
      `\x1b[38;5;${line % 256}m\x1b]8;;http://a/${line % 50}\x07link ${line}\x1b]8;;\x07 ` +
      `e\u0301 世界 \x1b[4:3;58:5:${line % 9}mcurly\x1b[m ${'long '.repeat(line % 20)}\r\n`
    const many = (count: number) =>
      Array.from({ length: count }, (_, line) => styled(line)).join('')
    const parts = [
      many(6_000),
      many(6_000),
      '\x1b]133;A\x07$ ls\r\n\x1b]133;C\x07one\r\n',
      '\x1b[?1049h\x1b[2Jalternate',
      many(3_000),
      'more\x1b[3;4r\x1b7\x1b[?1049l',
      '\x1b[3J',
      many(3_000),
      '\x1bc',
      '\x1b[?2004h\x1b]2;title\x07\x1b[2;5r\x1b(0q',
      many(5_000),
      '\x1b]133;A\x07$ ',
    ]
    const sizes: readonly (readonly [number, number])[] = [
      [40, 6],
      [13, 9],
      [80, 3],
      [40, 30],
      [40, 7],
    ]
    shadow.frames(true)
    for (const [index, part] of parts.entries()) {
      const half = Math.floor(part.length / 2)
      print(part.slice(0, half))
      if (index % 2 === 0) shadows.kill('whole')
      print(part.slice(half))
      resize(...sizes[index % sizes.length]!)
      if (index % 5 === 3) clear()
      shadows.kill('whole')
      expect(await snapshot()).toEqual(expected())
      for (const kind of ['drawn', 'rows-taken'] as const) shadow.viewed({ kind })
    }
    expect(page.frame?.at).toBe(expected().at)
    shadow.dispose()
  },
)

test(
  'compressed history outlives its worker, dying before or after compression',
  slow,
  async () => {
    const { clock, expected, page, print, resize, shadow, shadows, snapshot } = make()
    const take = vi.spyOn(LastSnapshot.prototype, 'take')
    const kept = () => (take.mock.contexts.at(-1) as LastSnapshot).bytes
    shadow.frames(true)
    // much output of rows that fill two turns of compression: each snapshot reads all of them
    const link = (line: number) =>
      `\x1b]8;;http://${'a'.repeat(100)}/${line % 40}\x07link\x1b]8;;\x07 e\u0301\r\n`
    print(Array.from({ length: 8_000 }, (_, line) => `line ${line} ${link(line)}`).join(''))
    clock.advance(compressAfterMs - 1)
    const before = kept()
    clock.advance(1) // the first blocks
    shadows.kill('whole')
    expect(await snapshot()).toEqual(expected())
    clock.advance(2 * compressAfterMs)
    expect(kept()).toBeLessThan(before / 4)
    shadows.kill('whole')
    expect(await snapshot()).toEqual(expected())
    print(numbered(8_000, 8_100))
    resize(13, 9)
    resize(40, 3)
    shadows.kill('whole')
    clock.advance(2 * compressAfterMs)
    print(numbered(8_100, 8_200))
    shadows.kill('whole')
    expect(await snapshot()).toEqual(expected())
    for (let turn = 0; turn < 200; turn += 1) {
      for (const kind of ['drawn', 'rows-taken'] as const) shadow.viewed({ kind })
      clock.advance(100)
    }
    expect(page.frame?.at).toBe(expected().at)
    shadow.dispose()
    take.mockRestore()
  },
)

test('history cleared by the user stays cleared', async () => {
  const { clear, print, shadow, shadows } = make()
  print(numbered(0, 1_000))
  clear()
  print(numbered(1_000, 1_010))
  shadows.kill('whole')
  expect(numbersOf(await rowsOf(shadow, 'scrollback'))).toEqual(
    Array.from({ length: 10 }, (_, line) => 995 + line),
  )
  shadow.dispose()
})

test('a worker that dies while saving the terminal leaves the last saved state', async () => {
  const { expected, print, shadow, shadows, snapshot } = make()
  print(numbered(0, 50_000))
  shadows.hold = true // what is kept from now on never arrives
  print(numbered(50_000, 70_000))
  shadows.kill('whole')
  shadows.hold = false
  print(numbered(70_000, 80_000))
  expect(await snapshot(1_000)).toEqual(expected(1_000))
  expect(
    numbersOf(await rowsOf(shadow, 'scrollback')).findIndex((number, line) => number !== line),
  ).toBe(-1)
  shadow.dispose()
})

test('an endless or ended string is swallowed by the next worker too', async () => {
  const { expected, print, shadow, shadows, snapshot } = make()
  print(`${numbered(0, 20_000)}\x1b]0;${'x'.repeat(2 * outputRingBytesMax)}`)
  shadows.kill('whole')
  print(`${'y'.repeat(keepBytesLatest)}\x07behind\r\n\x1b[`)
  shadows.kill('whole')
  print('\n\n')
  shadows.kill('whole')
  print('31mred')
  shadows.kill('whole')
  expect(await snapshot(1_000)).toEqual(expected(1_000))
  shadow.dispose()
})

test("queries and size reports are not repeated after a worker's death", async () => {
  const { asked, print, resize, shadow, shadows } = make()
  print(`\x1b[?2048h${numbered(0, 30_000)}\x1b[c`)
  resize(30, 6)
  print('\x1b[6n')
  await rowsOf(shadow, 'screen')
  const before = asked.map(({ kind }) => kind)
  shadows.kill('whole')
  await rowsOf(shadow, 'screen')
  expect([before, asked.length]).toEqual([
    ['size-report', 'primary-attributes', 'size-report', 'cursor'],
    4,
  ])
  shadow.dispose()
})

test('output that kills a worker is skipped up to the end of its line', async () => {
  const { history, print, shadow, shadows } = make()
  print(numbered(0, 40_000))
  const from = history.end
  print('poison')
  const to = history.end
  print(' and the rest of its line\r\nnext\r\n')
  shadows.kill('whole', { from, to })
  shadows.kill('behind', { from, to })
  print('end')
  expect([
    numbersOf(await rowsOf(shadow, 'scrollback')).length,
    await rowsOf(shadow, 'screen'),
  ]).toEqual([39_996, ['line 39996', 'line 39997', 'line 39998', 'line 39999', 'next', 'end']])
  expect((await shadow.questions.snapshot({ form: 'text' }))!.partial).toBe(true)
  print(numbered(0, 40_000)) // it has been kept since
  shadows.kill('whole')
  expect((await rowsOf(shadow, 'scrollback'))?.length).toBe(79_996)
  shadow.dispose()
})

test('a line whose start was saved is skipped only if it killed the worker', async () => {
  const { print, shadow, shadows } = make()
  const text = numbered(0, 40_000)
  expect(text[keepBytes - 1]).toMatch(/\d/) // in the middle of a line
  print(text)
  for (const again of ['whole', 'behind'] as const)
    shadows.kill(again, { from: keepBytes - 16_384, to: keepBytes })
  const rows = numbersOf(await rowsOf(shadow, 'scrollback'))
  expect([rows.length, rows.findIndex((number, row) => number !== row)]).toEqual([39_995, -1])
  shadow.dispose()
})

test.each([
  [200, /line 39999 poison .*end/],
  [200_000, /line 282\d\d .*end/],
] as const)(
  'a program that keeps killing its worker keeps its history after a rest (%s lines)',
  async (lines, shown) => {
    const { clock, history, print, shadow, shadows } = make()
    print(numbered(0, 40_000))
    for (const again of ['whole', 'behind', 'never'] as const) {
      const from = history.end
      print('poison\r\n')
      shadows.kill(again, { from, to: from + 6 })
    }
    expect([shadow.on, shadow.problem, shadows.open]).toEqual([false, 'It crashed.', 0])
    print('meanwhile\r\n'.repeat(lines))
    clock.advance(reviveMs)
    print('end')
    expect([
      shadow.problem,
      numbersOf(await rowsOf(shadow, 'scrollback'))
        .slice(0, 28_000)
        .findIndex((number, line) => number !== line),
      (await rowsOf(shadow, 'screen'))?.join(' '),
    ]).toEqual([null, -1, expect.stringMatching(shown)])
    shadow.dispose()
  },
  60_000,
)

test('a terminal survives silent worker deaths up to a limit, then starts fresh', async () => {
  const { history, print, shadow, shadows } = make()
  print(numbered(0, 40_000))
  for (const [times, rows] of [
    [silentDeathsMax, 39_996],
    [silentDeathsMax + 1, 0],
  ] as const) {
    shadows.hold = true
    for (let time = 0; time < times; time += 1)
      shadows.kill(time === silentDeathsMax ? 'behind' : 'whole', { from: 0, to: history.end })
    shadows.hold = false
    print('new\r\n')
    expect((await rowsOf(shadow, 'scrollback'))?.length).toBe(rows)
  }
  expect((await rowsOf(shadow, 'screen'))?.[0]).toBe('new')
  shadow.dispose()
})

test('history is not copied, and few blocks are reused, however much is printed', slow, () => {
  const terminal = new Terminal({ ...dimensions, scrollback: 2_000, shared: true })
  const last = new LastSnapshot()
  const memories = new Set<number>()
  let most = 0
  for (let turn = 0; turn < 30; turn += 1) {
    terminal.write(
      new TextEncoder().encode(
        `${numbered(turn * 20_000, turn * 20_000 + 20_000)}${turn % 7 === 6 ? '\x1b[3J' : ''}`,
      ),
    )
    const parts = terminal.keep(turn === 0)
    for (const [id] of parts.blocks.memories) memories.add(id)
    expect(parts.state.length).toBeLessThan(4_096)
    last.take(parts, turn === 0)
    most = Math.max(most, last.bytes)
  }
  const block = 65_536
  expect([
    most <= terminal.screen.primary.history!.bytes + (spareBlocksMax + 2) * block,
    memories.size <= retiredBlocksMax,
    last.kept?.blocks.every((one) => one instanceof SharedArrayBuffer),
  ]).toEqual([true, true, true])
})

test('state is saved every so many bytes, and between sequences', () => {
  const messages: FromShadow[] = []
  const { history, print, shadow, shadows } = make()
  const { open } = shadows.port
  Object.assign(shadows.port, {
    open: (events: Parameters<typeof open>[0]) =>
      open({
        ...events,
        message: (message) => {
          messages.push(message)
          events.message(message)
        },
      }),
  })
  print(`${'x'.repeat(97)}\x1b[m`.repeat(40_000))
  const at = messages.flatMap((message) => (message.kind === 'kept' ? [message.upTo] : []))
  const steps = at.map((one, index) => one - (at[index - 1] ?? 0))
  expect([
    steps.length > 10,
    Math.min(...steps) >= keepBytes,
    Math.max(...steps) <= keepBytesLatest,
    history.start <= at.at(-1)!,
  ]).toEqual([true, true, true, true])
  shadow.dispose()
})
