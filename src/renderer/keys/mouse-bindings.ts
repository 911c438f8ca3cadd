/**
 * Runs the actions that shortcuts bind to the mouse in a grid. A program that reports the mouse
 * keeps it, except with Shift. A click on a link that opens with it is the link's.
 */
import {
  buttonKey,
  wheelKeys,
  type MouseKey,
  type MousePress,
} from '../../core/config/keys/mouse-chords.ts'
import type { Grid } from '../grid/grid.ts'
import { wheelActionsMax } from './limits.ts'

/**
 * Returns a function that runs the action of a mouse event, or null without an action. It returns
 * whether there was something to do.
 */
export type MouseActions = (press: MousePress) => (() => boolean) | null

/** Chromium's `wheelDelta` of one wheel step. */
const detent = 120

/** Listens before all other listeners of the grid's mouse. */
export function listenToMouseBindings(grid: Grid, actions: MouseActions): void {
  const on = <Kind extends 'mousedown' | 'contextmenu' | 'wheel'>(
    kind: Kind,
    act: (event: HTMLElementEventMap[Kind]) => void,
  ): void => grid.host.addEventListener(kind, act, { capture: true, passive: false })
  const actionOf = (event: MouseEvent, keys: readonly (MouseKey | null)[]) => {
    const { ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta } = event
    const takes = grid.modes.mouseTaken
    if (takes && !shift) return null
    const bindable = keys.filter((key) => key !== null)
    return actions({ keys: bindable, ctrl, shift, alt, meta, takes })
  }
  on('mousedown', (press) => {
    if (press.button === 0 && grid.links.target(press) !== null) return
    const run = actionOf(press, [buttonKey(press.button)])
    if (run === null) return
    stop(press)
    grid.focus()
    whenReleased(press, (event) => {
      if (event.target instanceof Node && grid.host.contains(event.target)) run()
    })
  })
  on('contextmenu', (event) => {
    if (event.button === 2 && actionOf(event, ['rightclick']) !== null) stop(event)
  })
  let turned = 0
  let turnedKey: MouseKey | undefined
  /** Whether the last step had nothing to do, so that the wheel scrolls. */
  let scrolls = false
  on('wheel', (event) => {
    const { wheelDeltaX: x, wheelDeltaY: y } = event as WheelEvent & {
      readonly wheelDeltaX: number
      readonly wheelDeltaY: number
    }
    const keys = wheelKeys(-x, -y, event.shiftKey)
    const run = actionOf(event, keys)
    if (run === null) return
    if (keys[0] !== turnedKey) {
      turned = 0
      scrolls = false
    }
    turnedKey = keys[0]
    turned += Math.max(Math.abs(x), Math.abs(y))
    const steps = Math.trunc(turned / detent)
    turned -= steps * detent
    if (steps > 0) scrolls = !run()
    if (scrolls) return
    stop(event)
    for (let step = Math.min(steps, wheelActionsMax); step > 1; step -= 1) run()
  })
}

/** By mouse button: ends the wait for its release. */
const waits = new Map<number, AbortController>()

/**
 * Calls with the release of a pressed button, which then reaches no other listener. If the release
 * never arrives, the wait ends with the next press of the button.
 */
export function whenReleased(press: MouseEvent, act: (event: MouseEvent) => void): void {
  waits.get(press.button)?.abort()
  const wait = new AbortController()
  waits.set(press.button, wait)
  const released = (event: MouseEvent): void => {
    if (event.button !== press.button) return
    wait.abort()
    stop(event)
    act(event)
  }
  window.addEventListener('mouseup', released, { capture: true, signal: wait.signal })
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
