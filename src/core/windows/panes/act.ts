/** What can be done to a pane from outside of the page: by its name, not by the focus. Pure. */
import { z } from 'zod'
import { focusPane, intoTab, ownTab, rearrange, splitOf, type Arrangement } from './arrangement.ts'
import { neighbourOf } from './layout.ts'
import { panesMax } from './limits.ts'
import { equalize, swapPanes, type Direction, type Tree } from './tree.ts'

const side = z.enum(['left', 'right', 'up', 'down'])

export const paneActs = z.union([
  /** The focus to the pane on that side. */
  z.strictObject({ act: z.literal('focus'), side }),
  z.strictObject({ act: z.literal('swap'), side }),
  z.strictObject({ act: z.enum(['show', 'zoom', 'equalize', 'own-tab', 'own-window']) }),
  /** Its tab becomes part of the tab of the pane `at`. */
  z.strictObject({ act: z.literal('join'), at: z.string().max(64), side }),
  /** `force`: also when something would be lost. */
  z.strictObject({ act: z.literal('close'), force: z.boolean() }),
])
export type PaneAct = Readonly<z.infer<typeof paneActs>>

const sides: Readonly<Record<Direction, string>> = {
  left: 'on the left of it',
  right: 'on the right of it',
  up: 'above it',
  down: 'below it',
}

export const notJoined =
  'Nothing was moved: it is the same tab, or the two have more than ' +
  `${panesMax} panes together.`

/**
 * @returns the arrangement after it; a sentence: why it cannot be done; null: it is none of an
 * arrangement, but of the session or of all windows
 */
export function paneAct(
  arrangement: Arrangement,
  pane: string,
  act: PaneAct,
): Arrangement | string | null {
  if (act.act === 'close' || act.act === 'own-window') return null
  if (act.act === 'show') return focusPane(arrangement, pane)
  if (act.act === 'join') return intoTab(arrangement, pane, act.at, act.side) ?? notJoined
  const split = splitOf(arrangement, pane)
  if (split === null) return 'It is the only pane of its tab.'
  const { tree, zoomed } = split
  const changed = (to: Tree): Arrangement | null =>
    typeof to === 'string' ? null : rearrange(arrangement, { tree: to, zoomed: false })
  switch (act.act) {
    case 'own-tab':
      return ownTab(arrangement, pane)
    case 'equalize':
      return changed(equalize(tree))
    case 'zoom': {
      const isZoomed = zoomed && arrangement.order.includes(pane)
      return rearrange(focusPane(arrangement, pane), { tree, zoomed: !isZoomed })
    }
    case 'focus':
    case 'swap': {
      const other = neighbourOf(tree, pane, act.side)
      if (other === null) return `There is no pane ${sides[act.side]}.`
      return act.act === 'focus'
        ? focusPane(arrangement, other)
        : changed(swapPanes(tree, pane, other))
    }
  }
}
