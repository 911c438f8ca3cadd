/**
 * The module that `import 'electron'` and `require('electron')` give to the app. It must satisfy
 * the types by which src/main uses Electron: lacking or mistyping one of them is an error in this
 * file (electron-offline.md, 6).
 */
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { clipboard } from './clipboard.ts'
import { globalShortcut, nativeTheme, powerMonitor, screen } from './desktop.ts'
import { dialog } from './dialog.ts'
import { ipcMain } from './ipc-main.ts'
import { Menu, MenuItem } from './menu.ts'
import { MessageChannelMain } from './message-port.ts'
import { nativeImage } from './native-image.ts'
import { Notification } from './notification.ts'
import { powerSaveBlocker } from './power-save-blocker.ts'
import { protocol } from './protocol.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { Tray } from './tray.ts'
import { WebContents as webContents } from './web-contents.ts'

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
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
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
  webContents,
} satisfies Main
