/**
 * Characters that stand for cells of an image (kitty's Unicode placeholders): U+10EEEE with marks
 * for row and column. The text color identifies the image, the underline color its placement.
 */

export const placeholder = 0x10eeee

/** The marks in the order of their numbers, as the protocol lists them: code points and ranges. */
const marks =
  '305 30d 30e 310 312 33d-33f 346 34a-34c 350-352 357 35b 363-36f 483-487 592-595 597-599 ' +
  '59c-5a1 5a8 5a9 5ab 5ac 5af 5c4 610-617 657-65b 65d 65e 6d6-6dc 6df-6e2 6e4 6e7 6e8 6eb 6ec ' +
  '730 732 733 735 736 73a 73d 73f-741 743 745 747 749 74a 7eb-7f1 7f3 816-819 81b-823 825-827 ' +
  '829-82d 951 953 954 f82 f83 f86 f87 135d-135f 17dd 193a 1a17 1a75-1a7c 1b6b 1b6d-1b73 ' +
  '1cd0-1cd2 1cda 1cdb 1ce0 1dc0 1dc1 1dc3-1dc9 1dcb 1dcc 1dd1-1de6 1dfe 20d0 20d1 20d4-20d7 ' +
  '20db 20dc 20e1 20e7 20e9 20f0 2cef-2cf1 2de0-2dff a66f a67c a67d a6f0 a6f1 a8e0-a8f1 aab0 ' +
  'aab2 aab3 aab7 aab8 aabe aabf aac1 fe20-fe26 10a0f 10a38 1d185-1d189 1d1aa-1d1ad 1d242-1d244'

const numbers = new Map<number, number>()
for (const range of marks.split(' ')) {
  const [from = 0, to = from] = range.split('-').map((code) => Number.parseInt(code, 16))
  for (let code = from; code <= to; code += 1) numbers.set(code, numbers.size)
}

export interface Printed {
  readonly column: number
  /** The text of its cluster. */
  readonly text: string
  /** Color values of text and underline, 0 for the default. */
  readonly foreground: number
  readonly underline: number
}

/** Cells of a row that show adjacent cells of one row of an image. */
export interface PlaceholderRun {
  readonly column: number
  cells: number
  readonly id: number
  readonly placement: number
  readonly row: number
  readonly from: number
}

/** A decoded cell: row and column of the image, and the highest byte of its id. */
interface Meant {
  readonly column: number
  readonly row: number
  readonly at: number
  readonly high: number
  readonly foreground: number
  readonly underline: number
}

/** Returns the runs in one row. A cell inherits missing marks from its left neighbor. */
export function placeholderRuns(cells: readonly Printed[]): readonly PlaceholderRun[] {
  const runs: PlaceholderRun[] = []
  let before: Meant | null = null
  for (const { column, text, foreground, underline } of cells) {
    const [row, at, high] = Array.from(text)
      .slice(1, 4)
      .map((mark) => numbers.get(mark.codePointAt(0) ?? 0))
    const goesOn =
      before !== null &&
      before.column + 1 === column &&
      before.foreground === foreground &&
      before.underline === underline &&
      (row === undefined || row === before.row) &&
      (at === undefined || at === before.at + 1) &&
      (high === undefined || high === before.high)
    const now: Meant =
      goesOn && before !== null
        ? { ...before, column, at: before.at + 1 }
        : { column, row: row ?? 0, at: at ?? 0, high: high ?? 0, foreground, underline }
    before = now
    const last = runs.at(-1)
    if (goesOn && last !== undefined) last.cells += 1
    else
      runs.push({
        column,
        cells: 1,
        id: ((now.high & 0xff) * 0x100_0000 + foreground) >>> 0,
        placement: underline,
        row: now.row,
        from: now.at,
      })
  }
  return runs
}
