/**
 * States and transitions of the parser: the DEC ANSI parser (vt100.net/emu/dec_ansi_parser) as in
 * xterm.js, so that page and worker split the same bytes into the same sequences. One line per
 * transition; later lines win.
 *
 * C1 controls are characters (C2 80 - C2 9F in UTF-8); a lone byte 80-9F is invalid and becomes
 * U+FFFD. Unlike in xterm.js, they are data within an OSC: the scanner (agents/scan) ends an OSC
 * only with BEL or ST, and both must end it at the same byte. Other non-ASCII text does not end
 * strings either.
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

/** Actions on a character. `clear` starts a sequence; `unhook` and `...End` end a string. */
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

/** Represents all characters from U+00A0 on. */
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
  // Any state. Characters without a line below lead to ground.
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
  ['osc', [PRINTABLE, [0x7f, WIDER]], 'oscPut', '='], // C1 is data, as in the scanner
  ['osc', [0x07, 0x18, 0x1a], 'oscEnd', 'ground'],
  ['osc', [0x1b], 'oscEnd', 'escape'],

  ['ignoredString', [...CONTROLS, PRINTABLE, 0x7f, WIDER], 'none', '='],

  ['dcsEntry', [...CONTROLS, 0x7f], 'none', '='],
  ['dcsEntry', [[0x20, 0x2f]], 'collect', 'dcsIntermediate'],
  ['dcsEntry', [[0x30, 0x3b]], 'param', 'dcsParam'],
  ['dcsEntry', [[0x3c, 0x3f]], 'collect', 'dcsParam'],
  ['dcsEntry', [[0x40, 0x7e]], 'hook', 'dcsPassthrough'],
  ['dcsEntry', [WIDER], 'none', 'dcsIgnore'],

  ['dcsParam', [...CONTROLS, 0x7f], 'none', '='],
  ['dcsParam', [[0x20, 0x2f]], 'collect', 'dcsIntermediate'],
  ['dcsParam', [[0x30, 0x3b]], 'param', '='],
  ['dcsParam', [[0x3c, 0x3f]], 'none', 'dcsIgnore'],
  ['dcsParam', [[0x40, 0x7e]], 'hook', 'dcsPassthrough'],
  ['dcsParam', [WIDER], 'none', 'dcsIgnore'],

  ['dcsIntermediate', [...CONTROLS, 0x7f], 'none', '='],
  ['dcsIntermediate', [[0x20, 0x2f]], 'collect', '='],
  ['dcsIntermediate', [[0x30, 0x3f], WIDER], 'none', 'dcsIgnore'],
  ['dcsIntermediate', [[0x40, 0x7e]], 'hook', 'dcsPassthrough'],

  ['dcsIgnore', [...CONTROLS, [0x20, 0x7f], WIDER], 'none', '='],

  ['dcsPassthrough', [...CONTROLS, PRINTABLE, 0x7f, WIDER], 'none', '='],
  ['dcsPassthrough', [0x18, 0x1a, 0x9c], 'unhook', 'ground'],
  ['dcsPassthrough', [0x1b], 'unhook', 'escape'],

  ['application', [...CONTROLS, PRINTABLE, 0x7f, WIDER], 'none', '='],
  ['application', [0x18, 0x1a, 0x9c], 'applicationEnd', 'ground'],
  ['application', [0x1b], 'applicationEnd', 'escape'],
]

/**
 * Text that puts a fresh parser (this one or the page's) in a state where the rest of a sequence
 * does nothing and ends at its end: an unknown OSC number (`0000` is a title in xterm.js), and
 * unknown control and device sequences. A bare ESC has had no effect yet and is repeated.
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
