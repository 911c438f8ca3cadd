/**
 * All grids of the window and the place where one of them is seen. The grid in view has the size of the place; a hidden one keeps
 * its size until it is shown, since to reflow 60 histories at each step of a window's edge would cost seconds.
 */
import type { PageMessage } from '../../core/ipc/contract.ts'
import { ReplyRate } from '../../core/replies/replies.ts'
import { pageClock } from '../clock.ts'
import { Contexts } from './contexts.ts'
import { fit, type Size } from './fit.ts'
import { Grid } from './grid.ts'
import { Turns } from './lane.ts'
import { fontSizeDefault, fontSizeMax, fontSizeMin, queryBytes, resizeSettleMs } from './limits.ts'
import { handlePointer, type PointerPorts } from './pointer.ts'

export interface PanesPorts extends PointerPorts {
  readonly send: (message: PageMessage) => void
  readonly keysHeld: () => boolean
}

/** A size for grids made before the place has one. */
const firstSize: Size = { cols: 80, rows: 24 }

export class Panes {
  readonly #place: HTMLElement
  readonly #ports: PanesPorts
  readonly #grids = new Map<string, Grid>()
  readonly contexts = new Contexts()
  readonly #turns = new Turns(pageClock)
  /** Of all tabs together: 60 of them must not fill the pipe either. */
  readonly #queryRate = new ReplyRate(pageClock.now())
  #shown: Grid | null = null
  #fontSize = fontSizeDefault
  #settle: number | null = null
  #unsettled = false

  constructor(place: HTMLElement, ports: PanesPorts) {
    this.#place = place
    this.#ports = ports
    new ResizeObserver(() => this.#fitSoon()).observe(place)
    // Fonts change the size of a cell without changing that of the place.
    document.fonts.addEventListener('loadingdone', () => this.#fitShown())
  }

  get shown(): Grid | null {
    return this.#shown
  }

  get(id: string): Grid | undefined {
    return this.#grids.get(id)
  }

  /** Makes the grids of these tabs, disposes all others, and shows the active one: first, since the others take its size. */
  keep(ids: readonly string[], active: string | null): void {
    const wanted = new Set(ids)
    for (const [id, grid] of this.#grids) if (!wanted.has(id)) this.#drop(grid)
    if (active !== null && wanted.has(active) && !this.#grids.has(active)) this.#make(active)
    this.show(active)
    for (const id of ids) if (!this.#grids.has(id)) this.#make(id)
  }

  /** Begins a tab anew: with a fresh terminal, since one that has been in use cannot forget what it has not yet parsed. */
  begin(id: string, at: number, bytes: Uint8Array): void {
    let grid = this.#grids.get(id)
    if (grid === undefined) return
    if (grid.intake.received > 0 || !grid.intake.idle) {
      const wasShown = grid === this.#shown
      const wasFocused = grid.focused
      this.#drop(grid)
      grid = this.#make(id)
      if (wasShown) this.show(id)
      if (wasFocused) grid.focus()
    }
    grid.intake.begin(at, bytes)
    grid.sendSize()
  }

  show(id: string | null): void {
    const next = id === null ? null : this.#grids.get(id) ?? null
    if (next === this.#shown) return
    this.#shown?.hide()
    this.#shown = next
    next?.show(this.#place)
    this.#fitShown()
    next?.sendSize()
  }

  /** The tab's program has ended, failed to start, or is there (again). */
  freeze(id: string, frozen: boolean): void {
    const grid = this.#grids.get(id)
    if (grid?.freeze(frozen) === true && grid === this.#shown) { this.#fitShown(); grid.sendSize() }
  }

  /** @returns false when the size is at its end already */
  zoom(change: 'larger' | 'smaller' | 'reset'): boolean {
    const wanted = change === 'reset' ? fontSizeDefault : this.#fontSize + (change === 'larger' ? 1 : -1)
    const size = Math.min(fontSizeMax, Math.max(fontSizeMin, wanted))
    if (size === this.#fontSize) return change === 'reset'
    this.#fontSize = size
    // Hidden grids take it over when they are shown.
    this.#shown?.setFontSize(size)
    this.#fitSoon()
    return true
  }

  #make(id: string): Grid {
    const size = this.#sizeFor(0) ?? firstSize
    const grid = new Grid(id, size, this.#fontSize, {
      send: this.#ports.send, keysHeld: this.#ports.keysHeld, contexts: this.contexts, turns: this.#turns,
      admitQuery: () => this.#queryRate.admit(queryBytes, 0, pageClock.now()),
    })
    this.#grids.set(id, grid)
    handlePointer(grid, this.#ports)
    return grid
  }

  #drop(grid: Grid): void {
    if (grid === this.#shown) this.#shown = null
    this.#grids.delete(grid.id)
    grid.dispose()
  }

  /** The first change at once, then one each time it has settled: programs redraw at each step. */
  #fitSoon(): void {
    if (this.#settle !== null) { this.#unsettled = true; return }
    this.#fitShown()
    this.#settle = window.setTimeout(() => {
      this.#settle = null
      if (!this.#unsettled) return
      this.#unsettled = false
      this.#fitSoon()
    }, resizeSettleMs)
  }

  #fitShown(): void {
    const grid = this.#shown
    if (grid === null) return
    grid.setFontSize(this.#fontSize)
    const size = this.#sizeFor(grid.footHeight)
    if (size !== null && (size.cols !== grid.size.cols || size.rows !== grid.size.rows)) grid.resize(size)
  }

  /** By the cell of the grid in view: the renderer of a hidden one rounds it in another way. */
  #sizeFor(foot: number): Size | null {
    const cell = this.#shown?.cell
    return cell === undefined ? null : fit({ width: this.#place.clientWidth, height: this.#place.clientHeight - foot }, cell)
  }
}
