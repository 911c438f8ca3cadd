/**
 * Control sequences by prefix, intermediates and final byte. A test checks
 * docs/reference/escape-sequences.md.
 */
import { enterAlternate, leaveAlternate } from '../screen/alternate.ts'
import {
  backward,
  by,
  clearTab,
  down,
  forward,
  moveTo,
  moveToColumn,
  moveToRow,
  position,
  restoreCursor,
  saveCursor,
  setTab,
  tabBackward,
  tabForward,
  toLastText,
  up,
} from '../screen/cursor.ts'
import { deleteChars, insertChars, shiftColumns } from '../screen/edit.ts'
import { drawsFrames } from '../history/inline-frame.ts'
import { eraseChars, eraseDisplay, eraseLine } from '../screen/erase.ts'
import { keyboardStackMax, titleStackMax } from '../limits.ts'
import { saveModes } from '../screen/mode-state.ts'
import {
  ansiModes,
  conformanceLevels,
  mouseEncodings,
  mouseModes,
  otherKeysLevel,
  privateModes,
} from '../../base/sequences/modes.ts'
import type { Parameters } from './parameters.ts'
import {
  commonStyleQuery,
  graphicsAttribute,
  identity,
  keyboardQuery,
  modifiersQuery,
  reaches,
  reportSize,
  reportVisibility,
  requestMode,
  sizeQuery,
  statusReport,
} from '../screen/queries.ts'
import {
  changeAttributes,
  copyRectangle,
  eraseRectangle,
  fillRectangle,
  selectProtection,
} from '../screen/rectangles.ts'
import { repeat } from '../screen/repeat.ts'
import { softReset } from '../screen/reset.ts'
import type { Screen } from '../screen/screen.ts'
import {
  deleteLines,
  inRegion,
  insertLines,
  scrollRegion,
  scrollUp,
  settlePending,
  endRowSizes,
  settleColumn,
} from '../screen/scroll.ts'
import { selectGraphics } from '../screen/sgr.ts'
import { controlCursors } from './cursor-control.ts'
import { popColors, popPen, pushColors, pushPen, reportColors } from './style-stacks.ts'

export type ControlSequence = (screen: Screen, parameters: Parameters) => void

/** Keys are the characters around the parameters. */
// biome-ignore format: a table, read by its columns
export const controlSequences: Readonly<Record<string, ControlSequence>> = {
  '#|': commonStyleQuery, // XTREPORTSGR
  '@': (s, p) => { insertChars(s, p.atLeastOne(0)) }, //                                        ICH
  ' @': (s, p) => { shiftAll(s, s.left, -p.atLeastOne(0)) }, //                                 SL
  A: (s, p) => { up(s, p.atLeastOne(0)) }, //                                                   CUU
  ' A': (s, p) => { shiftAll(s, s.left, p.atLeastOne(0)) }, //                                  SR
  B: (s, p) => { down(s, p.atLeastOne(0)) }, //                                                 CUD
  C: (s, p) => { forward(s, p.atLeastOne(0)) }, //                                              CUF
  D: (s, p) => { backward(s, p.atLeastOne(0)) }, //                                             CUB
  E: (s, p) => { down(s, p.atLeastOne(0)); toLineStart(s) }, //                                 CNL
  F: (s, p) => { up(s, p.atLeastOne(0)); toLineStart(s) }, //                                   CPL
  G: (s, p) => { moveToColumn(s, p.atLeastOne(0) - 1) }, //                                     CHA
  H: (s, p) => { position(s, p.atLeastOne(1) - 1, p.atLeastOne(0) - 1) }, //                     CUP
  I: (s, p) => { tabForward(s, p.atLeastOne(0)) }, //                                           CHT
  J: (s, p) => { eraseDisplay(s, p.value(0), false) }, //                                       ED
  '?J': (s, p) => { eraseDisplay(s, p.value(0), true) }, // DECSED
  K: (s, p) => { eraseLine(s, p.value(0), false) }, //                                          EL
  '?K': (s, p) => { eraseLine(s, p.value(0), true) }, // DECSEL
  L: (s, p) => { insertLines(s, p.atLeastOne(0)) }, //                                          IL
  M: (s, p) => { deleteLines(s, p.atLeastOne(0)) }, //                                          DL
  P: (s, p) => { deleteChars(s, p.atLeastOne(0)) }, //                                          DCH
  S: (s, p) => { scrollUp(s, p.atLeastOne(0)) }, //                                             SU
  '?S': graphicsAttribute, // XTSMGRAPHICS
  T: (s, p) => { scrollRegion(s, s.top, s.bottom, -p.atLeastOne(0), 0) }, //                    SD
  W: (s, p) => { each(s, p, tabulation) }, //                                                   CTC
  '?W': (s, p) => { if (p.value(0) === 5) s.resetTabs() }, // DECST8C
  X: (s, p) => { eraseChars(s, p.atLeastOne(0)) }, //                                           ECH
  Z: (s, p) => { tabBackward(s, p.atLeastOne(0)) }, //                                          CBT
  '`': (s, p) => { moveToColumn(s, p.atLeastOne(0) - 1) }, //                                   HPA
  a: (s, p) => { by(s, p.atLeastOne(0), 0) }, //                                                HPR
  b: (s, p) => { repeat(s, p.atLeastOne(0)) }, //                                               REP
  c: (s, p) => { identity(s, p.value(0), 'primary-attributes') }, //                            DA1
  '>c': (s, p) => { identity(s, p.value(0), 'secondary-attributes') }, //                       DA2
  '=c': (s, p) => { identity(s, p.value(0), 'tertiary-attributes') }, //                        DA3
  d: (s, p) => { moveToRow(s, p.atLeastOne(0) - 1) }, //                                        VPA
  '=d': toLastText, // vibeflow's own
  e: (s, p) => { by(s, 0, p.atLeastOne(0)) }, //                                                VPR
  f: (s, p) => { position(s, p.atLeastOne(1) - 1, p.atLeastOne(0) - 1) }, //                     HVP
  g: (s, p) => { clearTab(s, p.value(0)) }, //                                                  TBC
  h: (s, p) => { each(s, p, ansiMode, true) }, //                                               SM
  '?h': (s, p) => { each(s, p, privateMode, true) }, // DECSET
  j: (s, p) => { by(s, -p.atLeastOne(0), 0) }, //                                               HPB
  ' k': (s, p) => { selectPath(s, p.value(0)) }, //                                             SCP
  k: (s, p) => { by(s, 0, -p.atLeastOne(0)) }, //                                               VPB
  l: (s, p) => { each(s, p, ansiMode, false) }, //                                              RM
  '?l': (s, p) => { each(s, p, privateMode, false) }, // DECRST
  m: selectGraphics, //                                                                         SGR
  '>m': (s, p) => { modifyKeys(s, p) }, // XTMODKEYS
  '?m': (s, p) => { each(s, p, modifiersQuery) }, // XTQMODKEYS
  n: (s, p) => { statusReport(s, p, false) }, // DSR, CPR
  '?n': (s, p) => { statusReport(s, p, true) }, // DECXCPR, color scheme
  '>n': (s, p) => { if (p.value(0) === 4) s.modes.modifyOtherKeys = 0 }, // XTMODKEYS, disable
  '!p': softReset, // DECSTR
  '"p': (s, p) => { setLevel(s, p.value(0)) }, // DECSCL
  $p: (s, p) => { requestMode(s, p, false) }, // DECRQM
  '?$p': (s, p) => { requestMode(s, p, true) }, // DECRQM, private
  '>q': (s, p) => { identity(s, p.value(0), 'version') }, // XTVERSION
  ' q': (s, p) => { if (p.value(0) <= 6) s.cursorStyle = p.value(0) }, // DECSCUSR
  '> q': controlCursors, // kitty multiple cursors
  '"q': (s, p) => { selectProtection(s, p.value(0)) }, // DECSCA
  r: (s, p) => { setMargins(s, p) }, // DECSTBM
  '?r': (s, p) => { each(s, p, restoreMode) }, // XTRESTORE
  // DECSLRM, SCOSC
  s: (s, p) => { if (s.modes.leftRightMargins) setColumns(s, p); else saveCursor(s) },
  '?s': saveModes, // XTSAVE
  t: (s, p) => { titleStack(s, p); sizeQuery(s, p) }, // XTWINOPS: titles, sizes
  u: restoreCursor, // SCORC
  '?u': keyboardQuery, // kitty keyboard: query
  '=u': (s, p) => { keyboardFlags(s, p.value(0), p.atLeastOne(1)) }, // kitty keyboard: set
  '>u': (s, p) => { pushKeyboard(s, p.value(0)) }, // kitty keyboard: push
  '<u': (s, p) => { popKeyboard(s.buffer.keyboard, p.atLeastOne(0)) }, // kitty keyboard: pop
  "'}": (s, p) => { shiftAll(s, s.x, p.atLeastOne(0)) }, // DECIC
  "'~": (s, p) => { shiftAll(s, s.x, -p.atLeastOne(0)) }, // DECDC
  '#p': pushPen, // XTPUSHSGR
  '#{': pushPen, // XTPUSHSGR
  '#q': popPen, // XTPOPSGR
  '#}': popPen, // XTPOPSGR
  '#P': (s, p) => { each(s, p, pushColors) }, // XTPUSHCOLORS
  '#Q': (s, p) => { each(s, p, popColors) }, // XTPOPCOLORS
  '#R': reportColors, // XTREPORTCOLORS
  $r: (s, p) => { changeAttributes(s, p, false) }, // DECCARA
  $t: (s, p) => { changeAttributes(s, p, true) }, // DECRARA
  $v: (s, p) => { copyRectangle(s, p) }, // DECCRA
  $x: (s, p) => { fillRectangle(s, p) }, // DECFRA
  $z: (s, p) => { eraseRectangle(s, p, false) }, // DECERA
  '${': (s, p) => { eraseRectangle(s, p, true) }, // DECSERA
  '*x': (s, p) => { s.modes.rectangleExtent = p.value(0) === 2 }, // DECSACE
}

function each(
  screen: Screen,
  parameters: Parameters,
  set: (screen: Screen, mode: number, on: boolean) => void,
  on = true,
): void {
  for (let index = 0; index < parameters.count; index += 1) set(screen, parameters.value(index), on)
}

/** CTC. There are no tab stops of lines (1, 3, 6). */
function tabulation(screen: Screen, how: number): void {
  if (how === 0) setTab(screen)
  else if (how === 2) clearTab(screen, 0)
  else if (how === 4 || how === 5) clearTab(screen, 3)
}

function toLineStart(screen: Screen): void {
  screen.x = screen.x >= screen.left || screen.modes.origin ? screen.left : 0
  settleColumn(screen)
}

function shiftAll(screen: Screen, x: number, count: number): void {
  if (inRegion(screen)) shiftColumns(screen, x, count)
}

function setMargins(screen: Screen, parameters: Parameters): void {
  const [top, bottom] = margins(parameters, screen.rows)
  if (bottom <= top) return
  screen.top = top - 1
  screen.bottom = bottom - 1
  moveTo(screen, 0, 0)
}

function setColumns(screen: Screen, parameters: Parameters): void {
  const [left, right] = margins(parameters, screen.cols)
  if (right <= left) return
  screen.left = left - 1
  screen.right = right - 1
  if (!screen.fullWidth) endRowSizes(screen)
  moveTo(screen, 0, 0)
}

/** Returns the first and last line or column, from 1; without a last one it is `size`. */
function margins(parameters: Parameters, size: number): readonly [first: number, last: number] {
  return [parameters.atLeastOne(0), Math.min(size, parameters.value(1) || size)]
}

/** SCP: 2 is from right to left, 0 and 1 from left to right. */
function selectPath(screen: Screen, path: number): void {
  if (path > 2) return
  screen.modes.rightToLeft = path === 2
  screen.settle()
}

function ansiMode(screen: Screen, mode: number, on: boolean): void {
  const name = ansiModes[mode]
  if (name === undefined) return
  screen.modes[name] = on
  screen.settle()
}

/** Returns whether it is a mode of the mouse. */
function setMouseMode({ modes }: Screen, mode: number, on: boolean): boolean {
  const [tracking, encoding] = [mouseModes[mode], mouseEncodings[mode]]
  if (tracking !== undefined) modes.mouse = on ? tracking : 'none'
  if (encoding === undefined) return tracking !== undefined
  if (on) modes.mouseEncoding = encoding
  else if (modes.mouseEncoding === encoding) modes.mouseEncoding = 'default'
  return true
}

function privateMode(screen: Screen, mode: number, on: boolean): void {
  const { modes } = screen
  const flag = privateModes[mode]
  if (flag !== undefined) {
    const updates = mode === 2026 && on !== modes.synchronizedOutput
    if (updates && on) {
      screen.events.updating()
      drawsFrames(screen)
    }
    modes[flag] = on
    screen.settle()
    if (updates && !on) screen.events.updated()
    if (mode === 2048 && on) reportSize(screen)
    if (mode === 2033 && on) reportVisibility(screen)
    return
  }
  if (setMouseMode(screen, mode, on)) return
  switch (mode) {
    case 2: // DECANM: all charsets ASCII
      if (on) {
        screen.charsets = ['B', 'B', 'B', 'B']
        screen.settle()
      }
      return
    case 3:
      switchColumns(screen)
      return // DECCOLM
    case 6: // DECOM
      modes.origin = on
      moveTo(screen, 0, 0)
      return
    case 25:
      screen.cursorVisible = on
      if (!on) drawsFrames(screen)
      return // DECTCEM
    case 69: // DECLRMM
      allowColumnMargins(screen, on)
      return
    case 47:
    case 1047:
    case 1049:
      if (on) enterAlternate(screen, mode)
      else leaveAlternate(screen, mode)
      return
    case 1048:
      if (on) saveCursor(screen)
      else restoreCursor(screen)
  }
}

/** Setting the mode, which came with level 4, keeps active margins. */
function allowColumnMargins(screen: Screen, on: boolean): void {
  if (!reaches(screen, 64)) return
  screen.modes.leftRightMargins = on
  if (on) return
  screen.left = 0
  screen.right = screen.cols - 1
  settlePending(screen)
}

/** Handles DECCOLM without a resize: clears the screen and margins if mode 40 allows it. */
function switchColumns(screen: Screen): void {
  const { modes } = screen
  if (!modes.columnSwitch) return
  if (!modes.noClearOnColumnSwitch || !reaches(screen, 65))
    for (let y = 0; y < screen.rows; y += 1) screen.grid.clearRow(y, screen.eraseBackground)
  modes.leftRightMargins = false
  screen.resetMargins()
  moveTo(screen, 0, 0)
}

/** XTRESTORE: a mode that was never saved is kept. */
function restoreMode(screen: Screen, mode: number): void {
  const saved = screen.savedModes.get(mode)
  if (saved !== undefined) privateMode(screen, mode, saved)
}

/**
 * DECSCL: a soft reset, as in xterm. Its second number chooses 8-bit controls, never sent here.
 * Level 0 is that of a fresh terminal.
 */
function setLevel(screen: Screen, level: number): void {
  const known = level === 0 ? 0 : conformanceLevels.find((one) => one === level)
  if (known === undefined) return
  softReset(screen)
  screen.modes.conformance = known
}

/** Each entry has both titles, and a pop restores the requested one (0 both, 1 icon, 2 window). */
function titleStack(screen: Screen, parameters: Parameters): void {
  const { titles, iconTitles } = screen
  const [action, which] = [parameters.value(0), parameters.value(1)]
  if (which > 2) return
  if (action === 22) {
    titles.push(screen.title)
    iconTitles.push(screen.iconTitle)
    if (titles.length > titleStackMax) for (const stack of [titles, iconTitles]) stack.shift()
  } else if (action === 23) {
    const [title = screen.title, icon = screen.iconTitle] = [titles.pop(), iconTitles.pop()]
    if (which !== 1) screen.title = title
    if (which !== 2) screen.iconTitle = icon
  }
}

/** Without parameters all resources are reset. Only modifyOtherKeys can be changed. */
function modifyKeys({ modes }: Screen, parameters: Parameters): void {
  const [resource, value] = [parameters.value(0), parameters.value(1)]
  if (resource === 4) modes.modifyOtherKeys = otherKeysLevel(value)
  else if (resource === 0 && parameters.count === 1) modes.modifyOtherKeys = 0
}

function keyboardFlags(screen: Screen, flags: number, how: number): void {
  const stack = screen.buffer.keyboard
  const before = stack.pop() ?? 0
  stack.push(
    (how === 1 ? flags : how === 2 ? before | flags : how === 3 ? before & ~flags : before) & 31,
  )
}

function pushKeyboard(screen: Screen, flags: number): void {
  const stack = screen.buffer.keyboard
  if (stack.length === 0) stack.push(0)
  stack.push(flags & 31)
  if (stack.length > keyboardStackMax) stack.shift()
}

function popKeyboard(stack: number[], count: number): void {
  stack.length = Math.max(0, stack.length - count)
}
