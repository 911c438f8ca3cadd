/**
 * Replaces Electron in `out/main/windowless.js`, which runs in plain Node. Everything there is to
 * show does nothing.
 */
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import type { App } from '../electron.ts'

interface Nothing {
  readonly [name: string]: Nothing
}

/** Can be called, constructed and read, with itself as the result. */
const nothing: Nothing = new Proxy(class {} as unknown as Nothing, {
  get: (_target, name) => (typeof name === 'symbol' || name === 'then' ? undefined : nothing),
  apply: () => nothing,
  construct: () => nothing,
})

export const app = {
  /** The folder with `out/main` in it. */
  getAppPath: () => join(import.meta.dirname, '../..'),
  getVersion: () => manifest.version,
  setBadgeCount: () => true,
  quit: () => {
    process.kill(process.pid, 'SIGTERM')
  },
} satisfies Partial<App>
export const [
  BrowserWindow,
  Menu,
  MessageChannelMain,
  Notification,
  Tray,
  clipboard,
  globalShortcut,
  ipcMain,
  nativeImage,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
] = Array<Nothing>(14).fill(nothing)
