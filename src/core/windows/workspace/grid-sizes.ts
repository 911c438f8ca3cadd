/** Grid sizes of a window's tabs, all equal except panes, in cells. */
import type { Clock } from '../../../base/clock.ts'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../ipc/limits.ts'
import { paneFor, sessionIn, type SessionId } from '../../ids.ts'
import { tabWith } from '../panes/arrangement.ts'
import { findTab } from '../panes/tab-order.ts'
import { shareOf } from '../panes/layout.ts'
import { panesOf, type SplitAxis } from '../panes/tree.ts'
import type { CellPixels, Size } from '../../session/ports.ts'
import { firstSizeWaitMs, defaultSize } from './limits.ts'
import type { TabStrip } from './tab-strip.ts'

export class GridSizes {
  readonly #strip: TabStrip
  #size: Size | null = null
  #cancelFirst: (() => void) | null

  constructor(clock: Clock, strip: TabStrip) {
    this.#strip = strip
    this.#cancelFirst = clock.after(firstSizeWaitMs, () => this.#use(this.#size ?? defaultSize))
  }

  /** Size of a tab without panes; `null` before the first measurement or its timeout. */
  get ofTab(): Size | null {
    return this.#size
  }

  /** Starts the shell of a new window in the size that the page will likely measure. */
  expects(size: Size, cell: CellPixels | null): void {
    const [session, ...others] = this.#strip.sessions.all
    if (this.#size === null && others.length === 0) session?.program.startEarly(size, cell)
  }

  /** Returns the size of an unmeasured pane: its share of the tab's. */
  of(session: SessionId): Size {
    const size = this.#size ?? defaultSize
    const { cols, rows } = this.#shareOf(session) ?? { cols: 1, rows: 1 }
    return {
      cols: Math.max(columnsMin, Math.floor(size.cols * cols)),
      rows: Math.max(gridRowsMin, Math.floor(size.rows * rows)),
    }
  }

  /** Takes a measured grid. A pane's size does not apply to other tabs. */
  measured(session: SessionId, size: Size): void {
    const share = this.#shareOf(session)
    if (share === null) this.#use(size)
    else if (this.#size === null)
      this.#use({
        // a nested pane's share may be close to zero
        cols: Math.min(columnsMax, Math.round(size.cols / share.cols)),
        rows: Math.min(gridRowsMax, Math.round(size.rows / share.rows)),
      })
  }

  /** Takes the measured space of all grids; visible panes' own sizes follow. */
  hasRoom(size: Size): void {
    this.#size = size
    const { active } = this.#strip.arrangement
    const { tree = '' } = findTab(this.#strip.arrangement, active) ?? {}
    const coming = typeof tree === 'string' ? [] : panesOf(tree).map(sessionIn)
    for (const session of this.#strip.sessions.all)
      if (session.program.phase === 'starting' && !coming.includes(session.id))
        session.program.resize(this.of(session.id))
  }

  dispose(): void {
    this.#cancelFirst?.()
    this.#cancelFirst = null
  }

  #use(size: Size): void {
    this.dispose()
    this.#size = size
    for (const session of this.#strip.sessions.all)
      if (session.program.phase === 'starting') session.program.resize(this.of(session.id))
  }

  /** Returns the share of its tab; `null` if it has all of it. */
  #shareOf(session: SessionId): { readonly cols: number; readonly rows: number } | null {
    const pane = paneFor(session)
    const tab = tabWith(this.#strip.arrangement, pane)
    return tab === undefined || tab.tree === pane ? null : shareOf(tab, pane)
  }
}

/** Returns half of a pane's columns or rows, without the divider. */
export function halfOf(size: Size | null, axis: SplitAxis): Size | null {
  if (size === null) return null
  const half = (cells: number, min: number) => Math.max(min, Math.floor((cells - 1) / 2))
  return axis === 'row'
    ? { ...size, cols: half(size.cols, columnsMin) }
    : { ...size, rows: half(size.rows, gridRowsMin) }
}
