/** Which tabs a typed text leaves in the list: all of its words must occur, in title, subtitle or state. Pure. */
import type { TabView } from '../../core/ipc/contract.ts'
import { stateWords } from '../bar/state-words.ts'

export function filterTabs(views: readonly TabView[], text: string): TabView[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '')
  return views.filter((view) => {
    const haystack = stateWords(view).toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
