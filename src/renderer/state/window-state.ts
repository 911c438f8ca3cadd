/** What the page knows of its window: the main process says it, components follow it. Each tab has a cell of its own. */
import type { TabView } from '../../core/ipc/contract.ts'
import { Cell } from './cell.ts'
import type { Overlay } from './overlay.ts'

export interface PasteProgress {
  readonly tab: string
  readonly done: number
  readonly total: number
}

export class WindowState {
  readonly order = new Cell<readonly string[]>([])
  readonly active = new Cell<string | null>(null)
  readonly overlay = new Cell<Overlay | null>(null)
  readonly pastes = new Cell<readonly PasteProgress[]>([])
  readonly #tabs = new Map<string, Cell<TabView>>()

  tab(id: string): Cell<TabView> | undefined {
    return this.#tabs.get(id)
  }

  /** The views in the order of the bar. */
  views(): TabView[] {
    return this.order.value.flatMap((id) => this.#tabs.get(id)?.value ?? [])
  }

  setTabs(tabs: readonly TabView[]): void {
    const ids = tabs.map(({ id }) => id)
    const known = new Set(ids)
    for (const tab of tabs) this.setTab(tab)
    // The order first: components of tabs that are gone go before their cells.
    if (ids.length !== this.order.value.length || ids.some((id, index) => id !== this.order.value[index])) this.order.set(ids)
    for (const id of this.#tabs.keys()) if (!known.has(id)) this.#tabs.delete(id)
    if (this.pastes.value.some(({ tab }) => !known.has(tab))) this.pastes.set(this.pastes.value.filter(({ tab }) => known.has(tab)))
  }

  setTab(view: TabView): void {
    const cell = this.#tabs.get(view.id)
    if (cell === undefined) this.#tabs.set(view.id, new Cell(view))
    else if (!sameView(cell.value, view)) cell.set(view)
  }

  setPaste(progress: PasteProgress): void {
    const others = this.pastes.value.filter(({ tab }) => tab !== progress.tab)
    this.pastes.set(progress.done < progress.total ? [...others, progress] : others)
  }
}

function sameView(one: TabView, other: TabView): boolean {
  return one.title === other.title && one.subtitle === other.subtitle && one.state === other.state && one.phase === other.phase &&
    one.problem === other.problem && one.exit?.code === other.exit?.code && one.exit?.signal === other.exit?.signal && one.exit?.ranMs === other.exit?.ranMs
}
