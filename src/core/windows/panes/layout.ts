/** Computes positions of panes and their neighbors. Pure. */
import type { PaneId } from '../../ids.ts'
import type { ArrangedTab } from './tab-order.ts'
import {
  splitAxisOf,
  panesOf,
  type SplitAxis,
  type Direction,
  type SplitPath,
  type Tree,
} from './tree.ts'

/** CSS px. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Divider {
  readonly path: SplitPath
  /** `row`: it is vertical, between left and right. */
  readonly axis: SplitAxis
  readonly ratio: number
  readonly rect: Rect
  /** The area it divides. */
  readonly within: Rect
}

interface PaneLayout {
  readonly panes: ReadonlyMap<PaneId, Rect>
  readonly dividers: readonly Divider[]
}

/** Lays out a tree in whole px without gaps. `gap`: width of a divider. */
export function layOut(tree: Tree, area: Rect, gap: number): PaneLayout {
  const panes = new Map<PaneId, Rect>()
  const dividers: Divider[] = []
  place(tree, area, gap, '', { panes, dividers })
  return { panes, dividers }
}

function place(
  tree: Tree,
  area: Rect,
  gap: number,
  path: SplitPath,
  into: { readonly panes: Map<PaneId, Rect>; readonly dividers: Divider[] },
): void {
  if (typeof tree === 'string') {
    into.panes.set(tree, area)
    return
  }
  const { axis, ratio } = tree
  const room = axis === 'row' ? area.width : area.height
  const between = Math.min(gap, room)
  const first = Math.round((room - between) * ratio)
  const [one, bar, other] = cut(area, axis, first, between)
  place(tree.first, one, gap, `${path}0`, into)
  into.dividers.push({ path, axis, ratio, rect: bar, within: area })
  place(tree.second, other, gap, `${path}1`, into)
}

function cut(area: Rect, axis: SplitAxis, first: number, gap: number): [Rect, Rect, Rect] {
  const { left, top, width, height } = area
  const behind = first + gap
  return axis === 'row'
    ? [
        { left, top, width: first, height },
        { left: left + first, top, width: gap, height },
        { left: left + behind, top, width: width - behind, height },
      ]
    : [
        { left, top, width, height: first },
        { left, top: top + first, width, height: gap },
        { left, top: top + behind, width, height: height - behind },
      ]
}

/** Returns the ratio of a divider at a point, px along its axis from the edge of `within`. */
export function ratioAt({ axis, within }: Divider, at: number, gap: number): number {
  const room = (axis === 'row' ? within.width : within.height) - gap
  return room > 0 ? (at - gap / 2) / room : 0.5
}

/** Size of a tab when only proportions matter, px. */
const unit: Rect = { left: 0, top: 0, width: 1e6, height: 1e6 }

/** Returns a pane's share of its tab's columns and rows, 0 to 1, without dividers. */
export function shareOf(
  { tree, zoomed }: Pick<ArrangedTab, 'tree' | 'zoomed'>,
  pane: PaneId,
): { readonly cols: number; readonly rows: number } {
  const { width, height } = (zoomed ? undefined : layOut(tree, unit, 0).panes.get(pane)) ?? unit
  return { cols: width / unit.width, rows: height / unit.height }
}

/** Returns the neighbor on that side with the longest shared edge. */
export function neighbourOf(tree: Tree, pane: PaneId, direction: Direction): PaneId | null {
  const { panes } = layOut(tree, unit, 0)
  const from = panes.get(pane)
  if (from === undefined) return null
  const across = splitAxisOf(direction) === 'row' ? 'column' : 'row'
  const edge = nearEdge(from, direction)
  let best: PaneId | null = null
  let longest = 0
  for (const [id, rect] of panes) {
    if (id === pane || nearEdge(rect, opposite[direction]) !== edge) continue
    const shared = overlap(span(from, across), span(rect, across))
    if (shared > longest) [best, longest] = [id, shared]
  }
  return best
}

/** Returns the next or previous pane in tree order, wrapping around. */
export function stepPane(tree: Tree, pane: PaneId, by: 1 | -1): PaneId {
  const panes = panesOf(tree)
  const at = panes.indexOf(pane)
  return panes[(at + by + panes.length) % panes.length] ?? pane
}

const opposite = {
  left: 'right',
  right: 'left',
  up: 'down',
  down: 'up',
} as const

function nearEdge({ left, top, width, height }: Rect, direction: Direction): number {
  return { left, right: left + width, up: top, down: top + height }[direction]
}

function span({ left, top, width, height }: Rect, axis: SplitAxis): readonly [number, number] {
  return axis === 'row' ? [left, left + width] : [top, top + height]
}

function overlap(
  [from, to]: readonly [number, number],
  [min, max]: readonly [number, number],
): number {
  return Math.min(to, max) - Math.max(from, min)
}
