/**
 * Rows that a search skips unread never match. This is compared with the text of real xterm.js
 * rows, with wrapping, wide characters and marks.
 */
import xterm from '@xterm/headless'
import { expect, test } from 'vitest'
import { readTextLine, lineRowCount } from '../../src/renderer/grid/text/line.ts'
import {
  compile,
  defaultSearch,
  matchesOf,
  type SearchOptions,
} from '../../src/renderer/features/find/matcher.ts'
import { BufferRows } from '../../src/renderer/grid/text/buffer-rows.ts'
import type { LinesInside } from '../../src/renderer/grid/xterm-buffer.ts'
import { below, pick, seeded } from '../support/random.ts'

type Terminal = ConstructorParameters<typeof BufferRows>[0]
interface Buffers {
  readonly _core: {
    readonly _bufferService: {
      readonly buffer: { readonly lines: LinesInside }
      readonly buffers: { readonly normal: { readonly lines: LinesInside }; readonly alt: unknown }
    }
  }
}

/** Rows of a terminal without a screen; only what BufferRows uses of the inside. */
function terminalOf(
  columns: number,
  scrollback: number,
): {
  readonly terminal: xterm.Terminal
  readonly rows: BufferRows
  write(text: string): Promise<void>
} {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows: 5,
    scrollback,
    allowProposedApi: true,
  })
  const { _bufferService: service } = (terminal as unknown as Buffers)._core
  const buffer = {
    get lines() {
      return service.buffer.lines
    },
    get alternate() {
      return service.buffer === service.buffers.alt
    },
    onTrim: (listener: (count: number) => void) => service.buffers.normal.lines.onTrim(listener),
  }
  // headless: the buffer of the same xterm.js
  const rows = new BufferRows(terminal as unknown as Terminal, { buffer } as never)
  return {
    terminal,
    rows,
    write: (text) =>
      new Promise((resolve) => {
        terminal.write(text, resolve)
      }),
  }
}

/** Lines that match, read one by one, and those of them that the sieve would let through. */
function lost(
  rows: BufferRows,
  text: string,
  options: Partial<SearchOptions> = {},
): { readonly lost: number[]; readonly passed: number; readonly matching: number } {
  const compiled = compile(text, { ...defaultSearch, ...options })
  if (!compiled.ok) throw new Error(compiled.problem)
  const { source, flags, wholeWord, sieve } = compiled.matcher
  const expression = new RegExp(source, flags)
  const mayMatch = rows.mayMatch(sieve)
  const found: number[] = []
  let passed = 0
  let matching = 0
  for (let row = rows.first; row < rows.end; ) {
    const count = lineRowCount(rows, row)
    const may = mayMatch(row, count)
    if (may) passed += 1
    if (matchesOf(expression, wholeWord, readTextLine(rows, row).text, 1).length > 0) {
      matching += 1
      if (!may) found.push(row)
    }
    row += count
  }
  return { lost: found, passed, matching }
}

const letters = [
  ...['a', 'b', 'B', 'k', 'K', '\u212a', 's', '\u017f', ' ', '-', '1', 'e\u0301', '日', '本', '🚀'],
  ...['é', 'É', '│', '{', '~', '.'],
]
const needles = [
  ...['ab', 'AB', 'k', 's', 'ks', 'a b', '日', '日本', 'b日', '🚀', 'é', 'e', 'e\u0301', '│', '--'],
  ...['bb a', 'a1', '{~', 'a', ' ', 'kaskas'],
]
const patterns = [
  ...['ab+', '[ab]b', 'a(b|k)s', 'a|b', 'ks?', 'k{2}s', '\\.a', '日本?', 'b.k', '(?=a)ab', 'a\\db'],
  '1-',
]

test('the prefilter drops no line that matches', async () => {
  const random = seeded(5)
  const { rows, write } = terminalOf(12, 250)
  const texts = Array.from({ length: 300 }, () =>
    Array.from({ length: below(random, 41) }, () => pick(random, letters)).join(''),
  )
  await write(texts.join('\r\n'))
  const answers = [
    ...needles.flatMap((text) => [lost(rows, text), lost(rows, text, { matchCase: true })]),
    ...patterns.map((text) => lost(rows, text, { regex: true })),
  ]
  expect(answers.flatMap((answer) => answer.lost)).toEqual([])
  expect(answers.filter(({ matching }) => matching > 0).length).toBeGreaterThan(40)
})

test('the prefilter drops most lines that do not match', async () => {
  const { rows, write } = terminalOf(40, 900)
  await write(
    Array.from({ length: 800 }, (_, index) => `line ${index} of a build, fine`).join('\r\n'),
  )
  expect(
    ['needle', 'line 17 of', 'zq', 'ne+dle', '日'].map((text) => {
      const { passed, matching } = lost(rows, text, { regex: text.includes('+') })
      return [text, passed, matching]
    }),
  ).toEqual([
    ['needle', 0, 0],
    ['line 17 of', 1, 1],
    ['zq', 0, 0],
    ['ne+dle', 0, 0],
    ['日', 0, 0],
  ])
})
