/** Order of the cells of paragraphs. Examples with `_` are those of VTE's `doc/bidi.txt`. */
import { describe, expect, test } from 'vitest'
import { joinedForms } from '../../../src/renderer/grid/bidi/arabic.ts'
import {
  orderParagraph,
  type BidiModes,
  type BidiRow,
} from '../../../src/renderer/grid/bidi/paragraph.ts'

const implicit: BidiModes = {
  explicit: false,
  rightToLeft: false,
  detects: false,
  mirrorsBoxes: false,
}
const rightToLeft = { ...implicit, rightToLeft: true }

/** Cells of a text: a mark joins the cell before, and `wide` characters take two. */
function rowOf(text: string, cols: number): BidiRow {
  const cells: string[] = []
  for (const character of text) {
    if (/\p{M}|\p{Cf}/u.test(character)) cells[cells.length - 1] += character
    else cells.push(character, ...(/[\uff01-\uff60\u4e00-\u9fff]/u.test(character) ? [''] : []))
  }
  return {
    cols,
    text: (column) => cells[column] ?? '',
    code: (column) => {
      const cell = cells[column]
      return cell === '' ? -1 : (cell?.codePointAt(0) ?? 0)
    },
  }
}

/** Returns the rows as they are drawn. */
function drawn(rows: readonly string[], cols: number, modes: BidiModes = implicit): string[] {
  const cells = rows.map((row) => rowOf(row, cols))
  return orderParagraph(cells, modes).map((order, y) => {
    const row = cells[y] as BidiRow
    return Array.from({ length: cols }, (_, x) => {
      const column = order?.logical[x] ?? x
      const [first = ' ', ...marks] = row.text(column)
      if (row.code(column) === -1) return ''
      const shown = order?.shown.get(column)
      return (shown === undefined ? first : String.fromCodePoint(shown)) + marks.join('')
    }).join('')
  })
}

const one = (text: string, modes?: BidiModes) => drawn([text], [...text].length, modes)[0]

describe('a row', () => {
  test.each([
    ['of Hebrew', 'שלום', 'םולש'],
    ['of mixed text', 'Hello1 שלום23 שלום456', 'Hello1 456םולש 23םולש'],
    ['with numbers between', 'a שלום 123 אב c', 'a בא 123 םולש c'],
    ['with brackets', 'a (אב) ג', 'a (בא) ג'],
    ['with mirrored signs', 'אב<גד', 'דג>בא'],
    ['with characters of 32 bits', 'אב😀גד', 'דג😀בא'],
    ['of Adlam, which has 32 bits', '𞤀𞤁𞤂 a', '𞤂𞤁𞤀 a'],
  ])('%s is drawn in reading order', (_, text, expected) => {
    expect(one(text)).toBe(expected)
  })

  test('without letters from right to left has no order of its own', () => {
    expect(orderParagraph([rowOf('plain (text) 1', 20)], implicit)).toEqual([null])
  })

  test('keeps marks with their base, and both halves of a wide character together', () => {
    expect(drawn(['שָׁלוֹם'], 4)).toEqual(['םוֹלשָׁ'])
    expect(drawn(['א＜ת'], 4)).toEqual(['ת＞א'])
    const [order] = orderParagraph([rowOf('א＜ת', 5)], implicit)
    expect([...(order?.logical ?? [])]).toEqual([3, 1, 2, 0, 4])
    expect([...(order?.visual ?? [])]).toEqual([3, 1, 2, 0, 4])
  })

  test('leaves columns and frames of a table where they are', () => {
    expect(one('│ אב │ גד │')).toBe('│ בא │ דג │')
    expect(one('┌──┐א┌──┐')).toBe('┌──┐א┌──┐')
  })

  test('is not changed by controls of direction, which could disguise text', () => {
    expect(one('if (\u202ea\u2066b) א')?.trimEnd()).toBe('if (\u202ea\u2066b) א')
  })
})

describe('a paragraph from right to left', () => {
  test('starts at the right edge, with blank cells at the left', () => {
    expect(drawn(['אב c'], 6, rightToLeft)).toEqual(['  c בא'])
    const [order] = orderParagraph([rowOf('אב', 6)], rightToLeft)
    expect([...(order?.visual ?? [])]).toEqual([5, 4, 3, 2, 1, 0])
    expect(order?.rightToLeft).toBe(true)
  })

  test('mirrors boxes only in the mode for it', () => {
    expect(drawn(['┌─┐ א'], 6, rightToLeft)).toEqual([' א ┐─┌'])
    expect(drawn(['┌─┐ א'], 6, { ...rightToLeft, mirrorsBoxes: true })).toEqual([' א ┌─┐'])
  })

  test.each([
    ['Hebrew', '1 אב c', '  c בא 1'],
    ['Latin', '1 c אב', '1 c בא  '],
    ['nothing', '1 2', '     2 1'],
  ])('is recognized by its first letter: %s', (_, text, expected) => {
    expect(drawn([text], 8, { ...rightToLeft, detects: true })).toEqual([expected])
  })
})

describe('rows of one line', () => {
  test('have their levels from the complete line', () => {
    expect(drawn(['jumps שלום 123 ', '456 789 שלום!'], 15)).toEqual([
      'jumps 123 םולש ',
      'םולש 789 456!  ',
    ])
  })

  test('mirror brackets whose pair is in another row', () => {
    expect(drawn(['אב (ג', 'ד) ה'], 5)).toEqual(['ג) בא', 'ה (ד '])
  })
})

describe('explicit text', () => {
  test('keeps the order of its program, mirrored if it starts at the right', () => {
    const explicit = { ...implicit, explicit: true }
    expect(drawn(['שלום a'], 6, explicit)).toEqual(['שלום a'])
    expect(drawn(['אב) a'], 6, { ...explicit, rightToLeft: true })).toEqual([' a (בא'])
  })
})

describe('Arabic letters', () => {
  const forms = (text: string) =>
    joinedForms([...rowText(text)].map((cell) => ({ code: cell.codePointAt(0) ?? 0, text: cell })))
      .map((code) => String.fromCodePoint(code))
      .join('')
  const rowText = (text: string) => text.match(/\P{M}[\p{M}\u200c\u200d]*/gu) ?? []

  test.each([
    ['initial, medial and final', 'بيت', '\ufe91\ufef4\ufe96'],
    ['after a letter that joins only the previous one', 'دار', 'دار'],
    ['with a mark', 'سَلَم', '\ufeb3\ufee0\ufee2'],
    ['divided by U+200C', 'نم\u200cا', '\ufee7\ufee2ا'],
    ['Persian', 'چیپ', '\ufb7c\ufbff\ufb57'],
    ['with U+0640', 'سـ', '\ufeb3ـ'],
    ['the alef maksura inside of a word', 'بىب', '\ufe91\ufbe9\ufe90'],
  ])('are joined: %s', (_, text, expected) => {
    expect(forms(text)).toBe(expected)
  })

  test('are joined in their row, also in the order of a program', () => {
    expect(one('بيت')).toBe('\ufe96\ufef4\ufe91')
    expect(one('تيب', { ...implicit, explicit: true })).toBe('\ufe96\ufef4\ufe91')
  })
})
