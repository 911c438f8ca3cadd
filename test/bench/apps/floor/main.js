/**
 * The engine and nothing else: a window with an empty page that changes its color on a key. It
 * reports through BENCH_SHOWN when the window is shown.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { app, BrowserWindow, ipcMain } from 'electron'
import { addressOf, registerScheme } from '../serve.js'

registerScheme()
app.on('window-all-closed', () => app.quit())
process.on('SIGTERM', () => app.quit())
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: Number(process.env.BENCH_WIDTH ?? 1000),
    height: Number(process.env.BENCH_HEIGHT ?? 760),
    show: false,
    backgroundColor: '#0E0E12',
    webPreferences: {
      preload: path.join(import.meta.dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      backgroundThrottling: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  ipcMain.on('shown', () => {
    if (process.env.BENCH_SHOWN) writeFileSync(process.env.BENCH_SHOWN, `${Date.now()}`)
  })
  void window.loadURL(addressOf(path.join(import.meta.dirname, 'page/index.html')))
})
