/** Passes the page to every component without a property on each. */
import type { SessionId } from '../../core/ids.ts'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { assert } from '../../base/assert.ts'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'
import type { Page } from './page.ts'
import { Observable, useCell } from '../state/cell.ts'

export const PageContext = createContext<Page | null>(null)

export function usePage(): Page {
  const page = useContext(PageContext)
  assert(page !== null, 'components are drawn inside the page')
  return page
}

const noView = new Observable<TabView | null>(null)

/** Returns the view of a session as it is now, or `null` if there is none. */
export function useSession(id: SessionId | null | undefined): TabView | null {
  const { state } = usePage()
  return useCell<TabView | null>((id == null ? undefined : state.session(id)) ?? noView)
}
