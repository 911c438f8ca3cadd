/**
 * Links under the pointer: addresses and file positions in the text, and OSC 8. They are underlined
 * and can be opened while the modifier is held, which also shows the target. The main process opens
 * them.
 */
import type { IBufferRange, ILink, Terminal } from '@xterm/xterm'
import { linksInRow, type LinkSpan, type RowLink } from '../../../core/links/row-links.ts'
import { linkTextMax, pathsAskedMax } from '../../../core/links/limits.ts'
import { isSeenWhole, mayGoOn } from './sight.ts'
import { ordersOf } from '../bidi/row-orders.ts'
import { rowsOf } from './terminal-rows.ts'
import type { Options } from '../../../core/config/table.ts'
import type { BufferRows } from './buffer-rows.ts'
import type { SeenCells } from './seen-cells.ts'
import { pathsKnownMax, pathsKnownMs } from '../limits.ts'

/** Target of a click. `isWhole` returns whether its text and the end of it are visible now. */
export type LinkTarget = { readonly isWhole: () => boolean } & (
  | {
      readonly kind: 'address'
      readonly address: string
      /** Text of an OSC 8 link, or null if the address itself is visible. */
      readonly text: string | null
    }
  | {
      readonly kind: 'path'
      readonly path: string
      readonly line: number | null
      readonly column: number | null
    }
)

interface LinkHoverPorts {
  readonly options: () => Options['links']
  readonly now: () => number
  /** Returns which paths are files. Relative ones start at the tab's directory. */
  readonly check: (paths: readonly string[]) => Promise<readonly boolean[]>
  /** Shows the target of the link under the pointer, or hides it. */
  readonly show: (target: LinkTarget | null) => void
}

interface Keys {
  readonly ctrlKey: boolean
  readonly altKey: boolean
}

export class LinkHover {
  readonly #terminal: Terminal
  readonly #rows: BufferRows
  readonly #ports: LinkHoverPorts
  readonly #known = new Map<string, { readonly at: number; readonly exist: readonly boolean[] }>()
  #held = false
  #under: {
    readonly target: LinkTarget
    readonly link: ILink | null
    /** Cells to underline here, because xterm.js underlines only one run. */
    readonly spans: readonly LinkSpan[]
  } | null = null
  #underlines: readonly HTMLElement[] = []

  constructor(terminal: Terminal, rows: BufferRows, ports: LinkHoverPorts) {
    this.#terminal = terminal
    this.#rows = rows
    this.#ports = ports
    terminal.registerLinkProvider({
      provideLinks: (y, answer) =>
        void this.#provide(y - 1).then((links) => answer(links.length > 0 ? links : undefined)),
    })
    // If one of these were missing, xterm.js's own behavior would apply.
    terminal.options.linkHandler = {
      activate: () => undefined,
      hover: (_event, address, range) => {
        if (ports.options().detect)
          this.#enter(
            { kind: 'address', address, ...this.#textOf(range) },
            null,
            this.#otherRows(range.start),
          )
      },
      leave: () => this.#leave(),
      allowNonHttpProtocols: true,
    }
  }

  /** Returns the target that a click with these keys would open. */
  target(keys: Keys): LinkTarget | null {
    return this.#isHeld(keys) ? (this.#under?.target ?? null) : null
  }

  get under(): LinkTarget | null {
    return this.#under?.target ?? null
  }

  /** Handles a change of the modifier, or a move of the pointer. */
  keys(keys: Keys): void {
    const held = this.#isHeld(keys)
    if (held === this.#held) return
    this.#held = held
    this.#mark()
  }

  /**
   * Hides the target after opening, because the opened window may cover it, until the next move.
   */
  opened(): void {
    this.#held = false
    this.#mark()
  }

  /**
   * Handles a grid that is hidden under the pointer, for which there is no event. xterm.js is
   * notified too, so that it looks for the link again later.
   */
  hidden(): void {
    this.#held = false
    this.#terminal.element?.querySelector('.xterm-screen')?.dispatchEvent(new Event('mouseleave'))
    this.#leave()
  }

  #isHeld({ ctrlKey, altKey }: Keys): boolean {
    const { modifier } = this.#ports.options()
    return modifier === 'none' || (modifier === 'ctrl' ? ctrlKey : altKey)
  }

  #enter(target: LinkTarget, link: ILink | null, spans: readonly LinkSpan[]): void {
    this.#under = { target, link, spans }
    // xterm.js sets the link's decorations right after this call and ignores earlier ones.
    queueMicrotask(() => this.#mark())
  }

  #leave(): void {
    this.#under = null
    this.#underline([])
    this.#ports.show(null)
    this.#terminal.element?.classList.remove('link-held')
  }

  #mark(): void {
    const under = this.#under
    if (under === null) return
    if (under.link?.decorations !== undefined) {
      under.link.decorations.underline = this.#held && under.spans.length === 0
      under.link.decorations.pointerCursor = this.#held
    }
    this.#underline(this.#held ? under.spans : [])
    this.#terminal.element?.classList.toggle('link-held', this.#held)
    this.#ports.show(this.#held ? under.target : null)
  }

  async #provide(index: number): Promise<ILink[]> {
    const { detect, paths, schemes } = this.#ports.options()
    if (!detect) return []
    const rows = this.#rows
    const look = rows.look()
    const read = rowsOf(this.#terminal, (cell, at, column) =>
      look.isDrawn(rows.rowAt(at), column, cell),
    )
    const found = linksInRow(read, index, { addresses: true, paths, schemes })
    const { first } = rows
    const row = rows.rowAt(index)
    const real = await this.#existing(found)
    if (row < rows.first) return [] // the row has left the history since
    return real.flatMap((one) => {
      const spans = one.spans.map((span) => ({ ...span, row: first + span.row }))
      return this.#linkOf({ ...one, spans }, row) ?? []
    })
  }

  /** Returns the links without paths that are not files. */
  async #existing(found: readonly RowLink[]): Promise<RowLink[]> {
    const paths = [
      ...new Set(found.flatMap(({ link }) => (link.kind === 'path' ? [link.path] : []))),
    ].slice(0, pathsAskedMax)
    if (paths.length === 0) return [...found]
    const key = paths.join('\n')
    let known = this.#known.get(key)
    if (known === undefined || this.#ports.now() - known.at > pathsKnownMs) {
      known = { at: this.#ports.now(), exist: await this.#ports.check(paths) }
      this.#known.delete(key)
      this.#known.set(key, known)
      const [oldest] = this.#known.keys()
      if (this.#known.size > pathsKnownMax && oldest !== undefined) this.#known.delete(oldest)
    }
    const { exist } = known
    return found.filter(
      ({ link }) => link.kind === 'address' || exist[paths.indexOf(link.path)] === true,
    )
  }

  /** Returns a link for its cells of a row. @param found with row numbers that never change */
  #linkOf({ link: found, spans, isCut }: RowLink, row: number): ILink | null {
    const [first, last, here] = [spans[0], spans.at(-1), spans.find((span) => span.row === row)]
    if (first === undefined || last === undefined || here === undefined) return null
    const { cols } = this.#terminal
    const isOneRun = spans.every(({ column }, index) => {
      const before = spans[index - 1]
      return before === undefined || (column === 0 && before.column + before.columns === cols)
    })
    const isWhole = (): boolean => {
      const look = this.#rows.look()
      const end = { row: last.row, column: last.column + last.columns - 1 }
      return (
        !isCut &&
        spans.every(
          (span) => look.text(span.row, span.column, span.column + span.columns) === span.text,
        ) &&
        isSeenWhole(look, first, end) &&
        !(found.kind === 'address' && mayGoOn(look, end))
      )
    }
    const target: LinkTarget =
      found.kind === 'address'
        ? { kind: 'address', address: found.address, text: null, isWhole }
        : { ...found, isWhole }
    const [from, to] = isOneRun ? [first, last] : [here, here]
    const underlined = isOneRun ? [] : spans
    const link: ILink = {
      range: {
        start: { x: from.column + 1, y: this.#rows.indexOf(from.row) + 1 },
        end: { x: to.column + to.columns, y: this.#rows.indexOf(to.row) + 1 },
      },
      text: spans.map(({ text }) => text).join(''),
      decorations: { underline: this.#held && isOneRun, pointerCursor: this.#held },
      // pointer.ts opens it, before the program or a selection gets the click
      activate: () => undefined,
      hover: () => this.#enter(target, link, underlined),
      leave: () => this.#leave(),
    }
    return link
  }

  #underline(spans: readonly LinkSpan[]): void {
    if (spans.length === 0 && this.#underlines.length === 0) return
    for (const line of this.#underlines) line.remove()
    const { cols, rows, buffer, element } = this.#terminal
    const orders = ordersOf(this.#terminal)
    this.#underlines = spans.flatMap((span) => {
      const index = this.#rows.indexOf(span.row)
      const line = index - buffer.active.viewportY
      if (line < 0 || line >= rows) return []
      return orders.runs(index, span.column, span.columns).map(({ column, columns }) => {
        const one = document.createElement('div')
        one.className = 'link-underline'
        one.style.left = `${(100 * column) / cols}%`
        one.style.width = `${(100 * columns) / cols}%`
        one.style.top = `${(100 * line) / rows}%`
        one.style.height = `${100 / rows}%`
        return one
      })
    })
    element?.querySelector('.xterm-screen')?.append(...this.#underlines)
  }

  /** Returns the cells of an OSC 8 link in the rows above and below, of which each is one run. */
  #otherRows({ x, y }: IBufferRange['start']): LinkSpan[] {
    const { active } = this.#terminal.buffer
    const { columns, top, end } = this.#rows.look()
    const idAt = (row: number, column: number) => {
      const cell = active.getLine(this.#rows.indexOf(row))?.getCell(column)
      return (cell as { readonly extended?: { readonly urlId: number } } | undefined)?.extended
        ?.urlId
    }
    const here = this.#rows.rowAt(y - 1)
    const id = idAt(here, x - 1) ?? 0
    const spans: LinkSpan[] = []
    for (const step of id === 0 ? [] : [-1, 1])
      for (let row = here + step; row >= top && row < end; row += step) {
        let column = 0
        while (column < columns && idAt(row, column) !== id) column += 1
        let after = column
        while (after < columns && idAt(row, after) === id) after += 1
        if (after === column) break
        spans.push({ row, column, columns: after - column, text: '' })
      }
    return spans
  }

  /** Returns the text of an OSC 8 link with the word around it, because links may be adjacent. */
  #textOf({ start, end }: IBufferRange): {
    readonly text: string
    readonly isWhole: () => boolean
  } {
    const look = this.#rows.look()
    const from = this.#wordEdge(look, start, -1)
    const to = this.#wordEdge(look, end, 1)
    const placeOf = ({ x, y }: typeof from) => ({ row: this.#rows.rowAt(y - 1), column: x - 1 })
    const [first, last] = [placeOf(from), placeOf(to)]
    const rows = Array.from({ length: to.y - from.y + 1 }, (_, index) =>
      this.#rows.rowAt(from.y - 1 + index),
    )
    const text = rows
      .map((row, index) =>
        look.text(row, index === 0 ? from.x - 1 : 0, index === rows.length - 1 ? to.x : undefined),
      )
      .join('')
      .trim()
    return { text, isWhole: () => isSeenWhole(this.#rows.look(), first, last) }
  }

  /** Returns the last cell before a space, within wrapped rows. Cells count from 1. */
  #wordEdge(
    look: SeenCells,
    from: { readonly x: number; readonly y: number },
    step: 1 | -1,
  ): { readonly x: number; readonly y: number } {
    const {
      cols,
      buffer: { active },
    } = this.#terminal
    let edge = from
    for (let steps = 0; steps < linkTextMax; steps += 1) {
      const { x, y } = edge
      const wraps = x + step < 1 || x + step > cols
      if (wraps && active.getLine(step === 1 ? y : y - 1)?.isWrapped !== true) break
      const next = !wraps ? { x: x + step, y } : { x: step === 1 ? 1 : cols, y: y + step }
      const cell = active.getLine(next.y - 1)?.getCell(next.x - 1)
      if (
        cell === undefined ||
        (cell.getWidth() !== 0 &&
          (cell.getChars().trim() === '' ||
            !look.isDrawn(this.#rows.rowAt(next.y - 1), next.x - 1, cell)))
      )
        break
      edge = next
    }
    return edge
  }
}
