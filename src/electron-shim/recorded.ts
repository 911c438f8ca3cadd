/**
 * What the shim only records: the call is checked and kept for specs, nothing native happens. One
 * list, which the test report prints, so that no run on the shim is taken for a proof of these.
 */
import { recordedCallsMax } from './limits.ts'

/** Entries of the API table that are recorded only. */
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

/** @param name as in the list above, with the part behind the class */
export function record(name: string, ...args: readonly unknown[]): void {
  calls.push({ name, args })
  if (calls.length > recordedCallsMax) calls.shift()
}

/** For specs: `globalThis.__electronShim.recorded()` in the main process. */
export function recordedCalls(): readonly RecordedCall[] {
  return calls
}
