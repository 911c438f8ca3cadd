/** Colors of a snapshot as text for markup. */
import { hexColor } from '../../screen/color.ts'
import { standardColor } from '../../screen/palette.ts'
import type { Color, Snapshot } from '../snapshot.ts'

export interface Paint {
  readonly foreground: string
  readonly background: string
  readonly color: (color: Color) => string
}

export function paintOf({ colors, modes }: Snapshot): Paint {
  const own = new Map(colors.palette)
  const [foreground, background] = [hexOr('#ffffff', colors.fg), hexOr('#000000', colors.bg)]
  return {
    ...(modes.reverseVideo
      ? { foreground: background, background: foreground }
      : { foreground, background }),
    color: (color) =>
      typeof color === 'number'
        ? hexOr(hexColor(standardColor(color & 0xff)), own.get(color))
        : hexOr('#000000', color),
  }
}

/** Replaces an invalid color, because the result becomes part of markup. */
function hexOr(usual: string, color: string | undefined): string {
  return color !== undefined && /^#[0-9a-f]{6}$/.test(color) ? color : usual
}
