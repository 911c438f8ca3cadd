/**
 * Reads the dialog on a screen, and decides whether it is the dialog that was read before. Equal
 * text is not enough: nothing may have been written to its rows since. A question that is asked
 * again in the same words is another dialog.
 */
import { judgeWithin, type Limited, type RuleOff } from '../../agents/rules/limited.ts'
import { asRulesSee, type Rule, type RuleOutcome } from '../../agents/rules/rules.ts'
import { lastLines } from '../../agents/screen-rules/dialog-lines.ts'
import { findDialog, type StyleOf } from '../../agents/screen-rules/dialog.ts'
import { screenRules } from '../../agents/screen-rules/read-screen.ts'
import { regionsOf } from '../../agents/screen-rules/regions.ts'
import { clusterBit, codeMask, DIM, INVERSE, tailBit } from '../../terminal/screen/cell.ts'
import { drawnScreen } from './drawn-screen.ts'
import type { Screen } from '../../terminal/screen/screen.ts'
import type { DialogSeen } from './messages.ts'

type Seen = NonNullable<DialogSeen['dialog']>

export class DialogReader {
  readonly #limited: Limited
  #read = 0
  /** The last dialog, its row numbers, and a stamp that precedes later changes. */
  #last: {
    readonly dialog: Seen
    readonly words: string
    readonly rules: readonly Rule[]
    readonly from: number
    readonly numbers: readonly number[]
    readonly stamp: number
  } | null = null

  constructor(limited: Limited) {
    this.#limited = limited
  }

  /** @param rows rows of the screen from the top, right-trimmed */
  read(
    screen: Screen,
    rows: readonly string[],
    rules: readonly Rule[],
    wanted: Rule | null = null,
  ): Pick<DialogSeen, 'lines' | 'prompt' | 'dialog'> | { readonly off: RuleOff } {
    const onScreen = screenRules(rules)
    const judged = judgeWithin(onScreen, regionsOf(rows.map(asRulesSee)), this.#limited)
    if ('off' in judged) return judged
    const { outcome } = judged
    const prompt = this.#prompt(outcome, screen, rows, wanted)
    if (prompt !== null && typeof prompt !== 'string') return prompt
    const place =
      outcome?.state === 'waiting'
        ? onScreen.find(({ id }) => id === outcome.rule)?.dialog
        : undefined
    const found =
      place === undefined ? null : findDialog(drawnScreen(screen, rows), place, styleOf(screen))
    if (found === null || outcome === null) {
      this.#last = null
      return { lines: lastLines(rows), prompt, dialog: null }
    }
    const { from, to, lines, choices, problem } = found
    const words = JSON.stringify([outcome.rule, lines, choices])
    const last = this.#last
    if (
      last?.words === words &&
      last.from === from &&
      last.numbers.length === to - from &&
      isUntouched(screen, last)
    )
      return { lines, prompt, dialog: last.dialog }
    const stamp = screen.changes.stamp
    screen.changes.stamp += 1
    const dialog = { instance: String(++this.#read), rule: outcome.rule, choices, problem }
    const numbers = Array.from({ length: to - from }, (_, y) => screen.grid.numberOf(from + y))
    this.#last = { dialog, words, rules, from, numbers, stamp }
    return { lines, prompt, dialog }
  }

  /**
   * Resizes the screen. No output is read during it: a dialog in the same words before and after
   * it is the same dialog.
   */
  resize(screen: Screen, rows: () => readonly string[], resize: () => void): void {
    const last = this.#last
    const before = last === null ? null : this.read(screen, rows(), last.rules)
    resize()
    if (last === null || before === null || 'off' in before || before.dialog !== last.dialog) return
    this.read(screen, rows(), last.rules)
    const { instance } = last.dialog
    if (this.#last?.words === last.words)
      this.#last = { ...this.#last, dialog: { ...this.#last.dialog, instance } }
  }

  #prompt(
    outcome: RuleOutcome | null,
    screen: Screen,
    rows: readonly string[],
    wanted: Rule | null,
  ): DialogSeen['prompt'] | { readonly off: RuleOff } {
    if (outcome !== null && outcome.state !== 'idle') return null
    if (outcome === null) return 'unknown'
    if (wanted === null) return 'other'
    const seen = withoutFaint(screen, rows).map(asRulesSee)
    const judged = judgeWithin([wanted], regionsOf(seen), this.#limited)
    if ('off' in judged) return judged
    return judged.outcome === null ? 'other' : 'empty'
  }
}

const boxDrawing = /[\u2500-\u259f]/u

/**
 * Returns rows without faint text: agents draw suggestions in an empty prompt so, and never typed
 * text. The cursor on the first character of a suggestion is also removed.
 */
export function withoutFaint(
  { grid, clusters }: Screen,
  rows: readonly string[],
): readonly string[] {
  return rows.map((row, y) => {
    if (row === '') return row
    const start = grid.at(y)
    const isFaint = (at: number) => ((grid.cells[2 * grid.plane + at] ?? 0) & DIM) !== 0
    let text = ''
    for (let at = start; at < start + grid.cols; at += 1) {
      const content = grid.cells[at] ?? 0
      if ((content & tailBit) !== 0) continue
      const code = content & codeMask
      const own =
        (content & clusterBit) !== 0 ? clusters.text(code) : String.fromCodePoint(code || 0x20)
      const isCursor =
        ((grid.cells[grid.plane + at] ?? 0) & INVERSE) !== 0 &&
        at + 1 < start + grid.cols &&
        isFaint(at + 1)
      text += (isFaint(at) && !boxDrawing.test(own)) || isCursor ? ' ' : own
    }
    return text.trimEnd()
  })
}

function styleOf({ grid, clusters }: Screen): StyleOf {
  return (y, index) => {
    const start = grid.at(y)
    let left = index
    for (let at = start; at < start + grid.cols; at += 1) {
      const content = grid.cells[at] ?? 0
      if ((content & tailBit) !== 0) continue
      const code = content & codeMask
      const units =
        (content & clusterBit) !== 0 ? clusters.text(code).length : code > 0xffff ? 2 : 1
      if (left < units) return `${grid.cells[grid.plane + at]} ${grid.cells[2 * grid.plane + at]}`
      left -= units
    }
    return null
  }
}

/** Returns whether neither these rows nor the entire screen were written since. */
function isUntouched(
  screen: Screen,
  {
    from,
    numbers,
    stamp,
  }: { readonly from: number; readonly numbers: readonly number[]; readonly stamp: number },
): boolean {
  const { grid, fullStamp } = screen
  return (
    fullStamp <= stamp &&
    numbers.every(
      (number, y) =>
        from + y < grid.rows &&
        number === grid.numberOf(from + y) &&
        (grid.stamps[grid.row(from + y)] ?? Number.POSITIVE_INFINITY) <= stamp,
    )
  )
}
