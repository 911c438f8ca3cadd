/** The lines of xterm.js, their scroll position, and the selection in them. */
import type { IBufferCell, Terminal } from '@xterm/xterm'
import type { PackedLines } from './frames/virtual-lines.ts'
import { rowSizeOf } from './frames/line-maker.ts'
import type { RowSize } from '../../terminal/history/grid-rows.ts'
import { coreOf } from './xterm-names.ts'

export interface LinesInside extends Partial<PackedLines> {
  readonly length: number
  readonly onTrim: (listener: (count: number) => void) => { dispose(): void }
  get(index: number): LineInside | undefined
}

/** Three numbers per cell: the first has its code point (21 bits), a marks flag, and its width. */
interface LineInside {
  readonly length: number
  readonly isWrapped: boolean
  readonly _data: Uint32Array
  /** Texts of several code points, by column. */
  readonly _combined: Readonly<Record<number, string>>
}

interface BufferInside {
  readonly lines: LinesInside
  readonly ydisp: number
  readonly ybase: number
  readonly x: number
  readonly y: number
  readonly isCursorInViewport: boolean
}

interface Core {
  readonly _bufferService: {
    readonly buffers: { readonly normal: BufferInside; readonly alt: BufferInside }
    readonly buffer: BufferInside
    isUserScrolling: boolean
  }
  readonly _inputHandler: {
    readonly _oscLinkService: { getLinkData(number: number): { readonly uri: string } | undefined }
  }
  readonly _selectionService: {
    refresh(): void
    readonly _model: {
      clearSelection(): void
      selectionStart: [number, number] | undefined
      selectionEnd: [number, number] | undefined
    }
    _activeSelectionMode: number
    _fireEventIfSelectionChanged(): void
  }
}

export class XtermBuffer {
  readonly #core: Core

  /** @param terminal has been opened */
  constructor(terminal: Terminal) {
    this.#core = coreOf<Core>(terminal)
  }

  /** The active screen and its history. */
  get active(): BufferInside {
    return this.#core._bufferService.buffer
  }

  /** The lines of the active screen and its history. */
  get lines(): LinesInside {
    return this.active.lines
  }

  /** Size of the cursor's row. */
  get cursorRowSize(): RowSize {
    const { lines, ybase, y } = this.active
    return rowSizeOf(lines.get(ybase + y))
  }

  get alternate(): boolean {
    const { buffer, buffers } = this.#core._bufferService
    return buffer === buffers.alt
  }

  /** Calls when the oldest rows of the history are dropped. */
  onTrim(listener: (rows: number) => void): { dispose(): void } {
    return this.#core._bufferService.buffers.normal.lines.onTrim(listener)
  }

  /** Keeps output from moving the view, even at the end of the history. */
  holdPosition(): void {
    this.#core._bufferService.isUserScrolling = true
  }

  /** Lets output move the view again if it is at the end of the history. */
  release(atEnd: boolean): void {
    if (atEnd) this.#core._bufferService.isUserScrolling = false
  }

  /** Whether the selection is a block of columns. */
  get hasBlock(): boolean {
    return this.#core._selectionService._activeSelectionMode === 3
  }

  /** Selects cells. The end is after the last one. A block has these columns in each row. */
  select(
    start: readonly [column: number, row: number],
    end: readonly [column: number, row: number],
    block: boolean,
  ): void {
    const selection = this.#core._selectionService
    selection._model.clearSelection()
    selection._activeSelectionMode = block ? 3 : 0
    selection._model.selectionStart = [...start]
    selection._model.selectionEnd = [...end]
    selection.refresh()
    selection._fireEventIfSelectionChanged()
  }

  /** Returns the address of a cell's OSC 8 link. */
  linkOf(cell: IBufferCell): string | undefined {
    const { extended } = cell as IBufferCell & { readonly extended: { readonly urlId: number } }
    const { urlId } = extended
    return urlId === 0
      ? undefined
      : this.#core._inputHandler._oscLinkService.getLinkData(urlId)?.uri
  }
}
