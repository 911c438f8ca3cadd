/**
 * `nativeTheme`, `screen`, `powerMonitor` and `globalShortcut`: what the desktop reports. Their
 * events do not come on the shim.
 */
import { EventEmitter } from 'node:events'
import { HEADLESS_SCREEN } from '../chromium/flags.ts'
import { ShimEvent } from './event.ts'
import { record } from '../recorded.ts'
import { pages, windows, type Page } from '../run.ts'
import { expected } from '../problem.ts'

type ThemeSource = 'system' | 'light' | 'dark'

export class NativeTheme extends EventEmitter {
  #source: ThemeSource = 'system'

  get themeSource(): ThemeSource {
    return this.#source
  }

  set themeSource(source: ThemeSource) {
    if (source === this.#source) return
    this.#source = source
    for (const page of pages.values()) applyTheme(page)
    this.emit('updated', new ShimEvent())
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system'
      ? /dark/i.test(process.env['GTK_THEME'] ?? '')
      : this.#source === 'dark'
  }

  readonly shouldUseHighContrastColors = false
  readonly shouldUseInvertedColorScheme = false
  readonly inForcedColorsMode = false
  readonly prefersReducedTransparency = false
}

export const nativeTheme = new NativeTheme()

/** What `prefers-color-scheme` answers in the page. */
export function applyTheme(page: Page): void {
  if (nativeTheme.themeSource === 'system') return
  const features = [{ name: 'prefers-color-scheme', value: nativeTheme.themeSource }]
  page.ready
    .then((link) => link.session.send('Emulation.setEmulatedMedia', { features }))
    .catch(expected)
}

export class Screen extends EventEmitter {
  getPrimaryDisplay() {
    const size = screenSize
    const area = { x: 0, y: 0, ...size }
    return {
      id: 1,
      label: '',
      bounds: area,
      workArea: area,
      size,
      workAreaSize: size,
      scaleFactor: 1,
      rotation: 0,
      internal: false,
      touchSupport: 'unknown' as const,
      colorDepth: 24,
      displayFrequency: 60,
    }
  }

  getAllDisplays() {
    return [this.getPrimaryDisplay()]
  }

  getDisplayMatching(_area: object) {
    return this.getPrimaryDisplay()
  }

  getDisplayNearestPoint(_point: object) {
    return this.getPrimaryDisplay()
  }

  getCursorScreenPoint() {
    const [window] = windows.values()
    const { x = 0, y = 0 } = window?.getBounds() ?? {}
    return { x, y }
  }
}

let screenSize: { width: number; height: number } = { ...HEADLESS_SCREEN }

/** With a display, what the first page sees. */
export function setScreenSize(size: { width: number; height: number }): void {
  screenSize = size
}

export const screen = new Screen()

export class PowerMonitor extends EventEmitter {
  getSystemIdleState(_thresholdSeconds: number): 'unknown' {
    record('powerMonitor.getSystemIdleState')
    return 'unknown'
  }

  getSystemIdleTime(): number {
    record('powerMonitor.getSystemIdleTime')
    return 0
  }

  isOnBatteryPower(): boolean {
    record('powerMonitor.isOnBatteryPower')
    return false
  }
}

export const powerMonitor = new PowerMonitor()

const shortcuts = new Map<string, () => void>()

/** Nothing is grabbed; a spec calls what was registered through the record. */
export const globalShortcut = {
  register(accelerator: string, callback: () => void): boolean {
    record('globalShortcut.register', accelerator, callback)
    shortcuts.set(accelerator, callback)
    return true
  },
  isRegistered: (accelerator: string): boolean => shortcuts.has(accelerator),
  unregister(accelerator: string): void {
    shortcuts.delete(accelerator)
  },
  unregisterAll(): void {
    shortcuts.clear()
  },
}
