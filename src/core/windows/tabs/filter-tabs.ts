/** Filters tabs: all words must occur in title, project, place, branch or state. */
import { tabDescription } from './state-words.ts'
import type { TabView } from './tab-view.ts'

export function filterTabs(views: readonly TabView[], text: string): TabView[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return views.filter((view) => {
    const haystack =
      `${tabDescription(view, 0, () => '')} ${view.place} ${view.branch ?? ''}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
