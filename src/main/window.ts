/** One window: its page, the port between them, and the workspace behind it. The page may crash or be loaded anew; the workspace stays. */
import { fileURLToPath } from 'node:url'
import type { Action } from '../core/ipc/contract.ts'
import { Workspace, type WorkspaceFacts, type WorkspacePorts } from '../core/workspace/workspace.ts'
import { systemClock } from '../host/clock.ts'
import { BrowserWindow, type BaseWindow } from './electron.ts'
import { lockedPreferences } from './locks.ts'
import { connectPages } from './page-port.ts'
import { pageUrl } from './page-address.ts'

/** Waits before a crashed page is loaded anew: at once the first time, then longer, so that a page that cannot live does not burn the machine. */
const reloadDelayMs = [0, 500, 2_000, 8_000] as const

/** A window is shown after so long, drawn or not. */
const showLatestMs = 2_000

/** A page that was asked something and says nothing for so long is taken to hang. */
const silentAfterMs = 2_000

/** A page that has lived for so long has recovered. */
const recoveredAfterMs = 60_000

const preload = fileURLToPath(new URL('../preload/index.cjs', import.meta.url))
const workspaces = new Map<number, { workspace: Workspace; act: (action: Action) => void }>()

/** Opens a window without tabs. `quitting`: the app is on its way out, so nothing is asked any more. */
export function openWindow(facts: WorkspaceFacts, ports: Omit<WorkspacePorts, 'window'>, quitting: () => boolean): Workspace {
  const window = new BrowserWindow({
    width: 960, height: 600, minWidth: 320, minHeight: 200,
    show: false, backgroundColor: '#0E0E12', title: 'vibeflow',
    webPreferences: { ...lockedPreferences, preload, backgroundThrottling: false }, // hidden terminals go on parsing
  })
  window.setMenuBarVisibility(false)

  let closing = false
  const workspace = new Workspace(facts, {
    ...ports,
    window: {
      focus: () => { if (window.isMinimized()) window.restore(); window.show(); window.focus() },
      close: () => { closing = true; window.close() },
      toggleFullscreen: () => window.setFullScreen(!window.isFullScreen()),
      isFullscreen: () => window.isFullScreen(),
      isVisible: () => window.isVisible() && !window.isMinimized(),
    },
  })
  const page = connectPages(window, workspace)
  const id = window.id
  workspaces.set(id, { workspace, act: page.act })

  showOnce(window)
  window.on('enter-full-screen', () => workspace.windowChanged())
  window.on('leave-full-screen', () => workspace.windowChanged())
  window.on('show', () => workspace.windowChanged())
  window.on('hide', () => workspace.windowChanged())
  window.on('minimize', () => workspace.windowChanged())
  window.on('restore', () => workspace.windowChanged())
  let askedAt: number | null = null
  window.on('close', (event) => {
    if (closing || quitting()) return
    // A page that has not said a word since it was asked hangs, and asks nobody: the user's second try goes through.
    if (askedAt !== null && page.heardAt() < askedAt && systemClock.now() - askedAt > silentAfterMs) return
    if (workspace.mayClose()) return
    askedAt = systemClock.now()
    event.preventDefault()
  })
  window.on('closed', () => {
    page.dispose()
    workspaces.delete(id)
    workspace.dispose()
  })
  recoverFromCrashes(window, () => page.lost(), quitting)
  void window.loadURL(pageUrl)
  return workspace
}

/** Has the page of a window carry out one of its actions; without a window there is nothing to act on. */
export function sendAction(window: BaseWindow | null | undefined, action: Action): void {
  if (window !== null && window !== undefined) workspaces.get(window.id)?.act(action)
}

/** On Wayland `ready-to-show` may never come for a hidden window (electron#48859); a window that nobody sees is worse than a flash. */
function showOnce(window: BrowserWindow): void {
  let shown = false
  const show = () => {
    cancel()
    if (shown || window.isDestroyed()) return
    shown = true
    window.show()
  }
  const cancel = systemClock.after(showLatestMs, show)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.once('closed', cancel)
}

function recoverFromCrashes(window: BrowserWindow, lost: () => void, quitting: () => boolean): void {
  let crashes = 0
  let crashedAt = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || quitting()) return // on the way out, Ctrl+C reaches the page's process too
    lost()
    const now = systemClock.now()
    crashes = now - crashedAt > recoveredAfterMs ? 0 : crashes + 1
    crashedAt = now
    process.stderr.write(`vibeflow: the window's page is gone (${reason}); it is loaded anew, the tabs go on.\n`)
    systemClock.after(reloadDelayMs[Math.min(crashes, reloadDelayMs.length - 1)] ?? 0, () => {
      if (!window.isDestroyed()) window.webContents.reload()
    })
  })
}
