/**
 * Mouse and clipboard events of one grid that xterm.js would handle differently: wheel, middle and
 * right button, and the browser's own paste. Listens in the capture phase to decide first.
 */
import type { GridOptions } from '../../core/config/grid-options.ts'
import type { Grid } from './grid.ts'
import { listenToMouseBindings, whenReleased, type MouseActions } from '../keys/mouse-bindings.ts'
import { isSideButton, MouseReports } from './mouse-reports.ts'
import { listenToPromptClicks } from './prompt-clicks.ts'
import type { LinkTarget } from './text/link-hover.ts'
import { Selection } from './text/selection.ts'

export interface PointerPorts {
  readonly menu: (grid: Grid, at: { readonly x: number; readonly y: number }) => void
  readonly pastePrimary: (grid: Grid) => void
  /** Pastes the clipboard's text into the grid. */
  readonly paste: (grid: Grid) => void
  readonly writePrimary: (text: string, grid: Grid) => void
  /** Called if selected lines are missing. */
  readonly notRead: () => void
  /** Called when the user has selected something with the mouse. */
  readonly selected: (grid: Grid) => void
  readonly bound: MouseActions
  readonly openLink: (grid: Grid, target: LinkTarget) => void
}

/** Chromium's `wheelDelta` of one wheel step. */
const detent = 120

export function handlePointer(grid: Grid, ports: PointerPorts, options: () => GridOptions): void {
  const { host, terminal } = grid
  const selection = new Selection(
    terminal,
    (done) => {
      if (options().clipboard.primary) grid.text.readSelection(done)
    },
    { write: (text) => ports.writePrimary(text, grid), notRead: ports.notRead },
  )
  listenToMouseBindings(grid, ports.bound)
  const reports = new MouseReports(terminal)
  listenToPromptClicks(grid, reports)
  const on = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    act: (event: HTMLElementEventMap[Kind]) => void,
  ): void => host.addEventListener(kind, act, { capture: true, passive: false })
  on('wheel', wheelScroller(grid, reports, options))
  // from the core's state, which has names of CSS only; grid.css uses it
  terminal.parser.registerOscHandler(22, (shape) => {
    host.style.setProperty('--program-pointer', shape)
    return true
  })

  /** Opened when the button is released on it. */
  let pressed: LinkTarget | null = null
  on('mousemove', (event) => {
    grid.links.keys(event)
    if (pressed !== null) take(event)
  })
  on('mousedown', (event) => {
    takeSideButton(grid, reports, event)
    // With the modifier held, the click is for the link, not for a selection or the program.
    pressed = event.button === 0 && !event.shiftKey ? grid.links.target(event) : null
    if (pressed !== null && options().links.modifier !== 'none') {
      take(event)
      grid.focus()
      return
    }
    if (event.button === 0)
      selection.begin(() => {
        if (terminal.hasSelection()) ports.selected(grid)
      })
    // xterm.js would drop or extend the selection
    if (event.button === 2 && !isPrograms(grid, event)) {
      take(event)
      grid.focus()
    }
  })
  // Pastes when the button is released, as usual. The browser would paste, too, and xterm.js would
  // move its text field there.
  on('mouseup', (event) => {
    const target = pressed
    pressed = null
    if (event.button === 0 && target !== null) {
      if (options().links.modifier !== 'none') take(event)
      if (
        grid.links.target(event) === target &&
        (options().links.modifier !== 'none' || !terminal.hasSelection())
      ) {
        grid.links.opened()
        ports.openLink(grid, target)
      }
      return
    }
    if (event.button !== 1) return
    event.preventDefault()
    if (!isPrograms(grid, event)) ports.pastePrimary(grid)
  })
  on('contextmenu', (event) => {
    take(event)
    if (isPrograms(grid, event)) return
    switch (options().mouse.right_click) {
      case 'menu':
        ports.menu(grid, { x: event.clientX, y: event.clientY })
        return
      case 'paste':
        ports.paste(grid)
        return
      case 'extend':
        extendSelection(host, event)
        return
    }
  })
  for (const kind of ['paste', 'copy', 'cut', 'auxclick'] as const) on(kind, take)
}

function take(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Gives a side button to the program, which also gets a release outside the grid. Chromium would go
 * back or forward in the page's history.
 */
function takeSideButton(grid: Grid, reports: MouseReports, press: MouseEvent): void {
  if (!isSideButton(press)) return
  const isReported = isPrograms(grid, press)
  if (isReported) reports.sideButton(press, true)
  whenReleased(press, (event) => {
    if (isReported) reports.sideButton(event, false)
  })
  press.preventDefault()
  press.stopImmediatePropagation()
}

/** Returns whether the program gets the mouse. Shift prevents it. */
function isPrograms(grid: Grid, event: MouseEvent): boolean {
  return grid.modes.mouseTaken && !event.shiftKey
}

/** Simulates a left press with Shift, which extends a selection in xterm.js. */
function extendSelection(host: HTMLElement, { clientX, clientY }: MouseEvent): void {
  const press = {
    bubbles: true,
    cancelable: true,
    button: 0,
    shiftKey: true,
    detail: 1,
    clientX,
    clientY,
  }
  const screen = host.querySelector('.xterm-screen')
  screen?.dispatchEvent(new MouseEvent('mousedown', press))
  screen?.dispatchEvent(new MouseEvent('mouseup', press))
}

/**
 * Scrolls by the configured lines per wheel step. On the alternate screen the program gets arrow
 * keys instead, unless it has reset mode 1007. Fractions of a line count for the next event.
 */
function wheelScroller(
  grid: Grid,
  reports: MouseReports,
  options: () => GridOptions,
): (event: WheelEvent) => void {
  const { terminal } = grid
  let lines = 0
  return (event) => {
    // the browser would zoom the page
    if (event.ctrlKey) {
      take(event)
      return
    }
    if (isPrograms(grid, event) && terminal.modes.mouseTrackingMode !== 'x10') {
      reports.wheel(event) // xterm.js reports the vertical wheel
      return
    }
    take(event)
    const delta =
      (-(event as WheelEvent & { readonly wheelDeltaY: number }).wheelDeltaY / detent) *
      options().scrollback.wheel_lines_per_detent
    if (Math.sign(delta) !== Math.sign(lines)) lines = 0
    lines += delta
    const whole = Math.trunc(lines)
    lines -= whole
    if (whole === 0) return
    if (!grid.alternate) {
      terminal.scrollLines(whole)
      return
    }
    if (!grid.modes.wheelSendsKeys) return
    const key =
      (terminal.modes.applicationCursorKeysMode ? '\x1bO' : '\x1b[') + (whole < 0 ? 'A' : 'B')
    grid.input.type(key.repeat(Math.min(Math.abs(whole), terminal.rows)))
  }
}
