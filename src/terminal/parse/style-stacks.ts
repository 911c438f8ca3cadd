/**
 * Stacks of attributes (XTPUSHSGR, XTPOPSGR) and of colors (XTPUSHCOLORS, XTPOPCOLORS,
 * XTREPORTCOLORS, kitty's OSC 30001 and 30101). Beyond `styleStackMax` the oldest is dropped.
 */
import { styleStackMax } from '../limits.ts'
import type { Parameters } from './parameters.ts'
import {
  BLINK,
  BOLD,
  colorMask,
  DIM,
  HIDDEN,
  INVERSE,
  ITALIC,
  PROTECTED,
  STRIKE,
  underlineMask,
} from '../screen/cell.ts'
import type { ProgramColors, Screen } from '../screen/screen.ts'

/** Bits of both words of the pen, by the numbers of XTPUSHSGR. */
const bits: ReadonlyMap<number, readonly [foreground: number, background: number]> = new Map([
  [1, [BOLD, 0]],
  [2, [0, DIM]],
  [3, [0, ITALIC]],
  [4, [0, underlineMask]],
  [5, [BLINK, 0]],
  [7, [INVERSE, 0]],
  [8, [HIDDEN, 0]],
  [9, [STRIKE, 0]],
  [21, [0, underlineMask]],
  [30, [colorMask, 0]],
  [31, [0, colorMask]],
])

export function pushPen(screen: Screen, { values, count }: Parameters): void {
  const { foreground, background, underline, savedPens } = screen
  const given = [...new Set(values.subarray(0, count))]
  const numbers = given.filter((number) => bits.has(number))
  // only unknown numbers: nothing is restored, as after 0 with others
  if (numbers.length === 0 && given.some((number) => number !== 0)) numbers.push(0)
  savedPens.push({ numbers, foreground, background, underline })
  if (savedPens.length > styleStackMax) savedPens.shift()
}

export function popPen(screen: Screen): void {
  const saved = screen.savedPens.pop()
  if (saved === undefined) return
  let [first, second] = saved.numbers.length === 0 ? [~0, ~PROTECTED] : [0, 0]
  for (const number of saved.numbers) {
    const [foreground, background] = bits.get(number) ?? [0, 0]
    first |= foreground
    second |= background
  }
  screen.foreground = ((screen.foreground & ~first) | (saved.foreground & first)) >>> 0
  screen.background = ((screen.background & ~second) | (saved.background & second)) >>> 0
  if (saved.numbers.length > 0) return
  screen.underline = saved.underline
  screen.settlePen()
}

/** @param slot 0 pushes; others, from 1, store there without pushing */
export function pushColors({ colors, savedColors }: Screen, slot: number): void {
  if (slot > savedColors.length) return
  if (slot > 0) savedColors[slot - 1] = colors
  else savedColors.push(colors)
  if (savedColors.length > styleStackMax) savedColors.shift()
}

/** @param slot 0 pops; others, from 1, restore from there without popping */
export function popColors(screen: Screen, slot: number): void {
  const { savedColors } = screen
  const saved = slot > 0 ? savedColors[slot - 1] : savedColors.pop()
  if (saved === undefined) return
  screen.colors = saved
  screen.fullStamp = screen.changes.stamp
}

export function reportColors({ events, savedColors }: Screen): void {
  events.asked({ kind: 'saved-colors', count: savedColors.length })
}

/** Returns the colors for a change. Saved ones are copied only then, so that pushes cost little. */
export function changeableColors(screen: Screen): ProgramColors {
  const { colors, savedColors } = screen
  if (savedColors.includes(colors))
    screen.colors = {
      ...colors,
      palette: new Map(colors.palette),
      special: new Map(colors.special),
      dynamic: new Map(colors.dynamic),
    }
  return screen.colors
}
