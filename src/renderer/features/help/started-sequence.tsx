/** The keys of a started sequence, where addresses of links are shown. */
import type { JSX } from 'preact'
import { chordLabel } from '../../../core/config/keys/chords.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'

export function StartedSequence(): JSX.Element | null {
  const sequence = useCell(usePage().state.sequence)
  if (sequence === '') return null
  return (
    <div class="link-target" role="status">
      {`${chordLabel(sequence)} …`}
    </div>
  )
}
