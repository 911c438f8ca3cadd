/** Attributes and colors: SGR, rectangles of them, the stacks, and what a theme changes. */
import { expect, test } from 'vitest'
import { toHtml } from '../../src/terminal/index.ts'
import { FrameSource } from '../../src/terminal/frames/encode.ts'
import { stateParts } from '../../src/terminal/frames/state.ts'
import { unknownFacts } from '../../src/terminal/replies/facts.ts'
import { snapshot, terminal } from './terminals.ts'

test('SGR: every attribute, colors of each kind in both syntaxes, pen of empty cells', () => {
  const cells = (text: string) => snapshot(terminal(text)).lines[0]?.cells
  expect(cells('\x1b[1;3;4;9;2;7;8;5;53mx')).toEqual([
    { c: 'x', a: 1 + 2 + 4 + 8 + 16 + 32 + 64 + 128 + 256 + (1 << 9) },
  ])
  expect([...'12345'].map((style) => cells(`\x1b[4:${style}mx`)?.[0]?.a)).toEqual([
    516, 1028, 1540, 2052, 2564,
  ])
  expect(cells('\x1b[31;102mx')).toEqual([{ c: 'x', fg: 1, bg: 10 }])
  expect(cells('\x1b[30;40mx')).toEqual([{ c: 'x', fg: 0, bg: 0 }])
  expect(cells('\x1b[38;5;200;48;2;0;0;0mx')).toEqual([{ c: 'x', fg: 200, bg: '#000000' }])
  expect(cells('\x1b[38:2::1:2:3;48:5:17;58:2::9:8:7;4mx')).toEqual([
    { c: 'x', a: 516, fg: '#010203', bg: 17, ul: '#090807' },
  ])
  expect(cells('\x1b[1;2mx\x1b[221my\x1b[1;222mz')?.map(({ a }) => a)).toEqual([17, 16, 1])
  expect(cells('\x1b[44m\x1b[3X')).toEqual([{ bg: 4, n: 3 }])
  expect(cells('\x1b[38:2:1:2:3;48:2:4:5:6;58:2:7:8:9;3mx')).toEqual([
    { c: 'x', a: 2, fg: '#010203', bg: '#040506', ul: '#070809' },
  ])
  expect(cells('\x1b[38;2:1:2:3mx\x1b[38:2:0:1:2:3:4my\x1b[38:2:1:2mz')).toEqual([
    { c: 'x', fg: '#010203' },
    { c: 'y', fg: '#010203' },
    { c: 'z', fg: '#020000' },
  ])
})

test('DECCARA and DECRARA set, clear and invert attributes in rectangle and stream', () => {
  const attributes = (text: string) =>
    snapshot(terminal(text, { cols: 4, rows: 2 })).lines.map(({ cells }) =>
      cells
        .flatMap(({ a = 0, n = 1, c = '' }) => Array.from({ length: n }, () => `${c}${a}`))
        .join(' '),
    )
  expect(attributes('abcd\r\nefgh\x1b[1;2;2;3;1;4;5;7;8$r')).toEqual([
    'a0 b741 c741 d741',
    'e741 f741 g741 h0',
  ])
  expect(attributes('\x1b[1;4;5;7mabcd\r\nefgh\x1b[2*x\x1b[1;2;2;3;22;25$r')).toEqual([
    'a677 b548 c548 d677',
    'e677 f548 g548 h677',
  ])
  expect(
    attributes('\x1b[1;4;5;7mabcd\x1b[2*x\x1b[1;1;1;1;24$r\x1b[1;2;1;2;27$r\x1b[1;3;1;3$r'),
  ).toEqual(['a161 b645 c0 d677'])
  expect(
    attributes(
      '\x1b[1;4:3mabcd\x1b[2*x\x1b[1;1;1;1;1$t\x1b[1;2;1;2;4$t\x1b[1;3;1;3$t\x1b[1;4;1;4;1;4;4;1$t',
    ),
  ).toEqual(['a1540 b1 c160 d1541'])
})

test('special and dynamic colors in each notation, and their reset', () => {
  const colors = (text: string) => snapshot(terminal(text)).colors
  expect(
    colors(
      '\x1b]5;0;#102030;4;rgb:f/ff/fff\x07\x1b]4;257;rgbi:1/0.5/0;261;#fff\x07\x1b]5;5;#fff;' +
        'x;#fff;2;?\x07',
    ),
  ).toEqual({
    palette: [],
    special: [
      [0, '#102030'],
      [1, '#ffbc00'],
      [4, '#ffffff'],
    ],
  })
  expect(colors('\x1b]12;#010203;#040506;?;#070809\x07\x1b]19;#0a0b0c;#0d0e0f\x1b\\')).toEqual({
    palette: [],
    cursor: '#010203',
    dynamic: [
      [13, '#040506'],
      [15, '#070809'],
      [19, '#0a0b0c'],
    ],
  })
  expect(
    colors(
      '\x1b]5;0;#fff;1;#fff\x07\x1b]17;#fff\x07\x1b]19;#fff\x07\x1b]4;5;#fff\x07\x1b]105;' +
        '1\x07\x1b]104;256\x07\x1b]117\x07',
    ),
  ).toEqual({ palette: [[5, '#f0f0f0']], dynamic: [[19, '#f0f0f0']] })
  expect(colors('\x1b]5;0;#fff\x07\x1b]17;#fff\x07\x1b]105\x07\x1bc')).toEqual({ palette: [] })
  expect(
    [
      ...['rgbi:1/1', 'rgbi:2/0/0', 'rgbi:-1/0/0', 'rgbi:1/1/1/1', 'rgbi:a/b/c'],
      `rgbi:${'1'.repeat(100_000)}/0/0`,
    ].map((one) => colors(`\x1b]11;${one}\x07`)),
  ).toEqual(Array.from({ length: 6 }, () => ({ palette: [] })))
})

test('DECSCNM exchanges foreground and background of the screen in snapshots', () => {
  expect(toHtml(snapshot(terminal('x\x1b[?5h')))).toContain('color:#000000;background:#ffffff')
})

test('DECSCNM exchanges colors of the window, and keeps its cursor visible', () => {
  const theme = { foreground: 0xe0e0e0, background: 0x101418, cursor: 0xff8000 }
  const colors = (text: string, facts = theme) => {
    const made = terminal(text)
    made.setFacts({ ...unknownFacts, ...facts })
    const { foreground, background, cursor } = stateParts(made.screen)
    return [foreground, background, cursor].map((part) => part?.replaceAll(/\x1b\\|\x1b\]/g, ''))
  }
  expect(colors('\x1b[?5h')).toEqual(['10;#101418', '11;#e0e0e0', '112'])
  expect(colors('\x1b[?5h\x1b[?5l')).toEqual(['110', '111', '112'])
  expect(colors('\x1b]10;#123456\x07\x1b[?5h')).toEqual(['10;#101418', '11;#123456', '112'])
  expect(colors('\x1b[?5h', { ...theme, cursor: 0xe0e0e0 })).toEqual([
    ...['10;#101418', '11;#e0e0e0', '12;#101418'],
  ])
  expect(colors('\x1b]12;#e0e0e0\x07\x1b[?5h')).toEqual([
    ...['10;#101418', '11;#e0e0e0', '12;#101418'],
  ])
})

test('another theme is in the next frame while DECSCNM is set', () => {
  const made = terminal('\x1b[?5h')
  const frames = new FrameSource(made)
  frames.next()
  expect(frames.changed).toBe(false)
  made.setFacts({ ...unknownFacts, foreground: 0x123456 })
  expect(frames.changed).toBe(true)
})

test('XTPUSHSGR XTPOPSGR: all attributes or those named, ten levels, and RIS forgets them', () => {
  const pen = (text: string) => snapshot(terminal(text)).pen
  const style = '\x1b[1;2;3;4:3;5;7;8;9;53;31;42;58:5:4m'
  const full = pen(style)
  for (const [push, pop] of ['{}', 'pq'])
    expect(pen(`${style}\x1b[#${push}\x1b[m\x1b[35m\x1b[#${pop}`)).toEqual(full)
  expect(pen(`${style}\x1b[1;30#{\x1b[0;9;33;44m\x1b[#}`)).toEqual({ a: 9, fg: 1, bg: 4 })
  expect(pen(`${style}\x1b[2;3;21;31#p\x1b[m\x1b[#q`)).toEqual({ a: 1558, bg: 2 })
  expect(pen(`\x1b[1m\x1b[4;5;7;8;9#{\x1b[0;3;4;5;7;8;9m\x1b[#}`)).toEqual({ a: 2 })
  expect(pen(`\x1b[1m\x1b[6;99#{\x1b[0;3m\x1b[#}`)).toEqual({ a: 2 })
  // protection is not an attribute of SGR
  expect(pen('\x1b[1m\x1b[#{\x1b[0m\x1b[1"q\x1b[#}').a).toBe(16_385)
  expect(pen('\x1b[#}\x1b[31m\x1b[#}')).toEqual({ fg: 1 })
  const levels = (count: number) =>
    Array.from({ length: count }, (_, level) => `\x1b[38;5;${level}m\x1b[#{`).join('')
  const pops = (count: number) => '\x1b[#}'.repeat(count)
  expect([pen(`${levels(12)}${pops(10)}`), pen(`${levels(12)}\x1b[35m${pops(11)}`)]).toEqual([
    { fg: 2 },
    { fg: 2 },
  ])
  for (const reset of ['\x1bc', '\x1b[!p'])
    expect(snapshot(terminal(`${style}\x1b[#{\x1b[#P${reset}`))).not.toHaveProperty('savedPens')
})

test('XTPUSHCOLORS XTPOPCOLORS, and OSC 30001 and 30101: all colors, ten levels', () => {
  const colors = (text: string) => snapshot(terminal(text)).colors
  const set = '\x1b]4;1;#111111\x07\x1b]5;0;#222222\x07\x1b]10;#333333\x07\x1b]17;#444444\x07'
  const unset = '\x1b]104\x07\x1b]105\x07\x1b]110\x07\x1b]117\x07\x1b]12;#555555\x07'
  for (const [push, pop] of [
    ['\x1b[#P', '\x1b[#Q'],
    ['\x1b[0#P', '\x1b[0#Q'],
    ['\x1b]30001\x07', '\x1b]30101\x1b\\'],
  ])
    expect(colors(`${set}${push}${unset}${pop}`)).toEqual(colors(set))
  // a slot is stored to and restored from without pushing and popping
  expect(colors(`\x1b[#P${set}\x1b[1#P${unset}\x1b[1#Q\x1b[1#Q`)).toEqual(colors(set))
  expect(colors(`${set}\x1b[2#P\x1b[11#P${unset}\x1b[1;2;99#Q\x1b[#Q`)).toEqual({
    palette: [],
    cursor: '#555555',
  })
  const levels = Array.from({ length: 12 }, (_, n) => `\x1b]11;#0000${10 + n}\x07\x1b[#P`).join('')
  expect(colors(`${levels}${'\x1b[#Q'.repeat(11)}`).bg).toBe('#000012')
  for (const reset of ['\x1bc', '\x1b[!p'])
    expect(snapshot(terminal(`${set}\x1b[#P${reset}`))).not.toHaveProperty('savedColors')
})
