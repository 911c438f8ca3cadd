/**
 * The one door to Electron for src/preload. A name that is not listed is a type error
 * (docs/electron.md).
 */
import * as electron from 'electron'
import type * as Electron from 'electron'

/**
 * What a listener is given: the ports that came along. Arguments are unknown until a guard has seen
 * them.
 */
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
