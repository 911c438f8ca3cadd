/**
 * A window: its page, the port to it, and the workspace. The page may crash or reload; the
 * workspace stays.
 */
import { fileURLToPath } from 'node:url'
import type { LiveOptions } from '../../core/config/settings.ts'
import type { Options } from '../../core/config/table.ts'
import type { Action } from '../../core/ipc/contract.ts'
import { Workspace } from '../../core/windows/workspace/workspace.ts'
import type {
  WorkspaceFacts,
  WorkspacePorts,
} from '../../core/windows/workspace/workspace-ports.ts'
import type { OpenWindow, WindowKind } from '../../core/windows/open-window.ts'
import { systemClock } from '../../host/clock.ts'
import type { WindowSizes } from '../../host/state/window-sizes.ts'
import { dropDownHeightMin } from '../../core/windows/drop-down.ts'
import {
  besideFrame,
  fittedInto,
  pulledFrame,
  withinArea,
  type WindowFrame,
} from '../../core/windows/window-frame.ts'
import type { Extent } from '../../base/sizes/measures.ts'
import type { Size } from '../../base/sizes/size.ts'
import type { ContentBounds, ScreenPoint } from '../../core/windows/workspace/drop-place.ts'
import { dropDownLook, dropDownPlace, dropDownTitle, makeDropDown } from './drop-down.ts'
import { BrowserWindow, screen, type BaseWindow } from '../electron.ts'
import { lockedPreferences } from '../page/locks.ts'
import { connectPages } from '../page/page-port.ts'
import { pageUrl } from '../page/page-address.ts'
import { recordCall } from '../test-hook.ts'
import { screenLock } from './screen-lock.ts'

/** Delays before a crashed page is reloaded, growing for a page that keeps crashing. */
const reloadDelayMs = [0, 500, 2_000, 8_000] as const

/** A window is shown after this time, drawn or not. */
const showLatestMs = 2_000

/** A page that does not answer for this time counts as hanging. */
const silentAfterMs = 2_000

/** A page that has run for this time has recovered. */
const recoveredAfterMs = 60_000

const preload = fileURLToPath(new URL('../preload/index.cjs', import.meta.url))
/** For panels and window lists that do not find the desktop entry's icon. */
const icon = fileURLToPath(new URL('../integrations/desktop/vibeflow.png', import.meta.url))
const workspaces = new Map<
  number,
  {
    readonly workspace: Workspace
    readonly act: (action: Action) => void
  }
>()

export interface WindowRequest {
  readonly id: string
  readonly facts: WorkspaceFacts
  readonly ports: Omit<WorkspacePorts, 'window'>
  readonly settings: LiveOptions
  readonly sizes: WindowSizes
  readonly kind: WindowKind
  /** Bounds in the last run, or those of the window that it opens over. */
  readonly before?: WindowFrame | undefined
  /** The app is quitting, so nothing is asked. */
  readonly quitting: () => boolean
  /**
   * The engine destroys the windows, and ends: Electron does when the session bus or the display is
   * lost. This window and its tabs are still known.
   */
  readonly lost: () => void
  /** The window is gone, but not its tabs. */
  readonly closing: () => void
  readonly closed: () => void
}

/** Opens a window without tabs. */
export function openWindow({
  id: name,
  facts,
  ports,
  settings,
  sizes,
  kind,
  before,
  quitting,
  lost,
  closing: ends,
  closed,
}: WindowRequest): OpenWindow {
  const { options } = ports.configuration
  const translucent = options.window.opacity < 1 // fixed when a window is created
  const window = makeWindow(options, translucent, kind === 'drop-down' ? null : sizes, before)
  const dropDown =
    kind === 'drop-down' ? makeDropDown(window, () => settings.options.drop_down) : null
  let closing = false
  let measured = false
  const workspace = new Workspace(facts, {
    ...ports,
    window: {
      id: name,
      translucent,
      isDropDown: kind === 'drop-down',
      close: () => {
        if (closing) return
        closing = true
        window.close()
      },
      toggleFullscreen: () => window.setFullScreen(!window.isFullScreen()),
      measured: ({ cell, around }) => {
        if (measured) return // a reloaded page reports it again
        measured = true
        sizes.measured({ cell, around })
        if (kind === 'ordinary') giveRoom(window, options, sizes)
      },
      ...(kind === 'ordinary' && before === undefined ? savesFirstGrid(options, sizes) : {}),
      isFullscreen: () => window.isFullScreen(),
      isVisible: () => isVisible(window),
    },
  })
  const page = connectPages(window, workspace)
  const id = window.id
  workspaces.set(id, { workspace, act: page.act })
  const unsubscribe = settings.subscribe(
    (changed) => changed,
    (changed) => {
      workspace.configure(changed)
      window.setMenuBarVisibility(changed.ui.menu_bar === 'visible')
    },
  )
  if (kind === 'ordinary') rememberSize(window, sizes)
  const bounds = lastBounds(window)
  showOnce(window, () =>
    dropDown === null ? showAs(window, options.window.startup) : dropDown.show(),
  )
  window.on('focus', () => window.flashFrame(false))
  onVisibilityChange(window, (visible) => workspace.strip.windowChanged(visible))
  let askedAt: number | null = null
  onEngineEnd(window, lost)
  window.on('close', (event) => {
    if (closing || quitting()) return
    // A page without a message since it was asked hangs: the user's second attempt closes it.
    if (askedAt !== null && page.heardAt() < askedAt && systemClock.now() - askedAt > silentAfterMs)
      return
    if (workspace.closing.mayClose()) return
    askedAt = systemClock.now()
    event.preventDefault()
  })
  window.on('closed', () => {
    dropDown?.dispose()
    unsubscribe()
    page.dispose()
    workspaces.delete(id)
    ends()
    workspace.dispose()
    closed()
  })
  recoverFromCrashes(window, () => page.lost(), quitting)
  void window.loadURL(pageUrl)
  return {
    workspace,
    raise: () => (dropDown ?? { show: () => bringUp(window) }).show(),
    ...(dropDown === null ? {} : { toggle: () => dropDown.toggle() }),
    frame: () =>
      window.isDestroyed() ? { x: 0, y: 0, width: 0, height: 0 } : window.getContentBounds(),
    ...(kind === 'ordinary' ? { bounds } : {}),
    flash: () => flash(window),
  }
}

/**
 * Calls back before other listeners of `closed` if the window goes without being asked, or after
 * the user has canceled.
 */
function onEngineEnd(window: BrowserWindow, ended: () => void): void {
  let asked = false
  window.on('close', (event) => {
    // once the other listeners have decided
    queueMicrotask(() => {
      asked = !event.defaultPrevented
    })
  })
  window.on('closed', () => {
    if (!asked) ended()
  })
}

function flash(window: BrowserWindow): void {
  if (!window.isDestroyed() && !window.isFocused()) window.flashFrame(true)
}

function bringUp(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** @param sizes `null` for the drop-down, which has its own bounds */
function makeWindow(
  options: Options,
  translucent: boolean,
  sizes: WindowSizes | null,
  before: WindowFrame | undefined,
): BrowserWindow {
  const frame = options.window.decorations !== 'none' && sizes !== null
  recordCall('BrowserWindow.frame', frame)
  const size = sizes === null ? dropDownPlace(options.drop_down) : sizeOf(options, sizes, before)
  recordCall('BrowserWindow.size', size)
  const window = new BrowserWindow({
    ...size,
    // On Wayland, a window may not be resizable after its creation.
    useContentSize: sizes !== null && (options.window.columns !== 0 || options.window.rows !== 0),
    minWidth: 320,
    minHeight: sizes === null ? dropDownHeightMin : 200,
    show: false,
    transparent: translucent,
    frame,
    backgroundColor: translucent ? '#00000000' : options.colors.background.slice(0, 7),
    title: sizes === null ? dropDownTitle : 'vibeflow',
    icon,
    // While the window is made, the height of a bar that is not auto-hide counts as the page's.
    autoHideMenuBar: options.ui.menu_bar !== 'visible',
    ...(sizes === null ? dropDownLook : {}),
    // Not throttled: the page sends `session/drawn` in an animation frame, and the next update of a
    // tab waits for it. A window that is restored shows its newest screen immediately.
    webPreferences: { ...lockedPreferences, preload, backgroundThrottling: false },
  })
  window.setMenuBarVisibility(options.ui.menu_bar === 'visible')
  window.setAutoHideMenuBar(false) // with it, Alt alone would show the bar
  return window
}

/** Saves the first size of a new window's tab. Later ones depend on what the user does. */
function savesFirstGrid(
  options: Options,
  sizes: WindowSizes,
): { gridMeasured: (size: Size) => void } {
  const made = sizes.made(options)
  let saved = false
  return {
    gridMeasured: (size) => {
      if (!saved) sizes.storeGrid(size, made)
      saved = true
    },
  }
}

/** Shows a window for the first time. Electron shows a hidden window that is maximized. */
function showAs(window: BrowserWindow, startup: Options['window']['startup']): void {
  if (startup === 'maximized') window.maximize()
  if (startup === 'fullscreen') window.setFullScreen(true)
  window.show()
}

/**
 * Returns the bounds of the last run, on its former monitor if it exists, or those of a new window.
 */
function sizeOf(
  options: Options,
  sizes: WindowSizes,
  before: WindowFrame | undefined,
): Extent & Partial<ScreenPoint> {
  const { columns, remember_size: remembered, rows } = options.window
  const isAsked = columns !== 0 || rows !== 0
  const isRestored = before !== undefined && before.opens === undefined
  const { width, height } = isRestored && remembered && !isAsked ? before : sizes.next(options)
  if (before?.at === undefined) {
    const { workArea } = screen.getPrimaryDisplay()
    return isAsked ? { width, height } : fittedInto({ width, height }, workArea)
  }
  if (before.opens === 'at') {
    const { workArea } = screen.getDisplayNearestPoint(before.at)
    return pulledFrame(before.at, { width, height }, workArea)
  }
  const frame = { ...before.at, width, height }
  const { workArea } = screen.getDisplayMatching(frame)
  return before.opens === 'over'
    ? besideFrame(frame, workArea, before.taken)
    : withinArea(frame, workArea)
}

/** Returns the normal bounds of a window, or the last ones when it is gone. */
function lastBounds(window: BrowserWindow): () => ContentBounds {
  let last = window.getNormalBounds()
  const look = () => {
    if (!window.isDestroyed()) last = window.getNormalBounds()
    return last
  }
  window.on('close', look)
  return look
}

/**
 * Resizes the first window, which was created before the cell size was known or with another font.
 * A Wayland compositor may ignore this.
 */
function giveRoom(window: BrowserWindow, options: Options, sizes: WindowSizes): void {
  if (window.isFullScreen() || window.isMaximized()) return
  const [width = 0, height = 0] = window.getContentSize()
  const wanted = sizes.forCells(options, { width, height })
  if (wanted !== null && (wanted.width !== width || wanted.height !== height))
    window.setContentSize(wanted.width, wanted.height)
}

/** Saves the last window's size for the next one, unless maximized or full-screen. */
function rememberSize(window: BrowserWindow, sizes: WindowSizes): void {
  window.on('resize', () => {
    if (window.isFullScreen() || window.isMaximized()) return
    const [width = 0, height = 0] = window.getSize()
    sizes.remember({ width, height })
  })
}

function isVisible(window: BrowserWindow): boolean {
  return window.isVisible() && !window.isMinimized()
}

/** Reports changes of full-screen and visibility. A locked screen hides all windows. */
function onVisibilityChange(window: BrowserWindow, report: (visible: boolean) => void): void {
  const changed = () => report(isVisible(window) && !screenLock.isOn)
  screenLock.listeners.add(changed)
  window.once('closed', () => screenLock.listeners.delete(changed))
  window.on('enter-full-screen', changed)
  window.on('leave-full-screen', changed)
  window.on('show', changed)
  window.on('hide', changed)
  window.on('minimize', changed)
  window.on('restore', changed)
  window.on('focus', changed) // `restore` is not reported everywhere (electron#39440)
}

/** Makes the page of a window run an action. Without a window it does nothing. */
export function sendAction(window: BaseWindow | null | undefined, action: Action): void {
  if (window !== null && window !== undefined) workspaces.get(window.id)?.act(action)
}

/**
 * On Wayland `ready-to-show` may never come for a hidden window (electron#48859). A flash is better
 * than an invisible window.
 */
function showOnce(window: BrowserWindow, showIt: () => void): void {
  let shown = false
  const show = () => {
    cancel()
    if (shown || window.isDestroyed()) return
    shown = true
    showIt()
  }
  const cancel = systemClock.after(showLatestMs, show)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.once('closed', cancel)
}

function recoverFromCrashes(
  window: BrowserWindow,
  lost: () => void,
  quitting: () => boolean,
): void {
  let crashes = 0
  let crashedAt = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    // while quitting, Ctrl+C reaches the page's process too
    if (reason === 'clean-exit' || quitting()) return
    lost()
    // The engine replaces a crashed page with its own, which then has the focus.
    if (window.isFocused())
      window.webContents.once('did-finish-load', () => window.webContents.focus())
    const now = systemClock.now()
    crashes = now - crashedAt > recoveredAfterMs ? 0 : crashes + 1
    crashedAt = now
    process.stderr.write(
      `vibeflow: the page of the window has ended (${reason}) and is reloaded. Tabs keep ` +
        `running.\n`,
    )
    systemClock.after(reloadDelayMs[Math.min(crashes, reloadDelayMs.length - 1)] ?? 0, () => {
      if (!window.isDestroyed()) window.webContents.reload()
    })
  })
}
