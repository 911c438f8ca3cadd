/** Moves tabs and panes between windows: by command, by drag, and into a tab of another window. */
import { notJoined, type PaneAct } from './panes/act.ts'
import { panesInSameTab } from './panes/arrangement.ts'
import { panesMax } from './panes/limits.ts'
import { unknownSession, type NotDone, type OpenWindow, type OpenWindows } from './open-window.ts'
import type { TabId } from './tabs/tab-view.ts'
import { dropPlace, placesKnown, type ScreenPoint } from './workspace/drop-place.ts'
import { tabsMax } from './workspace/limits.ts'
import type { Workspace } from './workspace/workspace.ts'

export class TabMoves {
  readonly #open: OpenWindows
  readonly #make: () => OpenWindow
  /** The window that had the keyboard before the last one. */
  before: string | null = null
  /** The window whose bar shows where a dragged tab would land. */
  #marked: OpenWindow | null = null

  /** @param make opens a window without tabs */
  constructor(open: OpenWindows, make: () => OpenWindow) {
    this.#open = open
    this.#make = make
  }

  /**
   * Moves a tab to a window, or says in the tab's window why not. A window that is left without
   * tabs closes.
   * @param to the id of a window, or `null` for a new one
   * @param place the slot there
   */
  toWindow(tab: TabId, to: string | null, place?: number): void {
    const from = this.#open.windowWith(tab)?.workspace
    const problem = from === undefined ? null : this.#move(tab, from, to, place)
    if (problem !== null) from?.page.notice('warning', problem)
  }

  /** Does an act to a pane of any window. Returns `null` if it is done. */
  pane(id: TabId, act: PaneAct): NotDone | null {
    const window = this.#open.windowWith(id)?.workspace
    if (window === undefined) return unknownSession(id)
    if (act.act === 'own-window') {
      window.pane(id, { act: 'own-tab' })
      if (window.strip.order.length > 1) this.toWindow(id, null)
      return null
    }
    if (act.act !== 'join') return notDone(window.pane(id, act))
    const target = this.#open.windowWith(act.at)?.workspace
    if (target === undefined) return unknownSession(act.at)
    if (panesOfTab(window, id) + panesOfTab(target, act.at) > panesMax)
      return { problem: notJoined }
    return notDone(this.#move(id, window, target.id) ?? target.pane(id, act))
  }

  /**
   * Marks the slot in another window's bar over which a tab is held. Let go, the tab moves there,
   * else to a window of its own.
   */
  drag(tab: TabId, at: ScreenPoint | null, drop: boolean): void {
    const from = this.#open.windowWith(tab)
    if (from === undefined) return
    const over = at === null ? null : this.#barAt(at, from)
    const before = this.#marked
    this.#marked = drop ? null : (over?.window ?? null)
    if (before !== null && before !== this.#marked)
      before.workspace.page.send({ kind: 'bar/drop-mark', place: null })
    if (!drop) over?.window.workspace.page.send({ kind: 'bar/drop-mark', place: over.place })
    else if (over !== null) this.toWindow(tab, over.window.workspace.id, over.place)
    else if (from.workspace.strip.order.length > 1) this.toWindow(tab, null)
  }

  /** A window is gone. */
  closed(id: string): void {
    if (this.#marked?.workspace.id === id) this.#marked = null
  }

  /** Returns why not, in a sentence. Returns `null` if it is done, or if a window has gone. */
  #move(tab: TabId, from: Workspace, to: string | null, place?: number): string | null {
    if (to === from.id) return null
    const target = to === null ? this.#make() : this.#open.window(to)
    if (target === undefined) return null
    const { strip } = target.workspace
    if (to !== null && strip.order.length === 0) return null
    if (!strip.hasRoomFor(panesOfTab(from, tab)))
      return `The other window has as many tabs as it can hold, ${tabsMax}. Close some there first.`
    strip.adopt(from.strip.release(tab), place)
    target.raise()
    return null
  }

  /**
   * Returns the other window under this point of a window's content, and the slot in its bar. Of
   * several windows it is the one used last.
   */
  #barAt(
    { x, y }: ScreenPoint,
    from: OpenWindow,
  ): { readonly window: OpenWindow; readonly place: number } | null {
    const { windows } = this.#open
    if (!placesKnown(windows.map((one) => one.frame()))) return null
    const own = from.frame()
    const isBefore = ({ workspace }: OpenWindow) => Number(workspace.id === this.before)
    const others = windows
      .filter((one) => one.workspace !== from.workspace)
      .sort((one, other) => isBefore(other) - isBefore(one))
    for (const window of others) {
      const { strip, options } = window.workspace
      const point = { x: own.x + x, y: own.y + y }
      const place = dropPlace(point, window.frame(), strip.order.length, options)
      if (place !== null) return { window, place }
    }
    return null
  }
}

function notDone(problem: string | null): NotDone | null {
  return problem === null ? null : { problem }
}

/** Returns how many panes the tab of this pane has. */
function panesOfTab({ strip }: Workspace, pane: TabId): number {
  return panesInSameTab(strip.arrangement, pane).length
}
