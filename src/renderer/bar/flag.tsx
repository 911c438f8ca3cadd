/** The mark of a tab before its title. */
import type { JSX } from 'preact'
import { markWords, type TabMark } from '../../core/windows/tabs/tab-mark.ts'

export function Flag({ mark }: { readonly mark: TabMark | undefined }): JSX.Element | null {
  if (mark === undefined || (mark.color === undefined && mark.sign === undefined)) return null
  return (
    // the style draws the sign, so that it is not part of the title's text
    <span
      class="flag"
      data-color={mark.color}
      data-sign={mark.sign ?? ''}
      title={markWords(mark)}
      aria-hidden="true"
    />
  )
}
