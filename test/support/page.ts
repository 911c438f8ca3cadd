/** A page as a session sees it: takes the messages of one tab into a terminal of its own, and says when an offset is not the one it waits for. */
import type { MainMessage } from '../../src/core/ipc/contract.ts'
import { snapshotOf, Terminal, type Snapshot } from '../../src/core/vt/index.ts'

export class FakePage {
  readonly #size: { readonly cols: number; readonly rows: number }
  readonly #scrollback: number
  #terminal: Terminal
  /** Offset of the next byte. */
  next = 0
  /** Messages whose offset was not the one that was waited for. */
  gaps = 0
  readonly kinds: string[] = []

  constructor(size: { readonly cols: number; readonly rows: number }, scrollback: number) {
    this.#size = size
    this.#scrollback = scrollback
    this.#terminal = this.#fresh(size)
  }

  take(message: MainMessage): void {
    if (!message.kind.startsWith('tab/')) return
    if (this.kinds.at(-1) !== message.kind) this.kinds.push(message.kind)
    switch (message.kind) {
      case 'tab/begin':
        this.#terminal = this.#fresh(message.size ?? this.#size)
        this.next = message.at
        this.#terminal.write(message.bytes)
        return
      case 'tab/restore':
        this.#terminal.write(message.bytes)
        if (message.last) this.#terminal.resize(this.#size.cols, this.#size.rows)
        return
      case 'tab/replay': case 'tab/output':
        if (message.at !== this.next) this.gaps += 1
        this.next = message.at + message.bytes.length
        this.#terminal.write(message.bytes)
        return
      default: return
    }
  }

  /** What it shows, with its history. */
  get screen(): Omit<Snapshot, 'at' | 'links'> {
    const { at: _, links: __, ...rest } = snapshotOf(this.#terminal.screen, { epoch: 0, rev: 0, at: 0 }, this.#scrollback)
    return rest
  }

  #fresh({ cols, rows }: { readonly cols: number; readonly rows: number }): Terminal {
    return new Terminal({ cols, rows, scrollback: this.#scrollback })
  }
}
