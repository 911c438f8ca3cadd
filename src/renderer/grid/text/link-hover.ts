/**
 * Links under the pointer: addresses and file positions in the text, and OSC 8. They are underlined
 * and can be opened while the modifier is held, which also shows the target. The main process opens
 * them.
 */
import type { IBufferRange, ILink, Terminal } from '@xterm/xterm'
import { findLinks, type FoundLink } from '../../../core/links/find-links.ts'
import { linkLineCharactersMax, linkTextMax, pathsAskedMax } from '../../../core/links/limits.ts'
import { lineStart, offsetAt, readTextLine, spansOf, type TextLine } from './line.ts'
import { isSeenWhole, mayGoOn } from './sight.ts'
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
  #under: { readonly target: LinkTarget; readonly link: ILink | null } | null = null

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
          this.#enter({ kind: 'address', address, ...this.#textOf(range) }, null)
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

  /** Hides the target after opening, because what opens may cover it, until the next move. */
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

  #enter(target: LinkTarget, link: ILink | null): void {
    this.#under = { target, link }
    // xterm.js sets the link's decorations right after this call and ignores earlier ones.
    queueMicrotask(() => this.#mark())
  }

  #leave(): void {
    this.#under = null
    this.#ports.show(null)
    this.#terminal.element?.classList.remove('link-held')
  }

  #mark(): void {
    const under = this.#under
    if (under === null) return
    if (under.link?.decorations !== undefined) {
      under.link.decorations.underline = this.#held
      under.link.decorations.pointerCursor = this.#held
    }
    this.#terminal.element?.classList.toggle('link-held', this.#held)
    this.#ports.show(this.#held ? under.target : null)
  }

  async #provide(index: number): Promise<ILink[]> {
    const { detect, paths, schemes } = this.#ports.options()
    if (!detect) return []
    const row = this.#rows.rowAt(index)
    const line = readTextLine(this.#rows, lineStart(this.#rows, row))
    const from = Math.max(0, offsetAt(this.#rows, line, row, 0) - linkLineCharactersMax / 2)
    const found = findLinks(this.#rows.look().lineText(line, from, from + linkLineCharactersMax), {
      addresses: true,
      paths,
      schemes,
    }).map((link) => ({ ...link, start: link.start + from, end: link.end + from }))
    const real = await this.#existing(found)
    if (row < this.#rows.first) return [] // it has left the history meanwhile
    return real.flatMap((link) => this.#linkOf(line, link, row) ?? [])
  }

  /** Returns the links without paths that are not files. */
  async #existing(found: readonly FoundLink[]): Promise<FoundLink[]> {
    const paths = [
      ...new Set(found.flatMap((link) => (link.kind === 'path' ? [link.path] : []))),
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
      (link) => link.kind === 'address' || exist[paths.indexOf(link.path)] === true,
    )
  }

  /** Returns a link if it touches the requested row. */
  #linkOf(line: TextLine, found: FoundLink, row: number): ILink | null {
    const spans = spansOf(this.#rows, line, found.start, found.end)
    const first = spans[0]
    const last = spans.at(-1)
    if (first === undefined || last === undefined || !spans.some((span) => span.row === row))
      return null
    const isWhole = (): boolean => {
      const look = this.#rows.look()
      const end = { row: last.row, column: last.column + last.columns - 1 }
      return (
        !touchesCut(this.#rows, line, found) &&
        isSeenWhole(look, first, end) &&
        !(found.kind === 'address' && mayGoOn(look, end))
      )
    }
    const target: LinkTarget =
      found.kind === 'address'
        ? { kind: 'address', address: found.address, text: null, isWhole }
        : { ...found, isWhole }
    const link: ILink = {
      range: {
        start: { x: first.column + 1, y: this.#rows.indexOf(first.row) + 1 },
        end: { x: last.column + last.columns, y: this.#rows.indexOf(last.row) + 1 },
      },
      text: line.text.slice(found.start, found.end),
      decorations: { underline: this.#held, pointerCursor: this.#held },
      // pointer.ts opens it, before the program or a selection gets the click
      activate: () => undefined,
      hover: () => this.#enter(target, link),
      leave: () => this.#leave(),
    }
    return link
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

  /** Returns the last cell before a blank, within wrapped rows. Cells count from 1. */
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

/** Returns whether the text touches an end of the part that was read of a longer line. */
function touchesCut(rows: BufferRows, line: TextLine, { start, end }: FoundLink): boolean {
  return (
    (start === 0 && rows.isWrapped(line.row)) ||
    (end === line.text.length && rows.isWrapped(line.row + line.rows))
  )
}
