/** The 256 colours of xterm, for pictures of a screen: programs' own settings and the snapshot's overrides come first. */
import { hexColor } from './color.ts'
import type { Color, Snapshot } from './snapshot.ts'

const first = ['#2e3436', '#cc0000', '#4e9a06', '#c4a000', '#3465a4', '#75507b', '#06989a', '#d3d7cf', '#555753', '#ef2929', '#8ae234', '#fce94f', '#729fcf', '#ad7fa8', '#34e2e2', '#eeeeec']

const levels = [0, 95, 135, 175, 215, 255]

function standard(index: number): string {
  if (index < 16) return first[index] ?? '#000000'
  if (index >= 232) return hexColor((8 + (index - 232) * 10) * 0x10101)
  const cube = index - 16
  return hexColor((levels[Math.floor(cube / 36)] ?? 0) << 16 | (levels[Math.floor(cube / 6) % 6] ?? 0) << 8 | (levels[cube % 6] ?? 0))
}

export interface Paint {
  readonly foreground: string
  readonly background: string
  readonly color: (color: Color) => string
}

export function paintOf({ colors, modes }: Snapshot): Paint {
  const own = new Map(colors.palette)
  const [foreground, background] = [hexOr('#ffffff', colors.fg), hexOr('#000000', colors.bg)]
  return {
    ...(modes.reverseVideo ? { foreground: background, background: foreground } : { foreground, background }),
    color: (color) => typeof color === 'number' ? hexOr(standard(color & 0xff), own.get(color)) : hexOr('#000000', color),
  }
}

/** These words become part of markup: one that is no colour, in a snapshot which `decode` has not judged, does not. */
function hexOr(usual: string, color: string | undefined): string {
  return color !== undefined && /^#[0-9a-f]{6}$/.test(color) ? color : usual
}
