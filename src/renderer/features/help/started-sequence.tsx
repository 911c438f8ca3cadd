/** The keys of a started sequence, in the corner opposite to a prompt. */
import type { JSX } from 'preact'
import { chordLabel } from '../../../core/config/keys/chords.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'

export function StartedSequence(): JSX.Element | null {
  const sequence = useCell(usePage().state.sequence)
  if (sequence === '') return null
  return (
    <div class="link-target pressed-keys" role="status">
      {`${chordLabel(sequence)} …`}
    </div>
  )
}
