/** Dialog that chooses the terminals for broadcast input. */
import type { SessionId } from '../../../core/ids.ts'
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { DialogBox } from '../../overlay/dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { WindowState } from '../../state/window-state.ts'
import { beginBroadcast } from './broadcasting.ts'

export function ChooseReceivers(): JSX.Element {
  const page = usePage()
  useCell(page.state.order)
  const numbers = numbersOf(page.state)
  const [chosen, setChosen] = useState<ReadonlySet<SessionId>>(() => {
    const { broadcast, active } = page.state
    return broadcast.on ? broadcast.receivers.value : new Set(page.state.sessionsIn(active.value))
  })
  const views = page.state.views()
  const panes = views.map(({ id }) => id).filter((id) => chosen.has(id))
  const begin = (): void => page.overlays.dismissThen(() => beginBroadcast(page, panes))
  const turn = (id: SessionId): void =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  const all = panes.length === views.length
  return (
    <DialogBox
      title="Broadcast input to which terminals?"
      choices={[{ label: `Broadcast to ${panes.length}`, grave: true, run: begin }]}
    >
      <p>Everything you type or paste goes to all of them until you stop.</p>
      <fieldset
        class="receivers"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          begin()
        }}
      >
        <legend class="for-ears">Terminals</legend>
        <label class="receiver">
          <input
            type="checkbox"
            checked={all}
            onChange={() => setChosen(new Set(all ? [] : views.map(({ id }) => id)))}
          />
          <strong>All in this window</strong>
        </label>
        {views.map(({ id, title, place }) => (
          <label key={id} class="receiver">
            <input type="checkbox" checked={chosen.has(id)} onChange={() => turn(id)} />
            <span class="receiver-title cut">{title}</span>
            <span class="receiver-place soft cut">{place}</span>
            <span class="receiver-number soft">{numbers.get(id)}</span>
          </label>
        ))}
      </fieldset>
    </DialogBox>
  )
}

/** By session which tab of the bar it is in: several may have one title and directory. */
function numbersOf(state: WindowState): ReadonlyMap<SessionId, string> {
  return new Map(
    state.order.value.flatMap((tab, index) => {
      const ids = state.sessionsIn(tab)
      const number = `tab ${index + 1}`
      return ids.map((id, at) => [id, ids.length > 1 ? `${number}, pane ${at + 1}` : number])
    }),
  )
}
