/**
 * How large the grids of a window's tabs are, in cells. All of them have one size, but for panes:
 * the newest that is known is what new tabs begin with, and what waiting ones waited for.
 */
import type { Clock } from '../../../base/clock.ts'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../ipc/limits.ts'
import { paneFor, sessionIn, type SessionId } from '../../ids.ts'
import { tabWith } from '../panes/arrangement.ts'
import { findTab } from '../panes/tab-order.ts'
import { shareOf } from '../panes/layout.ts'
import { panesOf, type SplitAxis } from '../panes/tree.ts'
import type { Size } from '../../session/ports.ts'
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

  /** Of a tab without panes; null: no page has measured one, and none has been waited for. */
  get ofTab(): Size | null {
    return this.#size
  }

  /** Of a pane that no page has measured yet: its share of its tab's. */
  of(session: SessionId): Size {
    const size = this.#size ?? defaultSize
    const { cols, rows } = this.#shareOf(session) ?? { cols: 1, rows: 1 }
    return {
      cols: Math.max(columnsMin, Math.floor(size.cols * cols)),
      rows: Math.max(gridRowsMin, Math.floor(size.rows * rows)),
    }
  }

  /** A page has measured a grid. A pane's size is not the one that other tabs are going to have. */
  measured(session: SessionId, size: Size): void {
    const share = this.#shareOf(session)
    if (share === null) this.#use(size)
    else if (this.#size === null)
      this.#use({
        // a share may be next to nothing, where panes stand within panes
        cols: Math.min(columnsMax, Math.round(size.cols / share.cols)),
        rows: Math.min(gridRowsMax, Math.round(size.rows / share.rows)),
      })
  }

  /**
   * A page has measured the room of all grids, and shows panes, whose own sizes are going to come.
   */
  hasRoom(size: Size): void {
    this.#size = size
    const { active } = this.#strip.arrangement
    const { tree = '' } = findTab(this.#strip.arrangement, active) ?? {}
    const coming = typeof tree === 'string' ? [] : panesOf(tree).map(sessionIn)
    for (const session of this.#strip.sessions)
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
    for (const session of this.#strip.sessions)
      if (session.program.phase === 'starting') session.program.resize(this.of(session.id))
  }

  /** Of its tab's room; null: it has all of it. */
  #shareOf(session: SessionId): { readonly cols: number; readonly rows: number } | null {
    const pane = paneFor(session)
    const tab = tabWith(this.#strip.arrangement, pane)
    return tab === undefined || tab.tree === pane ? null : shareOf(tab, pane)
  }
}

/** Of a pane's columns or rows, less what the divider takes. */
export function halfOf(size: Size | null, axis: SplitAxis): Size | null {
  if (size === null) return null
  const half = (cells: number, min: number) => Math.max(min, Math.floor((cells - 1) / 2))
  return axis === 'row'
    ? { ...size, cols: half(size.cols, columnsMin) }
    : { ...size, rows: half(size.rows, gridRowsMin) }
}
