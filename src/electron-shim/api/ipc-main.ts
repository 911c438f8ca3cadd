/** `ipcMain`, and `webContents.ipc` of one page: listeners and handlers by channel. */
import { EventEmitter } from 'node:events'
import type { IpcMainInvokeEvent } from '../../main/electron.ts'

export type InvokeHandler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown

export class IpcMain extends EventEmitter {
  #handlers = new Map<string, { readonly handler: InvokeHandler; readonly once: boolean }>()

  constructor() {
    super()
    // A channel named `error` must not trigger Node's unhandled error.
    this.on('error', () => undefined)
  }

  handle(channel: string, handler: InvokeHandler): void {
    this.#add(channel, handler, false)
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.#add(channel, handler, true)
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  #add(channel: string, handler: InvokeHandler, once: boolean): void {
    if (this.#handlers.has(channel)) throw new Error(`a handler for '${channel}' is there already`)
    this.#handlers.set(channel, { handler, once })
  }

  /** Returns the handler of a call, for the shim. */
  static take(ipc: IpcMain, channel: string): InvokeHandler | undefined {
    const entry = ipc.#handlers.get(channel)
    if (entry?.once) ipc.#handlers.delete(channel)
    return entry?.handler
  }
}

export const ipcMain = new IpcMain()
