/**
 * Takes every question that a program can ask away from xterm.js and passes it to the main process as a typed fact; the answer is
 * written there (behaviour/security.md 6).
 *
 * xterm.js 6.0.0 answers in InputHandler and CoreBrowserTerminal by `triggerDataEvent`: CSI c, CSI > c, CSI n 5 6, CSI ? n 6,
 * CSI $ p, CSI ? $ p, CSI t 14 16 18, OSC 4 10 11 12 with `?`, DCS $ q, and CSI ? 1004 h (focus). The handlers below run before
 * its own. As a second lock the grid passes on no data that the user did not cause (`GridInput.#fromTerminal`).
 * 20 t, 21 t, DECRQSS, XTGETTCAP, OSC 52 and DA3 are never answered. The rest of `t` needs options that are off; it is swallowed too.
 */
import type { Terminal } from '@xterm/xterm'
import type { Query } from '../../core/replies/query.ts'
import { colourParts } from './colour-parts.ts'
import { ansiMode, decMode, type ModeFacts } from './modes.ts'
import type { Terminator } from './terminators.ts'
import type { XtermInside } from './xterm-inside.ts'

export interface QuestionPorts {
  /** Drops the question when its bytes are being replayed. */
  readonly ask: (query: Query) => void
  /** The parser has come to what looks like a question that the main process has found by itself (OSC 7501 and 99): now is its turn. */
  readonly outputQuery: () => void
  /** Flags of the kitty keyboard protocol in force; null: it is not spoken. */
  readonly keyboardFlags: () => number | null
  /** How the colour query that is being parsed ends. Asked once for each sequence. */
  readonly terminator: () => Terminator
}

/** What of xterm.js's inside is needed here. */
export type Inside = Pick<XtermInside, 'cell' | 'canvas' | 'cursorHidden' | 'blinkWanted' | 'mouseEncoding' | 'paletteColour' | 'dynamicColour' | 'setColours'>

type Params = readonly (number | number[])[]

const first = (params: Params): number => {
  const [value] = params
  return typeof value === 'number' ? value : 0
}

export function takeQuestions(terminal: Terminal, inside: Inside, { ask, outputQuery, keyboardFlags, terminator }: QuestionPorts): void {
  const { parser } = terminal
  const csi = (id: { prefix?: string; intermediates?: string; final: string }, act: (params: Params) => void): void => {
    parser.registerCsiHandler(id, (params) => { act(params); return true })
  }
  const modeFacts = (): ModeFacts => ({
    // The object of xterm.js has getters only, so each is named.
    applicationCursorKeysMode: terminal.modes.applicationCursorKeysMode,
    applicationKeypadMode: terminal.modes.applicationKeypadMode,
    bracketedPasteMode: terminal.modes.bracketedPasteMode,
    insertMode: terminal.modes.insertMode,
    mouseTrackingMode: terminal.modes.mouseTrackingMode,
    originMode: terminal.modes.originMode,
    reverseWraparoundMode: terminal.modes.reverseWraparoundMode,
    sendFocusMode: terminal.modes.sendFocusMode,
    synchronizedOutputMode: terminal.modes.synchronizedOutputMode,
    wraparoundMode: terminal.modes.wraparoundMode,
    cursorHidden: inside.cursorHidden,
    cursorBlink: inside.blinkWanted ?? terminal.options.cursorBlink ?? false,
    mouseEncoding: inside.mouseEncoding,
    alternate: terminal.buffer.active.type === 'alternate',
  })
  const cursor = (dec: boolean): void => {
    const { cursorX, cursorY } = terminal.buffer.active
    // Behind the last column, waiting to wrap, the cursor is reported in the last one.
    ask({ kind: 'cursor', row: cursorY + 1, column: Math.min(cursorX + 1, terminal.cols), dec })
  }

  csi({ final: 'c' }, (params) => { if (first(params) === 0) ask({ kind: 'primary-attributes' }) })
  csi({ prefix: '>', final: 'c' }, (params) => { if (first(params) === 0) ask({ kind: 'secondary-attributes' }) })
  csi({ prefix: '=', final: 'c' }, () => undefined)
  csi({ prefix: '>', final: 'q' }, (params) => { if (first(params) === 0) ask({ kind: 'version' }) })
  csi({ final: 'n' }, (params) => {
    if (first(params) === 5) ask({ kind: 'status' })
    if (first(params) === 6) cursor(false)
  })
  csi({ prefix: '?', final: 'n' }, (params) => {
    if (first(params) === 6) cursor(true)
    if (first(params) === 996) ask({ kind: 'colour-scheme', dark: isDark(inside.dynamicColour(11)) })
  })
  csi({ intermediates: '$', final: 'p' }, (params) => {
    const mode = first(params)
    if (mode <= 65_535) ask({ kind: 'mode', mode, dec: false, value: ansiMode(mode, modeFacts()) })
  })
  csi({ prefix: '?', intermediates: '$', final: 'p' }, (params) => {
    const mode = first(params)
    if (mode <= 65_535) ask({ kind: 'mode', mode, dec: true, value: decMode(mode, modeFacts()) })
  })
  csi({ final: 't' }, (params) => {
    const code = first(params)
    if (code === 18) ask({ kind: 'size', code, height: terminal.rows, width: terminal.cols })
    if (code === 16) ask({ kind: 'size', code, height: Math.round(inside.cell.height), width: Math.round(inside.cell.width) })
    // `14 ; 2` asks for the window, which is nobody's business.
    if (code === 14 && params[1] !== 2) ask({ kind: 'size', code, height: Math.round(inside.canvas.height), width: Math.round(inside.canvas.width) })
  })
  csi({ prefix: '?', final: 'u' }, () => {
    const flags = keyboardFlags()
    // Any answer, flags 0 too, promises the protocol.
    if (flags !== null) ask({ kind: 'keyboard', flags })
  })

  for (const code of [4, 10, 11, 12] as const) {
    parser.registerOscHandler(code, (data) => {
      const parts = colourParts(code, data)
      const end = parts.some(({ kind }) => kind !== 'set') ? terminator() : 'st'
      for (const part of parts) {
        if (part.kind === 'set') inside.setColours(part.code, part.data)
        else if (part.kind === 'palette') ask({ kind: 'palette', index: part.index, colour: inside.paletteColour(part.index), terminator: end })
        else ask({ kind: 'dynamic-colour', code: part.code, colour: inside.dynamicColour(part.code), terminator: end })
      }
      return true
    })
  }
  parser.registerOscHandler(7_501, (data) => { if (data === '?') outputQuery(); return true })
  parser.registerOscHandler(99, (data) => { if (/^[^;]*p=\?/.test(data)) outputQuery(); return true })
  parser.registerOscHandler(52, () => true) // written by the main process, never read for programs
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, () => true)
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, () => true)
}

/** Darker than middle grey, by the eye's weights. */
function isDark([red, green, blue]: readonly [number, number, number]): boolean {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128
}
