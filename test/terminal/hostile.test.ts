/**
 * Counts, strings and floods without measure. The bound is the specification's 200 ms, of processor
 * time and five times over, since tests share the machine.
 */
import { expect, test } from 'vitest'
import { Terminal } from '../../src/terminal/index.ts'
import { bytes, shown, snapshot, terminal } from './terminals.ts'
import { slow } from '../slow.ts'

const boundMs = 4_000

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e3
}

test.each([
  ...[...'@ABCDEFGHILMPSTXZ`abdejk'].map((final): [string, Uint8Array] => [
    `CSI 2147483647 ${final}`,
    bytes(`x\x1b[2147483647${final}`),
  ]),
  [
    'a title of 16 MB',
    new Uint8Array(16e6)
      .fill(0x61)
      .fill(0x1b, 0, 1)
      .fill(0x5d, 1, 2)
      .fill(0x32, 2, 3)
      .fill(0x3b, 3, 4),
  ],
  [
    'a device control string of 16 MB',
    new Uint8Array(16e6).fill(0x61).fill(0x1b, 0, 1).fill(0x50, 1, 2),
  ],
  ['1 MB of ESC M', bytes('\x1bM'.repeat(500_000))],
  ['1 MB of combining marks', bytes(`a${'\u0301'.repeat(500_000)}`)],
  ['1 MB of parameters', bytes(`\x1b[${'1;'.repeat(500_000)}m`)],
  ['1 MB of CUB with reverse wrap', bytes(`\x1b[?45h${'\x1b[2147483647D'.repeat(80_000)}`)],
  ['1 MB of XTSAVE', bytes(`\x1b[?${'7;1000;2004;25;99;'.repeat(6)}s`.repeat(10_000))],
  ['1 MB of XTPUSHSGR', bytes(`\x1b[${'1;'.repeat(31)}1#{`.repeat(15_000))],
  ['1 MB of pointer shapes', bytes(`\x1b]22;>${'wait,'.repeat(20_000)}\x07`.repeat(10))],
  ['1 MB of OSC 21', bytes(`\x1b]21;${'1=?;1=#fff;'.repeat(10_000)}\x07`.repeat(9))],
  ['1 MB of CTC', bytes(`\x1b[${'5;'.repeat(31)}5W`.repeat(15_000))],
  ['1 MB of DECCOLM', bytes(`\x1b[?40h${'\x1b[?3h'.repeat(20_000)}`)],
  ['1 MB of SS2 and SPA', bytes('\x1bN\x1bVx'.repeat(200_000))],
  ['1 MB of special colours', bytes(`\x1b]5;${'1;rgbi:.5/.5/.5;'.repeat(7_000)}\x07`.repeat(9))],
  ['1 MB of an intensity', bytes(`\x1b]5;1;rgbi:${'1'.repeat(120_000)}/1/1\x07`.repeat(9))],
])('%s ends soon', (_, flood) => endsSoon(flood))

test.each([
  [
    '1 MB of XTPUSHCOLORS with a whole palette',
    bytes(
      `\x1b]21${Array.from({ length: 256 }, (_, index) => `;${index}=#fff`).join('')}\x07` +
        `\x1b[${'0;'.repeat(31)}0#P`.repeat(8_000) +
        '\x1b[#P\x1b]4;1;#fff\x07\x1b[1#Q'.repeat(20_000),
    ),
  ],
  [
    '1 MB of different sizes',
    bytes(
      Array.from(
        { length: 40_000 },
        (_, at) => `\x1b]66;s=${1 + (at % 7)}:w=${1 + (at % 5)}:n=${at % 14}:d=15;${at}\x07`,
      ).join(''),
    ),
  ],
  ['1 MB of the largest blocks', bytes('\x1b]66;s=7:w=7;a\x07'.repeat(52_000))],
  // each byte prints 49 cells
  ['400 KB of scaled text', bytes(`\x1b]66;s=7;${'a'.repeat(4_000)}\x07`.repeat(100))],
  [
    '1 MB of text that moves past blocks',
    bytes(`${'\x1b]66;s=7:w=7;a\x07\x1b[H'.repeat(9)}\x1b[2H${'a'.repeat(1e6)}`),
  ],
  [
    '200 KB of text below a region, past blocks',
    bytes(
      `\x1b[39H\x1b]66;s=2;${'a'.repeat(60)}\x07\x1b[1;36r\x1b[40H${'x'.repeat(100_000)}` +
        `\x1b[?69h\x1b[7;100s\x1b[?6l\x1b[40Hx\x1b[9999999b${'x'.repeat(100_000)}`,
    ),
  ],
  ['1 MB of erased blocks', bytes('\x1b]66;s=7:w=7;a\x07\r\x1b[P\x1b[L'.repeat(40_000))],
])('%s ends soon', slow, (_, flood) => endsSoon(flood))

function endsSoon(flood: Uint8Array): void {
  const made = new Terminal({ cols: 120, rows: 40, scrollback: 10_000 })
  const began = cpuMs()
  made.write(flood)
  expect(cpuMs() - began).toBeLessThan(boundMs)
  expect([made.screen.x < 120, made.screen.y < 40]).toEqual([true, true])
}

/**
 * Short sequences that change much: many of them in a chunk would hold up every tab of the worker.
 */
test.each([
  ['DECRARA', 300, '\x1b[$t'],
  ['DECCARA with many attributes', 300, `\x1b[;;;;${'1;'.repeat(26)}1$r`],
  ['REP of a wide character', 5, '世\x1b[9999999b'],
  ['REP of a cluster', 5, 'e\u0301\x1b[9999999b'],
  ['REP in insert mode', 5, '\x1b[4hx\x1b[9999999b'],
  ['REP of half a flag', 5, '\x1b[?2027h🇩\x1b[9999999b'],
  ['REP of what a mark widens', 5, '\x1b[?2027h❤\ufe0f\x1b[9999999b'],
  ['REP of what a selector narrows', 5, '\x1b[?2027h⌚\ufe0e\x1b[9999999b'],
  ['REP in insert mode between margins', 5, '\x1b[?69h\x1b[2;110s\x1b[4hx\x1b[9999999b'],
])('%s costs little', (_, times, sequence) => {
  const made = new Terminal({ cols: 120, rows: 40, scrollback: 10_000 })
  const began = cpuMs()
  made.write(bytes(sequence.repeat(times)))
  expect(cpuMs() - began).toBeLessThan(boundMs)
})

test.each([
  ['a character', 'x'],
  ['a wide one', '世'],
  ['one with a mark', 'e\u0301'],
  ['one in a colour and a link', '\x1b[41m\x1b]8;;http://a\x07x'],
  ['one in insert mode', 'ab\x1b[H\x1b[4hx'],
  ['one in a region', '\x1b[2;5r\x1b[2Hx'],
  ['one in a region at the top', '\x1b[1;4rx'],
  ['one below a region', '\x1b[1;4r\x1b[6Hx'],
  ['one between the margins', '\x1b[?69h\x1b[2;6s\x1b[2Gx'],
  ['one without autowrap', '\x1b[?7lx'],
  ['one on the alternate screen', '\x1b[?1049hx'],
  ['a flag', '\x1b[?2027h🇩🇪'],
  ['half a syllable', '\x1b[?2027hᄀ'],
  ['a mark with nothing to stand on', '\x1b[6H\u200b'],
  ['one above a prompt mark', '\x1b[5H\x1b]133;A\x07\x1b[Hx'],
  ['half a flag', '\x1b[?2027h🇩'],
  ['a letter that joins the next', '\x1b[?2027h\u0915\u094d'],
  ['one that a mark widens', '\x1b[?2027h❤\ufe0f'],
  ['one that a selector narrows', '\x1b[?2027h⌚\ufe0e'],
])('REP of %s equals printing it as often, including history', (_, text) => {
  for (const cols of [8, 9]) {
    for (const count of [1, 30, 200, 2_520]) {
      const size = { cols, rows: 6, scrollback: 20 }
      const character = /(?:\P{M}\p{M}|🇩🇪|.)$/u.exec(text)![0]
      const all = (input: string) => ({ ...snapshot(terminal(input, size), 20), at: 0 })
      expect(all(`${text}\x1b[${count}bz`), `${count} in ${cols} columns`).toEqual(
        all(`${text}${character.repeat(count)}z`),
      )
    }
  }
})

test('a huge count has the effect of the largest sensible one', () => {
  for (const final of 'STLMIZPX@')
    expect(shown(`1\r\n2\r\n3\x1b[2;1H\x1b[2147483647${final}`)).toBe(
      shown(`1\r\n2\r\n3\x1b[2;1H\x1b[40${final}`),
    )
})

test('clusters, links and colors without end do not fill memory', slow, () => {
  const made = new Terminal({ cols: 80, rows: 24, scrollback: 100 })
  for (let round = 0; round < 80; round += 1) {
    made.write(
      bytes(
        Array.from(
          { length: 1_000 },
          (_, index) =>
            `${String.fromCodePoint(0x4e00 + ((round * 997 + index) % 20_000))}` +
            `${String.fromCodePoint(0x300 + (index % 100))}\x1b]8;;http://${round}/${index}` +
            '\x07',
        ).join(''),
      ),
    )
  }
  expect([
    made.screen.clusters.size <= 65_537,
    made.screen.links.get(1),
    made.screen.links.get(79_999)?.uri,
    made.screen.links.size,
  ]).toEqual([true, undefined, 'http://79/998', 10_000])
})

test(
  'clusters and colors beyond the number space are dropped, and old ones stay right',
  slow,
  () => {
    const made = new Terminal({ cols: 300, rows: 40, scrollback: 2_000 })
    const cluster = (index: number) =>
      String.fromCodePoint(
        0x61 + (index % 26),
        0x300 + (Math.floor(index / 26) % 80),
        0x300 + (Math.floor(index / 2_080) % 80),
      )
    const colour = (index: number) =>
      `\x1b[58:2::${index >> 16}:${(index >> 8) & 255}:${index & 255}m`
    const many = (from: number, count: number, of: (index: number) => string) =>
      bytes(Array.from({ length: count }, (_, index) => of(from + index)).join(''))
    const before = process.cpuUsage()
    made.write(many(0, 140_000, cluster))
    made.write(many(1, 70_000, (index) => `${colour(index)}x`))
    made.write(bytes(`\x1b[m\x1b[2J\x1b[H${cluster(150_000)}`))
    const { lines, scrollback } = snapshot(made, 2_000)
    const oldest = scrollback!.lines.slice(0, 300).flatMap(({ cells }) => cells.map(({ c }) => c))
    // In the new one, the second mark has no number left.
    expect([made.screen.clusters.size, oldest, lines[0]!.cells[0]?.c]).toEqual([
      131_072,
      Array.from({ length: 90_000 }, (_, index) => cluster(index)),
      cluster(150_000).slice(0, 2),
    ])
    const { user, system } = process.cpuUsage(before)
    // with a sweep for each refused one it takes minutes
    expect((user + system) / 1e3).toBeLessThan(15_000)
    made.setScrollback(0)
    made.write(many(0, 5_000, cluster))
    made.write(bytes(`\x1b[2J\x1b[H${cluster(150_001)}`))
    expect(snapshot(made).lines[0]!.cells[0]?.c).toBe(cluster(150_001))
  },
)

test('the history keeps its limit, and lets go when the limit falls', () => {
  const made = new Terminal({ cols: 80, rows: 24, scrollback: 1_000 })
  made.write(bytes('a line of a log\r\n'.repeat(50_000)))
  const history = made.screen.primary.history!
  expect([history.count, history.bytes < 600_000]).toEqual([1_000, true])
  made.setScrollback(10)
  expect(history.count).toBe(10)
})
