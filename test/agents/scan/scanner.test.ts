/**
 * Tests the scanner state by state (docs/reference/protocols.md). The dispatcher interprets its
 * strings, see ../dispatch.
 */
import { describe, expect, test } from 'vitest'
import { doubtBytesMax, scannedStringBytesMax } from '../../../src/agents/scan/limits.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { bytes, scan, scanText } from './report.ts'

const ESC = '\x1b'
const ST = '\x1b\\'

describe('strings', () => {
  test.each([
    ['ends in BEL or ST', `${ESC}]0;a\x07${ESC}]2;b${ST}`, ['6 osc 0 bel a', '13 osc 2 st b']],
    ['ends at no 8-bit ST', `${ESC}]0;a\x9cb\xc2\x9cc\x07`, ['11 osc 0 bel a\x9cb\xc2\x9cc']],
    ['begins at no 8-bit OSC', '\x9d0;a\x07\xc2\x9d0;b\x07', ['5 bell', '11 bell']],
    ['skips controls and DEL inside', `${ESC}]0;a\x00b\x7f\nc\x07`, ['11 osc 0 bel abc']],
    ['reads a number with controls inside', `${ESC}]13\x0038\x7f;x\x07`, ['11 osc 1338 bel x']],
    [
      'has no body without a semicolon',
      `${ESC}]0\x07${ESC}]2${ST}`,
      ['4 osc 0 bel ', '9 osc 2 st '],
    ],
    [
      'reads no number with a leading zero or a sign',
      `${ESC}]00;a\x07${ESC}]02;a\x07${ESC}]+2;a\x07${ESC}];a\x07${ESC}]\x07${ESC}]2 ;a\x07`,
      [],
    ],
    [
      "reads nobody's number",
      `${ESC}]8;;http://a${ST}${ESC}]4294967296;a\x07${ESC}]2147483648;x\x07`,
      [],
    ],
    [
      'is cut by CAN and SUB',
      `${ESC}]0;a\x18b\x07${ESC}]99;a\x1a\x07`,
      ['6 cut 0 a', '8 bell', '15 cut null ', '16 bell'],
    ],
    [
      'is cut by an escape that is then read',
      `${ESC}]0;a${ESC}]2;b\x07`,
      ['6 cut 0 a', '11 osc 2 bel b'],
    ],
    ['is cut by RIS', `${ESC}]0;a${ESC}c`, ['6 cut 0 a', '7 ris']],
    ['is cut by ESC ESC', `${ESC}]0;a${ESC}${ESC}\\b`, ['6 cut 0 a']],
    ['is cut inside its number', `${ESC}]133${ESC}]0;a\x07`, ['6 cut null ', '11 osc 0 bel a']],
    ['says nothing when it is open at the end', `${ESC}]0;abc`, []],
  ])('an OSC string %s', (_, text, lines) => {
    expect(scanText(text)).toEqual(lines)
  })

  test.each([
    ['DCS', 'P'],
    ['APC', '_'],
    ['PM', '^'],
    ['SOS', 'X'],
  ])('%s hides all controls inside it, and BEL neither ends it nor rings', (_, letter) => {
    expect(
      scanText(`${ESC}${letter}q\x07${ESC}]0;a\x07${ESC}c${ESC}[?1049h${ST}${ESC}]0;b\x07`),
    ).toEqual(['28 osc 0 bel b'])
    expect(
      scanText(`${ESC}${letter}a\x18\x07${ESC}${letter}b\x1a\x07${ESC}${letter}${ESC}\x18\x07`),
    ).toHaveLength(3)
  })

  test('a string in doubt is given up 8 192 bytes after its first inner escape', () => {
    const frame = `${ESC}]0;a\x07`
    const doubted = (gap: number) => scanText(`${ESC}Pq${ESC}[m${'z'.repeat(gap)}${frame}`)
    // The inner escape is at offset 3: its 8,192 bytes end at 8,196.
    expect(doubted(doubtBytesMax - 2)).toEqual([`${8196 + 6} osc 0 bel a`])
    expect(doubted(doubtBytesMax - 3)).toEqual(['8201 bell']) // its ESC was still inside
    expect(doubted(doubtBytesMax - 8)).toEqual([])
    expect(scanText(`${ESC}Pq${'z'.repeat(3 * doubtBytesMax)}${ST}\x07`)).toHaveLength(1)
    expect(
      scanText(
        `${ESC}Pq${`${ESC}[m${'z'.repeat(97)}`.repeat(doubtBytesMax / 100)}` +
          `${'z'.repeat(200)}${frame}`,
      ),
    ).toHaveLength(1)
  })
})

describe('caps', () => {
  const filled = (total: number, terminator: string) =>
    `${ESC}]0;${'y'.repeat(total - 4 - terminator.length)}${terminator}`

  test.each([['\x07'], [ST]])(
    '131 072 bytes with the terminator %j are read, one more is not',
    (terminator) => {
      expect(scanText(filled(scannedStringBytesMax, terminator))).toHaveLength(1)
      expect(scanText(filled(scannedStringBytesMax - 1, terminator))[0]).toContain(' osc 0 ')
      expect(scanText(filled(scannedStringBytesMax, terminator))[0]).toContain(' osc 0 ')
      expect(scanText(filled(scannedStringBytesMax + 1, terminator))).toEqual([
        expect.stringMatching(/^131073 too-long 0 /),
      ])
    },
  )

  test('a string that no parser reads is counted once, and scanning continues at its end', () => {
    const long = `${ESC}]8;${'y'.repeat(scannedStringBytesMax)}`
    expect(scanText(`${long}\x07\x07`)).toEqual([
      expect.stringMatching(/^131073 too-long null /),
      `${long.length + 2} bell`,
    ])
    expect(scanText(`${long}\x18\x07`)).toEqual([
      expect.stringMatching(/^131073 too-long null /),
      `${long.length + 2} bell`,
    ])
  })

  test('a number has its own cap, which skipped controls fill too', () => {
    expect(scanText(`${ESC}]1338;${'a'.repeat(56)}\x07`)).toEqual([
      `64 osc 1338 bel ${'a'.repeat(56)}`,
    ])
    expect(scanText(`${ESC}]1338;${'a'.repeat(56)}${ST}`)).toEqual([
      `65 too-long 1338 ${'a'.repeat(56)}`,
    ])
    expect(scanText(`${ESC}]1338;${'\0'.repeat(56)}a\x07`)).toEqual(['65 too-long 1338 a'])
    expect(scanText(`${ESC}]1${'\0'.repeat(70)}338;a\x07`)).toEqual(['65 too-long 1338 '])
  })

  test('a cap may grow when more of the body is known', () => {
    expect(scanText(`${ESC}]777;long;${'a'.repeat(70)}\x07`)).toEqual([
      '82 osc 777 bel long;' + 'a'.repeat(70),
    ])
    expect(scanText(`${ESC}]777;short;${'a'.repeat(70)}\x07`)).toEqual([
      expect.stringMatching(/^65 too-long 777 /),
    ])
  })

  test('memory stays under the cap plus a constant for any input', () => {
    const part = bytes('x'.repeat(10_000))
    const { lines, retainedBytesMax } = scan([
      bytes(`${ESC}]0;`),
      ...Array.from({ length: 400 }, () => part),
      bytes('\x07'),
    ])
    expect(lines).toHaveLength(1)
    expect(retainedBytesMax).toBeLessThanOrEqual(scannedStringBytesMax)
  })
})

describe('the rest of the stream', () => {
  test.each([
    [
      'controls between ESC and ] are executed',
      `${ESC}\n\x07\x7f]0;a\x07`,
      ['3 bell', '9 osc 0 bel a'],
    ],
    ['an intermediate makes ] a letter', `${ESC}(]0;a\x07`, ['7 bell']],
    ['a byte that is no ASCII ends an escape', `${ESC}\xe9]0;a\x07`, ['7 bell']],
    ['ESC ESC ] opens a string', `${ESC}${ESC}]0;a\x07`, ['7 osc 0 bel a']],
    ['CAN takes an escape back', `${ESC}\x18]0;a\x07${ESC}[\x1a]0;b\x07`, ['7 bell', '15 bell']],
    [
      'BEL rings inside a control sequence',
      `${ESC}[3\x071m${ESC}[\x07?1049h${ESC}(\x07B`,
      ['4 bell', '9 bell', '15 alternate on', '18 bell'],
    ],
    [
      'an escape inside a control sequence begins anew',
      `${ESC}[31${ESC}]0;a\x07`,
      ['10 osc 0 bel a'],
    ],
    [
      '47, 1047 and 1049 switch',
      `${ESC}[?47h${ESC}[?1047l${ESC}[?2004;1049h`,
      ['6 alternate on', '14 alternate off', '27 alternate on', '27 brackets on'],
    ],
    [
      '2004 is that of paste brackets',
      `${ESC}[?2004h${ESC}[2004h${ESC}[?25;2004l${ESC}[?2004r${ESC}[?12004h`,
      ['8 brackets on', '26 brackets off'],
    ],
    [
      'others do not',
      `${ESC}[1049h${ESC}[>1049h${ESC}[?1048h${ESC}[?1049s${ESC}[?1049$p${ESC}[?1049$h${ESC}` +
        `[?1049?h${ESC}[?49h${ESC}[?10490h`,
      [],
    ],
    [
      'leading zeros and sub-parameters are read as xterm.js reads them',
      `${ESC}[?01049h${ESC}[?1049:2l${ESC}[?1:1049h`,
      ['9 alternate on', '19 alternate off'],
    ],
    ['controls inside are executed', `${ESC}[?10\n49\x7fh`, ['10 alternate on']],
    [
      'parameters beyond the 32nd are ignored',
      `${ESC}[?${'1;'.repeat(31)}47h${ESC}[?${'1;'.repeat(32)}47h`,
      ['68 alternate on'],
    ],
    ['RIS is reported, DECSTR is not', `${ESC}c${ESC}[!p`, ['2 ris']],
  ])('%s', (_, text, lines) => {
    expect(scanText(text)).toEqual(lines)
  })
})

const parts = [
  `${ESC}]0;`,
  `${ESC}]1338;`,
  `${ESC}]777;`,
  'long;',
  `${ESC}]8;`,
  `${ESC}]52`,
  '\x07',
  ST,
  ESC,
  ...[']', '\\', '\x18', '\x1a', '\0', '\n', '\x7f', '0', ';', '1', '?', '1049', 'h', 'l', ':'],
  '$',
  `${ESC}[`,
  `${ESC}[?`,
  `${ESC}P`,
  `${ESC}_`,
  `${ESC}X`,
  `${ESC}c`,
  `${ESC}(`,
  ...['\x9d', '\xc2\x9c', '\xe4\xb8\xad', 'text'],
  'x'.repeat(70),
  'z'.repeat(8_180),
  'y'.repeat(131_040),
]

test('however the stream is cut, the same is reported', () => {
  const seed = 20_260_112
  const random = seeded(seed)
  for (let round = 0; round < 400; round += 1) {
    const input = bytes(
      Array.from({ length: 1 + below(random, 24) }, () =>
        pick(random, round % 50 === 0 ? parts : parts.slice(0, -2)),
      ).join(''),
    )
    const whole = scan([input]).lines
    expect(
      scan(cuts(input, random, 1 + below(random, 7))).lines,
      `seed ${seed}, round ${round}`,
    ).toEqual(whole)
    if (input.length < 3_000)
      expect(
        scan(Array.from(input, (_, index) => input.subarray(index, index + 1))).lines,
        `seed ${seed}, round ${round}, bytes`,
      ).toEqual(whole)
  }
})

function* cuts(input: Uint8Array, random: () => number, mean: number): Generator<Uint8Array> {
  for (let at = 0; at < input.length; ) {
    const length =
      below(random, 10) === 0
        ? 0
        : below(random, 40) === 0
          ? below(random, input.length)
          : below(random, 2 * mean)
    yield input.slice(at, at + length)
    at += length
  }
}
