/** Code that an agent indents, below a fence or the name of its language. */
import type { CopyRules } from '../../../agents/rules/rules.ts'
import { columnsOf } from '../../../terminal/screen/width.ts'
import { indentOf, type BareRow } from './rows.ts'

const fence = /^(?:```|~~~)/
const language = /^[a-z][a-z+#-]*$/

/** Follows the rows of a selection, and knows which of them are code. */
export class Fences {
  readonly #rows: readonly BareRow[]
  readonly #base: number
  readonly #indent: number
  /** How the code at the current row ends; `null` outside code. */
  #end: 'fence' | 'indent' | null = null
  #broken = false

  constructor(rows: readonly BareRow[], { gutter, codeIndent }: CopyRules) {
    this.#rows = rows
    this.#base = gutter ?? 0
    this.#indent = codeIndent
    // A selection may start in the code. Of other indented text only the indentation is lost.
    const first = rows.findIndex(({ text }) => text !== '')
    if (codeIndent > 0 && this.#isIndented(first)) this.#end = 'indent'
  }

  /** Whether the row of the last call continues the one above, because it is not indented. */
  get isBroken(): boolean {
    return this.#broken
  }

  /** Returns the column of the code in a row, or `null` for another row. Call it for each row. */
  innerOf(at: number, indent: number): number | null {
    this.#broken = false
    if (this.#indent === 0) return null
    const { text = '' } = this.#rows[at] ?? {}
    const word = text.slice(indent)
    const inner = this.#base + this.#indent
    if (fence.test(word)) {
      this.#end = this.#end === null ? 'fence' : null
      return null
    }
    if (this.#end !== null && text !== '' && indent < inner) {
      this.#broken = this.#isFull(at)
      if (!this.#broken && this.#end === 'indent') this.#end = null
    }
    if (this.#end !== null) return inner
    const isLanguage = indent === this.#base && language.test(word) && this.#isIndented(at + 1)
    if (isLanguage) this.#end = 'indent'
    return null
  }

  #isIndented(at: number): boolean {
    const { text = '' } = this.#rows[at] ?? {}
    return text !== '' && indentOf(text) >= this.#base + this.#indent
  }

  /** Returns whether the first word of a row did not fit into the row above. */
  #isFull(at: number): boolean {
    const above = this.#rows[at - 1]
    const [first = ''] = this.#rows[at]?.text.trimStart().split(' ', 1) ?? []
    return above !== undefined && columnsOf(above.text) + 1 + columnsOf(first) > above.edge
  }
}
