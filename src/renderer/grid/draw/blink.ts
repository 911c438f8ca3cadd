/** Stops the cursor's blinking 15 s after the last key, with up to one timer. */
import type { Terminal } from '@xterm/xterm'
import { blinkForMs } from '../limits.ts'
import type { XtermInside } from '../xterm-inside.ts'

export class Blink {
  readonly #terminal: Terminal
  readonly #inside: XtermInside
  #timer: number | null = null
  #lastInputAt = 0
  #resting = true
  /** The program's blink mode before the stop. */
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
    // A program that sets the cursor's style decides from now on, whatever style is remembered.
    terminal.parser.registerCsiHandler({ intermediates: ' ', final: 'q' }, () => {
      this.#wantedByProgram = undefined
      if (focused()) this.wake()
      // After xterm.js has read it. If blinking is off, no program can turn it on.
      queueMicrotask(() => {
        if (!this.#blinks() && inside.blinkWanted === true) inside.blinkWanted = false
        inside.followBlink()
      })
      return false
    })
  }

  /** Called on input, or when the grid gets the focus. */
  wake(): void {
    this.#lastInputAt = performance.now()
    if (!this.#resting) return
    this.#resting = false
    this.#use()
    this.#timer = window.setTimeout(() => this.#check(), blinkForMs)
  }

  /** Called when `cursor.blink_ms` has changed. */
  configured(): void {
    if (this.#resting) return
    this.rest()
    this.wake()
  }

  /** If blinking is off, no program can turn it on. */
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
