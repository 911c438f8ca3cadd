/**
 * Mouse and clipboard events of one grid that xterm.js would handle otherwise: the wheel, the middle button, the right button and
 * the browser's own paste. Listens in the capture phase, so it decides first.
 */
import type { Grid } from './grid.ts'
import type { Options } from '../../core/config/table.ts'
import { wheelLines } from '../../core/view/hands.ts'
import { Selection } from './selection.ts'

export interface PointerPorts {
  readonly menu: (grid: Grid, at: { readonly x: number; readonly y: number }) => void
  readonly pastePrimary: (grid: Grid) => void
  /** The clipboard's text is wanted in this grid. */
  readonly paste: (grid: Grid) => void
  /** Something has been selected. */
  readonly selected: (text: string) => void
  readonly options: () => Options
}

export function handlePointer(grid: Grid, ports: PointerPorts): void {
  const { host, terminal } = grid
  const selection = new Selection(terminal, () => grid.selectedText, ports.selected)
  const on = <Kind extends keyof HTMLElementEventMap>(kind: Kind, act: (event: HTMLElementEventMap[Kind]) => void): void =>
    host.addEventListener(kind, act, { capture: true, passive: false })
  const take = (event: Event): void => { event.preventDefault(); event.stopPropagation() }
  /** The program gets the mouse, unless Shift is held. */
  const isPrograms = (event: MouseEvent): boolean => grid.mouseTaken && !event.shiftKey

  /** As a press of the left button with Shift, which is how xterm.js extends a selection. */
  const extend = ({ clientX, clientY }: MouseEvent): void => {
    const press = { bubbles: true, cancelable: true, button: 0, shiftKey: true, detail: 1, clientX, clientY }
    const screen = host.querySelector('.xterm-screen')
    screen?.dispatchEvent(new MouseEvent('mousedown', press))
    screen?.dispatchEvent(new MouseEvent('mouseup', press))
  }

  let lines = 0
  on('wheel', (event) => {
    if (event.ctrlKey) { take(event); return } // the browser would zoom the page
    if (isPrograms(event) && terminal.modes.mouseTrackingMode !== 'x10') return
    take(event)
    const turned = -(event as WheelEvent & { readonly wheelDeltaY: number }).wheelDeltaY
    const delta = wheelLines(ports.options(), turned)
    if (Math.sign(delta) !== Math.sign(lines)) lines = 0
    lines += delta
    const whole = Math.trunc(lines)
    lines -= whole
    if (whole === 0) return
    if (!grid.alternate) { terminal.scrollLines(whole); return }
    const key = (terminal.modes.applicationCursorKeysMode ? '\x1bO' : '\x1b[') + (whole < 0 ? 'A' : 'B')
    grid.input(key.repeat(Math.min(Math.abs(whole), terminal.rows)))
  })

  on('mousedown', (event) => {
    if (event.button === 0) selection.begin()
    if (event.button === 2 && !isPrograms(event)) { take(event); grid.focus() } // xterm.js would drop or extend the selection
  })
  // Pasted when the button goes up, as everywhere; the browser would paste too, and xterm.js move its text field there.
  on('mouseup', (event) => {
    if (event.button !== 1) return
    event.preventDefault()
    if (!isPrograms(event)) ports.pastePrimary(grid)
  })
  on('auxclick', take)
  on('contextmenu', (event) => {
    take(event)
    if (isPrograms(event)) return
    switch (ports.options().mouse.right_click) {
      case 'menu': ports.menu(grid, { x: event.clientX, y: event.clientY }); return
      case 'paste': ports.paste(grid); return
      case 'extend': extend(event); return
    }
  })
  for (const kind of ['paste', 'copy', 'cut', 'drop', 'dragover'] as const) on(kind, take)
}
