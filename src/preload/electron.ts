/**
 * The only module of src/preload that imports Electron. Names that are not listed are type errors
 * (docs/electron.md).
 */
import * as electron from 'electron'
import type * as Electron from 'electron'

/** Event with the transferred ports. Arguments are unknown until a guard has checked them. */
export interface IpcRendererEvent {
  readonly ports: MessagePort[]
}
type Listener = (event: IpcRendererEvent, ...args: unknown[]) => void

export interface IpcRenderer {
  on(channel: string, listener: Listener): unknown
  once(channel: string, listener: Listener): unknown
  off(channel: string, listener: Listener): unknown
  send(channel: string, ...args: unknown[]): void
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  postMessage(channel: string, message: unknown, transfer?: MessagePort[]): void
}
export interface ContextBridge extends Pick<Electron.ContextBridge, 'exposeInMainWorld'> {}

export const contextBridge: ContextBridge = electron.contextBridge
export const ipcRenderer: IpcRenderer = electron.ipcRenderer
