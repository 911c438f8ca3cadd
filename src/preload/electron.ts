/**
 * The only module of src/preload that imports Electron. Names that are not listed are type errors
 * (docs/contributing/internals/electron.md).
 */
import * as electron from 'electron'

/** Event with the transferred ports. Arguments are unknown until a guard has checked them. */
export interface IpcRendererEvent {
  readonly ports: MessagePort[]
}
type Listener = (event: IpcRendererEvent, ...args: unknown[]) => void

export interface IpcRenderer {
  on(channel: string, listener: Listener): unknown
  send(channel: string, ...args: unknown[]): void
}

export interface WebUtils {
  /** Returns an empty path for a file that is not on a disk. The shim returns a promise. */
  getPathForFile(file: File): string | Promise<string>
}

export const ipcRenderer: IpcRenderer = electron.ipcRenderer
export const webUtils: WebUtils = electron.webUtils
