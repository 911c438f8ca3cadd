/** Where the link under the pointer leads, at the foot of the window, as browsers show it. */
import type { JSX } from 'preact'
import { nameCharactersMax, safeText } from '../../core/text/safe-text.ts'
import { usePage } from '../page-context.ts'
import { useCell } from '../state/cell.ts'

export function LinkTarget(): JSX.Element | null {
  const target = useCell(usePage().state.link)
  if (target === null) return null
  const text = target.kind === 'address' ? target.address : [target.path, target.line, target.column].filter((part) => part !== null).join(':')
  return <div class="link-target" role="status">{safeText(text, nameCharactersMax)}</div>
}
