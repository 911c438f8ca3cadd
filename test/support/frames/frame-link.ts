/**
 * A core and a page that draws its frames, in one process. Messages go both ways in order, and are
 * delivered when the test requests it.
 */
import { Prompts } from '../../../src/terminal/frames/prompts.ts'
import { Subscription } from '../../../src/terminal/frames/subscription.ts'
import { Terminal } from '../../../src/terminal/index.ts'
import { FakeClock } from '../fake/fake-clock.ts'
import { FrameTerminal } from './frame-terminal.ts'

const numberingsPerEpoch = 2 ** 32

export class FrameLink {
  readonly clock = new FakeClock()
  readonly page: FrameTerminal
  terminal!: Terminal
  prompts!: Prompts
  readonly toPage: Uint8Array[] = []
  #subscription: Subscription | null = null
  #epoch = 0
  readonly #scrollback: number

  constructor({ cols = 20, rows = 4, scrollback = 100_000 } = {}) {
    this.#scrollback = scrollback
    this.page = new FrameTerminal(cols, rows, this.clock)
    this.begin(cols, rows)
  }

  /** Starts a fresh terminal, as after the death of a worker that cannot be fed again. */
  begin(cols: number, rows: number): void {
    this.prompts = new Prompts()
    this.terminal = new Terminal({
      cols,
      rows,
      scrollback: this.#scrollback,
      marks: this.prompts,
      numbering: this.#epoch++ * numberingsPerEpoch,
    })
    if (this.#subscription !== null) this.#subscribe(true)
  }

  print(text: string | Uint8Array): void {
    this.terminal.write(typeof text === 'string' ? new TextEncoder().encode(text) : text)
    this.#subscription?.printed(this.terminal.screen.modes.synchronizedOutput)
  }

  /** `by` a client of the session's socket: the page does not know before. */
  resize(cols: number, rows: number, by: 'window' | 'client' = 'window'): void {
    if (by === 'window') this.page.view.viewReport.send()
    this.deliverToCore()
    this.terminal.resize(cols, rows)
    this.#subscription?.changed()
  }

  setScrollback(lines: number): void {
    this.terminal.setScrollback(lines)
    this.#subscription?.changed()
  }

  /** Delivers the page's messages to the core. */
  deliverToCore(): void {
    for (const message of this.page.sent.splice(0)) {
      switch (message.kind) {
        case 'session/frames':
          this.#subscribe(message.on)
          break
        case 'session/drawn':
          this.#subscription?.drawn()
          break
        case 'session/rows-taken':
          this.#subscription?.rowsTaken()
          break
        case 'session/want-rows':
          this.#subscription?.wantRows(message.numbering, message.first, message.count)
          break
        case 'session/view':
          if (message.numbering === this.terminal.screen.numbering) this.prompts.view = message.row
          break
      }
    }
  }

  /** So many messages of the core reach the page. */
  deliverToPage(count = Number.POSITIVE_INFINITY): void {
    for (let next = 0; next < count && this.toPage.length > 0; next += 1)
      this.page.view.take(this.toPage.shift()!)
  }

  /** Everything that is on its way arrives, and is drawn; no time passes. */
  exchange(): void {
    for (let round = 0; round < 10_000; round += 1) {
      this.deliverToCore()
      this.deliverToPage()
      if (!this.page.held) this.page.drawn()
      if (this.page.sent.length === 0 && this.toPage.length === 0) return
    }
    throw new Error('page and core talk without end')
  }

  /** Until nothing more comes. */
  settle(ms = 2_000): void {
    for (let time = 0; time < ms; time += 25) {
      this.exchange()
      this.clock.advance(25)
    }
    this.exchange()
  }

  /** The rows of the page's history and screen, from the oldest. */
  get rows(): string[] {
    const { normal } = this.page.terminal.buffer
    return Array.from({ length: normal.length }, (_, index) =>
      normal.getLine(index)!.translateToString(true),
    )
  }

  /** The visible rows. */
  get view(): string[] {
    const { active } = this.page.terminal.buffer
    return Array.from({ length: this.page.terminal.rows }, (_, y) =>
      active.getLine(active.viewportY + y)!.translateToString(true),
    )
  }

  #subscribe(on: boolean): void {
    const before = this.#subscription
    before?.dispose()
    const post = ({ bytes }: { readonly bytes: Uint8Array }): void => {
      this.toPage.push(bytes)
    }
    this.#subscription = on
      ? new Subscription(this.terminal, this.prompts, { clock: this.clock, post }, before?.frameAt)
      : null
  }
}
