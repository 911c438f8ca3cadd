/**
 * The smallest terminal of the same kind: node-pty without changes (strings), a MessagePort,
 * xterm.js. BENCH_PIPE chooses the pipe. `naive`: each chunk is one message, without flow control.
 * `batched`: VS Code's settings, which are batches of 5 ms, pause above 100,000 characters that are
 * not acknowledged, and resume below 5,000.
 */
import path from 'node:path'
import { app, BrowserWindow, ipcMain, MessageChannelMain } from 'electron'
import { spawn } from 'node-pty'
import { addressOf, registerScheme } from '../serve.js'

const kind = process.env.BENCH_PIPE ?? 'naive'
const [program, ...args] = JSON.parse(process.env.BENCH_COMMAND ?? '["sh"]')
const batchMs = 5
const charactersHigh = 100_000
const charactersLow = 5_000

registerScheme()
app.on('window-all-closed', () => app.quit())
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
  ipcMain.on('port', () => {
    const { port1, port2 } = new MessageChannelMain()
    window.webContents.postMessage('port', null, [port2])
    if (kind === 'naive') naive(port1)
    else batched(port1)
    port1.start()
  })
  void window.loadURL(addressOf(path.join(import.meta.dirname, 'page/index.html')))
})

function start() {
  return spawn(program, args, {
    name: 'xterm-256color',
    cols: 120,
    rows: 40,
    cwd: process.cwd(),
    env: process.env,
  })
}

function naive(port) {
  const pty = start()
  pty.onData((data) => port.postMessage(data))
  port.on('message', ({ data }) => pty.write(data))
}

function batched(port) {
  port.postMessage({ acknowledge: true })
  const pty = start()
  let batch = []
  let waiting = 0
  let paused = false
  pty.onData((data) => {
    waiting += data.length
    if (!paused && waiting > charactersHigh) {
      paused = true
      pty.pause()
    }
    batch.push(data)
    if (batch.length > 1) return
    setTimeout(() => {
      const whole = batch.join('')
      batch = []
      port.postMessage(whole)
    }, batchMs)
  })
  port.on('message', ({ data }) => {
    if (typeof data === 'string') {
      pty.write(data)
      return
    }
    waiting = Math.max(0, waiting - data)
    if (paused && waiting < charactersLow) {
      paused = false
      pty.resume()
    }
  })
}
