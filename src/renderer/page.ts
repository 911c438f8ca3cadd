/**
 * The window's page as its features see it, and what a feature adds to the page. `WindowPage`
 * implements it.
 */
import type { JSX } from 'preact'
import type { ActionName } from '../core/config/keys/actions.ts'
import type { ShortcutLookup } from '../core/config/keys/shortcut-lookup.ts'
import type { MainMessage, PageMessage } from '../core/ipc/contract.ts'
import type { Grid } from './grid/grid.ts'
import type { GridServices, Panes } from './grid/panes.ts'
import type { Appearance } from './look/looks.ts'
import type { TabCommands } from './page/tab-commands.ts'
import type { Observable } from './state/cell.ts'
import type { Notices } from './state/notices.ts'
import type { Overlay } from './state/overlay.ts'
import type { OverlayStack } from './state/overlay-stack.ts'
import type { WindowState } from './state/window-state.ts'

export interface Page {
  readonly state: WindowState
  /** The chords in force. */
  readonly shortcuts: Observable<ShortcutLookup>
  readonly notices: Notices
  readonly looks: Appearance
  readonly panes: Panes
  readonly tabs: TabCommands
  readonly overlays: OverlayStack
  /** Sends a message to the main process. */
  send(message: PageMessage): void
  /**
   * Performs an action now, or when the tab is there that the user means.
   * @returns false if there is nothing to do
   */
  perform(action: ActionName): boolean
  /** Returns the page's one `service`, such as the search. The first call makes it. */
  get<T extends object>(service: Service<T>): T
}

/** A class of which a page has one instance. */
export type Service<T extends object> = new (page: Page) => T

/** @returns false when there is nothing to do; then the key is the program's */
export type RunAction = () => boolean

export type MessageHandlers = {
  readonly [Kind in MainMessage['kind']]?: (message: Extract<MainMessage, { kind: Kind }>) => void
}

export type OverlayViews = {
  readonly [Kind in Overlay['kind']]?: (overlay: Extract<Overlay, { kind: Kind }>) => JSX.Element
}

/** Draws something as long as the page lives, by its own state. */
export type Layer = () => JSX.Element | null

/** Everything that a feature adds to the page. */
export interface Contribution {
  readonly actions?: Readonly<Partial<Record<ActionName, RunAction>>>
  /** Messages of the main process that are for the feature. */
  readonly messages?: MessageHandlers
  /** Draws overlays of these kinds. */
  readonly overlays?: OverlayViews
  /** Drawn over the grids. */
  readonly layers?: readonly Layer[]
  /** Drawn between tab bar and grids, which make room for them. */
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

/** Acts on the grid in view. */
export const onGrid =
  (page: Page, act: (grid: Grid) => boolean): RunAction =>
  () =>
    page.panes.shown !== null && act(page.panes.shown)
