/**
 * The drop-down window: at the upper edge of a monitor, above other windows, on all workspaces
 * ([drop_down] in docs/reference/config.md, docs/guides/drop-down-and-global-shortcuts.md).
 */
import type { Options } from '../../core/config/table.ts'
import { DropDown, dropDownFrame, dropDownMonitor } from '../../core/windows/drop-down.ts'
import type { ContentBounds } from '../../core/windows/workspace/drop-place.ts'
import { systemClock } from '../../host/clock.ts'
import { recordCall } from '../test-hook.ts'
import { screen, type BrowserWindow, type Display } from '../electron.ts'

type DropDownOptions = Options['drop_down']

/**
 * Initial title, which compositor rules can match (docs/guides/drop-down-and-global-shortcuts.md).
 */
export const dropDownTitle = 'vibeflow drop-down'

/**
 * Options of its constructor. A toolbar is not in task lists on X11, where Electron ignores
 * `skipTaskbar`. Since Electron 43, a window without a frame has rounded corners and a shadow.
 */
export const dropDownLook = {
  alwaysOnTop: true,
  type: 'toolbar',
  roundedCorners: false,
  hasShadow: false,
} as const

/** Smaller differences in height, px, are rounding, not a wish of the user. */
const roundingPx = 2

/** Returns its bounds if it is shown now. */
export function dropDownPlace({ height, monitor }: DropDownOptions): ContentBounds {
  return dropDownFrame(height, asMonitor(displayOf(monitor)))
}

/** @param window made with the bounds of `dropDownPlace` */
export function makeDropDown(window: BrowserWindow, options: () => DropDownOptions): DropDown {
  window.setVisibleOnAllWorkspaces(true)
  // A user who drags its edge chooses the height while it exists, in proportion on each monitor,
  // until the option changes.
  let placed: ContentBounds | null = null
  let dragged: { readonly height: number; readonly instead: number } | null = null
  const heightOf = ({ height }: DropDownOptions): number =>
    dragged?.instead === height ? dragged.height : height
  const noteDragged = (): void => {
    const now = window.getBounds()
    if (placed === null || Math.abs(now.height - placed.height) <= roundingPx) return
    const { area } = asMonitor(screen.getDisplayMatching(now))
    dragged = { height: Math.min(100, (now.height * 100) / area.height), instead: options().height }
  }
  const place = (display: Display): void => {
    placed = dropDownFrame(heightOf(options()), asMonitor(display))
    window.setBounds(placed)
  }
  const metricsChanged = (_event: unknown, display: Display): void => {
    if (!window.isVisible() || placed === null) return
    if (screen.getDisplayMatching(placed).id === display.id) place(display)
  }
  screen.on('display-metrics-changed', metricsChanged)
  window.on('closed', () => screen.off('display-metrics-changed', metricsChanged))
  const dropDown = new DropDown(
    {
      isVisible: () => window.isVisible() && !window.isMinimized(),
      isFocused: () => window.isFocused(),
      show: () => {
        if (window.isDestroyed()) return
        const wasVisible = window.isVisible()
        if (window.isMinimized()) window.restore()
        if (!wasVisible) place(displayOf(options().monitor))
        recordCall('dropDown.show', performance.timeOrigin + performance.now())
        window.show()
        window.focus()
      },
      hide: () => {
        if (window.isDestroyed()) return
        noteDragged()
        window.hide()
      },
    },
    systemClock,
    () => options().hide_on_focus_loss,
  )
  window.on('focus', () => dropDown.focused())
  window.on('blur', () => dropDown.blurred())
  return dropDown
}

function displayOf(monitor: DropDownOptions['monitor']): Display {
  const primary = screen.getPrimaryDisplay()
  const displays = screen.getAllDisplays().map((display) => ({ display, ...asMonitor(display) }))
  const first = displays.find(({ display }) => display.id === primary.id) ?? {
    display: primary,
    ...asMonitor(primary),
  }
  const pointer = screen.getCursorScreenPoint()
  return dropDownMonitor(monitor, displays, { primary: first, pointer }).display
}

function asMonitor({ bounds, workArea }: Display) {
  return { bounds, area: workArea }
}
