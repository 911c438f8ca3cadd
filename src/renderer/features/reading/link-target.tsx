/** Address of the link under the pointer, at the bottom of the window as in browsers. */
import type { JSX } from 'preact'
import { shownAddress } from '../../../core/links/link-question.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { ReadingMode } from './reading.ts'

export function LinkStatus(): JSX.Element | null {
  const target = useCell(usePage().get(ReadingMode).link)
  if (target === null) return null
  const text =
    target.kind === 'address'
      ? shownAddress(target.address)
      : safeText(
          [target.path, target.line, target.column].filter((part) => part !== null).join(':'),
          nameCharactersMax,
        )
  return (
    <div class="link-target" role="status">
      {text}
    </div>
  )
}
