/**
 * Turns queries of programs into typed facts for terminal/replies (SECURITY.md). Writes no replies
 * and passes no text of a program. Titles, window state, the clipboard, checksums, DECREQTPARM and
 * ENQ are not supported.
 */
import { isDark } from '../../base/color.ts'
import {
  BLINK,
  BOLD,
  colorMask,
  colorOf,
  DIM,
  HIDDEN,
  INVERSE,
  ITALIC,
  OVERLINE,
  PROTECTED,
  STRIKE,
  underlineMask,
  underlineShift,
} from './cell.ts'
import { deviceRequests } from '../../base/sequences/query.ts'
import { capabilityNamed } from '../../base/sequences/capabilities.ts'
import type { Terminator } from '../replies/facts.ts'
import { isPrivateModeSet } from './mode-state.ts'
import { ansiModes, type ConformanceLevel } from '../../base/sequences/modes.ts'
import type { Facts } from '../replies/facts.ts'
import { picturePixelsMax, pictureSideMax, sixelRegisters } from '../images/limits.ts'
import { standardColor } from './palette.ts'
import { commonStyle } from './rectangles.ts'
import type { Parameters } from '../parse/parameters.ts'
import type { Screen } from './screen.ts'

/** Largest mode of DECRQM, and number of a request, that is returned. */
const numberMax = 65_535

/** DA1, DA2, DA3, XTVERSION; another `which` is a different query, or none. */
export function identity(
  screen: Screen,
  which: number,
  kind: 'primary-attributes' | 'secondary-attributes' | 'tertiary-attributes' | 'version',
): void {
  if (which !== 0) return
  if (kind === 'primary-attributes') screen.events.asked({ kind, sixel: screen.facts.pictures })
  else screen.events.asked({ kind })
}

/** XTSMGRAPHICS: color registers (1) and largest sixel (2), both fixed; ReGIS (3) is unknown. */
export function graphicsAttribute(screen: Screen, parameters: Parameters): void {
  if (!screen.facts.pictures) return
  const [item, action] = [parameters.value(0), parameters.value(1)]
  if (item > 3) return
  const { height, width } = textArea(screen)
  const values =
    item === 1
      ? [sixelRegisters]
      : action === 4 || width === 0
        ? [pictureSideMax, Math.floor(picturePixelsMax / pictureSideMax)]
        : [Math.min(pictureSideMax, width), Math.min(pictureSideMax, height)]
  const status = item !== 1 && item !== 2 ? 1 : action < 1 || action > 4 ? 2 : action === 3 ? 3 : 0
  screen.events.asked({
    kind: 'graphics-attribute',
    item,
    status,
    values: status === 0 ? values : [],
  })
}

/**
 * DSR: 5 and 6, and 6, 63, 996, 998 and devices of `CSI ?`. A pending wrap is reported as the last
 * column.
 */
export function statusReport(screen: Screen, parameters: Parameters, dec: boolean): void {
  const which = parameters.value(0)
  const { origin } = screen.modes
  if (which === 6)
    screen.events.asked({
      kind: 'cursor',
      row: screen.y - (origin ? screen.top : 0) + 1,
      column: screen.x - (origin ? screen.left : 0) + 1,
      dec,
    })
  else if (which === 5 && !dec) screen.events.asked({ kind: 'status' })
  else if (which === 996 && dec)
    screen.events.asked({ kind: 'colour-scheme', dark: hasDarkBackground(screen) })
  else if (which === 998 && dec) reportVisibility(screen)
  else if (dec) deviceStatus(screen, which, parameters.value(1))
}

/** `CSI ? 998 n`, and mode 2033 when it is set. */
export function reportVisibility({ events, facts }: Screen): void {
  events.asked({ kind: 'visibility', visible: facts.visible })
}

/** Returns whether a program may use what came with this level (DECSCL). */
export function reaches({ modes }: Screen, level: ConformanceLevel): boolean {
  return modes.conformance === 0 || modes.conformance >= level
}

function deviceStatus({ events }: Screen, which: number, id: number): void {
  const request = deviceRequests.find((one) => one === which)
  if (request !== undefined) events.asked({ kind: 'device', request })
  else if (which === 63 && id <= numberMax) events.asked({ kind: 'macro-checksum', id })
}

/** DECRQM, which came with level 3. */
export function requestMode(screen: Screen, parameters: Parameters, dec: boolean): void {
  const mode = parameters.value(0)
  if (mode <= numberMax && reaches(screen, 63))
    screen.events.asked({
      kind: 'mode',
      mode,
      dec,
      value: dec ? privateMode(screen, mode) : ansiMode(screen, mode),
    })
}

/** XTWINOPS 14, 16 and 18. `14 ; 2`, the window size, is not reported. */
export function sizeQuery(screen: Screen, parameters: Parameters): void {
  const {
    cols,
    rows,
    facts: { cell },
  } = screen
  const code = parameters.value(0)
  if (code === 18) screen.events.asked({ kind: 'size', code, height: rows, width: cols })
  else if (cell === null) return
  else if (code === 16) screen.events.asked({ kind: 'size', code, ...rounded(cell) })
  else if (code === 14 && parameters.value(1) !== 2)
    screen.events.asked({ kind: 'size', code, ...textArea(screen) })
}

/** iTerm2's `OSC 1337 ; ReportCellSize`. */
export function cellSizeQuery(screen: Screen): void {
  const { cell } = screen.facts
  if (cell !== null) screen.events.asked({ kind: 'cell-size', ...rounded(cell) })
}

function rounded(cell: NonNullable<Facts['cell']>): { height: number; width: number } {
  return { height: Math.round(cell.height), width: Math.round(cell.width) }
}

/** `CSI ? u`. Any reply, even with flags 0, promises the protocol. */
export function keyboardQuery(screen: Screen): void {
  if (screen.facts.keyboard)
    screen.events.asked({ kind: 'keyboard', flags: screen.buffer.keyboard.at(-1) ?? 0 })
}

/** XTQMODKEYS for modifyOtherKeys (4), the only resource that can change. */
export function modifiersQuery({ events, modes }: Screen, resource: number): void {
  if (resource === 4) events.asked({ kind: 'modify-other-keys', value: modes.modifyOtherKeys })
}

export function reportSize(screen: Screen): void {
  screen.events.asked({
    kind: 'size-report',
    rows: screen.rows,
    columns: screen.cols,
    ...textArea(screen),
  })
}

/** OSC 4 with `?`. */
export function paletteQuery(screen: Screen, index: number, terminator: Terminator): void {
  const colour = channels(paletteColor(screen, index))
  screen.events.asked({ kind: 'palette', code: 4, index, colour, terminator })
}

/** OSC 5 with `?`, or OSC 4 if `base` is the size of the palette. Unset: the foreground. */
export function specialColorQuery(
  { colors, events, facts }: Screen,
  special: number,
  base: number,
  terminator: Terminator,
): void {
  const colour = channels(colors.special.get(special) ?? colors.foreground ?? facts.foreground)
  const code = base === 0 ? 5 : 4
  events.asked({ kind: 'palette', code, index: base + special, colour, terminator })
}

export function paletteColor({ colors, facts }: Screen, index: number): number {
  return colors.palette.get(index) ?? facts.ansi[index] ?? standardColor(index)
}

/** OSC 10, 11 and 12 with `?`. */
export function dynamicColorQuery(
  screen: Screen,
  name: 'foreground' | 'background' | 'cursor',
  terminator: Terminator,
): void {
  const code = ({ foreground: 10, background: 11, cursor: 12 } as const)[name]
  screen.events.asked({
    kind: 'dynamic-colour',
    code,
    colour: channels(screen.colors[name] ?? screen.facts[name]),
    terminator,
  })
}

export function hasDarkBackground({ colors, facts }: Screen): boolean {
  const [red, green, blue] = channels(colors.background ?? facts.background)
  return isDark({ red, green, blue })
}

function textArea({ cols, rows, facts: { cell } }: Screen): { height: number; width: number } {
  return {
    height: Math.round(rows * (cell?.height ?? 0)),
    width: Math.round(cols * (cell?.width ?? 0)),
  }
}

export function channels(color: number): [number, number, number] {
  return [(color >> 16) & 0xff, (color >> 8) & 0xff, color & 0xff]
}

/** 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset. */
type ModeValue = 0 | 1 | 2 | 3 | 4

const of = (set: boolean): ModeValue => (set ? 1 : 2)

/** GATM, SRTM, VEM, HEM, PUM, FEAM, FETM, MATM, TTM, SATM, TSM, EBM: for form terminals. */
const neverSet: ReadonlySet<number> = new Set([1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19])

function ansiMode({ modes }: Screen, mode: number): ModeValue {
  if (mode === 2) return 4 // KAM: the keyboard is never locked
  if (mode === 12) return 3 // SRM: no local echo
  if (neverSet.has(mode)) return 4
  const flag = ansiModes[mode]
  return flag === undefined ? 0 : of(modes[flag])
}

function privateMode(screen: Screen, mode: number): ModeValue {
  switch (mode) {
    case 2:
      return 3 // DECANM: never VT52
    case 3:
      return 4 // DECCOLM: the user decides the size
    case 8:
      return 3 // DECARM: keys repeat
    case 117:
      return 4 // DECECM: erasing uses the current background
    case 1005:
    case 1015:
      return 4 // the window supports neither mouse encoding
    case 1048:
      return of(screen.buffer.saved !== null)
  }
  const set = isPrivateModeSet(screen, mode)
  return set === undefined ? 0 : of(set)
}

/** Characters of the longest known setting, plus one. */
export const settingTextMax = 3

type Setting = (screen: Screen) => readonly (readonly number[])[]

/** Settings by the end of the sequence that sets them. */
const settings = {
  m: pen,
  r: ({ top, bottom }) => [[top + 1], [bottom + 1]],
  s: ({ left, right }) => [[left + 1], [right + 1]],
  ' q': ({ cursorStyle }) => [[cursorStyle]],
  '"p': ({ modes }) => [[modes.conformance || 62], [1]], // as in DA1; 7-bit controls
  '*x': ({ modes }) => [[modes.rectangleExtent ? 2 : 0]],
  '$}': () => [[0]], // the main display is active
  '$~': () => [[0]], // no status line
  '"q': ({ background, modes }) => [
    [(background & PROTECTED) !== 0 && !modes.isoProtection ? 1 : 0],
  ],
} satisfies Readonly<Record<string, Setting>>

/** DECRQSS: reports a setting as numbers. */
export function settingQuery(screen: Screen, text: string): void {
  const name = Object.hasOwn(settings, text) ? (text as keyof typeof settings) : null
  screen.events.asked({
    kind: 'setting',
    name,
    values: name === null ? [] : settings[name](screen),
  })
}

/**
 * Bytes of the longest list that is read, plus one: enough for the longest names. Names per list:
 * more than exist, and a quarter of the replies per second (terminal/replies).
 */
export const capabilitiesTextMax = 1_025
const capabilityNamesMax = 64

/** XTGETTCAP: names in hexadecimal, separated by `;`, each with its own reply. */
export function capabilityQueries(screen: Screen, text: string): void {
  const names = text.length < capabilitiesTextMax ? text.split(';', capabilityNamesMax) : ['']
  for (const name of names) screen.events.asked({ kind: 'capability', name: capabilityNamed(name) })
}

/** XTREPORTSGR. */
export function commonStyleQuery(screen: Screen, parameters: Parameters): void {
  const values = pen({ ...commonStyle(screen, parameters), underline: 0 })
  screen.events.asked({ kind: 'common-style', values })
}

/** Returns one SGR that sets the complete pen. */
function pen({
  foreground,
  background,
  underline,
}: Pick<Screen, 'foreground' | 'background' | 'underline'>): number[][] {
  const style = (background & underlineMask) >>> underlineShift
  const set = (word: number, bit: number, number: number) => ((word & bit) === 0 ? [] : [[number]])
  return [
    [0],
    ...set(foreground, BOLD, 1),
    ...set(background, DIM, 2),
    ...set(background, ITALIC, 3),
    ...(style === 0 ? [] : [style === 1 ? [4] : [4, style]]),
    ...set(foreground, BLINK, 5),
    ...set(foreground, INVERSE, 7),
    ...set(foreground, HIDDEN, 8),
    ...set(foreground, STRIKE, 9),
    ...set(foreground, OVERLINE, 53),
    ...setColor(foreground, 38),
    ...setColor(background, 48),
    ...setColor(underline, 58),
  ]
}

function setColor(word: number, extended: number): number[][] {
  const value = colorOf(word & colorMask)
  if (value === undefined) return []
  if (value > 0xff) return [[extended, 2, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]]
  if (value > 15 || extended === 58) return [[extended, 5, value]]
  return [[extended + value + (value < 8 ? -8 : 44)]]
}
