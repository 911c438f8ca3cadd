/** The field for a tab's name. Enter saves, Esc cancels, empty restores the automatic name. */
import type { SessionId, TabId } from '../../core/ids.ts'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../page/page-context.ts'

/** Outside the tab, which must not contain focusable elements. @param place px of the bar */
export function Rename({
  tab,
  session,
  title,
  place,
}: {
  readonly tab: TabId
  /** The session whose name the tab has. */
  readonly session: SessionId
  readonly title: string
  readonly place: { readonly left: number; readonly width: number; readonly top?: number }
}): JSX.Element {
  const page = usePage()
  const input = useRef<HTMLInputElement>(null)
  const before = useRef(title) // a program may change the title during the edit
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const end = (keep: boolean): void => {
    if (page.state.renaming.value !== tab) return // it has already ended
    const name = input.current?.value ?? ''
    page.state.renaming.set(null)
    if (keep) page.send({ kind: 'session/rename', session, name: name.trim() === '' ? null : name })
    page.panes.shown?.focus()
  }
  // the press must neither drag the tab nor reach the bar
  const stay = (event: Event): void => event.stopPropagation()
  return (
    <input
      class="rename"
      style={Object.fromEntries(Object.entries(place).map(([name, px]) => [name, `${px}px`]))}
      ref={input}
      defaultValue={title}
      maxLength={256}
      spellcheck={false}
      aria-label="Tab name"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.isComposing) return
        if (event.key === 'Enter') end(true)
        else if (event.key === 'Escape') end(false)
        else return
        event.preventDefault()
      }}
      onBlur={() => {
        if (document.hasFocus()) end(input.current?.value !== before.current)
      }}
      onPointerDown={stay}
      onMouseDown={stay}
      onDblClick={stay}
      onContextMenu={stay}
    />
  )
}
