/** Reports a selection at the release of the mouse button, or after another change. */
import type { Terminal } from '@xterm/xterm'
import { Debouncer } from '../../../base/time/debouncer.ts'
import { clipboardTextMax } from '../../../core/ipc/limits.ts'
import { pageClock } from '../../page/clock.ts'
import { primaryDelayMs } from '../limits.ts'

type ReadText = (done: (text: string | null) => void) => void

interface SelectionPorts {
  readonly write: (text: string) => void
  /** Called if lines of it are missing. */
  readonly notRead: () => void
}

export class Selection {
  readonly #terminal: Terminal
  readonly #read: ReadText
  readonly #ports: SelectionPorts
  #dragging = false
  readonly #settled = new Debouncer(pageClock, primaryDelayMs, () => this.#flush())
  #written = ''

  /**
   * @param read passes the selected text in the form in which it is copied, or null if it cannot be
   * read
   */
  constructor(terminal: Terminal, read: ReadText, ports: SelectionPorts) {
    this.#terminal = terminal
    this.#read = read
    this.#ports = ports
    terminal.onSelectionChange(() => {
      if (!this.#dragging) this.#settled.changed()
    })
  }

  /** Called when the left button is pressed. Until it is released, the selection is one change. */
  begin(ended: () => void): void {
    this.#dragging = true
    // On the window, because the pointer may be anywhere at the release.
    window.addEventListener(
      'mouseup',
      () => {
        this.#dragging = false
        this.#settled.changed()
        ended()
      },
      { once: true },
    )
  }

  #flush(): void {
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
