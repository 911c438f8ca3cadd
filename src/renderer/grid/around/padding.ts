/**
 * The space around the cells of a grid: the padding, the rest that is less than a cell, the
 * background that a program sets, and the colors of a full-screen program, which reach the edges
 * (`window.padding_color`).
 */
import type { IBufferCell, Terminal } from '@xterm/xterm'
import { ordersOf } from '../bidi/row-orders.ts'
import type { Options } from '../../../core/config/table.ts'
import type { PixelSize } from '../fit.ts'
import { XtermColours } from '../xterm-colours.ts'

interface PaddingPorts {
  readonly options: () => Options['window']
  readonly cell: () => PixelSize
  /** Whether a full-screen program may be drawn now. */
  readonly fills: () => boolean
}

/** A color as in CSS; `null` for the default background. */
type Fill = string | null

type Edges = Readonly<Record<'left' | 'right' | 'top' | 'bottom', readonly Fill[]>>

export class GridPadding {
  readonly #host: HTMLElement
  readonly #terminal: Terminal
  readonly #ports: PaddingPorts
  readonly #colours: XtermColours
  readonly #canvas = document.createElement('canvas')
  readonly #resized: ResizeObserver
  /** Size of the host, CSS px. */
  #room: PixelSize = { width: 0, height: 0 }
  /** Space left of and above the cells, CSS px. */
  #left = 0
  #top = 0
  /** Its colors and places; '' if it is empty, `null` if it must be painted again. */
  #drawn: string | null = null

  /** @param terminal has been opened in the host */
  constructor(host: HTMLElement, terminal: Terminal, ports: PaddingPorts) {
    this.#host = host
    this.#terminal = terminal
    this.#ports = ports
    this.#colours = new XtermColours(terminal)
    this.#canvas.className = 'padding-fill'
    terminal.element?.prepend(this.#canvas) // one opacity for cells and padding
    this.#resized = new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.#room = entry.contentRect
      this.apply()
    })
    this.#resized.observe(host)
    terminal.onResize(() => this.apply())
    terminal.onRender(() => this.#draw())
    this.#colours.onChange(() => this.#followBackground())
  }

  /** Space left of and above the first cell, CSS px. */
  get before(): { readonly x: number; readonly y: number } {
    return { x: this.#left, y: this.#top }
  }

  /** Takes changed options, colors or cells. */
  apply(): void {
    const { padding_x: x, padding_y: y } = this.#ports.options()
    const { width, height } = this.#ports.cell()
    this.#left = x + this.#rest(this.#room.width - 2 * x, width)
    this.#top = y + this.#rest(this.#room.height - 2 * y, height)
    this.#host.style.setProperty('--pad-x', `${this.#left}px`)
    this.#host.style.setProperty('--pad-y', `${this.#top}px`)
    this.#drawn = null
    this.#draw()
  }

  dispose(): void {
    this.#resized.disconnect()
  }

  /** Gives the padding the background that the program has set (OSC 11). */
  #followBackground(): void {
    const color = this.#colours.dynamic(11)
    const hex = color.map((part) => part.toString(16).padStart(2, '0')).join('')
    const ofTheme = this.#terminal.options.theme?.background?.slice(1, 7).toLowerCase()
    this.#host.style.background = hex === ofTheme ? '' : css(color)
  }

  /** Returns half of the space that no whole cell fills, in whole pixels of the screen. */
  #rest(space: number, cell: number): number {
    if (!this.#ports.options().padding_balance || !(space > 0 && cell > 0)) return 0
    return Math.floor(((space % cell) / 2) * devicePixelRatio) / devicePixelRatio
  }

  #draw(): void {
    const { cols, rows } = this.#terminal
    const fills =
      this.#ports.options().padding_color === 'extend' && this.#ports.fills()
        ? this.#edges(cols, rows)
        : null
    const isEmpty = fills === null || Object.values(fills).every((row) => row.every((one) => !one))
    const key = isEmpty ? '' : JSON.stringify([fills, cols, rows, this.#room, devicePixelRatio])
    if (key === this.#drawn) return
    this.#drawn = key
    this.#canvas.hidden = isEmpty
    this.#host.toggleAttribute('data-filled', !isEmpty)
    if (!isEmpty && fills !== null) this.#paint(fills, cols, rows)
  }

  /** Returns the backgrounds of the cells along each edge; none where no color extends. */
  #edges(cols: number, rows: number): Edges {
    const buffer = this.#terminal.buffer.active
    const spare = buffer.getNullCell()
    const orders = ordersOf(this.#terminal)
    const cellAt = (column: number, row: number) =>
      buffer
        .getLine(buffer.viewportY + row)
        ?.getCell(orders.inView(row)?.logical[column] ?? column, spare)
    const at = (column: number, row: number) => this.#background(cellAt(column, row))
    const plain = [null, css(this.#colours.dynamic(10)), css(this.#colours.dynamic(11))]
    // As in Ghostty, a row with a plain or reversed cell is a line of text, and keeps its height.
    // A row with a Powerline separator keeps it too: its slope would end in a step.
    const filled = (row: number) => {
      const colors: Fill[] = []
      for (let column = 0; column < cols; column += 1) {
        const color = at(column, row)
        if (plain.includes(color) || isSeparator(spare.getCode())) return []
        colors.push(color)
      }
      return colors
    }
    return {
      left: Array.from({ length: rows }, (_, row) => at(0, row)),
      right: Array.from({ length: rows }, (_, row) => at(cols - 1, row)),
      top: filled(0),
      bottom: filled(rows - 1),
    }
  }

  #background(cell: IBufferCell | undefined): Fill {
    if (cell === undefined) return null
    const isInverse = cell.isInverse() !== 0
    if (isInverse ? cell.isFgDefault() : cell.isBgDefault())
      return isInverse ? css(this.#colours.dynamic(10)) : null
    const color = isInverse ? cell.getFgColor() : cell.getBgColor()
    const isRgb = isInverse ? cell.isFgRGB() : cell.isBgRGB()
    return css(
      isRgb ? [color >>> 16, (color >>> 8) & 0xff, color & 0xff] : this.#colours.palette(color),
    )
  }

  #paint(fills: Edges, cols: number, rows: number): void {
    const scale = devicePixelRatio
    const { width, height } = this.#room
    this.#canvas.width = Math.round(width * scale)
    this.#canvas.height = Math.round(height * scale)
    const context = this.#canvas.getContext('2d')
    if (context === null) return
    const cell = this.#ports.cell()
    const px = (length: number) => Math.round(length * scale)
    // Below the cells of the edge too, which have this color: their renderers round differently.
    const inner = { x: cell.width / 2, y: cell.height / 2 }
    const end = { x: this.#left + cols * cell.width, y: this.#top + rows * cell.height }
    const fill = (color: Fill, x: number, y: number, toX: number, toY: number) => {
      if (color === null) return
      context.fillStyle = color
      context.fillRect(px(x), px(y), px(toX) - px(x), px(toY) - px(y))
    }
    for (let row = 0; row < rows; row += 1) {
      const [y, toY] = [this.#top + row * cell.height, this.#top + (row + 1) * cell.height]
      fill(fills.left[row] ?? null, 0, y, this.#left + inner.x, toY)
      fill(fills.right[row] ?? null, end.x - inner.x, y, width, toY)
    }
    for (let column = 0; column < cols; column += 1) {
      // The first and last columns also fill the corners.
      const x = column === 0 ? 0 : this.#left + column * cell.width
      const toX = column === cols - 1 ? width : this.#left + (column + 1) * cell.width
      fill(fills.top[column] ?? null, x, 0, toX, this.#top + inner.y)
      fill(fills.bottom[column] ?? null, x, end.y - inner.y, toX, height)
    }
  }
}

/** Whether a character is one of the Powerline separators, which fill their cell. */
function isSeparator(code: number): boolean {
  return code >= 0xe0b0 && code <= 0xe0d4
}

function css([red, green, blue]: readonly number[]): string {
  return `rgb(${red} ${green} ${blue})`
}
