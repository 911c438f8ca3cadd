/**
 * What programs can ask for of a window: the colours of its theme and the size of a cell, as the VT
 * core is sent. Pure.
 */
import type { WindowFacts } from '../ipc/contract.ts'
import { builtInDark } from '../config/theme/bundled.ts'
import { checkedColour, over, type Colour } from '../config/theme/colour.ts'
import type { Theme } from '../config/theme/theme.ts'

const number = ({ red, green, blue }: Colour): number =>
  (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue)

/**
 * A cursor that can be seen through is what is seen of it over the background. `cell`: CSS px as
 * drawn.
 */
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

/** Before a page has reported, and where there is no window. */
export const noWindowFacts: WindowFacts = windowFactsOf(builtInDark, null)
