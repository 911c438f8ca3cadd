/**
 * Lets a grid's cursor rest: it stops blinking 15 s after the last key and goes on with the
 * next. At most one timer, and none once it rests.
 */
import type { Terminal } from '@xterm/xterm'
import { blinkForMs } from '../limits.ts'
import type { XtermInside } from '../xterm-inside.ts'

export class Blink {
  readonly #terminal: Terminal
  readonly #inside: XtermInside
  #timer: number | null = null
  #lastInputAt = 0
  #resting = true
  /** What the program wanted before the rest. */
  #wantedByProgram: boolean | undefined = undefined
  readonly #blinks: () => boolean

  constructor(
    terminal: Terminal,
    inside: XtermInside,
    focused: () => boolean,
    blinks: () => boolean,
  ) {
    this.#terminal = terminal
    this.#inside = inside
    this.#blinks = blinks
    terminal.options.cursorBlink = false
    // A program that sets the cursor's style means it from now on, whatever is remembered.
    terminal.parser.registerCsiHandler({ intermediates: ' ', final: 'q' }, () => {
      this.#wantedByProgram = undefined
      if (focused()) this.wake()
      // When xterm.js has read it too. With blinking turned off, no program turns it on.
      queueMicrotask(() => {
        if (!this.#blinks() && inside.blinkWanted === true) inside.blinkWanted = false
        inside.followBlink()
      })
      return false
    })
  }

  /** The user did something, or the grid has got the focus. */
  wake(): void {
    this.#lastInputAt = performance.now()
    if (!this.#resting) return
    this.#resting = false
    this.#use()
    this.#timer = window.setTimeout(() => this.#check(), blinkForMs)
  }

  /** `cursor.blink_ms` is another one. */
  configured(): void {
    if (this.#resting) return
    this.rest()
    this.wake()
  }

  /** With blinking turned off, no program turns it on. */
  #use(): void {
    if (this.#wantedByProgram !== undefined)
      this.#inside.blinkWanted = this.#wantedByProgram && this.#blinks()
    this.#terminal.options.cursorBlink = this.#blinks()
  }

  rest(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer)
    this.#timer = null
    if (this.#resting) return
    this.#resting = true
    this.#wantedByProgram = this.#inside.blinkWanted
    if (this.#wantedByProgram === true) this.#inside.blinkWanted = false
    this.#terminal.options.cursorBlink = false
  }

  #check(): void {
    this.#timer = null
    const leftMs = this.#lastInputAt + blinkForMs - performance.now()
    if (leftMs <= 0) this.rest()
    else this.#timer = window.setTimeout(() => this.#check(), leftMs)
  }
}
