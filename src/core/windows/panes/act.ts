/** Pane actions from outside the page, by pane instead of focus. Pure. */
import { z } from 'zod'
import type { PaneId, TabId } from '../../ids.ts'
import { paneId } from './id-guards.ts'
import { focusPane, intoTab, ownTab, rearrange, tabWith } from './arrangement.ts'
import { neighbourOf } from './layout.ts'
import { panesMax } from './limits.ts'
import type { Arrangement } from './tab-order.ts'
import { equalize, swapPanes, type Direction, type Tree } from './tree.ts'

const side = z.enum(['left', 'right', 'up', 'down'])

export const paneActs = z.union([
  /** Focuses the pane on that side. */
  z.strictObject({ act: z.literal('focus'), side }),
  z.strictObject({ act: z.literal('swap'), side }),
  z.strictObject({ act: z.enum(['show', 'zoom', 'equalize', 'own-tab', 'own-window']) }),
  /** Joins its tab with the tab of the pane `at`. */
  z.strictObject({ act: z.literal('join'), at: paneId, side }),
  /** `force`: even if something would be lost. */
  z.strictObject({ act: z.literal('close'), force: z.boolean() }),
])
export type PaneAct = Readonly<z.infer<typeof paneActs>>
/** As a client sends it. */
export type PaneActInput = Readonly<z.input<typeof paneActs>>

const sides: Readonly<Record<Direction, string>> = {
  left: 'to the left',
  right: 'to the right',
  up: 'above',
  down: 'below',
}

export const notJoined = `Can't merge: same tab, or more than ${panesMax} panes in total.`

/**
 * @param newTab makes the id of a tab
 * @returns the resulting arrangement; a sentence about why it is impossible; `null` for actions of
 * the session or of all windows
 */
export function paneAct(
  arrangement: Arrangement,
  pane: PaneId,
  act: PaneAct,
  newTab: () => TabId,
): Arrangement | string | null {
  if (act.act === 'close' || act.act === 'own-window') return null
  if (act.act === 'show') return focusPane(arrangement, pane)
  const tab = tabWith(arrangement, pane)
  if (act.act === 'join')
    return (tab && intoTab(arrangement, tab.id, act.at, act.side)) ?? notJoined
  if (tab === undefined || typeof tab.tree === 'string') return 'This is the only pane in its tab.'
  const { id, tree } = tab
  const changed = (to: Tree): Arrangement | null =>
    typeof to === 'string' ? null : rearrange(arrangement, id, { tree: to, zoomed: false })
  switch (act.act) {
    case 'own-tab':
      return ownTab(arrangement, pane, newTab())
    case 'equalize':
      return changed(equalize(tree))
    case 'zoom': {
      const zoomed = !(tab.zoomed && tab.focus === pane)
      return rearrange(focusPane(arrangement, pane), id, { tree, zoomed })
    }
    case 'focus':
    case 'swap': {
      const other = neighbourOf(tree, pane, act.side)
      if (other === null) return `No pane ${sides[act.side]}.`
      return act.act === 'focus'
        ? focusPane(arrangement, other)
        : changed(swapPanes(tree, pane, other))
    }
  }
}
