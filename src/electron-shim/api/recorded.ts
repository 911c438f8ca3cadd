/**
 * Calls that the shim only checks and records for tests. The test report prints the list, since a
 * run on the shim does not prove them.
 */
import { recordedCallsMax } from '../limits.ts'

/** Recorded entries of the API table. */
export const RECORDED_ONLY: readonly string[] = [
  'app.setBadgeCount',
  'app.setDesktopName',
  'BrowserWindow.flashFrame',
  'BrowserWindow.setAutoHideMenuBar',
  'BrowserWindow.setMenuBarVisibility',
  'Menu',
  'Tray',
  'session.setSpellCheckerEnabled',
  'session.setDevicePermissionHandler',
  'webContents.will-attach-webview',
  'powerSaveBlocker',
  'shell.beep',
]

export interface RecordedCall {
  readonly name: string
  readonly args: readonly unknown[]
}

const calls: RecordedCall[] = []

/** @param name entry of the list above */
export function record(name: string, ...args: readonly unknown[]): void {
  calls.push({ name, args })
  if (calls.length > recordedCallsMax) calls.shift()
}

/** For tests: `globalThis.__electronShim.recorded()` in the main process. */
export function recordedCalls(): readonly RecordedCall[] {
  return calls
}
