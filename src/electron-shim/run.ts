/**
 * The one run of this process: its engine and its pages and windows by their ids. Filled by
 * start.ts and by the classes.
 */
import type { Engine } from './chromium/engine.ts'
import type { BrowserWindow } from './api/browser-window.ts'
import type { WebContents } from './api/web-contents.ts'

let engine: Engine | undefined

export function setEngine(next: Engine): void {
  engine = next
}

export function theEngine(): Engine {
  if (engine === undefined) throw new Error('electron is available only within the shim')
  return engine
}

/** In order of creation. */
export const pages = new Map<number, WebContents>()
export const windows = new Map<number, BrowserWindow>()

/** The window that keys go to, as far as the shim knows. */
export const focus: { window: BrowserWindow | null } = { window: null }

export function pageOfTarget(targetId: string): WebContents | undefined {
  return [...pages.values()].find((page) => page.targetId === targetId)
}
