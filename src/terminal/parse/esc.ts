/** Escape sequences and single controls. */
import {
  backward,
  carriageReturn,
  restoreCursor,
  saveCursor,
  setTab,
  tabForward,
} from '../screen/cursor.ts'
import { isCharset } from '../screen/charsets.ts'
import { backIndex, forwardIndex } from '../screen/edit.ts'
import { identity } from '../screen/queries.ts'
import { protectIso } from '../screen/rectangles.ts'
import { alignmentPattern, fullReset } from '../screen/reset.ts'
import type { Screen } from '../screen/screen.ts'
import { index, lineFeed, reverseIndex, setRowSize } from '../screen/scroll.ts'

export type EscapeSequence = (screen: Screen) => void

/** Keys are the characters after ESC. `designate` handles charsets. */
// biome-ignore format: a table, read by its columns
export const escapeSequences: Readonly<Record<string, EscapeSequence>> = {
  '6': backIndex, //                                          DECBI
  '7': saveCursor, //                                         DECSC
  '8': restoreCursor, //                                      DECRC
  '9': forwardIndex, //                                       DECFI
  D: index, //                                                IND
  E: nextLine, //                                             NEL
  H: setTab, //                                               HTS
  M: reverseIndex, //                                         RI
  '=': (s) => { s.modes.applicationKeypad = true }, //        DECKPAM
  '>': (s) => { s.modes.applicationKeypad = false }, //       DECKPNM
  Z: (s) => { identity(s, 0, 'primary-attributes') }, //      DECID
  c: fullReset, //                                            RIS
  N: (s) => { singleShift(s, 2) }, //                         SS2
  O: (s) => { singleShift(s, 3) }, //                         SS3
  V: (s) => { protectIso(s, true) }, //                       SPA
  W: (s) => { protectIso(s, false) }, //                      EPA
  n: (s) => { useLevel(s, 2) }, //                            LS2
  o: (s) => { useLevel(s, 3) }, //                            LS3
  '%@': defaultCharset,
  '%G': defaultCharset, // UTF-8 is always active
  '#3': (s) => { setRowSize(s, 2) }, //                       DECDHL, upper half
  '#4': (s) => { setRowSize(s, 3) }, //                       DECDHL, lower half
  '#5': (s) => { setRowSize(s, 0) }, //                       DECSWL
  '#6': (s) => { setRowSize(s, 1) }, //                       DECDWL
  '#8': alignmentPattern, //                                  DECALN
}

const levels: Readonly<Record<string, number>> = { '(': 0, ')': 1, '*': 2, '+': 3, '-': 1, '.': 2 }

/** Handles `ESC ( 0` and similar. */
export function designate(screen: Screen, intermediate: string, set: string): void {
  const level = levels[intermediate]
  if (level === undefined || !isCharset(set)) return
  screen.charsets[level] = set
  screen.settle()
}

/** Executes C0 and C1 controls. BEL, for the dispatcher, and all others change nothing. */
export function execute(screen: Screen, code: number): void {
  // biome-ignore format: a table, read by its columns
  switch (code) {
    case 0x08: backward(screen, 1); return
    case 0x09: tabForward(screen, 1); return
    case 0x0a: case 0x0b: case 0x0c: lineFeed(screen); return
    case 0x0d: carriageReturn(screen); return
    case 0x0e: useLevel(screen, 1); return //                 SO
    case 0x0f: useLevel(screen, 0); return //                 SI
    case 0x84: index(screen); return //                       IND
    case 0x85: nextLine(screen); return //                    NEL
    case 0x88: setTab(screen); return //                      HTS
    case 0x8e: singleShift(screen, 2); return //              SS2
    case 0x8f: singleShift(screen, 3); return //              SS3
    case 0x96: protectIso(screen, true); return //            SPA
    case 0x97: protectIso(screen, false) //                   EPA
  }
}

/** The order matters: nothing scrolls outside the margins that the cursor returns to. */
function nextLine(screen: Screen): void {
  index(screen)
  carriageReturn(screen)
}

function useLevel(screen: Screen, level: number): void {
  screen.level = level
  screen.settle()
}

/** Applies to the next character. LS1R, LS2R and LS3R have no effect on UTF-8. */
function singleShift(screen: Screen, level: 2 | 3): void {
  screen.single = level
  screen.settle()
}

function defaultCharset(screen: Screen): void {
  screen.level = 0
  screen.charsets[0] = 'B'
  screen.settle()
}
