/** The page for every component beneath, without handing it down. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { assert } from '../base/assert.ts'
import type { TabView } from '../core/windows/tabs/tab-view.ts'
import type { Page } from './page.ts'
import { Observable, useCell } from './state/cell.ts'

export const PageContext = createContext<Page | null>(null)

export function usePage(): Page {
  const page = useContext(PageContext)
  assert(page !== null, 'components are drawn inside the page')
  return page
}

const noTab = new Observable<TabView | null>(null)

/** A pane's tab as it is now; null: it is gone, or none is meant. */
export function useTab(id: string | null | undefined): TabView | null {
  return useCell<TabView | null>(usePage().state.tab(id ?? '') ?? noTab)
}
