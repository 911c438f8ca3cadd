/**
 * The field in which a tab gets its name: whole name selected, Enter keeps, Esc restores, empty
 * brings the automatic one back.
 */
import type { SessionId, TabId } from '../../core/ids.ts'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePage } from '../page-context.ts'

/**
 * Over the tab's title, and no part of the tab, which holds nothing that can be focused. `place` in
 * px of the bar.
 */
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
  const before = useRef(title) // a program may change its title meanwhile
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const end = (keep: boolean): void => {
    if (page.state.renaming.value !== tab) return // it has ended already
    const name = input.current?.value ?? ''
    page.state.renaming.set(null)
    if (keep) page.send({ kind: 'session/rename', session, name: name.trim() === '' ? null : name })
    page.panes.shown?.focus()
  }
  // neither drags the tab nor acts on the bar
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
