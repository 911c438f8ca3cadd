/**
 * Reports what a grid's selection has become: when the button is let go, and after a rest while it
 * changes in another way (keys, script).
 */
import type { Terminal } from '@xterm/xterm'
import { clipboardTextMax } from '../../../core/ipc/limits.ts'
import { primaryDelayMs } from '../limits.ts'

type ReadText = (done: (text: string | null) => void) => void

interface SelectionPorts {
  readonly write: (text: string) => void
  /** Lines of it are not there. */
  readonly notRead: () => void
}

export class Selection {
  readonly #terminal: Terminal
  readonly #read: ReadText
  readonly #ports: SelectionPorts
  #dragging = false
  #timer: number | null = null
  #written = ''

  /** `read`: what is selected, as it is copied, as soon as it can be read; null: it cannot. */
  constructor(terminal: Terminal, read: ReadText, ports: SelectionPorts) {
    this.#terminal = terminal
    this.#read = read
    this.#ports = ports
    terminal.onSelectionChange(() => {
      if (!this.#dragging) this.#later()
    })
  }

  /** The left button goes down: what is selected until it comes up is one change. */
  begin(ended: () => void): void {
    this.#dragging = true
    // On the window: the pointer may be anywhere when the button comes up.
    window.addEventListener(
      'mouseup',
      () => {
        this.#dragging = false
        this.#later()
        ended()
      },
      { once: true },
    )
  }

  #later(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#flush(), primaryDelayMs)
  }

  #flush(): void {
    this.#timer = null
    if (!this.#terminal.hasSelection()) {
      this.#written = ''
      return
    }
    this.#read((text) => {
      if (text === null) {
        if (this.#terminal.hasSelection()) this.#ports.notRead()
        return
      }
      if (text === '' || text === this.#written || text.length > clipboardTextMax) return
      this.#written = text
      this.#ports.write(text)
    })
  }
}
