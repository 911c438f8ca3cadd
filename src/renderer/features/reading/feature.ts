/** Reads text from the active grid: copying, links, prompts. */
import { onGrid, onText, type Feature } from '../../page/page.ts'
import { LinkStatus } from './link-target.tsx'
import { ReadingMode } from './reading.ts'

export const readingFeature: Feature = (page) => {
  const reading = page.get(ReadingMode)
  return {
    actions: {
      copy: () => reading.copy(),
      copy_raw: () => reading.copyRaw(),
      copy_last_output: onText(page, (grid) => reading.copyLastOutput(grid)),
      select_output: onText(page, (grid) => reading.selectOutput(grid)),
      page_scrollback: onGrid(page, (grid) => reading.pageScrollback(grid)),
      page_last_output: onText(page, (grid) => reading.pageLastOutput(grid)),
      show_changes: onGrid(page, (grid) => reading.showChanges(grid)),
      previous_prompt: onText(page, (grid) => reading.toPrompt(grid, -1)),
      next_prompt: onText(page, (grid) => reading.toPrompt(grid, 1)),
    },
    messages: {
      'link/checked': (message) => reading.checked(message),
      'clipboard/cleaned': ({ text }) => reading.cleaned(text),
    },
    grids: {
      checkPaths: (tab, paths) => reading.checkPaths(tab, paths),
      showLink: (target) => reading.link.set(target),
      openLink: (grid, target) => reading.openLink(grid, target),
      selected: (grid) => reading.selected(grid),
      notRead: () => reading.notRead(),
    },
    layers: [LinkStatus],
  }
}
