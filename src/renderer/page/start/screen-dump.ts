/** A grid's content and state as a plain value, which specs compare between reloads and windows. */
import type { IBuffer, IBufferCell } from '@xterm/xterm'
import type { Grid } from '../../grid/grid.ts'

export interface ScreenDump {
  readonly cols: number
  readonly rows: number
  readonly alternate: boolean
  readonly cursor: readonly [column: number, row: number]
  /** Modes that the core sends to a page and for which xterm.js has a public name. */
  readonly modes: Readonly<Record<string, unknown>>
  /** State without a public name: hidden cursor, cursor blink, dynamic colors, palette. */
  readonly inside: Readonly<Record<string, unknown>>
  /**
   * History, then the primary screen. `>` marks a wrapped row; runs are `{style}text`. Empty while
   * the alternate screen is active: a page only gets the cells of the active screen.
   */
  readonly normal: readonly string[]
  /** The alternate screen in the same form. Empty unless it is active. */
  readonly other: readonly string[]
}

const modeNames = [
  'applicationCursorKeysMode',
  'applicationKeypadMode',
  'bracketedPasteMode',
  'mouseTrackingMode',
  'sendFocusMode',
] as const

export function screenDumpOf({ terminal, inside }: Grid): ScreenDump {
  const { active, normal, alternate } = terminal.buffer
  return {
    cols: terminal.cols,
    rows: terminal.rows,
    alternate: active.type === 'alternate',
    cursor: [active.cursorX, active.cursorY],
    modes: Object.fromEntries(modeNames.map((name) => [name, terminal.modes[name]])),
    inside: {
      cursorHidden: inside.cursorHidden,
      blink: inside.blinkWanted,
      colours: [10, 11, 12].map((code) => inside.colours.dynamic(code as 10 | 11 | 12)),
      palette: Array.from({ length: 256 }, (_, index) => inside.colours.palette(index)),
    },
    normal: active.type === 'alternate' ? [] : rowsOf(normal),
    other: active.type === 'alternate' ? rowsOf(alternate) : [],
  }
}

function rowsOf(buffer: IBuffer): string[] {
  const cell = buffer.getNullCell()
  return Array.from({ length: buffer.length }, (_, y) => {
    const line = buffer.getLine(y)
    let text = line?.isWrapped === true ? '>' : ''
    let style = ''
    for (let x = 0; line !== undefined && x < line.length; x += 1) {
      line.getCell(x, cell)
      const next = styleOf(cell)
      if (next !== style) {
        text += `{${next}}`
        style = next
      }
      if (cell.getWidth() !== 0) text += cell.getChars() === '' ? ' ' : cell.getChars()
    }
    return text.replace(/ +$/, '')
  })
}

/** Returns attributes as letters, then colors with their kind. */
function styleOf(cell: IBufferCell): string {
  const letters = [
    cell.isBold(),
    cell.isItalic(),
    cell.isUnderline(),
    cell.isStrikethrough(),
    cell.isDim(),
    cell.isInverse(),
    cell.isInvisible(),
    cell.isBlink(),
    cell.isOverline(),
  ]
    .map((on, index) => (on === 0 ? '' : 'biusdnhko'[index]))
    .join('')
  const fg = cell.isFgDefault() ? '' : ` f${cell.getFgColorMode()}:${cell.getFgColor()}`
  const bg = cell.isBgDefault() ? '' : ` b${cell.getBgColorMode()}:${cell.getBgColor()}`
  return `${letters}${fg}${bg}`
}
