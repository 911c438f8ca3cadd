/** `ipcMain`: listeners by channel. */
import { EventEmitter } from 'node:events'

export const ipcMain = new EventEmitter()
// A channel named `error` must not trigger Node's unhandled error.
ipcMain.on('error', () => undefined)
