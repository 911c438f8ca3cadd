/**
 * The parser's states and transitions: the DEC ANSI parser diagram (vt100.net/emu/dec_ansi_parser)
 * as xterm.js has it, so that page and shadow take the same bytes for the same sequences. One line
 * per transition; later lines win.
 *
 * C1 controls count as characters (C2 80 - C2 9F in UTF-8); a lone byte 80-9F is no character, and
 * so U+FFFD, never a control. Within an OSC they are data, other than in xterm.js: the scanner
 * (agents/scan) ends an OSC in BEL or ST only, and both must end it at the same byte. Nor does
 * other text that is no ASCII end any string.
 */

export const parserStates = [
  'ground',
  'escape',
  'escapeIntermediate',
  'csiEntry',
  'csiParam',
  'csiIntermediate',
  'csiIgnore',
  'osc',
  'ignoredString',
  'dcsEntry',
  'dcsParam',
  'dcsIgnore',
  'dcsIntermediate',
  'dcsPassthrough',
  'application',
] as const
export type ParserState = (typeof parserStates)[number]

/**
 * What a character makes the parser do. `none`: nothing, `clear`: a sequence begins, `oscEnd`,
 * `unhook` and `applicationEnd`: a string ends.
 */
export const actions = [
  'none',
  'print',
  'execute',
  'clear',
  'collect',
  'param',
  'escDispatch',
  'csiDispatch',
  'oscStart',
  'oscPut',
  'oscEnd',
  'hook',
  'unhook',
  'applicationStart',
  'applicationEnd',
] as const
export type ParserAction = (typeof actions)[number]

/** Stands for all characters from U+00A0 on. */
export const WIDER = 0xa0

type Range = number | readonly [from: number, to: number]
type Line = readonly [
  in_: ParserState | '*',
  characters: readonly Range[],
  action: ParserAction,
  next: ParserState | '=',
]

const CONTROLS: readonly Range[] = [[0x00, 0x17], 0x19, [0x1c, 0x1f]]
const PRINTABLE: Range = [0x20, 0x7e]

const lines: readonly Line[] = [
  // Anywhere. What is in no line below leads to ground and does nothing.
  ['*', [[0x00, WIDER]], 'none', 'ground'],
  ['*', [0x18, 0x1a, [0x80, 0x97], 0x99, 0x9a], 'execute', 'ground'],
  ['*', [0x9c], 'none', 'ground'],
  ['*', [0x1b], 'clear', 'escape'],
  ['*', [0x9b], 'clear', 'csiEntry'],
  ['*', [0x90], 'clear', 'dcsEntry'],
  ['*', [0x9d], 'oscStart', 'osc'],
  ['*', [0x98, 0x9e], 'none', 'ignoredString'],
  ['*', [0x9f], 'applicationStart', 'application'],

  // state              characters              action         next
  ['ground', CONTROLS, 'execute', '='],
  ['ground', [PRINTABLE, WIDER], 'print', '='],

  ['escape', CONTROLS, 'execute', '='],
  ['escape', [0x7f], 'none', '='],
  ['escape', [[0x20, 0x2f]], 'collect', 'escapeIntermediate'],
  ['escape', [[0x30, 0x7e]], 'escDispatch', 'ground'],
  ['escape', [0x5b], 'clear', 'csiEntry'], //        [
  ['escape', [0x5d], 'oscStart', 'osc'], //             ]
  ['escape', [0x50], 'clear', 'dcsEntry'], //        P
  ['escape', [0x58, 0x5e], 'none', 'ignoredString'], //   X ^
  ['escape', [0x5f], 'applicationStart', 'application'], //   _

  ['escapeIntermediate', CONTROLS, 'execute', '='],
  ['escapeIntermediate', [[0x20, 0x2f]], 'collect', '='],
  ['escapeIntermediate', [[0x30, 0x7e]], 'escDispatch', 'ground'],

  ['csiEntry', CONTROLS, 'execute', '='],
  ['csiEntry', [0x7f], 'none', '='],
  ['csiEntry', [[0x20, 0x2f]], 'collect', 'csiIntermediate'],
  ['csiEntry', [[0x30, 0x3b]], 'param', 'csiParam'], //        0-9 : ;
  ['csiEntry', [[0x3c, 0x3f]], 'collect', 'csiParam'], //        < = > ?
  ['csiEntry', [[0x40, 0x7e]], 'csiDispatch', 'ground'],

  ['csiParam', CONTROLS, 'execute', '='],
  ['csiParam', [0x7f], 'none', '='],
  ['csiParam', [[0x20, 0x2f]], 'collect', 'csiIntermediate'],
  ['csiParam', [[0x30, 0x3b]], 'param', '='],
  ['csiParam', [[0x3c, 0x3f]], 'none', 'csiIgnore'],
  ['csiParam', [[0x40, 0x7e]], 'csiDispatch', 'ground'],

  ['csiIntermediate', CONTROLS, 'execute', '='],
  ['csiIntermediate', [0x7f], 'none', '='],
  ['csiIntermediate', [[0x20, 0x2f]], 'collect', '='],
  ['csiIntermediate', [[0x30, 0x3f]], 'none', 'csiIgnore'],
  ['csiIntermediate', [[0x40, 0x7e]], 'csiDispatch', 'ground'],

  ['csiIgnore', CONTROLS, 'execute', '='],
  ['csiIgnore', [[0x20, 0x3f], 0x7f, WIDER], 'none', '='],
  ['csiIgnore', [[0x40, 0x7e]], 'none', 'ground'],

  ['osc', CONTROLS, 'none', '='],
  ['osc', [PRINTABLE, [0x7f, WIDER]], 'oscPut', '='], // C1 is data, as to the dispatcher
  ['osc', [0x07, 0x18, 0x1a], 'oscEnd', 'ground'],
  ['osc', [0x1b], 'oscEnd', 'escape'],

  ['ignoredString', CONTROLS, 'none', '='],
  ['ignoredString', [PRINTABLE, 0x7f, WIDER], 'none', '='],

  ['dcsEntry', CONTROLS, 'none', '='],
  ['dcsEntry', [0x7f], 'none', '='],
  ['dcsEntry', [[0x20, 0x2f]], 'collect', 'dcsIntermediate'],
  ['dcsEntry', [[0x30, 0x3b]], 'param', 'dcsParam'],
  ['dcsEntry', [[0x3c, 0x3f]], 'collect', 'dcsParam'],
  ['dcsEntry', [[0x40, 0x7e]], 'hook', 'dcsPassthrough'],
  ['dcsEntry', [WIDER], 'none', 'dcsIgnore'],

  ['dcsParam', CONTROLS, 'none', '='],
  ['dcsParam', [0x7f], 'none', '='],
  ['dcsParam', [[0x20, 0x2f]], 'collect', 'dcsIntermediate'],
  ['dcsParam', [[0x30, 0x3b]], 'param', '='],
  ['dcsParam', [[0x3c, 0x3f]], 'none', 'dcsIgnore'],
  ['dcsParam', [[0x40, 0x7e]], 'hook', 'dcsPassthrough'],
  ['dcsParam', [WIDER], 'none', 'dcsIgnore'],

  ['dcsIntermediate', CONTROLS, 'none', '='],
  ['dcsIntermediate', [0x7f], 'none', '='],
  ['dcsIntermediate', [[0x20, 0x2f]], 'collect', '='],
  ['dcsIntermediate', [[0x30, 0x3f], WIDER], 'none', 'dcsIgnore'],
  ['dcsIntermediate', [[0x40, 0x7e]], 'hook', 'dcsPassthrough'],

  ['dcsIgnore', CONTROLS, 'none', '='],
  ['dcsIgnore', [[0x20, 0x7f], WIDER], 'none', '='],

  ['dcsPassthrough', CONTROLS, 'none', '='],
  ['dcsPassthrough', [PRINTABLE, 0x7f, WIDER], 'none', '='],
  ['dcsPassthrough', [0x18, 0x1a, 0x9c], 'unhook', 'ground'],
  ['dcsPassthrough', [0x1b], 'unhook', 'escape'],

  ['application', CONTROLS, 'none', '='],
  ['application', [PRINTABLE, 0x7f, WIDER], 'none', '='],
  ['application', [0x18, 0x1a], 'applicationEnd', 'ground'],
  ['application', [0x9c], 'applicationEnd', 'ground'],
  ['application', [0x1b], 'applicationEnd', 'escape'],
]

/**
 * What brings a fresh parser, ours or a page's, to where the rest of a sequence that is in this
 * state does nothing, and ends where it ends. An OSC with a number that nobody knows (`0000` is a
 * title to xterm.js), control and device sequences that no terminal takes for one. A bare ESC has
 * done nothing yet, so it comes again.
 */
export const openers: Readonly<Record<ParserState, string>> = {
  ground: '',
  escape: '\x1b',
  escapeIntermediate: '\x1b##',
  csiEntry: '\x1b[0<',
  csiParam: '\x1b[0<',
  csiIntermediate: '\x1b[0<',
  csiIgnore: '\x1b[0<',
  osc: '\x1b]99999;',
  ignoredString: '\x1b^',
  dcsEntry: '\x1bP0<',
  dcsParam: '\x1bP0<',
  dcsIgnore: '\x1bP0<',
  dcsIntermediate: '\x1bP0<',
  dcsPassthrough: '\x1bP0<',
  application: '\x1b^',
}

/** action << 4 | next state, at state << 8 | character. */
export const transitions: Uint8Array = build()

export function stateNumber(state: ParserState): number {
  return parserStates.indexOf(state)
}

export function actionNumber(action: ParserAction): number {
  return actions.indexOf(action)
}

function build(): Uint8Array {
  const table = new Uint8Array(parserStates.length << 8)
  for (const [where, characters, action, next] of lines) {
    for (const state of where === '*' ? parserStates : [where]) {
      const row = table.subarray(stateNumber(state) << 8)
      const step = (actionNumber(action) << 4) | stateNumber(next === '=' ? state : next)
      for (const range of characters) {
        const [from, to] = typeof range === 'number' ? [range, range] : range
        row.fill(step, from, to + 1)
      }
    }
  }
  return table
}
