/** Copy mode and quick select: text is selected with the keyboard. */
import type { Grid } from '../../grid/grid.ts'
import { onGrid, type Feature, type Page } from '../../page.ts'
import { Find } from '../find/find.ts'
import { Reading } from '../reading/reading.ts'
import { CopyMode } from './copy-mode.ts'
import { QuickSelect } from './quick-select.ts'

export const copyModeFeature: Feature = (page) => ({
  actions: {
    copy_mode: onGrid(page, (grid) => toggleCopyMode(page, grid)),
    quick_select: onGrid(page, (grid) => beginQuickSelect(page, grid)),
  },
})

function toggleCopyMode(page: Page, grid: Grid): boolean {
  const { mode } = grid
  mode?.end()
  if (!(mode instanceof CopyMode)) {
    grid.mode = new CopyMode(grid, {
      copy: (text) => page.get(Reading).copyText(text),
      find: (action) => page.perform(action),
      hit: () => page.get(Find).hitIn(grid),
    })
  }
  return true
}

function beginQuickSelect(page: Page, grid: Grid): boolean {
  grid.mode?.end()
  grid.text.whenSeen(
    () => QuickSelect.targets(grid),
    (targets) => {
      if (page.panes.shown !== grid || grid.mode !== null) return
      if (targets.length === 0) page.notices.say('Nothing to select in view')
      else
        grid.mode = new QuickSelect(grid, targets, {
          copy: (text) => page.get(Reading).copyText(text),
        })
    },
  )
  return true
}
