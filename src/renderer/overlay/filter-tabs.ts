/**
 * Which tabs a typed text leaves in the list: all of its words must occur, in title, project,
 * place, branch or state. Pure.
 */
import type { TabView } from '../../core/tabs/tab-view.ts'
import { nameOf } from '../../core/tabs/state-words.ts'

export function filterTabs(views: readonly TabView[], text: string): TabView[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return views.filter((view) => {
    const haystack = `${nameOf(view, 0, () => '')} ${view.place} ${view.branch ?? ''}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
