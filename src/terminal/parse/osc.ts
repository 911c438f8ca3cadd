/** Operating system commands for the screen: titles, palette, links, prompt marks, and queries. */
import { forgetFrame, startFrame } from '../history/inline-frame.ts'
import { parseMarkOptions } from '../../protocol/osc/mark-options.ts'
import { format133 } from '../../protocol/osc/marks.ts'
import { markOfContext, parse3008 } from '../../protocol/osc/osc3008.ts'
import { titleMax } from '../limits.ts'
import { openedLink } from '../screen/links.ts'
import { parseColor } from '../screen/color.ts'
import type { Terminator } from '../replies/facts.ts'
import { colorControl } from './color-control.ts'
import { pointerShape } from './pointer-shapes.ts'
import { dynamicColorQuery, paletteQuery, specialColorQuery } from '../screen/queries.ts'
import type { Screen } from '../screen/screen.ts'
import { changeableColors, popColors, pushColors } from './style-stacks.ts'
import { textSize } from './text-size.ts'

/** @param body text between introducer and terminator */
export function operatingSystemCommand(screen: Screen, body: string, terminator: Terminator): void {
  const match = /^(\d+)(?:;|$)/.exec(body)
  if (match === null) return
  const rest = body.slice(match[0].length)
  const command = Number(match[1])
  if (!wantedCommands.has(command)) return
  // biome-ignore format: a table, read by its columns
  switch (command) {
    case 0: case 1: case 2: setTitles(screen, command, rest); return
    case 4: setPalette(screen, rest, 0, terminator); return
    case 5: setPalette(screen, rest, paletteSize, terminator); return
    case 8: setLink(screen, rest); return
    case 21: colorControl(screen, rest, terminator); return
    case 22: pointerShape(screen, rest, terminator); return
    case 66: textSize(screen, rest); return
    case 99: if (asksAboutNotifications.test(rest)) outputQuery(screen); return
    case 104: resetPalette(screen, rest, 0); return
    case 105: resetPalette(screen, rest, paletteSize); return
    case 133: screen.hasMarks = true; promptMark(screen, rest); return
    case 3008: contextMark(screen, rest); return
    case 30_001: pushColors(screen, 0); return
    case 30_101: popColors(screen, 0); return
    case 7501: if (rest === '?') outputQuery(screen); return
    default:
      if (command >= 110) setDynamic(screen, command - 100, null)
      else setDynamics(screen, rest, command, terminator)
  }
}

const asksAboutNotifications = /^[^;]*p=(?:\?|alive)/

function outputQuery(screen: Screen): void {
  screen.events.asked({ kind: 'output-query' })
}

/** Numbers of commands whose text is kept. */
export const wantedCommands: ReadonlySet<number> = new Set([
  0, 1, 2, 4, 5, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 66, 99, 104, 105, 110, 111, 112,
  113, 114, 115, 116, 117, 118, 119, 133, 3008, 7501, 30_001, 30_101,
])

function setTitles(screen: Screen, which: number, text: string): void {
  const title = [...text].slice(0, titleMax).join('')
  if (which !== 1) screen.title = title
  if (which !== 2) screen.iconTitle = title
}

const paletteSize = 256
const specialColors = 5

/** Handles OSC 4 and OSC 5, whose indexes follow the palette, in order, queries included. */
function setPalette(screen: Screen, rest: string, base: number, terminator: Terminator): void {
  const parts = rest.split(';')
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const place = placeOf(screen, parts[at] ?? '', base)
    if (place !== undefined && parts[at + 1] === '?') {
      if (place.table === screen.colors.palette) paletteQuery(screen, place.index, terminator)
      else specialColorQuery(screen, place.index, paletteSize - base, terminator)
      continue
    }
    const color = parseColor(parts[at + 1] ?? '')
    if (place === undefined || color === undefined) continue
    place.table.set(place.index, color)
    screen.fullStamp = screen.changes.stamp
  }
}

function resetPalette(screen: Screen, rest: string, base: number): void {
  const { palette, special } = changeableColors(screen)
  screen.fullStamp = screen.changes.stamp
  if (rest === '') {
    ;(base === 0 ? palette : special).clear()
    return
  }
  for (const part of rest.split(';')) {
    const place = placeOf(screen, part, base)
    if (place !== undefined) place.table.delete(place.index)
  }
}

function placeOf(
  screen: Screen,
  text: string,
  base: number,
): { readonly table: Map<number, number>; readonly index: number } | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined
  const index = base + Number(text)
  const colors = changeableColors(screen)
  if (index < paletteSize) return { table: colors.palette, index }
  return index < paletteSize + specialColors
    ? { table: colors.special, index: index - paletteSize }
    : undefined
}

/** Handles `OSC 10 ; A ; B`, which sets the colors of 10 and 11. */
function setDynamics(screen: Screen, rest: string, first: number, terminator: Terminator): void {
  for (const [offset, part] of rest.split(';', dynamicLast - first + 1).entries()) {
    const name = dynamicNames[first + offset]
    if (part === '?' && name !== undefined) {
      dynamicColorQuery(screen, name, terminator)
      continue
    }
    const color = parseColor(part)
    if (color !== undefined) setDynamic(screen, first + offset, color)
  }
}

const dynamicNames: Readonly<Record<number, 'foreground' | 'background' | 'cursor'>> = {
  10: 'foreground',
  11: 'background',
  12: 'cursor',
}
const dynamicLast = 19

/** Sets a color; `null` resets it. */
function setDynamic(screen: Screen, command: number, color: number | null): void {
  const colors = changeableColors(screen)
  const name = dynamicNames[command]
  if (name !== undefined) colors[name] = color
  else if (color === null) colors.dynamic.delete(command)
  else colors.dynamic.set(command, color)
  screen.fullStamp = screen.changes.stamp
}

function setLink(screen: Screen, rest: string): void {
  const link = openedLink(rest)
  if (link !== undefined) screen.openLink(link)
}

/** Marks commands of a shell that sends contexts instead of marks. */
function contextMark(screen: Screen, rest: string): void {
  const context = screen.hasMarks ? null : parse3008(rest)
  const mark = context?.ok === true ? markOfContext(context.value) : null
  if (mark !== null) promptMark(screen, format133(mark))
}

function promptMark(screen: Screen, rest: string): void {
  const kind = rest[0] ?? '?'
  const { further, redraw } = parseMarkOptions(rest)
  if (kind === 'A' && further) return
  if ('ABCD'.includes(kind)) screen.grid.mark(screen.y, 1 << 'ABCD'.indexOf(kind))
  if (screen.isAlternate) return
  if ('ACD'.includes(kind)) forgetFrame(screen)
  if (kind === 'A' && redraw !== false) startFrame(screen) // shells redraw prompts by rows
  screen.events.marks?.mark(rest, screen.firstRow + screen.y, screen.x + (screen.pending ? 1 : 0))
}
