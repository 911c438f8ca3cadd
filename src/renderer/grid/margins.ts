/**
 * Decorations next to the text of a grid: exit marks of commands on the left, prompts, failed
 * commands and matches on the scrollbar, and the button back to the end. They are drawn up to once
 * per frame, when something has changed.
 */
import type { Terminal } from '@xterm/xterm'
import { hasFailed } from '../../agents/process/exit-codes.ts'
import { scrollbarPx } from './limits.ts'
import type { PromptCommand, PromptMarks } from './text/prompts.ts'
import type { ScrollPosition } from './scroll-position.ts'

interface MarginPorts {
  /** Called when a command's mark is clicked. */
  readonly pick: (command: PromptCommand) => void
  readonly cellHeight: () => number
  /** Padding above the first row, CSS px. */
  readonly top: () => number
  readonly colour: (name: 'mark-prompt' | 'mark-failed' | 'mark-match') => string
  /** Whether the grid is visible. */
  readonly shown: () => boolean
  /** Calls before the grid's next frame. A frame of the page would be an additional draw. */
  readonly nextFrame: (act: () => void) => void
}

export class GridMargins {
  readonly #terminal: Terminal
  readonly #prompts: PromptMarks
  readonly #position: ScrollPosition
  readonly #ports: MarginPorts
  readonly #gutter = document.createElement('div')
  readonly #bar = document.createElement('canvas')
  readonly #back = document.createElement('button')
  /** Rows of the buffer with matches. */
  #matches: readonly number[] = []
  #drawn = ''
  #gutterDrawn = ''
  #waits = false
  #disposed = false

  constructor(
    host: HTMLElement,
    terminal: Terminal,
    prompts: PromptMarks,
    position: ScrollPosition,
    ports: MarginPorts,
  ) {
    this.#terminal = terminal
    this.#prompts = prompts
    this.#position = position
    this.#ports = ports
    this.#gutter.className = 'gutter'
    this.#bar.className = 'scroll-marks'
    this.#back.className = 'new-lines'
    this.#back.type = 'button'
    this.#back.hidden = true
    this.#back.addEventListener('mousedown', (event) => event.preventDefault())
    this.#back.addEventListener('click', () => {
      position.toBottom()
      terminal.focus()
    })
    host.append(this.#gutter, this.#back)
    // Inside the scrollbar, so that it fades with it.
    host.querySelector('.scrollbar.vertical')?.prepend(this.#bar)
    terminal.onRender(() => this.#draw())
  }

  set matches(rows: readonly number[]) {
    this.#matches = rows
    this.#drawn = ''
    this.soon()
  }

  /** Redraws after a change of colors or sizes. */
  again(): void {
    this.#drawn = ''
    this.#gutterDrawn = ''
    this.soon()
  }

  soon(): void {
    if (this.#waits || !this.#ports.shown()) return
    this.#waits = true
    this.#ports.nextFrame(() => {
      this.#waits = false
      if (!this.#disposed) this.#draw()
    })
  }

  dispose(): void {
    this.#disposed = true
  }

  #draw(): void {
    if (!this.#ports.shown()) return
    this.#drawBack()
    const commands = this.#terminal.buffer.active.type === 'normal' ? this.#prompts.commands : []
    this.#drawGutter(commands)
    this.#drawBar(commands)
  }

  #drawBack(): void {
    const count = this.#position.newLines
    const text = count === 0 ? '' : `${count} new line${count === 1 ? '' : 's'}`
    if (this.#back.hidden === (text === '') && (text === '' || this.#back.textContent === text))
      return
    this.#back.hidden = text === ''
    if (text !== '') this.#back.textContent = text
  }

  #drawGutter(commands: readonly PromptCommand[]): void {
    const top = this.#terminal.buffer.active.viewportY
    const height = this.#ports.cellHeight()
    const inView = commands.filter(
      ({ prompt, exit }) =>
        exit !== null && prompt.line >= top && prompt.line < top + this.#terminal.rows,
    )
    const key =
      `${this.#ports.top()} ${height} ` +
      `${inView.map(({ prompt, exit }) => `${prompt.line - top}:${exit}`).join(' ')}`
    if (key === this.#gutterDrawn) return
    this.#gutterDrawn = key
    this.#gutter.replaceChildren(
      ...inView.map((command) => {
        const mark = document.createElement('div')
        const exit = command.exit ?? 0
        mark.className = hasFailed(exit) ? 'exit-mark exit-failed' : 'exit-mark'
        mark.style.top = `${this.#ports.top() + (command.prompt.line - top) * height}px`
        mark.style.height = `${height}px`
        const end = exit === 0 ? 'Succeeded' : hasFailed(exit) ? 'Failed' : 'Stopped'
        mark.title = `${end} (exit ${exit}). Click to select the output.`
        mark.addEventListener('mousedown', (event) => {
          event.preventDefault()
          event.stopPropagation()
          this.#ports.pick(command)
        })
        return mark
      }),
    )
  }

  #drawBar(commands: readonly PromptCommand[]): void {
    const { length } = this.#terminal.buffer.active
    const height = Math.round(this.#terminal.rows * this.#ports.cellHeight())
    const marks =
      commands.length > 1 ||
      this.#matches.length > 0 ||
      commands.some(({ exit }) => hasFailed(exit ?? 0))
    const key = marks
      ? `${length} ${height} ${this.#prompts.version} ${commands.at(0)?.prompt.line} ` +
        `${this.#matches.length}`
      : ''
    if (key === this.#drawn && key !== '') return
    if (key === '' && this.#bar.width === 0) return
    this.#drawn = key
    const ratio = window.devicePixelRatio
    this.#bar.width = key === '' ? 0 : Math.round(scrollbarPx * ratio)
    this.#bar.height = Math.round(height * ratio)
    this.#bar.style.height = `${height}px`
    const context = key === '' ? null : this.#bar.getContext('2d')
    if (context === null) return
    context.scale(ratio, ratio)
    const line = (row: number, thick: number, left: number, wide: number): void =>
      context.fillRect(
        left,
        Math.min(height - thick, Math.round((row / length) * height)),
        wide,
        thick,
      )
    context.fillStyle = this.#ports.colour('mark-prompt')
    for (const { prompt, exit } of commands)
      if (!hasFailed(exit ?? 0)) line(prompt.line, 1, 2, scrollbarPx - 4)
    context.fillStyle = this.#ports.colour('mark-failed')
    for (const { prompt, exit } of commands)
      if (hasFailed(exit ?? 0)) line(prompt.line, 2, 0, scrollbarPx)
    context.fillStyle = this.#ports.colour('mark-match')
    for (const row of this.#matches) line(row, 2, 1, scrollbarPx - 2)
  }
}
