/** Text that makes ordering slow in programs that are not prepared for it. */
import { describe, expect, test } from 'vitest'
import { orderParagraph, type BidiRow } from '../../../src/renderer/grid/bidi/paragraph.ts'
import { paragraphCellsMax } from '../../../src/renderer/grid/bidi/limits.ts'

const modes = { explicit: false, rightToLeft: false, detects: true, mirrorsBoxes: true }

function rowOf(text: string, cols = paragraphCellsMax): BidiRow {
  const codes = Array.from(text.repeat(Math.ceil(cols / text.length)).slice(0, cols), (character) =>
    character.charCodeAt(0),
  )
  return { cols, text: () => '', code: (column) => codes[column] ?? 0 }
}

describe.each([
  ['nested brackets', `${'('.repeat(90)}א${')'.repeat(90)}`],
  ['brackets without letters before', '[a]'],
  ['unpaired brackets', '((([[[{{{א'],
  ['embeddings', '\u202b\u202aא'],
  ['overrides', '\u202e\u202da'],
  ['isolates', '\u2067\u2068\u2066א'],
  ['ends of isolates', '\u2069\u202cא'],
  ['separators of paragraphs', 'א\u2029a\u0085'],
  ['numbers and their signs', '1,2.3$א'],
  ['Arabic', 'سلام'],
  ['halves of 32 bits', '\ud83dא\ude00'],
])('a paragraph of %s', (_, text) => {
  test('is ordered within a fraction of a second, and each cell has one place', () => {
    orderParagraph([rowOf(`${text} א`, 80)], modes) // the library reads its tables
    const before = process.cpuUsage()
    const [order] = orderParagraph([rowOf(`${text} א`)], modes)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(300)
    const all = Array.from({ length: paragraphCellsMax }, (_, column) => column)
    expect([...(order?.logical ?? all)].sort((a, b) => a - b)).toEqual(all)
    expect(all.map((column) => order?.logical[order.visual[column] ?? 0] ?? column)).toEqual(all)
  })
})

test('random cells have one place each, and controls of direction never move any', () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 0x7fff_ffff
    return seed % below
  }
  const signs = [...'abאבع12(.)[]<> \u3042│', '\u202e', '\u2067', '\u{1e900}', '😀']
  for (let round = 0; round < 500; round += 1) {
    const cells = Array.from({ length: 30 }, () => signs[random(signs.length)] ?? ' ')
    const row = (of: readonly string[]): BidiRow => ({
      cols: of.length,
      text: (column) => of[column] ?? '',
      code: (column) => of[column]?.codePointAt(0) ?? 0,
    })
    const [order] = orderParagraph([row(cells)], { ...modes, detects: round % 2 === 0 })
    const columns = [...(order?.logical ?? cells.keys())]
    expect(columns.toSorted((a, b) => a - b)).toEqual([...cells.keys()])
    const spaces = cells.map((cell) => (/[\u202e\u2067]/u.test(cell) ? ' ' : cell))
    const [plain] = orderParagraph([row(spaces)], { ...modes, detects: round % 2 === 0 })
    expect([...(plain?.logical ?? cells.keys())]).toEqual(columns)
  }
})
