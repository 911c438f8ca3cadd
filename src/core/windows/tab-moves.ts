/** Moves tabs and panes between windows: by command, by drag, and into other tabs. */
import { notJoined, type PaneAct } from './panes/act.ts'
import { tabWith } from './panes/arrangement.ts'
import { panesMax } from './panes/limits.ts'
import { findTab, type ArrangedTab } from './panes/tab-order.ts'
import { panesOf } from './panes/tree.ts'
import {
  noTab,
  unknownSession,
  type NamedWindow,
  type NotDone,
  type OpenWindow,
  type OpenWindows,
} from './open-window.ts'
import { sessionIn, type PaneId, type TabId } from '../ids.ts'
import { dropPlace, placesKnown, type ScreenPoint } from './workspace/drop-place.ts'
import { tabsMax } from './workspace/limits.ts'
import type { Workspace } from './workspace/workspace.ts'

export class TabMoves {
  readonly #open: OpenWindows
  readonly #make: (at?: ScreenPoint) => OpenWindow
  /** The previously focused window. */
  before: string | null = null
  /** The window whose bar marks the position of a dragged tab. */
  #marked: OpenWindow | null = null

  /** @param make opens a window without tabs, at a point of the screen */
  constructor(open: OpenWindows, make: (at?: ScreenPoint) => OpenWindow) {
    this.#open = open
    this.#make = make
  }

  /**
   * Moves a tab to a window, or shows why not. A window without tabs closes.
   * @param to id of a window; `null` for a new one
   * @param place index there, or the place of a new window on the screen
   */
  toWindow(id: TabId, to: string | null, place?: number | ScreenPoint): void {
    for (const { workspace: from } of this.#open.windows) {
      const tab = findTab(from.strip.arrangement, id)
      if (tab === undefined) continue
      const problem = this.#move(tab, from, to, place)
      if (problem !== null) from.page.notice('warning', problem)
      return
    }
  }

  /** Performs an action on a pane of any window. Returns `null` if done. */
  pane(pane: PaneId, act: PaneAct): NotDone | null {
    const found = this.#find(pane)
    if (found === null) return unknownSession(sessionIn(pane))
    const { workspace: from, tab } = found
    if (found.kind === 'detached' && act.act !== 'close') return noTab
    if (act.act === 'own-window') {
      from.pane(pane, { act: 'own-tab' })
      const own = tabWith(from.strip.arrangement, pane)
      if (own !== undefined && from.strip.tabs.length > 1) this.toWindow(own.id, null)
      return null
    }
    if (act.act !== 'join') return notDone(from.pane(pane, act))
    const target = this.#find(act.at)
    if (target === null) return unknownSession(sessionIn(act.at))
    if (target.kind === 'detached') return noTab
    if (panesOf(tab.tree).length + panesOf(target.tab.tree).length > panesMax)
      return { problem: notJoined }
    const { workspace: to } = target
    return notDone(this.#move(tab, from, to.id) ?? to.pane(pane, act))
  }

  /** Marks a dragged tab's position in another bar. Dropped, it moves there or to a new window. */
  drag(tab: TabId, at: ScreenPoint | null, drop: boolean): void {
    const from = this.#open.windows.find(
      ({ workspace }) => findTab(workspace.strip.arrangement, tab) !== undefined,
    )
    if (from === undefined) return
    const over = at === null ? null : this.#barAt(at, from)
    const before = this.#marked
    this.#marked = drop ? null : (over?.window ?? null)
    if (before !== null && before !== this.#marked)
      before.workspace.page.send({ kind: 'bar/drop-mark', place: null })
    if (!drop) over?.window.workspace.page.send({ kind: 'bar/drop-mark', place: over.place })
    else if (over !== null) this.toWindow(tab, over.window.workspace.id, over.place)
    else if (from.workspace.strip.tabs.length > 1)
      this.toWindow(tab, null, at === null ? undefined : onScreen(at, from.frame()))
  }

  closed(id: string): void {
    if (this.#marked?.workspace.id === id) this.#marked = null
  }

  #find(pane: PaneId): (Pick<NamedWindow, 'kind' | 'workspace'> & { tab: ArrangedTab }) | null {
    for (const { kind, workspace } of this.#open.windows) {
      const tab = tabWith(workspace.strip.arrangement, pane)
      if (tab !== undefined) return { kind, workspace, tab }
    }
    return null
  }

  /**
   * Returns a sentence with the reason if it was not moved; `null` if it was, or if a window is
   * gone.
   */
  #move(
    tab: ArrangedTab,
    from: Workspace,
    to: string | null,
    place?: number | ScreenPoint,
  ): string | null {
    if (to === from.id) return null
    const [index, at] = typeof place === 'number' ? [place] : [undefined, place]
    const target = to === null ? this.#make(at) : this.#open.window(to)
    if (target === undefined) return null
    const { strip } = target.workspace
    if (to !== null && strip.tabs.length === 0) return null
    if (!strip.sessions.hasRoomFor(panesOf(tab.tree).length))
      return `The other window already has the maximum of ${tabsMax} tabs. Close some there first.`
    strip.adopt(from.strip.release(tab), index)
    target.raise()
    return null
  }

  /** Returns the window under a point of `from`'s content, and the index in its bar. */
  #barAt(
    { x, y }: ScreenPoint,
    from: OpenWindow,
  ): { readonly window: OpenWindow; readonly place: number } | null {
    const windows = this.#open.windows.filter(({ kind }) => kind !== 'detached')
    if (!placesKnown(windows.map((one) => one.frame()))) return null
    const own = from.frame()
    const isBefore = ({ workspace }: OpenWindow) => Number(workspace.id === this.before)
    const others = windows
      .filter((one) => one.workspace !== from.workspace)
      .sort((one, other) => isBefore(other) - isBefore(one))
    for (const window of others) {
      const { strip, options } = window.workspace
      const point = { x: own.x + x, y: own.y + y }
      const place = dropPlace(point, window.frame(), strip.tabs.length, options)
      if (place !== null) return { window, place }
    }
    return null
  }
}

/** Returns the place on the screen of a point in a window. */
function onScreen(at: ScreenPoint, frame: ScreenPoint): ScreenPoint {
  return { x: frame.x + at.x, y: frame.y + at.y }
}

function notDone(problem: string | null): NotDone | null {
  return problem === null ? null : { problem }
}
