/**
 * Dropping a tab on a pane of another tab, which makes it a pane there. A pressed tab becomes
 * active, so the tab that was active before is shown first.
 */
import { paneFor, type PaneId, type TabId } from '../../core/ids.ts'
import { hasPane } from '../../core/windows/panes/tree.ts'
import type { Direction } from '../../core/windows/panes/tree.ts'
import type { Page } from '../page/page.ts'
import type { DropSide } from '../state/window-state.ts'

interface At {
  readonly clientX: number
  readonly clientY: number
}

export class DropOnPane {
  readonly #page: Page
  readonly #id: TabId
  /** Active until the tab was pressed. */
  readonly #before: TabId | null
  #over = false

  constructor(page: Page, id: TabId, before: TabId | null) {
    this.#page = page
    this.#id = id
    this.#before = before
  }

  isOver(at: At): boolean {
    return this.#paneAt(at) !== null
  }

  move(at: At): void {
    const over = this.#paneAt(at) !== null
    if (over && !this.#over) this.#showOther()
    if (!over && this.#over) this.#page.tabs.activate(this.#id)
    this.#over = over
    this.#page.state.dropZone.set(over ? this.#zoneAt(at) : null)
  }

  /** Drops the tab. Returns false if there is no pane of another tab here. */
  drop(at: At): boolean {
    const zone = this.#over ? this.#zoneAt(at) : null
    this.#over = false
    this.#page.state.dropZone.set(null)
    if (zone === null) return false
    this.#page.send({ kind: 'tab/join', tab: this.#id, at: zone.pane, side: zone.side })
    return true
  }

  cancel(): void {
    if (this.#over) this.#page.tabs.activate(this.#id)
    this.#over = false
    this.#page.state.dropZone.set(null)
  }

  #showOther(): void {
    const { active } = this.#page.state
    if (active.value !== null && active.value !== this.#id) return
    if (this.#before !== null && this.#before !== this.#id) this.#page.tabs.activate(this.#before)
    else this.#page.tabs.goBack()
  }

  #paneAt({ clientX, clientY }: At): { readonly pane: PaneId; readonly box: DOMRect } | null {
    for (const { id } of this.#page.panes.view.value.panes) {
      const box = document.getElementById(`grid-${id}`)?.getBoundingClientRect()
      if (
        box !== undefined &&
        clientX >= box.left &&
        clientX < box.right &&
        clientY >= box.top &&
        clientY < box.bottom
      )
        return { pane: paneFor(id), box }
    }
    return null
  }

  /** Returns the pane under the pointer and its nearest side, relative to its size. */
  #zoneAt(at: At): DropSide | null {
    const found = this.#paneAt(at)
    const own = this.#page.state.tab(this.#id)
    if (found === null || (own !== undefined && hasPane(own.tree, found.pane))) return null
    const { pane, box } = found
    const x = (at.clientX - box.left) / box.width
    const y = (at.clientY - box.top) / box.height
    const ways: readonly (readonly [Direction, number])[] = [
      ['left', x],
      ['right', 1 - x],
      ['up', y],
      ['down', 1 - y],
    ]
    const [side] = ways.reduce((best, one) => (one[1] < best[1] ? one : best))
    return { pane, side }
  }
}
