/** Reports a selection at the release of the mouse button, or after another change. */
import type { Terminal } from '@xterm/xterm'
import { Debouncer } from '../../../base/time/debouncer.ts'
import type { PageMessage } from '../../../core/ipc/contract.ts'
import { clipboardTextMax } from '../../../core/ipc/limits.ts'
import { pageClock } from '../../page/clock.ts'
import type { Grid } from '../grid.ts'
import { primaryDelayMs } from '../limits.ts'

/** Position of a selection for its copy, or nothing for a block, which is not cleaned. */
export function drawnSelection({
  id,
  terminal,
  inside,
}: Pick<Grid, 'id' | 'terminal' | 'inside'>): Pick<
  PageMessage & { kind: 'clipboard/write' },
  'drawn'
> {
  const at = terminal.getSelectionPosition()?.start
  if (at === undefined || inside.buffer.hasBlock) return {}
  const before = terminal.buffer.active.getLine(at.y)?.translateToString(false, 0, at.x) ?? ''
  return { drawn: { session: id, before, columns: terminal.cols } }
}

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
