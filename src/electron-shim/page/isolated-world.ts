/**
 * Runs in the isolated world of every document before the page's scripts: provides the preload
 * script's `electron` module and carries messages. The page shares only the DOM.
 */
import { guardClosing } from './close-guard.ts'
import { makeIpcRenderer } from './ipc-renderer.ts'
import { watchWindow } from './window-events.ts'
import { makeWebUtils } from './file-paths.ts'
import { BINDING, DELIVER, type Up } from './wire.ts'

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
  // The window's first document, or one from before the shim was attached; another one follows.
  if (typeof binding !== 'function' || location.protocol === 'data:') return
  const up = (message: Up): void => {
    binding(JSON.stringify(message))
  }

  const ipc = makeIpcRenderer(up)
  watchWindow(up)
  world[DELIVER] = ipc.deliver
  guardClosing()

  const electron: PreloadElectron = {
    ipcRenderer: ipc.ipcRenderer,
    webUtils: makeWebUtils(world, up),
  }
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
