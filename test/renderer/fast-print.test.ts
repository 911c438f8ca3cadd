/** The short ways of printing and filling against xterm.js's own, on the same bytes: every cell and attribute of screen and history the same. */
import { Terminal } from '@xterm/headless'
import { describe, expect, it } from 'vitest'
import { unicodeProvider } from '../../src/core/vt/index.ts'
import { adaptXterm, type AdaptedHandler } from '../../src/renderer/grid/adapt-xterm.ts'
import { fillFast } from '../../src/renderer/grid/fast-fill.ts'
import { printFast } from '../../src/renderer/grid/fast-print.ts'
import { endSlab, slabLinesOf } from '../../src/renderer/grid/line-slabs.ts'
import { below as belowOf, pick, seeded } from '../support/random.ts'

/** A whole number from 0 below `n`. */
type Below = (n: number) => number

function makeTerminal(cols: number, adapt: (handler: AdaptedHandler) => void): { terminal: Terminal; handler: AdaptedHandler } {
  const terminal = new Terminal({ cols, rows: 6, scrollback: 20, allowProposedApi: true })
  terminal.unicode.register(unicodeProvider)
  terminal.unicode.activeVersion = unicodeProvider.version
  const handler = (terminal as unknown as { _core: { _inputHandler: AdaptedHandler } })._core._inputHandler // where the app's terminal has it too
  adapt(handler)
  return { terminal, handler }
}

const asItIs = (): void => undefined
const adapted = (handler: AdaptedHandler): void => { adaptXterm(handler, (error) => { throw error }) }

/** Without what keeps links: a link that is open stays open through DECRC there, and not in xterm.js. */
function printAndFill(handler: AdaptedHandler): void {
  printFast(handler)
  fillFast(handler._activeBuffer.lines.get(0))
  slabLinesOf(handler._activeBuffer.lines.get(0))
}

/** All cells as words, lines wrapped or not, what is combined, the cursor, and what the next character would join. */
function everything({ terminal, handler }: ReturnType<typeof makeTerminal>): unknown {
  const buffer = terminal.buffer.active
  const lines = (handler._activeBuffer as unknown as { lines: { get(index: number): { _data: Uint32Array; _combined: unknown; isWrapped: boolean; _extendedAttrs: object } } }).lines
  return {
    cursor: [buffer.cursorX, buffer.cursorY, buffer.baseY],
    joins: handler._parser.precedingJoinState,
    lines: Array.from({ length: buffer.length }, (_, index) => {
      const line = lines.get(index)
      return [line.isWrapped, Array.from(line._data).join(), line._combined, Object.keys(line._extendedAttrs)]
    }),
  }
}

const pieces: readonly ((below: Below) => string)[] = [
  (below) => 'abcdefghij klmnop qrst'.slice(0, 1 + below(22)),
  (below) => '漢字かな交じり文'.slice(0, 1 + below(8)),
  () => 'é', () => 'e\u0301', () => '\u0301', () => '👍🏽', () => '👩‍👩‍👧', () => '─┐│', () => '\u00ad', () => '\u200d', () => '한글',
  () => '\r\n', () => '\n', () => '\r', () => '\t', () => '\b', () => '\x7f',
  (below) => `\x1b[${below(108)}m`, () => '\x1b[4:3m', () => '\x1b[0m', (below) => `\x1b[38;2;${below(256)};1;2m`, (below) => `\x1b[48;5;${below(256)}m`,
  (below) => `\x1b[${1 + below(7)};${1 + below(24)}H`, (below) => `\x1b[${below(5)}C`, (below) => `\x1b[${below(5)}D`,
  () => '\x1b[4h', () => '\x1b[4l', () => '\x1b[?7l', () => '\x1b[?7h', () => '\x1b(0', () => '\x1b(B', () => '\x0e', () => '\x0f', (below) => `\x1b[${1 + below(3)};${3 + below(4)}r`,
  () => '\x1b[?1049h', () => '\x1b[?1049l', () => '\x1b[2J', () => '\x1b[K', () => '\x1b[2P', () => '\x1b[3@', () => '\x1b[5X', () => '\x1b[1K', () => '\x1b[J', () => '\x1b[1J', () => '\x1b[2K', () => '\x1b[1"q', () => '\x1b[0"q', () => '\x1b[?K', () => '\x1b[2S', () => '\x1b[2L', () => '\x1b[M', () => '\x1b]8;;http://a\x07', () => '\x1b]8;;\x07', () => '\x1bc', () => '\x1b[3b',
]

const seeds = Array.from({ length: 60 }, (_, index) => index + 1)

/** What one terminal makes of the text of a seed, cut anywhere. */
async function shown(seed: number, fast: boolean): Promise<unknown> {
  const random = seeded(seed)
  const below: Below = (n) => belowOf(random, n)
  const made = makeTerminal(2 + below(24), fast ? printAndFill : asItIs)
  const bytes = new TextEncoder().encode(Array.from({ length: 120 }, () => pick(random, pieces)(below)).join(''))
  for (let at = 0; at < bytes.length;) {
    const part = bytes.subarray(at, at + 1 + below(60))
    at += part.length
    await new Promise<void>((done) => { made.terminal.write(part, done) })
    if (below(3) === 0) endSlab() // as the app does behind all that it parses at a time
    if (below(20) === 0) made.terminal.resize(2 + below(70), 2 + below(9))
  }
  return everything(made)
}

describe('what is put in the place of xterm.js\'s own', () => {
  it('make the same cells as the long way, for any mixture of text and sequences, cut anywhere', async () => {
    const long: unknown[] = []
    for (const seed of seeds) long.push(await shown(seed, false)) // all of them first: `fillFast` is for every terminal from then on
    for (const seed of seeds) expect(await shown(seed, true), `seed ${seed}`).toEqual(long[seed - 1])
  }, 60_000)

  it('repeats what has marks as the long way does: wide, at the edge, in insert mode, without autowrap', async () => {
    for (const [cols, text] of [
      [10, 'e\u0301\x1b[5b'], [10, 'abcdefghe\u0301\x1b[25b'], [10, '世\u0301\x1b[9b'], [9, '世\u0301\u0302\x1b[40b'], [10, '\u0301\x1b[7b'], [10, 'abc\x1b[H\x1b[4he\u0301\x1b[3b'], [10, 'abc\x1b[H\x1b[4h世\u0301\x1b[9b'],
      [10, '\x1b[?7le\u0301\x1b[15b'], [9, '\x1b[?7l世\u0301\x1b[9b'], [10, '\x1b[41m\x1b]8;;h:a\x07e\u0301\x1b[100b\x1b]8;;\x07'], [2, '世\u0301\x1b[3b'], [10, 'e\u0301\x1b[C\x1b[2b'], [10, 'e\u0301\x1b[2b\x1b[2b'],
    ] as const) {
      const [long, fast] = [makeTerminal(cols, asItIs), makeTerminal(cols, adapted)]
      for (const { terminal } of [long, fast]) await new Promise<void>((done) => { terminal.write(text, done) })
      expect(everything(fast), JSON.stringify(text)).toEqual(everything(long))
    }
  })
})
