/**
 * Links under the pointer: addresses and places in files that are found in the text, and OSC 8.
 * Underlined and opened only with the modifier held; the target is shown.
 * Nothing is opened here: the page asks the main process.
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

/** Target of a click. `isWhole`: the user sees all of its text now, and where that ends. */
export type LinkTarget = { readonly isWhole: () => boolean } & (
  | {
      readonly kind: 'address'
      readonly address: string
      /** As printed by an OSC 8; null: the address itself is what is seen. */
      readonly text: string | null
    }
  | {
      readonly kind: 'path'
      readonly path: string
      readonly line: number | null
      readonly column: number | null
    }
)

export interface LinkHoverPorts {
  readonly options: () => Options['links']
  readonly now: () => number
  /** Which of these paths are files? Relative ones count from the tab's directory. */
  readonly check: (paths: readonly string[]) => Promise<readonly boolean[]>
  /** Shows where the link under the pointer leads; null: none is. */
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
    // A handler without all three would leave parts of it to xterm.js's own.
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

  /** What a click with these keys would open. */
  target(keys: Keys): LinkTarget | null {
    return this.#isHeld(keys) ? (this.#under?.target ?? null) : null
  }

  /** A link is under the pointer, whatever keys are held. */
  get under(): LinkTarget | null {
    return this.#under?.target ?? null
  }

  /** The keys that are held have changed, or the pointer has moved. */
  keys(keys: Keys): void {
    const held = this.#isHeld(keys)
    if (held === this.#held) return
    this.#held = held
    this.#mark()
  }

  /** It has been opened: what opens may lie over it at once. The next move on it shows it again. */
  opened(): void {
    this.#held = false
    this.#mark()
  }

  /**
   * The grid has gone from under the pointer, for which the browser has no event. xterm.js is sent
   * it too: on the way back it looks for the link anew.
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
    // xterm.js gives the link its decorations right after this call, and takes no notice of those
    // set before.
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

  /** Without the paths that are no files. */
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

  /** Only where it touches the row that was asked for. */
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
      // pointer.ts opens it, before the program or a selection has the click
      activate: () => undefined,
      hover: () => this.#enter(target, link),
      leave: () => this.#leave(),
    }
    return link
  }

  /**
   * Text of an OSC 8 link with the word around it: a name can be made of several links, or of one
   * and text next to it.
   */
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

  /**
   * The last cell before a blank, from a cell on, in rows that wrapped as one. Cells count from 1.
   */
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

/** Is the text at an end of what is read of a longer line? */
function touchesCut(rows: BufferRows, line: TextLine, { start, end }: FoundLink): boolean {
  return (
    (start === 0 && rows.isWrapped(line.row)) ||
    (end === line.text.length && rows.isWrapped(line.row + line.rows))
  )
}
