/**
 * Snapshots, deltas, dirty cells and their encodings. The random versions of these tests are the
 * fuzz target `vt-state`.
 */
import { expect, test } from 'vitest'
import { check } from '../../fuzz/vt-state.fuzz.ts'
import { Choices } from '../../fuzz/support/support.ts'
import { written } from '../../fuzz/support/vt-input.ts'
import {
  applyDelta,
  decode,
  encode,
  screenToAnsi,
  screenToText,
  Terminal,
  toAnsi,
  toHtml,
  toSvg,
  toText,
  Viewer,
  type Delta,
} from '../../src/terminal/index.ts'
import { messagePack } from '../../src/host/shadow/message-pack.ts'
import { seeded } from '../../src/build/test/fuzz-target.mjs'
import { bytes, snapshot, terminal } from './terminals.ts'

test('round trip, delta chain, chunk split and continuation hold for random screens', () => {
  const random = seeded(5)
  for (let round = 0; round < 25; round += 1) {
    const input = Uint8Array.from({ length: 80 }, () => Math.floor(random() * 256))
    check(
      { cols: 12, rows: 5 },
      20,
      bytes(written(new Choices(input), 80, true)),
      new Choices(input),
    )
  }
})

test('text with colors: as the text, and the cells that it came from when it is printed', () => {
  const rows = [
    'plain',
    '\x1b[31mred\x1b[m \x1b[1;4:3;58:2::1:2:3mcurly\x1b[m end   ',
    '\x1b[48;2;9;8;7m bar   \x1b[m',
    '\x1b[38;5;200m漢字\x1b[7me\u0301\x1b[m|',
    '',
    '\x1b]8;;https://example.org\x1b\\\x1b[3mlink\x1b[m\x1b]8;;\x1b\\',
  ]
  const printed = [...rows, ...rows, ...rows].join('\r\n')
  const made = terminal(printed, { cols: 30, rows: 4 })
  const styled = screenToText(made.screen, 100, undefined, true)
  const lines = styled.split('\n')
  // history and screen are written in two ways
  expect(lines.slice(-6)).toEqual(lines.slice(-12, -6))
  expect(styled.replace(/\x1b\[[\d;:]*m/g, '').replace(/ +$/gm, '')).toBe(
    screenToText(made.screen, 100),
  )
  const again = terminal(lines.join('\r\n'), { cols: 30, rows: 4 })
  const cells = (one: Terminal) =>
    JSON.parse(JSON.stringify(snapshot(one, 100).lines), (key, value: unknown) =>
      key === 'l' ? undefined : value,
    ) as unknown
  expect(cells(again)).toEqual(cells(made))
})

test('a delta contains exactly the cells that differ, and rectangles cover them', () => {
  const made = terminal('aaaaaaaaaa\r\nbbbbbbbbbb', { cols: 20, rows: 6 })
  const viewer = new Viewer(made)
  const before = viewer.snapshot()
  // the second `a` is what was there
  made.write(bytes('\x1b[1;3HXa\x1b[1;6HY\x1b[2;3HX\x1b[5;20HZ'))
  expect(viewer.dirty()).toEqual({
    cells: 4,
    rectangles: [
      { top: 0, left: 2, bottom: 0, right: 5 },
      { top: 1, left: 2, bottom: 1, right: 2 },
      { top: 4, left: 19, bottom: 4, right: 19 },
    ],
    scroll: null,
    full: false,
    lastSync: { at: 22, ms: 0 },
  })
  const delta = viewer.delta(before.rev) as Delta
  expect(delta.rows).toEqual([
    { y: 0, x: 2, cells: [{ c: 'X' }] },
    { y: 0, x: 5, cells: [{ c: 'Y' }] },
    { y: 1, x: 2, cells: [{ c: 'X' }] },
    { y: 4, x: 19, cells: [{ c: 'Z' }] },
  ])
  expect(applyDelta(before, delta).lines).toEqual(snapshot(made).lines)
  expect(viewer.dirty().cells).toBe(0)
})

test('equal spans of adjacent rows are one rectangle, and too many are one for all', () => {
  const made = terminal('', { cols: 200, rows: 80 })
  const viewer = new Viewer(made)
  viewer.snapshot()
  made.write(bytes('\x1b[2;2Hxx\x1b[3;2Hxx\x1b[4;2Hxx'))
  expect(viewer.dirty().rectangles).toEqual([{ top: 1, left: 1, bottom: 3, right: 2 }])
  made.write(
    bytes(Array.from({ length: 70 }, (_, row) => `\x1b[${row + 5};${row + 20}Hx`).join('')),
  )
  expect(viewer.dirty().rectangles).toEqual([{ top: 1, left: 1, bottom: 73, right: 88 }])
})

test('a viewer joins more rectangles into one than a call has arguments', () => {
  const made = terminal('', { cols: 1_000, rows: 1_000 })
  const viewer = new Viewer(made)
  viewer.snapshot()
  // cells that no gap joins, and that no row has below those of the row above
  const row = (first: number) => `\x1b[${first}C${'x\x1b[5C'.repeat(166)}`
  made.write(bytes(`${row(1)}\r\n${row(3)}\r\n`.repeat(499)))
  expect(viewer.dirty().rectangles).toEqual([{ top: 0, left: 1, bottom: 997, right: 993 }])
})

test('a scroll is reported as one, of the screen and of a region', () => {
  const lines = Array.from({ length: 10 }, (_, row) => `row ${row}`).join('\r\n')
  const made = terminal(lines, { cols: 20, rows: 10 })
  const viewer = new Viewer(made)
  const first = viewer.snapshot()
  made.write(bytes('\r\nmore'))
  const whole = viewer.delta(first.rev) as Delta
  expect([whole.scroll, whole.rows]).toEqual([
    { top: 0, bottom: 9, by: 1 },
    [{ y: 9, x: 0, cells: [...'more'].map((c) => ({ c })) }],
  ])
  made.write(bytes('\x1b[3;6r\x1b[3H\x1b[2L'))
  const region = viewer.delta(whole.rev) as Delta
  expect([region.scroll, region.rows]).toEqual([{ top: 2, bottom: 5, by: -2 }, []])
})

test.each([
  ['a buffer switch', '\x1b[?1049h'],
  ['RIS', '\x1bc'],
  ['a palette change', '\x1b]4;1;#123456\x07'],
  ['more than 60 % of the cells', 'x'.repeat(30)],
])('%s is a full refresh', (_, text) => {
  const made = terminal('abc')
  const viewer = new Viewer(made)
  const { rev } = viewer.snapshot()
  made.write(bytes(text))
  expect(viewer.dirty().full).toBe(true)
  expect('from' in viewer.delta(rev)).toBe(false)
})

test('a resize and an unknown base are a full refresh', () => {
  const made = terminal('abc')
  const viewer = new Viewer(made)
  const { rev } = viewer.snapshot()
  expect('from' in viewer.delta(rev - 1)).toBe(false)
  made.resize(12, 4)
  expect('from' in viewer.delta(viewer.revision)).toBe(false)
})

test('a changed cell takes less than 200 bytes in either encoding', () => {
  const made = new Terminal({ cols: 120, rows: 40, scrollback: 0 })
  const viewer = new Viewer(made)
  const { rev } = viewer.snapshot()
  made.write(bytes('\x1b[20;60H\x1b[1;38;2;1;2;3;48;2;4;5;6mx\x1b[m'))
  const delta = viewer.delta(rev)
  const [json, packed] = (['json', 'msgpack'] as const).map(
    (encoding) => encode(delta, encoding, messagePack).length,
  )
  expect([json! < 200, packed! < 100]).toEqual([true, true])
})

test.each<[string, Uint8Array, string]>([
  ['no bytes', new Uint8Array(0), 'malformed'],
  ['half a JSON text', bytes('{"v":1,'), 'malformed'],
  ['another version', bytes('{"v":2}'), 'unknown-version'],
  ['a version in an array', messagePack.encode([2, 0]), 'unknown-version'],
  ['nothing but a version', bytes('{"v":1}'), 'bad-field'],
  ['a prototype', bytes('{"v":1,"__proto__":{"from":1}}'), 'bad-field'],
  ['lengths that nobody sent', Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff), 'malformed'],
  ['an extension', Uint8Array.of(0xd4, 1, 1), 'malformed'],
  [
    'tab stops without end',
    messagePack.encode([
      1,
      0,
      0,
      0,
      0,
      80,
      24,
      0,
      [],
      [null, null, null, null, null, null, null, null, null, [0, 1, 1e9]],
      [],
      null,
      [],
    ]),
    'malformed',
  ],
])('decoding refuses %s', (_, given, problem) => {
  expect(decode(given, messagePack)).toEqual({ ok: false, problem })
})

test('hostile bytes never throw: every cut and many changed bytes of a message', () => {
  const message = encode(
    snapshot(terminal('\x1b[31mab世e\u0301\x1b]8;;http://a\x07c')),
    'msgpack',
    messagePack,
  )
  const random = seeded(9)
  for (let round = 0; round < 150; round += 1) {
    const bent = message.slice(0, Math.min(round, message.length))
    if (round >= message.length)
      for (let change = 0; change < 3; change += 1)
        bent[Math.floor(random() * bent.length)] = Math.floor(random() * 256)
    const decoded = decode(bent, messagePack)
    if (!decoded.ok)
      expect(['too-large', 'malformed', 'unknown-version', 'bad-field']).toContain(decoded.problem)
  }
})

test('text, HTML and SVG show the same screen, escaped', () => {
  const taken = snapshot(terminal('a<b\r\n\x1b[1;31mred\x1b[m \x1b[7m&\x1b[m'))
  expect(toText(taken)).toBe('a<b\nred &\n\n')
  expect(toHtml(taken)).toContain('<meta charset="utf-8">')
  expect(toHtml(taken)).toContain(
    '<pre style="color:#ffffff;background:#000000;font-family:monospace;' +
      'unicode-bidi:bidi-override">a&lt;b\n<span style="color:#ef2929;font-weight:bold">red</' +
      'span> <span style="color:#000000;background:#ffffff">&amp;</span>\n\n</pre>\n',
  )
  expect(toSvg(taken)).toContain(
    '<text x="0" y="30" fill="#ef2929" textLength="24" lengthAdjust="spacingAndGlyphs" ' +
      'xml:space="preserve" font-weight="bold">red</text>',
  )
})

test('toAnsi into a fresh terminal restores state that the stock serializer forgets', () => {
  const made = terminal(
    '\x1b[2;3r\x1b[3g\x1b[5G\x1bH\x1b7\x1b(0\x1b[?1002;1006h\x1b[5 ' +
      'q\x1b[4:3;58:5:9mcurl\x1b[44m\x1b[K\x1b[?25l\x1b]4;3;#abcdef\x07\x1b[>3u',
    { cols: 12 },
  )
  const taken = snapshot(made, 100)
  const other = new Terminal({ cols: 12, rows: 4, scrollback: 10 })
  other.write(bytes(toAnsi(taken)), 0)
  expect({ ...snapshot(other, 100), at: taken.at }).toEqual(taken)
})

test.each([
  [
    'blanks that wide characters left at the right edge, each in its style',
    '\x1b[5G世\x1b[53m\x1b[4G世\x1b[9m\x1b[3G世\x1b[31m\x1b[3Gx',
  ],
  [
    'blanks of that kind that DECCARA has changed',
    '\x1b[53m\x1b[5G世\x1b[4G世\x1b[4Gx\x1b[1;5;1;5;5$r',
  ],
  ['a flag that found no place for its second column', '\x1b[?2027h\x1b[?7l\x1b[6G🇩🇪'],
  ['a character in insert mode that a mark would join', 'abc\x1b[4h\x1b[2G世'],
])('toAnsi brings back %s', (_, given) => {
  const size = { cols: 6, rows: 2, scrollback: 10 }
  const made = terminal(given, size)
  const again = terminal('', size)
  again.write(bytes(toAnsi(snapshot(made, 10))), 0)
  expect({ ...snapshot(again, 10), at: made.at }).toEqual(snapshot(made, 10))
})

test.each([
  ['text', 'abcdefghijkl\r\nxy'],
  ['a wide character that did not fit', 'abcde世x'],
  ['a background that wraps', '\x1b[44mabcdefgh\x1b[m'],
  ['blanks in styles', 'abcde\x1b[4;31m世x'],
  ['a last cell that was erased', 'abcdefg\x1b[A'],
  ['marks and emoji', 'abcdee\u0301f\x1b[?2027habcd🇩🇪g'],
])('toAnsi brings back the history of a screen of one row: %s', (_, given) => {
  const size = { cols: 6, rows: 1, scrollback: 10 }
  const made = terminal(`${given}\r\nend`, size)
  for (const written of [bytes(toAnsi(snapshot(made, 10))), screenToAnsi(made.screen, 10).bytes]) {
    const again = terminal('', size)
    again.write(written, 0)
    expect({ ...snapshot(again, 10), at: 0 }).toEqual({ ...snapshot(made, 10), at: 0 })
  }
})

test('plain rows of history are written the short way, with the same meaning', () => {
  const size = { cols: 12, rows: 3, scrollback: 400 }
  const kinds = [
    ...['plain', 'exactly 12 c', 'wraps over the edge of it'],
    ...['\x1b[41mred \x1b[m and \x1b[44m\x1b[K', '\x1b[41mwraps on a background\x1b[m'],
    ...['漢字漢字漢字漢', 'e\u0301 mark', '\u{1f469}\u200d\u{1f4bb} joined'],
    ...['\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', '\x1b[4;58:5:1mcurly'],
    ...['\x1b[m\x1b[5Ggap\x1b[10Gz', '\x1b]133;A\x1b\\$ marked'],
    ...['\x1b[7m \x1b[m \x1b[1;38;2;1;2;3mrgb\x1b[m', '𝒜 beyond', 'caf\u00e9', '  a  ', ''],
    ...['\x1b[44mended in a style', 'end'],
  ]
  // Rows as they are. Between them are rows of ASCII only, which are written directly from memory.
  const random = seeded(3)
  const ascii = () =>
    Array.from(
      { length: Math.floor(random() * 40) },
      (_, row) => ['', 'twelve chars', ` ${row}`, '~', 'a b'][row % 5]!,
    )
  for (const rows of [
    kinds,
    Array.from({ length: 12 }, ascii).flatMap((rows, turn) => [
      ...rows,
      kinds[(turn * 5) % kinds.length]!,
      '\x1b[m',
    ]),
    Array.from({ length: 300 }, (_, row) => `row ${row}`),
  ]) {
    const made = terminal(rows.join('\r\n'), size)
    const state = (one: Terminal) => ({ ...snapshot(one, 400), at: 0 })
    expect(screenToText(made.screen, 400)).toBe(toText(snapshot(made, 400)))
    const again = [screenToAnsi(made.screen, 400).bytes, bytes(toAnsi(snapshot(made, 400)))].map(
      (written) => {
        const one = terminal('', size)
        one.write(written, 0)
        return state(one)
      },
    )
    expect(again).toEqual([state(made), state(made)])
    for (const width of [11, 30]) {
      // rows as they are after a new size
      made.resize(width, 3)
      const resized = terminal('', { ...size, cols: width })
      resized.write(screenToAnsi(made.screen, 400).bytes, 0)
      expect(state(resized)).toEqual(state(made))
    }
  }
})

test('a flood in one chunk equals its lines one by one: screen, history, wraps, styles', () => {
  const lines = Array.from(
    { length: 200 },
    (_, row) => `\x1b[${31 + (row % 6)}m${row}\x1b[m ${'long '.repeat(row % 7)}世界`,
  ).join('\r\n')
  const [flood, slow] = [
    terminal('', { cols: 20, rows: 5, scrollback: 100 }),
    terminal('', { cols: 20, rows: 5, scrollback: 100 }),
  ]
  flood.write(bytes(lines))
  for (const byte of bytes(lines)) slow.write(Uint8Array.of(byte))
  expect(snapshot(flood, 100)).toEqual(snapshot(slow, 100))
})

test('marks in a flood join the text before them, however many clusters there were', () => {
  const marks = ['\u0301', '\ufe0f', '\u0302\u0303', '\u200d💻', '\u0e47'.repeat(20), '\ue0b0']
  const first = Array.from(
    { length: 300 },
    (_, row) =>
      `${'e'.repeat(row % 12)}${marks[row % 6]}世${marks[(row + 1) % 6]}🎉` +
      `${marks[(row + 2) % 6]} ก็ é`,
  ).join('\r\n')
  // More different ones than are kept before a sweep.
  const second = Array.from({ length: 700 }, (_, row) =>
    Array.from(
      { length: 112 },
      (_, mark) => `${String.fromCodePoint(0x4e00 + row)}${String.fromCodePoint(0x300 + mark)}`,
    ).join(''),
  ).join('\r\n')
  const lines = bytes(`${first}\r\n${second}\r\n${first}`)
  const [flood, slow] = [
    terminal('', { cols: 20, rows: 5, scrollback: 500 }),
    terminal('', { cols: 20, rows: 5, scrollback: 500 }),
  ]
  flood.write(lines)
  for (let at = 0; at < lines.length; at += 41) slow.write(lines.subarray(at, at + 41))
  expect(snapshot(flood, 500)).toEqual(snapshot(slow, 500))
  expect(flood.screen.clusters.size).toBeLessThan(66_000)
})
