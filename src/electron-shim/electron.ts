/**
 * The module for `import 'electron'` and `require('electron')`. It must satisfy the types of
 * src/main/electron.ts: a missing API is an error in this file
 * (docs/contributing/internals/electron.md).
 */
import { app } from './api/app.ts'
import { BrowserWindow } from './api/browser-window.ts'
import { clipboard, ClipboardItem } from './api/clipboard.ts'
import { globalShortcut, screen } from './api/desktop.ts'
import { ipcMain } from './api/ipc-main.ts'
import { Menu } from './api/menu.ts'
import { MessageChannelMain } from './api/message-port.ts'
import { nativeImage } from './api/native-image.ts'
import { Notification } from './api/notification.ts'
import { powerSaveBlocker } from './api/power-save-blocker.ts'
import { protocol } from './api/protocol.ts'
import { session } from './api/session.ts'
import { shell } from './api/shell.ts'
import { Tray } from './api/tray.ts'
import { WebContents as webContents } from './api/web-contents.ts'

/** `webContents` and `ClipboardItem` are for test drivers. */
export {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  globalShortcut,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeImage,
  Notification,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
  webContents,
}

type Main = typeof import('../main/electron.ts')

export default {
  app,
  BrowserWindow,
  clipboard,
  globalShortcut,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeImage,
  Notification,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
} satisfies Main
