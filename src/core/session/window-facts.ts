/** Window facts for programs' queries: theme colors and cell size. Pure. */
import type { WindowFacts } from '../ipc/contract.ts'
import { builtInDark } from '../config/theme/bundled.ts'
import { checkedColour, over, type Colour } from '../config/theme/colour.ts'
import type { Theme } from '../config/theme/theme.ts'

const number = ({ red, green, blue }: Colour): number =>
  (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue)

/** Converts a theme. A transparent cursor is blended with the background. `cell`: CSS px. */
export function windowFactsOf(theme: Theme, cell: WindowFacts['cell']): WindowFacts {
  const background = checkedColour(theme.background)
  return {
    cell,
    foreground: number(checkedColour(theme.foreground)),
    background: number(background),
    cursor: number(over(checkedColour(theme.cursor), background)),
    ansi: theme.ansi.map((text) => number(checkedColour(text))),
  }
}

/** Facts before a page has reported, and without a window. */
export const noWindowFacts: WindowFacts = windowFactsOf(builtInDark, null)
