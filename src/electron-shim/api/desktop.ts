/** `screen` and `globalShortcut`, with the desktop's values. */
import { EventEmitter } from 'node:events'
import { HEADLESS_SCREEN } from '../chromium/flags.ts'
import type { Bounds } from '../chromium/placement.ts'
import { onX11, theXDisplay } from '../desktop/the-x-display.ts'
import { xKey, type XKey } from '../desktop/x-keys.ts'
import { isStarted } from './app.ts'
import { ShimEvent } from './event.ts'
import { record } from './recorded.ts'
import { theEngine, windows } from '../run.ts'
import { expected } from '../process/problem.ts'

export class Screen extends EventEmitter {
  getPrimaryDisplay() {
    const { width, height, area } = seen
    return {
      id: 1,
      bounds: { x: 0, y: 0, width, height },
      workArea: { ...area },
      scaleFactor: 1,
    }
  }

  getAllDisplays() {
    return [this.getPrimaryDisplay()]
  }

  /** With a display, only the display that a page has seen is known. */
  getDisplayMatching(area: Bounds) {
    const display = this.getPrimaryDisplay()
    const known = seen !== unseen || theEngine().options.headless
    return known && overlap(display.workArea, area) ? display : { ...display, workArea: area }
  }

  /** Returns a large area around a point that no known display contains. */
  getDisplayNearestPoint({ x, y }: { readonly x: number; readonly y: number }) {
    const { width, height } = seen
    const around = { x: x - width, y: y - height, width: 2 * width, height: 2 * height }
    const display = this.getDisplayMatching({ x, y, width: 1, height: 1 })
    return display.workArea.width === 1 ? { ...display, workArea: around } : display
  }

  getCursorScreenPoint() {
    // on Wayland no program knows the pointer's position
    if (process.env['XDG_SESSION_TYPE'] === 'wayland') return { x: 0, y: 0 }
    const [window] = windows.values()
    const { x = 0, y = 0 } = window?.getBounds() ?? {}
    return { x, y }
  }
}

/** A display, and its work area. */
interface Seen {
  readonly width: number
  readonly height: number
  readonly area: Bounds
}

const unseen: Seen = { ...HEADLESS_SCREEN, area: { x: 0, y: 0, ...HEADLESS_SCREEN } }
let seen = unseen

function overlap(one: Bounds, other: Bounds): boolean {
  const meet = (at: number, length: number, from: number, room: number) =>
    at < from + room && from < at + length
  return (
    meet(one.x, one.width, other.x, other.width) && meet(one.y, one.height, other.y, other.height)
  )
}

/** Updates the display from a page's `screenSeen`. */
export function setScreen(now: Seen): void {
  const isNew = JSON.stringify(now) !== JSON.stringify(seen)
  seen = now
  const changed = ['bounds', 'workArea']
  if (isNew)
    screen.emit('display-metrics-changed', new ShimEvent(), screen.getPrimaryDisplay(), changed)
}

/** Evaluated in a page: its display, and the window's position there. */
export const screenSeen =
  '({ width: screen.width, height: screen.height, area: { x: screen.availLeft, ' +
  'y: screen.availTop, width: screen.availWidth, height: screen.availHeight }, ' +
  'bounds: { x: screenX, y: screenY, width: innerWidth, height: innerHeight } })'

export type ScreenSeen = Seen & { readonly bounds: Bounds }

/** As Electron's, it cannot be used before `ready`. */
export const screen = new Proxy(new Screen(), {
  get(target, name) {
    if (!isStarted())
      throw new Error("The 'screen' module can't be used before the app 'ready' event")
    const value: unknown = Reflect.get(target, name)
    return typeof value === 'function' ? (value.bind(target) as unknown) : value
  },
})

function refuseBeforeReady(): void {
  if (!isStarted()) throw new Error('globalShortcut cannot be used before the app is ready')
}

const shortcuts = new Map<string, () => void>()

/**
 * On X11 the key is grabbed globally, else only recorded. If another program has it, the
 * registration is removed a moment later.
 */
export const globalShortcut = {
  register(accelerator: string, callback: () => void): boolean {
    refuseBeforeReady()
    if (/[^\x21-\x7e]/.test(accelerator))
      throw new TypeError(
        `Error processing argument at index 0, conversion failure from ${accelerator}`,
      )
    record('globalShortcut.register', accelerator, callback)
    if (shortcuts.has(accelerator)) return false
    if (onX11()) {
      const key = xKey(accelerator)
      if (key === null) return false
      void grab(accelerator, key, callback)
    }
    shortcuts.set(accelerator, callback)
    return true
  },
  isRegistered(accelerator: string): boolean {
    refuseBeforeReady()
    return shortcuts.has(accelerator)
  },
  unregister(accelerator: string): void {
    refuseBeforeReady()
    if (shortcuts.delete(accelerator) && onX11())
      void theXDisplay().then((display) => display.ungrab(accelerator), expected)
  },
}

async function grab(accelerator: string, key: XKey, callback: () => void): Promise<void> {
  try {
    if (await (await theXDisplay()).grab(accelerator, key, callback)) return
  } catch (error) {
    expected(error) // the X server is missing or hangs
  }
  if (shortcuts.get(accelerator) === callback) shortcuts.delete(accelerator)
}
