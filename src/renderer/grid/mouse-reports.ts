/** Sends mouse reports that xterm.js does not: for the horizontal wheel and the side buttons. */
import type { Terminal } from '@xterm/xterm'
import { coreOf } from './xterm-names.ts'

interface Position {
  readonly col: number
  readonly row: number
  readonly x: number
  readonly y: number
}

interface Core {
  readonly screenElement: HTMLElement
  readonly _mouseService: {
    getMouseReportCoords(event: MouseEvent, element: HTMLElement): Position | undefined
  }
  readonly coreMouseService: {
    triggerMouseEvent(
      event: Position & {
        button: number
        action: number
        ctrl: boolean
        alt: boolean
        shift: boolean
      },
    ): boolean
  }
}

/** xterm.js's numbers: buttons as in X11's protocol, actions of the wheel and of buttons. */
const wheel = 4
const action = { up: 0, down: 1, left: 2, right: 3 } as const

/** X11's button 8 (back) by the DOM's number of it; forward is 9. */
const [backButton, firstSideButton] = [8, 3]

/** `wheelDeltaX` of one wheel step in Chromium. */
const detent = 120

export class MouseReports {
  readonly #terminal: Terminal
  #sideways = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Reports each step of the horizontal wheel as button 66 (left) or 67 (right). */
  wheel(event: WheelEvent): void {
    const { wheelDeltaX } = event as WheelEvent & { readonly wheelDeltaX: number }
    if (Math.sign(wheelDeltaX) !== Math.sign(this.#sideways)) this.#sideways = 0
    this.#sideways += wheelDeltaX
    const detents = Math.trunc(this.#sideways / detent)
    this.#sideways -= detents * detent
    for (let left = Math.abs(detents); left > 0; left -= 1)
      this.#report(event, wheel, detents > 0 ? action.left : action.right)
  }

  /** Reports the press or release of a side button, as 128 (back) or 129 (forward). */
  sideButton(event: MouseEvent, pressed: boolean): void {
    const button = backButton + event.button - firstSideButton
    this.#report(event, button, pressed ? action.down : action.up)
  }

  /** Returns the cell under the pointer, 0-based, or undefined outside the screen. */
  cellAt(event: MouseEvent): Pick<Position, 'col' | 'row'> | undefined {
    const core = coreOf<Core>(this.#terminal)
    return core._mouseService.getMouseReportCoords(event, core.screenElement)
  }

  #report(event: MouseEvent, button: number, act: number): void {
    const core = coreOf<Core>(this.#terminal)
    const at = core._mouseService.getMouseReportCoords(event, core.screenElement)
    if (at === undefined) return
    const { ctrlKey: ctrl, altKey: alt, shiftKey: shift } = event
    core.coreMouseService.triggerMouseEvent({ ...at, button, action: act, ctrl, alt, shift })
  }
}

/** Returns whether this is the back or forward button of a mouse. */
export const isSideButton = ({ button }: MouseEvent): boolean =>
  button === firstSideButton || button === firstSideButton + 1
