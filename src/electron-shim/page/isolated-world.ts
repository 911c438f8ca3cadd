/**
 * Runs in the isolated world of every document before the page's scripts: provides the preload
 * script's `electron` module and carries messages. The page shares only the DOM.
 */
import { bridgeToMainWorld } from './bridge.ts'
import { guardClosing } from './close-guard.ts'
import { makeIpcRenderer } from './ipc-renderer.ts'
import { watchKeys } from './keys.ts'
import { watchWindow } from './window-events.ts'
import { BINDING, DELIVER, type Down, type Up } from './wire.ts'

/** The API used by src/preload: a missing part is an error here. */
type PreloadElectron = typeof import('../../preload/electron.ts')
type Preload = (
  require: (name: string) => unknown,
  module: { exports: object },
  exports: object,
) => void

/** Set in a line that Node prepends: the preload file as a function, if any. */
declare const __electronShimPreload: Preload | undefined

const world = globalThis as typeof globalThis & Record<string, unknown>

// Injected scripts run in every frame, but only the main document is the app's.
if (window === window.top) start()

function start(): void {
  const binding = world[BINDING]
  // A document from before the shim was attached; another one follows.
  if (typeof binding !== 'function') return
  const up = (message: Up): void => {
    binding(JSON.stringify(message))
  }

  const ipc = makeIpcRenderer(up)
  const keys = watchKeys(up)
  const view = watchWindow(up)
  world[DELIVER] = (message: Down): void => {
    switch (message.kind) {
      case 'keys':
        return keys.configure(message.observe, message.chords)
      case 'zoom':
      case 'title':
        return view.apply(message)
      default:
        return ipc.deliver(message)
    }
  }
  guardClosing()
  up({ kind: 'hello' })

  const listed: PreloadElectron = {
    contextBridge: bridgeToMainWorld(),
    ipcRenderer: ipc.ipcRenderer,
  }
  const electron = { ...listed, webFrame: view.webFrame }
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer' || name === 'electron/common')
      return electron
    throw new Error(`module not found: ${name} (a sandboxed preload can load electron only)`)
  }
  if (typeof __electronShimPreload === 'undefined') return
  try {
    const module = { exports: {} }
    __electronShimPreload(require, module, module.exports)
  } catch (error) {
    up({
      kind: 'failed',
      what: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
}
