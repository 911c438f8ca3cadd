/** The page for every component beneath, without handing it down. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { assert } from '../core/assert.ts'
import type { Page } from './page.ts'

export const PageContext = createContext<Page | null>(null)

export function usePage(): Page {
  const page = useContext(PageContext)
  assert(page !== null, 'components are drawn inside the page')
  return page
}
