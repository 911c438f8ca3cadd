/**
 * Reports facts about this window to programs and new windows, each when it has changed: cell size
 * and colors, the space of a tab, and the size of columns and rows.
 */
import type { PageMessage, WindowFacts } from '../../core/ipc/contract.ts'
import type { WindowColors } from '../../core/config/theme/looks.ts'
import { windowFactsOf } from '../../core/session/window-facts.ts'
import type { Drawings } from './drawings.ts'
import type { PixelSize, FittedSize } from './fit.ts'
import type { Grid } from './grid.ts'

export class WindowReports {
  readonly #place: HTMLElement
  readonly #drawings: Drawings
  readonly #send: (message: PageMessage) => void
  #factsSent = ''
  #roomSent = ''
  #measuresSent = false

  constructor(place: HTMLElement, drawings: Drawings, send: (message: PageMessage) => void) {
    this.#place = place
    this.#drawings = drawings
    this.#send = send
  }

  /** Sends colors and cell size, for tabs that differ separately. @param cell of a plain grid */
  sendFacts(cell: PixelSize | undefined, visible: readonly Grid[]): void {
    const facts = factsOf(this.#drawings.looks(null), cell)
    const owns = visible
      .filter(({ id }) => !this.#drawings.isPlain(id))
      .map((grid) => ({ session: grid.id, ...factsOf(this.#drawings.looks(grid.id), grid.cell) }))
    const sent = JSON.stringify([facts, owns])
    if (sent === this.#factsSent) return
    this.#factsSent = sent
    this.#send({ kind: 'window/facts', ...facts })
    for (const one of owns) this.#send({ kind: 'session/facts', ...one })
  }

  /** Sends the size of an undivided tab; `null` if unknown. */
  sendRoom(size: FittedSize | null): void {
    if (size === null || JSON.stringify(size) === this.#roomSent) return
    this.#roomSent = JSON.stringify(size)
    this.#send({ kind: 'window/room', cols: size.cols, rows: size.rows })
  }

  /** Sends the size of columns and rows of this window, once. */
  sendMeasures(cell: PixelSize | undefined): void {
    const { padding_x: x, padding_y: y } = this.#drawings.options.window
    const { clientWidth: width, clientHeight: height } = this.#place
    if (this.#measuresSent || cell === undefined || !(cell.width > 0 && width > 0)) return
    this.#measuresSent = true
    this.#send({
      kind: 'window/measured',
      cell: { width: cell.width, height: cell.height },
      around: {
        width: Math.max(0, innerWidth - width + 2 * x),
        height: Math.max(0, innerHeight - height + 2 * y),
      },
    })
  }
}

function factsOf({ theme }: WindowColors, cell: PixelSize | undefined): WindowFacts {
  const { width = 0, height = 0 } = cell ?? {}
  return windowFactsOf(theme, width > 0 && height > 0 ? { width, height } : null)
}
