/**
 * Calls that the shim only checks and records for tests. The test report prints the list, since a
 * run on the shim does not prove them.
 */
import { recordedCallsMax } from './limits.ts'

/** Recorded entries of the API table. */
export const RECORDED_ONLY: readonly string[] = [
  'app.setAppUserModelId',
  'app.setBadgeCount',
  'app.setDesktopName',
  'BrowserWindow.flashFrame',
  'BrowserWindow.setMenu',
  'BrowserWindow.setMenuBarVisibility',
  'Menu.popup',
  'Tray',
  'dialog.showMessageBox',
  'dialog.showOpenDialog',
  'dialog.showSaveDialog',
  'dialog.showErrorBox',
  'session.setSpellCheckerEnabled',
  'session.setDevicePermissionHandler',
  'webContents.unresponsive',
  'webContents.will-attach-webview',
  'powerMonitor',
  'powerSaveBlocker',
  'shell.beep',
  'nativeTheme.updated',
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
