/**
 * The drop-down window: where it stands on the monitors, and whether a toggle shows it, hides it or
 * brings it to the front. Pure: monitors are numbers, the window is a port.
 */
import type { Clock } from '../../base/clock.ts'
import type { Options } from '../config/table.ts'
import type { ContentBounds, ScreenPoint } from './workspace/drop-place.ts'

/**
 * One monitor as the desktop has it, in px that do not depend on its scale. `area`: without panels
 * and docks.
 */
export interface Monitor {
  readonly bounds: ContentBounds
  readonly area: ContentBounds
}

/** Not smaller, px: less is no terminal. A monitor that has less gives all that it has. */
export const dropDownHeightMin = 120

/**
 * A window that lost the keyboard is hidden after so long, ms: on X11 a key of the desktop takes
 * the keyboard for a moment while it is handled, and a toggle that follows hides the window once,
 * instead of showing it again.
 */
export const focusLossMs = 150

/** @param pointer null: not known */
export function dropDownMonitor<Each extends Monitor>(
  wanted: Options['drop_down']['monitor'],
  monitors: readonly Each[],
  { primary, pointer }: { readonly primary: Each; readonly pointer: ScreenPoint | null },
): Each {
  if (wanted === 'primary') return primary
  if (wanted === 'pointer')
    return (
      (pointer === null ? undefined : monitors.find((one) => holds(one.bounds, pointer))) ?? primary
    )
  // as they stand on the desk: from left to right, and of a column from top to bottom
  const inOrder = monitors.toSorted(
    ({ bounds: one }, { bounds: other }) => one.x - other.x || one.y - other.y,
  )
  return inOrder[Number(wanted) - 1] ?? primary // one that is not plugged in now
}

/**
 * At the upper edge of its monitor, as wide as that is without panels.
 * @param height per cent of that area
 */
export function dropDownFrame(height: number, { area }: Monitor): ContentBounds {
  const wanted = Math.max(Math.round((area.height * height) / 100), dropDownHeightMin)
  return { x: area.x, y: area.y, width: area.width, height: Math.min(wanted, area.height) }
}

function holds({ x, y, width, height }: ContentBounds, point: ScreenPoint): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
}

/** The window as the desktop has it. */
export interface DropDownWindow {
  readonly isVisible: () => boolean
  readonly isFocused: () => boolean
  /** Placed, shown, in front, with the keyboard. */
  readonly show: () => void
  readonly hide: () => void
}

/** Shown and hidden by turns. */
export class DropDown {
  readonly #window: DropDownWindow
  readonly #clock: Clock
  readonly #hidesOnFocusLoss: () => boolean
  /** It has had the keyboard since it was shown: some desktops never give it. */
  #hadFocus = false
  /** Cancels what a loss of the keyboard will do; null: it has it, or never had. */
  #lost: (() => void) | null = null

  constructor(window: DropDownWindow, clock: Clock, hidesOnFocusLoss: () => boolean) {
    this.#window = window
    this.#clock = clock
    this.#hidesOnFocusLoss = hidesOnFocusLoss
  }

  /** A window that is only behind others, or without the keyboard, comes to the front. */
  toggle(): void {
    const inUse = this.#window.isFocused() || this.#lost !== null || !this.#hadFocus
    if (this.#window.isVisible() && inUse) this.hide()
    else this.show()
  }

  show(): void {
    this.#keep()
    if (!this.#window.isVisible()) this.#hadFocus = false
    this.#window.show()
  }

  hide(): void {
    this.#keep()
    this.#hadFocus = false
    if (this.#window.isVisible()) this.#window.hide()
  }

  /** It has the keyboard. */
  focused(): void {
    this.#keep()
    this.#hadFocus = true
  }

  /** The keyboard went to another window, perhaps for a moment only. */
  blurred(): void {
    if (!this.#window.isVisible()) return
    this.#keep()
    this.#lost = this.#clock.after(focusLossMs, () => {
      this.#lost = null
      if (this.#hidesOnFocusLoss() && !this.#window.isFocused()) this.hide()
    })
  }

  /** The window is gone. */
  dispose(): void {
    this.#keep()
  }

  #keep(): void {
    this.#lost?.()
    this.#lost = null
  }
}
