/** Copy mode and quick select: text is selected with the keyboard. */
import { openable, type QuickAction } from '../../../core/copy-mode/quick-select.ts'
import type { Grid } from '../../grid/grid.ts'
import { onGrid, type Feature, type Page } from '../../page.ts'
import { PasteFlow } from '../paste/paste-flow.ts'
import { Find } from '../find/find.ts'
import { Reading } from '../reading/reading.ts'
import { CopyMode } from './copy-mode.ts'
import { QuickSelect } from './quick-select.ts'

export const copyModeFeature: Feature = (page) => ({
  actions: {
    copy_mode: onGrid(page, (grid) => toggleCopyMode(page, grid)),
    quick_select: onGrid(page, (grid) => beginQuickSelect(page, grid, 'copy')),
    quick_select_open: onGrid(page, (grid) => beginQuickSelect(page, grid, 'open')),
    quick_select_insert: onGrid(page, (grid) => beginQuickSelect(page, grid, 'insert')),
    quick_select_edit: onGrid(page, (grid) => beginQuickSelect(page, grid, 'edit')),
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

function beginQuickSelect(page: Page, grid: Grid, plain: QuickAction): boolean {
  grid.mode?.end()
  grid.text.whenSeen(
    () => QuickSelect.targets(grid),
    (targets) => {
      if (page.panes.shown !== grid || grid.mode !== null) return
      if (targets.length === 0) page.notices.say('Nothing to select in view')
      else
        grid.mode = new QuickSelect(grid, targets, plain, (action, text) =>
          actOn(page, grid, action, text),
        )
    },
  )
  return true
}

/** As a click on a link, a paste and a copy do it, with their questions. */
function actOn(page: Page, grid: Grid, action: QuickAction, text: string): void {
  if (action === 'copy') {
    page.get(Reading).copyText(text)
    return
  }
  if (action === 'insert') {
    page.get(PasteFlow).insert(grid.id, text)
    return
  }
  const target = openable(text)
  if (target === null || (action === 'edit' && target.kind === 'address'))
    page.notices.add(
      'notice',
      action === 'edit'
        ? 'Nothing was edited: this is no file.'
        : 'Nothing was opened: this is neither an address nor a file.',
    )
  else
    page
      .get(Reading)
      .openLink(
        grid,
        target.kind === 'address' ? { ...target, text: null } : target,
        action === 'edit',
      )
}
