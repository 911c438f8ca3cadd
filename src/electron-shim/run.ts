/** State of this run: engine, pages and windows. Filled by start.ts and the classes. */
import type { Engine } from './chromium/engine.ts'
import type { BrowserWindow as AppWindow, WebContents as AppPage } from '../main/electron.ts'
import type { Reply } from './chromium/cdp.ts'

/** A `WebContents` with members for the shim. */
export interface Page extends AppPage {
  readonly targetId: string
  crashed(reason: string): void
  pageGone(): void
  documentServed(metaPolicy: boolean): void
  takeOpen(): Reply | undefined
  askAboutWindow(url: string, openParams: Reply | undefined): void
  admits(servedUrl: string, loaderId: string | undefined, redirected: boolean): boolean
}

/** A `BrowserWindow` with members for the shim. */
export interface Window extends Omit<AppWindow, 'webContents'> {
  readonly webContents: Page
  emit(event: string, ...args: unknown[]): boolean
  destroy(): void
}

let engine: Engine | undefined

export function setEngine(next: Engine): void {
  engine = next
}

export function theEngine(): Engine {
  if (engine === undefined) throw new Error('electron is available only within the shim')
  return engine
}

/** In order of creation. */
export const pages = new Map<number, Page>()
export const windows = new Map<number, Window>()

/** The focused window, if known. */
export const focus: { window: Window | null } = { window: null }

export function pageOfTarget(targetId: string): Page | undefined {
  return [...pages.values()].find((page) => page.targetId === targetId)
}
