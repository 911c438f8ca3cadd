/**
 * The fixture app of the shim's specs: one window with a port to its page, all locks set,
 * everything else is done by the specs.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { app, BrowserWindow, MessageChannelMain, ipcMain, protocol } from 'electron'

const here = import.meta.dirname
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' " +
  "data:; img-src 'self' data: blob:; worker-src 'self'; " +
  "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }

/** For the specs' `app.evaluate`. */
const fixture = (globalThis.fixture = {
  ports: [],
  received: 0,
  messages: [],
  events: [],
  allowNavigation: false,
})

protocol.registerSchemesAsPrivileged([
  { scheme: 'fixture', privileges: { standard: true, secure: true } },
])

function answer(request) {
  const { host, pathname } = new URL(request.url.replace(/^fixture:/, 'http:'))
  fixture.events.push(`serve ${request.url}`)
  if (host !== 'app' || pathname.includes('..')) return new Response('not found', { status: 404 })
  try {
    const type = TYPES[path.extname(pathname)] ?? 'application/octet-stream'
    return new Response(readFileSync(path.join(here, 'page', pathname)), {
      headers: { 'content-type': type, 'content-security-policy': POLICY },
    })
  } catch {
    return new Response('not found', { status: 404 })
  }
}

function connect(window) {
  const { port1, port2 } = new MessageChannelMain()
  port1.on('message', ({ data }) => {
    if (data instanceof Uint8Array) fixture.received += data.length
    else if (data?.kind === 'echo') port1.postMessage(data)
    else fixture.messages.push(data)
  })
  port1.on('close', () => fixture.events.push('port close'))
  port1.start()
  window.webContents.postMessage('port', { hello: 'page' }, [port2])
  fixture.ports.push(port1)
}

fixture.open = (options = {}) => {
  const window = new BrowserWindow({
    width: 900,
    height: 640,
    show: false,
    ...options,
    webPreferences: {
      preload: path.join(here, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      backgroundThrottling: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  window.webContents.on('did-finish-load', () => connect(window))
  window.webContents.setWindowOpenHandler(({ url }) => {
    fixture.events.push(`window.open ${url}`)
    return { action: 'deny' }
  })
  for (const name of ['will-navigate', 'will-redirect']) {
    window.webContents.on(name, (event, url) => {
      fixture.events.push(`${name} ${url}`)
      if (!fixture.allowNavigation) event.preventDefault()
    })
  }
  window.webContents.on('render-process-gone', (_event, details) =>
    fixture.events.push(`gone ${details.reason}`),
  )
  for (const name of ['close', 'closed', 'focus', 'blur', 'resize'])
    window.on(name, () => fixture.events.push(name))
  window.loadURL('fixture://app/index.html')
  return window
}

ipcMain.on('say', ({ senderFrame }, ...args) => {
  fixture.messages.push({ args, top: senderFrame.parent === null, from: senderFrame.origin })
})
app.on('window-all-closed', () => app.quit())
app.whenReady().then(() => {
  protocol.handle('fixture', answer)
  fixture.window = fixture.open()
})
