/** Panes of a tab: splitting, focus, size, zoom, positions. */
import { paneFor, sessionIn, type PaneId } from '../../../core/ids.ts'
import type { SplitTab } from '../../../core/windows/panes/arrangement.ts'
import { neighbourOf, stepPane } from '../../../core/windows/panes/layout.ts'
import { ratioStep, splitColumnsMin, splitRowsMin } from '../../../core/windows/panes/limits.ts'
import {
  equalize,
  resizePane,
  swapPanes,
  type SplitAxis,
  type Direction,
  type Tree,
} from '../../../core/windows/panes/tree.ts'
import type { Feature, Page, RunAction } from '../../page/page.ts'
import { DropZone } from './drop-zone.tsx'
import { PaneFrames } from './pane-frames.tsx'

export const panesFeature: Feature = (page) => ({
  actions: {
    split_right: () => split(page, 'row'),
    split_down: () => split(page, 'column'),
    ...focusActions(page),
    ...placeActions(page),
  },
  layers: [PaneFrames, DropZone],
})

/** Acts on the active tab if it has several panes. Otherwise the program gets the key. */
function onSplit(page: Page, act: (split: SplitTab, pane: PaneId) => void): RunAction {
  return () => {
    const session = page.state.focused.value
    const { split } = page.panes.view.value
    if (split === null || session === null) return false
    act(split, paneFor(session))
    return true
  }
}

function split(page: Page, axis: SplitAxis): boolean {
  const grid = page.panes.shown
  if (grid === null) return false
  const { cols, rows } = grid.size
  const zoomed = page.panes.view.value.split?.zoomed === true
  if (!zoomed && (axis === 'row' ? cols < 2 * splitColumnsMin : rows < 2 * splitRowsMin))
    page.notices.say('This pane is too small to split.')
  else page.tabs.request({ kind: 'pane/split', pane: paneFor(grid.id), axis })
  return true
}

function focusActions(page: Page) {
  const towards = (direction: Direction): RunAction =>
    onSplit(page, ({ tree }, pane) => {
      const next = neighbourOf(tree, pane, direction)
      if (next !== null) page.tabs.goTo(sessionIn(next))
    })
  const step = (by: 1 | -1): RunAction =>
    onSplit(page, ({ tree }, pane) => page.tabs.goTo(sessionIn(stepPane(tree, pane, by))))
  return {
    focus_pane_left: towards('left'),
    focus_pane_right: towards('right'),
    focus_pane_up: towards('up'),
    focus_pane_down: towards('down'),
    next_pane: step(1),
    previous_pane: step(-1),
  }
}

function placeActions(page: Page) {
  const change = (to: (tree: Tree, pane: PaneId) => Tree | null): RunAction =>
    onSplit(page, ({ tree }, pane) => {
      const changed = to(tree, pane)
      if (changed !== null && typeof changed !== 'string')
        page.tabs.rearrange({ tree: changed, zoomed: false })
    })
  const resize = (direction: Direction): RunAction =>
    change((tree, pane) => resizePane(tree, pane, direction, ratioStep))
  const swap = (direction: Direction): RunAction =>
    change((tree, pane) => {
      const other = neighbourOf(tree, pane, direction)
      return other === null ? null : swapPanes(tree, pane, other)
    })
  return {
    zoom_pane: onSplit(page, ({ tree, zoomed }) => page.tabs.rearrange({ tree, zoomed: !zoomed })),
    resize_pane_left: resize('left'),
    resize_pane_right: resize('right'),
    resize_pane_up: resize('up'),
    resize_pane_down: resize('down'),
    equalize_panes: change(equalize),
    swap_pane_left: swap('left'),
    swap_pane_right: swap('right'),
    swap_pane_up: swap('up'),
    swap_pane_down: swap('down'),
    move_pane_to_tab: onSplit(page, (_split, pane) =>
      page.send({ kind: 'pane/own-tab', pane: pane }),
    ),
    close_all_panes: () => page.tabs.closeWhole(),
  }
}
