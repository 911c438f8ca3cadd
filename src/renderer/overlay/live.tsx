/** What is announced to a screen reader of tabs that changed. It is not visible. */
import type { JSX } from 'preact'
import { usePage } from '../page-context.ts'
import { useCell } from '../state/cell.ts'

export function Live(): JSX.Element {
  const page = usePage()
  const said = useCell(page.state.said)
  return (
    <div class="for-ears">
      <div aria-live="polite" data-live="polite">
        {said.polite}
      </div>
      <div aria-live="assertive" data-live="assertive">
        {said.assertive}
      </div>
    </div>
  )
}
