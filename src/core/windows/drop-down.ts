/** The drop-down window: its bounds, and showing, hiding or focusing it. Pure. */
import type { Clock } from '../../base/clock.ts'
import type { Options } from '../config/table.ts'
import type { ContentBounds, ScreenPoint } from './workspace/drop-place.ts'

/** A monitor, in density-independent px. `area`: without panels and docks. */
export interface Monitor {
  readonly bounds: ContentBounds
  readonly area: ContentBounds
}

/** Minimum height, px. A smaller monitor is filled. */
export const dropDownHeightMin = 120

/**
 * Delay before a window that lost the focus is hidden, ms. On X11 a global shortcut takes the focus
 * for a moment; the toggle that follows then hides the window once instead of showing it again.
 */
export const focusLossMs = 150

/** @param pointer `null` if unknown */
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
  // in their arrangement: from left to right, within a column from top to bottom
  const inOrder = monitors.toSorted(
    ({ bounds: one }, { bounds: other }) => one.x - other.x || one.y - other.y,
  )
  return inOrder[Number(wanted) - 1] ?? primary // a missing monitor
}

/** Returns the bounds at the upper edge. `height`: percent of the work area. */
export function dropDownFrame(height: number, { area }: Monitor): ContentBounds {
  const wanted = Math.max(Math.round((area.height * height) / 100), dropDownHeightMin)
  return { x: area.x, y: area.y, width: area.width, height: Math.min(wanted, area.height) }
}

function holds({ x, y, width, height }: ContentBounds, point: ScreenPoint): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
}

interface DropDownWindow {
  readonly isVisible: () => boolean
  readonly isFocused: () => boolean
  /** Positions, shows, raises and focuses it. */
  readonly show: () => void
  readonly hide: () => void
}

/** Shows and hides the window. */
export class DropDown {
  readonly #window: DropDownWindow
  readonly #clock: Clock
  readonly #hidesOnFocusLoss: () => boolean
  /** It had the focus since it was shown; some desktops never give it. */
  #hadFocus = false
  /** Cancels the pending reaction to a focus loss; `null` if there is none. */
  #lost: (() => void) | null = null

  constructor(window: DropDownWindow, clock: Clock, hidesOnFocusLoss: () => boolean) {
    this.#window = window
    this.#clock = clock
    this.#hidesOnFocusLoss = hidesOnFocusLoss
  }

  /** Hides a visible window in use; otherwise shows and focuses it. */
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

  focused(): void {
    this.#keep()
    this.#hadFocus = true
  }

  /** Handles a focus loss, which may be momentary. */
  blurred(): void {
    if (!this.#window.isVisible()) return
    this.#keep()
    this.#lost = this.#clock.after(focusLossMs, () => {
      this.#lost = null
      if (this.#hidesOnFocusLoss() && !this.#window.isFocused()) this.hide()
    })
  }

  dispose(): void {
    this.#keep()
  }

  #keep(): void {
    this.#lost?.()
    this.#lost = null
  }
}
