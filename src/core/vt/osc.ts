/** Operating system commands: titles, palette, links, prompt marks, and questions. Everything else is of no concern to the screen. */
import { titleMax } from './limits.ts'
import { openedLink } from './links.ts'
import { parseColor } from './color.ts'
import { dynamicColorQuery, paletteQuery, type Terminator } from './queries.ts'
import type { Screen } from './screen.ts'

/** @param body what stands between introducer and terminator */
export function operatingSystemCommand(screen: Screen, body: string, terminator: Terminator): void {
  const match = /^(\d+)(?:;|$)/.exec(body)
  if (match === null) return
  const rest = body.slice(match[0].length)
  switch (Number(match[1])) {
    case 0: case 2: screen.title = [...rest].slice(0, titleMax).join(''); return
    case 4: setPalette(screen, rest, terminator); return
    case 8: setLink(screen, rest); return
    case 10: setDynamic(screen, rest, 0, terminator); return
    case 11: setDynamic(screen, rest, 1, terminator); return
    case 12: setDynamic(screen, rest, 2, terminator); return
    case 99: if (/^[^;]*p=\?/.test(rest)) screen.events.asked({ kind: 'output-query' }); return
    case 104: resetPalette(screen, rest); return
    case 110: setColor(screen, 'foreground', null); return
    case 111: setColor(screen, 'background', null); return
    case 112: setColor(screen, 'cursor', null); return
    case 133: promptMark(screen, rest); return
    case 7501: if (rest === '?') screen.events.asked({ kind: 'output-query' })
  }
}

/** Numbers of commands whose text is wanted: of others nothing is kept. */
export const wantedCommands: ReadonlySet<number> = new Set([0, 2, 4, 8, 10, 11, 12, 99, 104, 110, 111, 112, 133, 7501])

/** Sets and asks in the order of the string: a question sees the setting before it. */
function setPalette(screen: Screen, rest: string, terminator: Terminator): void {
  const parts = rest.split(';')
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const index = paletteIndex(parts[at] ?? '')
    if (index !== undefined && parts[at + 1] === '?') { paletteQuery(screen, index, terminator); continue }
    const color = parseColor(parts[at + 1] ?? '')
    if (index === undefined || color === undefined) continue
    screen.colors.palette.set(index, color)
    screen.fullStamp = screen.changes.stamp
  }
}

function resetPalette(screen: Screen, rest: string): void {
  screen.fullStamp = screen.changes.stamp
  if (rest === '') { screen.colors.palette.clear(); return }
  for (const part of rest.split(';')) {
    const index = paletteIndex(part)
    if (index !== undefined) screen.colors.palette.delete(index)
  }
}

function paletteIndex(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) < 256 ? Number(text) : undefined
}

const dynamicNames = ['foreground', 'background', 'cursor'] as const

/** `OSC 10 ; A ; B` sets the colour of 10 and that of 11. */
function setDynamic(screen: Screen, rest: string, first: number, terminator: Terminator): void {
  for (const [offset, part] of rest.split(';', dynamicNames.length - first).entries()) {
    const name = dynamicNames[first + offset]
    if (name === undefined) return
    if (part === '?') { dynamicColorQuery(screen, name, terminator); continue }
    const color = parseColor(part)
    if (color !== undefined) setColor(screen, name, color)
  }
}

function setColor(screen: Screen, name: (typeof dynamicNames)[number], color: number | null): void {
  screen.colors[name] = color
  screen.fullStamp = screen.changes.stamp
}

function setLink(screen: Screen, rest: string): void {
  const link = openedLink(rest)
  if (link !== undefined) screen.openLink(link)
}

function promptMark(screen: Screen, rest: string): void {
  const bit = 1 << 'ABCD'.indexOf(rest[0] ?? '?')
  if ('ABCD'.includes(rest[0] ?? '?')) screen.grid.mark(screen.y, bit)
  if (!screen.isAlternate) screen.events.marks?.mark(rest, screen.firstRow + screen.y, screen.x + (screen.pending ? 1 : 0))
}
