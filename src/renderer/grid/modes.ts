/** What DECRQM is told of each mode: the numbers xterm.js 6.0 itself would give. Pure. */

/** What is in force, from xterm.js. */
export interface ModeFacts {
  readonly applicationCursorKeysMode: boolean
  readonly applicationKeypadMode: boolean
  readonly bracketedPasteMode: boolean
  readonly insertMode: boolean
  readonly mouseTrackingMode: 'none' | 'x10' | 'vt200' | 'drag' | 'any'
  readonly originMode: boolean
  readonly reverseWraparoundMode: boolean
  readonly sendFocusMode: boolean
  readonly synchronizedOutputMode: boolean
  readonly wraparoundMode: boolean
  readonly cursorHidden: boolean
  readonly cursorBlink: boolean
  readonly mouseEncoding: string
  readonly alternate: boolean
}

/** 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset. */
export type ModeValue = 0 | 1 | 2 | 3 | 4

const of = (set: boolean): ModeValue => (set ? 1 : 2)

export function ansiMode(mode: number, facts: ModeFacts): ModeValue {
  switch (mode) {
    case 2: return 4 //  KAM: the keyboard is never locked
    case 4: return of(facts.insertMode)
    case 12: return 3 // SRM: no local echo
    case 20: return 2 // LNM: LF is no CR LF
    default: return 0
  }
}

export function decMode(mode: number, facts: ModeFacts): ModeValue {
  switch (mode) {
    case 1: return of(facts.applicationCursorKeysMode)
    case 6: return of(facts.originMode)
    case 7: return of(facts.wraparoundMode)
    case 8: return 3 // keys repeat
    case 9: return of(facts.mouseTrackingMode === 'x10')
    case 12: return of(facts.cursorBlink)
    case 25: return of(!facts.cursorHidden)
    case 45: return of(facts.reverseWraparoundMode)
    case 66: return of(facts.applicationKeypadMode)
    case 67: return 4 // backspace sends DEL
    case 1000: return of(facts.mouseTrackingMode === 'vt200')
    case 1002: return of(facts.mouseTrackingMode === 'drag')
    case 1003: return of(facts.mouseTrackingMode === 'any')
    case 1004: return of(facts.sendFocusMode)
    case 1005: return 4 // UTF-8 coordinates are not made
    case 1006: return of(facts.mouseEncoding === 'SGR')
    case 1015: return 4 // nor urxvt's
    case 1016: return of(facts.mouseEncoding === 'SGR_PIXELS')
    case 1048: return 1
    case 47: case 1047: case 1049: return of(facts.alternate)
    case 2004: return of(facts.bracketedPasteMode)
    case 2026: return of(facts.synchronizedOutputMode)
    default: return 0
  }
}
