/**
 * Text under an image, out of view or next to what is not seen: whether an address is seen whole,
 * of which the running app asks in covered-text.spec.ts.
 */
import { sizingWord } from '../../src/terminal/screen/sized/sizing.ts'
import xterm from '@xterm/headless'
import { describe, expect, it, test } from 'vitest'
import {
  quickLines,
  standsAt,
  targetsIn,
} from '../../src/renderer/features/copy-mode/quick-targets.ts'
import type { PlacedPicture } from '../../src/terminal/frames/frame.ts'
import type { RowReader } from '../../src/renderer/features/copy-mode/rows.ts'
import type { CellPlace } from '../../src/renderer/grid/text/line.ts'
import {
  isSeenWhole,
  mayGoOn,
  type CellSight,
  type Sight,
} from '../../src/renderer/grid/text/sight.ts'
import { PictureCells } from '../../src/renderer/grid/pictures/picture-cells.ts'
import { BufferRows } from '../../src/renderer/grid/text/buffer-rows.ts'

const columns = 10

/**
 * Returns visible rows of cells: a letter is text, a space is an empty cell, `?` is unsure. A row
 * that starts with `>` continues the one before. `null` rows are not visible.
 */
function sightOf(...rows: readonly (string | null)[]): Sight {
  const cells = rows.map((row) => (row ?? '').replace(/^>/, '').padEnd(columns))
  const inView = rows.flatMap((row, index) => (row === null ? [] : [index]))
  return {
    top: inView[0]!,
    end: inView.at(-1)! + 1,
    columns,
    isWrapped: (row) => rows[row]?.startsWith('>') === true,
    cell: ({ row, column }): CellSight => {
      const letter = cells[row]?.[column] ?? ' '
      return letter === ' ' ? 'blank' : letter === '?' ? 'unsure' : 'text'
    },
  }
}

const at = (row: number, column: number): CellPlace => ({ row, column })

describe('a text', () => {
  it.each<[string, readonly (string | null)[], CellPlace, CellPlace, boolean]>([
    ['between blanks', [' abc '], at(0, 1), at(0, 3), true],
    ['between other text', ['(abc)'], at(0, 1), at(0, 3), true],
    ['of a whole row', ['abcdefghij'], at(0, 0), at(0, 9), true],
    ['over two rows', ['  abcdefgh', '>ij'], at(0, 2), at(1, 1), true],
    ['with a cell that is unsure', ['a?c'], at(0, 0), at(0, 2), false],
    ['before a cell that is unsure', ['abc?'], at(0, 0), at(0, 2), false],
    ['after a cell that is unsure', ['?abc'], at(0, 1), at(0, 3), false],
    ['near a cell that is unsure', ['? abc ?'], at(0, 2), at(0, 4), true],
    ['before an unsure cell in the next row', ['abcdefghij', '>?'], at(0, 0), at(0, 9), false],
    ['after an unsure cell in the row before', ['         ?', '>abc'], at(1, 0), at(1, 2), false],
    ['next to an unsure cell of another line', ['abcdefghij', '?'], at(0, 0), at(0, 9), true],
    ['that may begin above the view', [null, '>abc '], at(1, 0), at(1, 2), false],
    ['that begins above the view', [null, '>abc '], at(0, 8), at(1, 2), false],
    ['that may go on below the view', ['abcdefghij', null], at(0, 0), at(0, 9), true],
    ['that ends below the view', ['abcdefghij', null], at(0, 0), at(1, 3), false],
  ])('%s is seen whole: %5$s', (_name, rows, first, last, isWhole) => {
    expect(isSeenWhole(sightOf(...rows), first, last)).toBe(isWhole)
  })

  it('may continue in the next row where a program wraps lines by itself', () => {
    expect(
      [
        ['abcdefghij', 'kl'],
        ['abcdefghij', '?'],
        ['abcdefghij', ' kl'],
        ['abcdefghij', '>kl'],
      ]
        .concat([['abcdefghij']])
        .map((rows) => mayGoOn(sightOf(...rows), at(0, 9))),
    ).toEqual([true, true, false, false, false])
    expect(mayGoOn(sightOf('abcdefghi', 'kl'), at(0, 8))).toBe(false)
  })
})

const placed = (
  place: Partial<PlacedPicture> & { readonly row: number; readonly column: number },
): PlacedPicture => ({
  serial: 1,
  picture: 1,
  size: [1, 1],
  alternate: false,
  cols: 3,
  rows: 2,
  drawn: [0, 0, 3, 2],
  source: [0, 0, 1, 1],
  z: 0,
  from: 0,
  end: 2,
  ...place,
})

test('cells know the images over and under them', () => {
  const cells = new PictureCells(
    [
      placed({ row: 0, column: 1 }),
      placed({ row: 1, column: 2, z: -1 }),
      placed({ row: 0, column: -2, z: -2_000_000_000, rows: 3, end: 3, from: 2 }),
      placed({ row: 3, column: 8, holes: [[0, 1, 2]] }),
    ].map((one) => ({ placed: one, x: one.column, y: one.row })),
    (y) => (y === 4 ? [{ column: 4, cells: 2, id: 1, placement: 0, row: 0, from: 0 }] : []),
    columns,
  )
  const row = (y: number) =>
    Array.from({ length: columns }, (_, x) => (cells.at(x, y) ?? '.').charAt(0)).join('')
  expect([0, 1, 2, 3, 4, 5].map(row)).toEqual([
    ...['.ooo......', '.ooou.....', 'u.uuu.....', '........o.', '....oo..oo', '..........'],
  ])
})

test('1,024 images over each other cost the cells of a screen little time', () => {
  const [cols, rows] = [600, 200]
  const one = placed({ row: 0, column: 0, cols, rows, end: rows, z: -1 })
  const standing = Array.from({ length: 1_024 }, () => ({ placed: one, x: 0, y: 0 }))
  const cells = new PictureCells(standing, () => [], cols)
  const began = process.cpuUsage()
  for (let y = 0; y < rows; y += 1) expect(cells.at(cols - 1, y)).toBe('under')
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000)
})

test('many holes in an image cost the cells of a screen little time', () => {
  const [cols, rows] = [600, 200]
  const holes = Array.from({ length: rows * (cols / 2) }, (_, at): [number, number, number] => {
    const column = 2 * (at % (cols / 2))
    return [Math.floor(at / (cols / 2)), column, column + 1]
  })
  const one = placed({ row: 0, column: 0, cols, rows, end: rows, holes })
  const cells = new PictureCells([{ placed: one, x: 0, y: 0 }], () => [], cols)
  const began = process.cpuUsage()
  for (let y = 0; y < rows; y += 1) expect(`${cells.at(0, y)} ${cells.at(1, y)}`).toBe('null over')
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000)
})

/** Returns the visible text of a grid on which this was printed, with visible images. */
async function seen(
  text: string,
  images: readonly PlacedPicture[] = [],
  { cursor = [220, 220, 220], scrolled = 0, block = 0 } = {},
) {
  const terminal = new xterm.Terminal({ cols: 40, rows: 4, allowProposedApi: true })
  await new Promise<void>((resolve) => {
    terminal.write(text, resolve)
  })
  terminal.scrollLines(-scrolled)
  const { lines } = (
    terminal as unknown as {
      readonly _core: { readonly _bufferService: { readonly buffer: { readonly lines: unknown } } }
    }
  )._core._bufferService.buffer
  const rows = new BufferRows(
    terminal as never,
    {
      buffer: { lines, alternate: false, onTrim: () => undefined },
      colours: {
        palette: () => [200, 0, 0],
        dynamic: (code: number) => ({ 10: [220, 220, 220], 11: [10, 10, 10], 12: cursor })[code],
        cursorText: [10, 10, 10],
      },
    } as never,
    () =>
      images.length === 0
        ? null
        : new PictureCells(
            images.map((one) => ({ placed: one, x: one.column, y: one.row })),
            () => [],
            40,
          ),
  )
  if (block !== 0) rows.blockWord = () => block
  return { look: rows.look(), terminal }
}

const kinds = (
  look: { readonly cell: Sight['cell'] },
  from: number,
  to: number,
  row = 0,
): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => look.cell({ row, column: from + index }))

describe('a grid', () => {
  it('has spaces for text under an image, and unsure cells', async () => {
    const over = placed({ row: 0, column: 3, rows: 1, end: 1 })
    const { look } = await seen('abcdefgh', [over])
    expect([look.text(0, 0, 9), kinds(look, 2, 7)]).toEqual([
      'abc   gh ',
      ['text', 'unsure', 'unsure', 'unsure', 'text'],
    ])
  })

  it('has the text over an image that shows in its empty cells', async () => {
    const { look } = await seen('ab  c', [placed({ row: 0, column: 1, cols: 4, z: -1 })])
    expect([look.text(0, 0, 5), kinds(look, 0, 6)]).toEqual([
      'ab  c',
      ['text', 'text', 'unsure', 'unsure', 'text', 'blank'],
    ])
  })

  it.each([
    ['a quarter', { numerator: 1, denominator: 4 }, ''],
    ['half', { numerator: 1, denominator: 2 }, 'ab'],
    ['twice', { scale: 2, width: 2 }, 'ab'],
  ])('has the text of OSC 66 that is %s of the font size: %j shows %j', async (_, size, text) => {
    const plain = { scale: 1, width: 1, numerator: 0, denominator: 0, vertical: 0, horizontal: 0 }
    const { look } = await seen('ab', [], { block: sizingWord({ ...plain, ...size }) })
    expect(look.text(0, 0, 2).trim()).toBe(text)
  })

  it('hides a wide character that is half under an image', async () => {
    const { look } = await seen('a例b', [placed({ row: 0, column: 2, cols: 1 })])
    expect([look.text(0, 0, 4), kinds(look, 0, 4)]).toEqual([
      'a b',
      ['text', 'unsure', 'unsure', 'text'],
    ])
  })

  it('is unsure of concealed text, and of the character that the cursor hides', async () => {
    const { look } = await seen('ab\x1b[8mc\x1b[m\r', [], { cursor: [10, 10, 10] })
    expect(kinds(look, 0, 4)).toEqual(['unsure', 'text', 'unsure', 'blank'])
    const { look: other } = await seen('ab\r')
    expect(kinds(other, 0, 2)).toEqual(['text', 'text'])
  })

  it('has the rows visible that it is scrolled to', async () => {
    const { look } = await seen('1\r\n2\r\n3\r\n4\r\n5\r\n6', [], { scrolled: 1 })
    expect([look.top, look.end]).toEqual([1, 5])
  })
})

describe('quick select', () => {
  const rows = (
    lines: readonly string[],
    links: (column: number) => string | undefined,
  ): RowReader => ({
    count: lines.length,
    columns: 24,
    cells: (row) => [...(lines[row] ?? '').replace(/^>/, '').padEnd(24)],
    links: () => Array.from({ length: 24 }, (_, column) => links(column)),
    isWrapped: (row) => lines[row]?.startsWith('>') === true,
  })
  const targets = (lines: readonly string[], top = 0, count = lines.length) =>
    targetsIn(
      quickLines(
        rows(lines, () => undefined),
        top,
        count,
      ),
    )

  it('reports an address that starts or ends beyond the searched rows as cut', () => {
    const lines = ['see https://a.example/b/', '>cdefghijklmnopqrstuvwxyz', '>/c/d end']
    const cuts = (top: number, count: number) =>
      targets(lines, top, count).map(({ text, isCut }) => [text, isCut])
    expect([cuts(0, 3), cuts(0, 1), cuts(2, 1), cuts(0, 2)]).toEqual([
      [['https://a.example/b/cdefghijklmnopqrstuvwxyz/c/d', false]],
      [['https://a.example/b/', true]],
      [['/c/d', true]],
      [['https://a.example/b/cdefghijklmnopqrstuvwxyz', true]],
    ])
  })

  it('has one target for an address that a program wraps by itself', () => {
    const found = targets(['│ https://a.example/bc │', '│ d/e/f                │', '/srv/other'])
    expect(found.map(({ text, at, end }) => [text, at, end])).toEqual([
      ['/srv/other', { row: 2, column: 0 }, { row: 2, column: 9 }],
      ['https://a.example/bcd/e/f', { row: 0, column: 2 }, { row: 1, column: 6 }],
    ])
    const stands = (...now: string[]) =>
      standsAt(
        rows(now, () => undefined),
        found[1]!,
      )
    expect([
      stands('│ https://a.example/bc │', '│ d/e/f                │'),
      stands('│ https://a.example/bc │', '│ d/e/evil             │'),
      stands('│ https://a.example/bc │', '│ d/e/f/evil           │'),
      stands('│ https://evil.example │', '│ d/e/f                │'),
      stands('│ https://a.example/bc │'),
    ]).toEqual([true, false, false, false, false])
  })

  it('contains the words around the text of a link', () => {
    const lines = ['a github.com here', '']
    const link = (column: number) => (column >= 8 && column < 12 ? 'https://e.example/' : undefined)
    expect(targetsIn(quickLines(rows(lines, link), 0, 1))).toMatchObject([
      { text: '.com', words: 'github.com', next: ' ', link: 'https://e.example/' },
    ])
  })
})
