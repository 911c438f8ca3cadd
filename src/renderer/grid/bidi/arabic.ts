/**
 * Joined forms of Arabic letters, as the presentation forms of Unicode: one character per cell, as
 * VTE and mlterm draw them. A font shapes only text that is drawn as one.
 */

interface Forms {
  readonly isolated: number
  readonly final: number | undefined
  readonly initial: number | undefined
  readonly medial: number | undefined
}

/** Both list the forms of a letter in the order of `Forms`. U+0649 has two in each block. */
const blocks = [
  [0xfe80, 0xfefc],
  [0xfb50, 0xfbff],
] as const

const tatweel = 0x640

let known: ReadonlyMap<number, Forms> | null = null

/** Returns the forms by letter. */
function formsOfLetters(): ReadonlyMap<number, Forms> {
  if (known !== null) return known
  const found = new Map<number, number[]>()
  for (const [first, last] of blocks)
    for (let code = first; code <= last; code += 1) {
      const letter = String.fromCodePoint(code).normalize('NFKC')
      const base = letter.codePointAt(0) ?? 0
      if (letter.length !== 1 || base === code) continue // a ligature, or not a letter
      const forms = found.get(base) ?? []
      forms.push(code)
      found.set(base, forms)
    }
  known = new Map(
    [...found].map(([letter, [isolated = letter, final, initial, medial]]) => [
      letter,
      { isolated, final, initial, medial },
    ]),
  )
  return known
}

/** A cell of a text in its reading order. */
export interface ArabicCell {
  readonly code: number
  /** Marks of the cell, which may have U+200C or U+200D. */
  readonly text: string
}

/** Returns whether the cell may be joined to its neighbors: a letter with forms, or U+0640. */
export const isArabicLetter = (code: number): boolean =>
  code >= 0x621 && code <= 0x6d3 && (code === tatweel || formsOfLetters().has(code))

/** Returns the character to draw for each cell of a word. */
export function joinedForms(word: readonly ArabicCell[]): number[] {
  return word.map((cell, at) => {
    const forms = formsOfLetters().get(cell.code)
    if (forms === undefined) return cell.code
    const toPrevious = forms.final !== undefined && reachesOn(word[at - 1])
    const toNext = reachesOn(cell) && isReached(word[at + 1])
    if (toPrevious && toNext) return forms.medial ?? cell.code
    if (toPrevious) return forms.final ?? cell.code
    return toNext ? (forms.initial ?? cell.code) : cell.code
  })
}

/** Returns whether a cell joins the next one. */
function reachesOn(cell: ArabicCell | undefined): boolean {
  if (cell === undefined || cell.text.includes('\u200c')) return false
  return cell.code === tatweel || formsOfLetters().get(cell.code)?.initial !== undefined
}

/** Returns whether the cell before may join a cell. */
const isReached = (cell: ArabicCell | undefined): boolean =>
  cell !== undefined &&
  (cell.code === tatweel || formsOfLetters().get(cell.code)?.final !== undefined)
