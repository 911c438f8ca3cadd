/** Copy mode and quick select, which select text with the keyboard. */
import type { QuickAction } from '../../../core/config/sections/quick-select.ts'
import {
  openable,
  openedBy,
  targetsIn,
  targetValue,
  type QuickLine,
  type QuickTarget,
} from './quick-targets.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import type { Grid } from '../../grid/grid.ts'
import { onGrid, type Feature, type Page } from '../../page/page.ts'
import { PasteFlow } from '../paste/paste-flow.ts'
import { Find } from '../find/find.ts'
import { ReadingMode } from '../reading/reading.ts'
import { CopyMode } from './copy-mode.ts'
import { addressShownMax } from './limits.ts'
import { ownMatches } from './own-patterns.ts'
import { Looking, QuickSelect } from './quick-select.ts'

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
  if (mode instanceof CopyMode) return true
  const looking = look(page, grid)
  grid.text.whenShown(() => {
    if (grid.mode === looking) looking.replaceBy(copyModeOf(page, grid))
  })
  return true
}

function look(page: Page, grid: Grid): Looking {
  return new Looking(grid, (press) => {
    const bound = page.shortcuts.value.find(press)
    if (bound !== undefined && 'action' in bound) page.perform(bound.action)
  })
}

function copyModeOf(page: Page, grid: Grid): CopyMode {
  const find = page.get(Find)
  let opened = false
  return new CopyMode(grid, {
    copy: (text) => page.get(ReadingMode).copyText(text, grid),
    find: (action) => {
      opened ||= find.view.value === null
      return page.perform(action)
    },
    match: () => find.matchIn(grid),
    // or the next Esc would go to the program, under a bar that seems to take it
    left: () => {
      if (opened) find.close()
    },
  })
}

function beginQuickSelect(page: Page, grid: Grid, plain: QuickAction): boolean {
  grid.mode?.end()
  const looking = look(page, grid)
  grid.text.whenShown(() =>
    grid.text.whenSeen(
      () => QuickSelect.lines(grid),
      (lines) => void label({ page, grid, plain, looking }, lines),
    ),
  )
  return true
}

async function label(
  {
    page,
    grid,
    plain,
    looking,
  }: {
    readonly page: Page
    readonly grid: Grid
    readonly plain: QuickAction
    readonly looking: Looking
  },
  lines: readonly QuickLine[],
): Promise<void> {
  const { patterns } = page.state.options.value.quick_select
  const found = await ownMatches(patterns, lines, () => performance.now())
  // output may have changed the matched text, and rows may have moved
  const now = await new Promise<readonly QuickLine[]>((resolve) => {
    grid.text.whenSeen(() => QuickSelect.lines(grid), resolve)
  })
  if (grid.mode !== looking) return
  looking.end()
  if (page.panes.shown !== grid) return
  const slow = found.stopped.map(({ name }) => safeText(name, nameCharactersMax)).join(', ')
  if (slow !== '')
    page.notices.add(
      'warning',
      `Quick select skipped ${slow}: matching took too long. ` +
        'Simplify the pattern in quick_select.patterns.',
    )
  const targets = targetsIn(now, found.matches)
  if (targets.length === 0) page.notices.say('Nothing to select on this screen')
  else
    looking.replaceBy(
      new QuickSelect(grid, targets, plain, (action, target, isWhole) =>
        actOn(page, grid, { action, target, isWhole }),
      ),
    )
}

/** Acts like a click on a link, a paste or a copy, with their questions. */
function actOn(
  page: Page,
  grid: Grid,
  {
    action,
    target,
    isWhole,
  }: { readonly action: QuickAction; readonly target: QuickTarget; readonly isWhole: boolean },
): void {
  const { text } = target
  if (action === 'copy') {
    page.get(ReadingMode).copyText(targetValue(target))
    // the address differs from the text under the label
    if (target.link !== null && target.link !== text)
      page.notices.say(`Copied ${safeText(target.link, addressShownMax)}`)
    return
  }
  if (action === 'insert') {
    page.get(PasteFlow).insert(grid.id, targetValue(target))
    return
  }
  const link =
    target.link === null
      ? openable(action === 'open' ? openedBy(target) : text)
      : { kind: 'address' as const, address: target.link }
  if (link === null || (action === 'edit' && link.kind === 'address'))
    page.notices.add(
      'notice',
      action === 'edit' ? "Can't edit: not a file." : "Can't open: not a URL or file.",
    )
  else
    page.get(ReadingMode).openLink(
      grid,
      {
        ...(link.kind === 'address'
          ? { ...link, text: target.link === null ? null : target.words }
          : link),
        isWhole: () => isWhole,
      },
      action === 'edit',
    )
}
