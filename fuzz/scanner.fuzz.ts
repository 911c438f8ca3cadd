/**
 * The scanner against the plain model of its specification, however the input is cut; and the
 * model, with the known differences switched on, against xterm.js's own parser, which reads the
 * same bytes for the screen.
 */
import { createRequire } from 'node:module'
import type { Terminal as Headless } from '@xterm/headless'
import { Scanner } from '../src/agents/scan/scanner.ts'
import { modelOf } from './support/scan-model.ts'
import { cuts, holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'scanner'

const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as {
  Terminal: typeof Headless
}

const parts = [
  '\x1b]0;',
  '\x1b]2;',
  '\x1b]1338;',
  '\x1b]52;',
  '\x1b]8;;',
  '\x1b]',
  '\x1b\\',
  '\x07',
  '\x1b',
  ']',
  '\\',
  '[',
  '?',
  '\x18',
  '\x1a',
  '\x7f',
  '\0',
  '\n',
  ';',
  ':',
  '0',
  '1338',
  '1049',
  '47',
  '2004',
  'h',
  'l',
  '\x1b[',
  '\x1b[?',
  '\x1b[?1049',
  '\x1b[31m',
  '\x1bP',
  '\x1b_',
  '\x1b^',
  '\x1bX',
  '\x1bc',
  '\x1b(',
  '$',
  ' ',
  'text',
  '\xc3\xa9',
  '\xe4\xb8\xad',
  '\xf0\x9f\x98\x80',
  '\xc2\x9c',
  '\xc2\x9d',
  '\x1b[!p',
]
const numbers = [0, 2, 52, 1_338]

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 24)
}

export function replay(input: Uint8Array): void {
  const expected = modelOf(input, numbers, false)
  same(scan([input]), expected, 'the scanner, in one piece')
  same(
    scan(Array.from(input, (_, index) => input.subarray(index, index + 1))),
    expected,
    'the scanner, byte by byte',
  )
  same(scan(cuts(input, 9)), expected, 'the scanner, cut')
  same(xterm(input), modelOf(input, numbers, true), 'xterm.js')
}

function same(found: readonly string[], expected: readonly string[], who: string): void {
  holds(
    found.join('\n') === expected.join('\n'),
    `${who} reports\n${found.join('\n')}\nand not\n${expected.join('\n')}`,
  )
}

function scan(chunks: Iterable<Uint8Array>): string[] {
  const reported: string[] = []
  const scanner = new Scanner({
    limitOf: (number) => (numbers.includes(number) ? 131_072 : 0),
    osc: (number, { bytes, from, to }, end) =>
      reported.push(`${end} osc ${number} ${String.fromCharCode(...bytes.subarray(from, to))}`),
    dropped: (problem, _number, _body, end) => reported.push(`${end} ${problem}`),
    bell: (end) => reported.push(`${end} bell`),
    ris: (end) => reported.push(`${end} ris`),
    pasteBrackets: (on, end) => reported.push(`${end} brackets ${on ? 'on' : 'off'}`),
    altScreen: (on, end) => reported.push(`${end} alternate ${on ? 'on' : 'off'}`),
  })
  for (const chunk of chunks) scanner.feed(chunk)
  return reported
}

const reported: string[] = []
const terminal = new Terminal({
  cols: 80,
  rows: 24,
  scrollback: 0,
  allowProposedApi: true,
  logLevel: 'off',
})
for (const number of numbers)
  terminal.parser.registerOscHandler(number, (data) => {
    reported.push(`osc ${number} ${data}`)
    return true
  })
for (const final of ['h', 'l']) {
  terminal.parser.registerCsiHandler({ prefix: '?', final }, (params) => {
    const names = (...modes: readonly number[]) =>
      params.some((one) => modes.includes(one as number))
    if (names(47, 1_047, 1_049)) reported.push(`alternate ${final === 'h' ? 'on' : 'off'}`)
    if (names(2_004)) reported.push(`brackets ${final === 'h' ? 'on' : 'off'}`)
    return true
  })
}
for (const final of ['S', 'T', 'L', 'M', 'I', 'Z', 'b'])
  terminal.parser.registerCsiHandler({ final }, () => true) // loops once per count
terminal.parser.registerEscHandler({ final: 'c' }, () => {
  reported.push('ris')
  return true
})
terminal.onBell(() => reported.push('bell'))

/**
 * `writeSync` is inside xterm.js: its `write` would come back much later. CAN at the end closes
 * what the input left open.
 */
function xterm(input: Uint8Array): readonly string[] {
  reported.length = 0
  const inside = (terminal as unknown as { _core: { writeSync: (bytes: Uint8Array) => void } })
    ._core
  inside.writeSync(input)
  const found = [...reported]
  inside.writeSync(Uint8Array.of(0x80, 0x18)) // a stray byte ends a character that was left open
  return found
}
