/**
 * The page as features see it, and the parts that a feature adds to it. `WindowPage` implements it.
 */
import type { JSX } from 'preact'
import type { ActionName } from '../../core/config/keys/actions.ts'
import type { ShortcutLookup } from '../../core/config/keys/shortcut-lookup.ts'
import type { MainMessage, PageMessage } from '../../core/ipc/contract.ts'
import type { Grid } from '../grid/grid.ts'
import type { GridServices, Panes } from '../grid/panes.ts'
import type { Appearance } from '../look/looks.ts'
import type { TabCommands } from './tab-commands.ts'
import type { Observable } from '../state/cell.ts'
import type { Notices } from '../state/notices.ts'
import type { Overlay } from '../state/overlay.ts'
import type { OverlayStack } from '../state/overlay-stack.ts'
import type { WindowState } from '../state/window-state.ts'

export interface Page {
  readonly state: WindowState
  readonly shortcuts: Observable<ShortcutLookup>
  readonly notices: Notices
  readonly looks: Appearance
  readonly panes: Panes
  readonly tabs: TabCommands
  readonly overlays: OverlayStack
  send(message: PageMessage): void
  /** Performs an action, now or when its tab exists. @returns false if there is nothing to do */
  perform(action: ActionName): boolean
  /** Returns the page's only instance of `service`. The first call makes it. */
  get<T extends object>(service: Service<T>): T
}

/** A class of which a page has one instance. */
export type Service<T extends object> = new (page: Page) => T

/** Returns false if there is nothing to do. The program then gets the key. */
export type RunAction = () => boolean

export type MessageHandlers = {
  readonly [Kind in MainMessage['kind']]?: (message: Extract<MainMessage, { kind: Kind }>) => void
}

export type OverlayViews = {
  readonly [Kind in Overlay['kind']]?: (overlay: Extract<Overlay, { kind: Kind }>) => JSX.Element
}

/** A component that is drawn as long as the page lives. */
export type Layer = () => JSX.Element | null

export interface Contribution {
  readonly actions?: Readonly<Partial<Record<ActionName, RunAction>>>
  readonly messages?: MessageHandlers
  /** Components for these kinds of overlay. */
  readonly overlays?: OverlayViews
  readonly layers?: readonly Layer[]
  /** Drawn between tab bar and grids. The grids shrink to make space. */
  readonly banners?: readonly Layer[]
  /** Services that grids request from features. */
  readonly grids?: Partial<GridServices>
}

/** Called once, when the page is made. Features live as long as their page. */
export type Feature = (page: Page) => Contribution

export const always =
  (act: () => void): RunAction =>
  () => {
    act()
    return true
  }

/** Acts on the active grid, if there is one. */
export const onGrid =
  (page: Page, act: (grid: Grid) => boolean): RunAction =>
  () =>
    page.panes.shown !== null && act(page.panes.shown)

/**
 * Acts on the text of the active grid, if there is one. The text of a tab that was just activated
 * arrives with its first frame, so the action waits for it.
 */
export const onText =
  (page: Page, act: (grid: Grid) => boolean): RunAction =>
  () => {
    const grid = page.panes.shown
    if (grid === null) return false
    let acted = true
    grid.text.whenShown(() => {
      acted = act(grid)
    })
    return acted
  }
