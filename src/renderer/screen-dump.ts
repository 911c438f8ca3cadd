/**
 * What a grid shows, and what its terminal has of the core's state, as a plain value that
 * specs compare: before a reload and after it, in one window and another.
 */
import type { IBuffer, IBufferCell } from '@xterm/xterm'
import type { Grid } from './grid/grid.ts'

export interface ScreenDump {
  readonly cols: number
  readonly rows: number
  readonly alternate: boolean
  readonly cursor: readonly [column: number, row: number]
  /**
   * Those of the core's that a page is sent (terminal/frames/state.ts) and xterm.js has a public
   * name for.
   */
  readonly modes: Readonly<Record<string, unknown>>
  /**
   * Whether the program hides the cursor, whether it wants it to blink, dynamic colours and
   * palette.
   */
  readonly inside: Readonly<Record<string, unknown>>
  /**
   * History, then the primary screen: `>` for a row that goes on, then runs of `{style}text`. Empty
   * while the alternate screen is in use: a page gets the cells of the screen in use.
   */
  readonly normal: readonly string[]
  /** The alternate screen in the same form, empty while it is not in use. */
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
      colours: [10, 11, 12].map((code) => inside.dynamicColour(code as 10 | 11 | 12)),
      palette: Array.from({ length: 256 }, (_, index) => inside.paletteColour(index)),
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

/** Attributes as letters, then colours with their kind. */
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
