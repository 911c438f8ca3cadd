/** Dialog for the mark of a tab: a color, a sign and a note. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { SessionId } from '../../../core/ids.ts'
import { markColors, signUnitsMax, type MarkColor } from '../../../core/config/mark-rule.ts'
import { noteCharactersMax, type TabMark } from '../../../core/windows/tabs/tab-mark.ts'
import { DialogBox } from '../../overlay/dialog.tsx'
import { usePage } from '../../page/page-context.ts'

export function MarkDialog({ session }: { readonly session: SessionId }): JSX.Element {
  const page = usePage()
  const view = page.state.session(session)?.value
  const [before] = useState<TabMark>(view?.mark ?? {})
  const [color, setColor] = useState<MarkColor | undefined>(before.color)
  const [sign, setSign] = useState(before.sign ?? '')
  const [note, setNote] = useState(before.note ?? '')
  const first = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  const send = (mark: TabMark): void =>
    page.overlays.dismissThen(() => page.send({ kind: 'session/mark', session, mark }))
  const save = (): void => {
    // an unchanged mark of a rule stays that of the rule
    if (color === before.color && sign === (before.sign ?? '') && note === (before.note ?? ''))
      page.overlays.dismiss()
    else send({ ...(color === undefined ? {} : { color }), sign, note })
  }
  const keys = (event: KeyboardEvent): void => {
    event.stopPropagation() // arrows move in the text, and between colors
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <DialogBox
      title={`Mark ${view?.title ?? 'this tab'}`}
      choices={[
        { label: 'Remove mark', run: () => send({}) },
        { label: 'Save', run: save },
      ]}
    >
      <div class="mark-colors" role="radiogroup" aria-label="Color" onKeyDown={keys}>
        {[undefined, ...markColors].map((one) => (
          <label key={one ?? 'none'} class="flag mark-color" data-color={one} title={one ?? 'none'}>
            <input
              type="radio"
              name="mark-color"
              ref={one === color ? first : null}
              checked={one === color}
              aria-label={one ?? 'no color'}
              onChange={() => setColor(one)}
            />
          </label>
        ))}
      </div>
      <label class="mark-field">
        Sign
        <input
          class="layout-name mark-sign"
          value={sign}
          maxLength={signUnitsMax}
          placeholder="🔥"
          onInput={(event) => setSign(event.currentTarget.value)}
          onKeyDown={keys}
        />
      </label>
      <label class="mark-field">
        Note
        <input
          class="layout-name"
          value={note}
          maxLength={noteCharactersMax}
          placeholder="Shown in the tooltip and in lists"
          onInput={(event) => setNote(event.currentTarget.value)}
          onKeyDown={keys}
        />
      </label>
      <p class="layout-hint">The sign is one character. Your mark replaces the mark of a rule.</p>
    </DialogBox>
  )
}
