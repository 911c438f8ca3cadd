/** Resets everything that programs may have set in the terminal, except text and tab stops. */
import {
  ansiModes,
  defaultModes,
  mouseEncodings,
  mouseModes,
  privateModes,
} from '../../../base/sequences/modes.ts'
import { defaultPen } from './leftovers.ts'
import { setMode } from './mode-memory.ts'

const defaults = defaultModes()

const modes = [
  ...[privateModes, ansiModes].flatMap((table) =>
    Object.entries(table).map(([mode, name]) => setMode(Number(mode), defaults[name])),
  ),
  ...[mouseModes, mouseEncodings].flatMap((table) =>
    Object.keys(table).map((mode) => setMode(Number(mode), false)),
  ),
  // mouse reports in UTF-8 and column margins; the cursor is visible
  ...[setMode(1005, false), setMode(69, false), setMode(25, true)],
].join('')

/** Palette, special colors, and OSC 10 to 19: text hidden by them would stay hidden. */
const colors = [104, 105, ...Array.from({ length: 10 }, (_, index) => 110 + index)]
  .map((command) => `\x1b]${command}\x07`)
  .join('')

/** @param leave returns to the primary screen */
export function resetState(leave: string): string {
  return [
    // ends an open sequence
    '\x18',
    // keyboard flags and pointer shapes of the current screen; the primary screen's follow
    '\x1b[!p',
    leave,
    // the level, margins, attributes, saved cursor
    '\x1b[0;1"p\x1b[!p',
    modes,
    // the direction of text (SCP)
    '\x1b[ k',
    '\x1b[<99u\x1b[0 q',
    colors,
    // an open link
    '\x1b]8;;\x07',
    defaultPen,
  ].join('')
}

/** Returns the sequences that set a tab stop in each eighth column. */
export function resetTabStops(cols: number): string {
  const stops = Array.from({ length: Math.ceil(cols / 8) }, (_, index) => index * 8 + 1)
  return `\x1b7\x1b[3g${stops.map((column) => `\x1b[${column}G\x1bH`).join('')}\x1b8`
}
