/** Commands on the text of grids: prompts and their output, links, copies. */
import type { SessionId } from '../../../core/ids.ts'
import { linkQuestion } from '../../../core/links/link-question.ts'
import { clipboardTextMax } from '../../../core/ipc/limits.ts'
import { linkBytesMax } from '../../../core/links/limits.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'
import type { Grid } from '../../grid/grid.ts'
import { drawnSelection } from '../../grid/text/selection.ts'
import type { TextRange } from '../../grid/text/prompts.ts'
import type { LinkTarget } from '../../grid/text/link-hover.ts'

/** Limit of unanswered path checks. The oldest is answered with no, as the pointer has moved on. */
const openChecksMax = 32

export class ReadingMode {
  /** The link under the pointer while its modifier is held. */
  readonly link = new Observable<LinkTarget | null>(null)
  readonly #page: Page
  readonly #checks = new Map<
    number,
    { readonly count: number; readonly answer: (exist: readonly boolean[]) => void }
  >()
  #nextCheck = 1
  /** The last copied selection, as displayed. */
  #raw = ''
  /** The last selection of `selectOutput`, by row numbers. */
  #selected: ({ readonly grid: Grid } & TextRange) | null = null

  constructor(page: Page) {
    this.#page = page
  }

  /** Copies the selection. @returns false if there is none */
  copy(grid = this.#page.panes.shown): boolean {
    if (grid?.terminal.hasSelection() !== true) return false
    grid.text.readSelection((text) => this.copyText(text, grid))
    return true
  }

  /** Copies the selection, or the last cleaned copy, as displayed. @returns false without either */
  copyRaw(): boolean {
    const { shown } = this.#page.panes
    if (shown?.terminal.hasSelection() === true)
      shown.text.readSelection((text) => this.copyText(text))
    else if (this.#raw === '') return false
    else this.copyText(this.#raw)
    return true
  }

  /** Reports a cleaned copy. @param text a sentence */
  cleaned(text: string): void {
    this.#page.notices.say(text, {
      label: 'Copy as displayed',
      run: () => this.copyText(this.#raw),
    })
  }

  /** Called when the mouse is released after selecting. */
  selected(grid: Grid): void {
    if (this.#page.state.options.value.clipboard.copy_on_select) this.copy(grid)
  }

  /** Reports that lines of the history could not be copied. */
  notRead(): void {
    this.#page.notices.add(
      'notice',
      "Couldn't copy: some lines are no longer available, or did not arrive in time. Try again.",
    )
  }

  /** @returns false if no command has printed anything */
  copyLastOutput(grid: Grid): boolean {
    if (grid.prompts.lastOutput() === null) return false
    grid.text.read(
      () => grid.prompts.lastOutput(),
      (text) => this.copyText(text),
    )
    return true
  }

  /** Opens the complete scrollback in the pager, at the top row of the view. */
  pageScrollback(grid: Grid): boolean {
    const { viewportY, length } = grid.terminal.buffer.active
    const below = Math.min(length - viewportY, 1_000_000) // the largest history
    this.#page.send({ kind: 'session/page', session: grid.id, what: 'scrollback', below })
    return true
  }

  /** @returns false if no command has printed anything */
  pageLastOutput(grid: Grid): boolean {
    if (grid.prompts.lastOutput() === null) return false
    this.#page.send({ kind: 'session/page', session: grid.id, what: 'output', below: 0 })
    return true
  }

  /** Opens what changed since the agent's turn started. */
  showChanges(grid: Grid): boolean {
    this.#page.send({ kind: 'session/page', session: grid.id, what: 'changes', below: 0 })
    return true
  }

  /**
   * Selects the output at the top of the view. Repeated, adds the previous command and its prompt.
   */
  selectOutput(grid: Grid): boolean {
    if (grid.alternate) return false
    const range = this.#extended(grid) ?? this.#outputInView(grid)
    if (range === null) return false
    grid.select(range)
    const { from, to, columns } = range
    this.#selected = { grid, from: grid.rows.rowAt(from), to: grid.rows.rowAt(to), columns }
    return true
  }

  #outputInView({ position, prompts, terminal }: Grid): TextRange | null {
    const command = position.away ? prompts.at(terminal.buffer.active.viewportY) : null
    return (command === null ? null : prompts.outputOf(command)) ?? prompts.lastOutput()
  }

  /** Returns the extended range, or null for another selection or at the oldest output. */
  #extended(grid: Grid): TextRange | null {
    const { rows, prompts, terminal } = grid
    const held = this.#selected
    const at = terminal.getSelectionPosition()
    if (held?.grid !== grid || at === undefined) return null
    const [from, to] = [rows.indexOf(held.from), rows.indexOf(held.to)]
    const isHeld = at.start.x === 0 && at.start.y === from && at.end.y >= to
    if (!isHeld || from < 0) return null
    const before = prompts.commands
      .flatMap((command) => prompts.outputOf(command) ?? [])
      .findLast((one) => one.from < from)
    return before === undefined ? null : { from: before.from, to, columns: held.columns }
  }

  /** @returns false if there is no further prompt */
  toPrompt(grid: Grid, direction: -1 | 1): boolean {
    if (grid.alternate || grid.prompts.commands.length === 0) return false
    const { viewportY } = grid.terminal.buffer.active
    const line = grid.prompts.neighbour(viewportY, direction)
    if (line !== null) grid.terminal.scrollToLine(line)
    else if (direction === 1) grid.position.toBottom()
    return true
  }

  /** Opens a link. @param edit opens a file only in the editor */
  openLink(grid: Grid, target: LinkTarget, edit = false): void {
    const isWhole = target.isWhole()
    if (target.kind === 'path' && !isWhole) {
      this.#page.notices.add(
        'warning',
        "Can't open the file: part of its path is not visible or may be covered by an image. " +
          'Scroll until you see the whole path.',
      )
      return
    }
    if (target.kind === 'path') {
      this.#page.send({
        kind: 'link/open-path',
        session: grid.id,
        path: target.path,
        line: target.line,
        column: target.column,
        ...(edit ? { edit } : {}),
      })
      return
    }
    const { address, text } = target
    if (address.length > linkBytesMax) {
      this.#page.notices.add(
        'warning',
        `Can't open the link: the URL is longer than ${linkBytesMax.toLocaleString('en')} bytes.`,
      )
      return
    }
    const question = linkQuestion(
      address,
      { text, isWhole },
      this.#page.state.options.value.links.schemes,
    )
    if (question !== null)
      this.#page.overlays.open({ kind: 'open-link', session: grid.id, question })
    else this.#page.send({ kind: 'link/open', session: grid.id, address })
  }

  checkPaths(session: SessionId, paths: readonly string[]): Promise<readonly boolean[]> {
    return new Promise((answer) => {
      const request = this.#nextCheck++ % 1_000_000
      this.#checks.set(request, { count: paths.length, answer })
      const [oldest] = this.#checks.keys()
      if (this.#checks.size > openChecksMax && oldest !== undefined)
        this.checked({ kind: 'link/checked', request: oldest, exist: [] })
      this.#page.send({ kind: 'link/check', session, request, paths: [...paths] })
    })
  }

  checked({ request, exist }: MainMessage & { kind: 'link/checked' }): void {
    const check = this.#checks.get(request)
    this.#checks.delete(request)
    check?.answer(Array.from({ length: check.count }, (_, index) => exist[index] === true))
  }

  /**
   * Copies a text to the clipboard. Null is reported as lines missing in the history.
   * @param grid the text is its selection, and is cleaned if an agent printed it
   */
  copyText(text: string | null, grid?: Grid): void {
    if (text === '') return
    if (text === null) {
      this.notRead()
      return
    }
    if (text.length > clipboardTextMax) {
      this.#page.notices.add('notice', "Can't copy more than 16 MiB. Select less text.")
      return
    }
    if (grid !== undefined) this.#raw = text
    const drawn = grid === undefined ? {} : drawnSelection(grid)
    this.#page.send({ kind: 'clipboard/write', selection: 'clipboard', text, ...drawn })
    this.#page.notices.say('Copied')
  }
}
