/** Explains how to enable the buttons of a question that was not completely visible. */
import type { JSX } from 'preact'
import type { ConsentState } from './use-consent.ts'

export function UnreadHint({
  asking: { consent },
}: {
  readonly asking: ConsentState
}): JSX.Element {
  return (
    <p class="consent-hint note" role="status">
      {consent.seen ? '' : 'Scroll to the end to enable the buttons: Page Down.'}
    </p>
  )
}
