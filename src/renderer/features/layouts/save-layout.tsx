/** Dialog for the name of a layout. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { badLayoutName, isLayoutName } from '../../../core/windows/layouts/layout.ts'
import { DialogBox } from '../../overlay/dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'

export function SaveLayout(): JSX.Element {
  const page = usePage()
  const names = useCell(page.state.layouts)
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  useLayoutEffect(() => field.current?.focus(), [])
  const isThere = names.includes(name)
  const isGood = isLayoutName(name)
  const save = (): void => {
    if (!isGood) {
      field.current?.focus()
      return
    }
    page.overlays.dismissThen(() => page.send({ kind: 'layout/save', name, overwrite: isThere }))
  }
  return (
    <DialogBox
      title="Save this window as a layout"
      choices={[{ label: isThere ? `Replace ${name}` : 'Save', grave: isThere, run: save }]}
    >
      <p>
        Saves tabs, panes, directories and commands. When you open the layout, commands run only
        after you press Start.
      </p>
      <input
        class="layout-name"
        ref={field}
        value={name}
        maxLength={64}
        spellcheck={false}
        aria-label="Layout name"
        aria-invalid={name !== '' && !isGood}
        placeholder="work"
        onInput={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return
          event.preventDefault()
          save()
        }}
      />
      <p class="layout-hint" role="status">
        {name !== '' && !isGood
          ? badLayoutName
          : isThere
            ? 'A layout with this name already exists.'
            : ''}
      </p>
    </DialogBox>
  )
}
