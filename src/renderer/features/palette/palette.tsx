/**
 * The command palette: actions, tabs and whatever other sources offer, found by typing.
 */
import { Palette } from './entries.ts'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { Ranker } from './rank.ts'
import { Backdrop } from '../../overlay/backdrop.tsx'
import { usePage } from '../../page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { Overlay } from '../../state/overlay.ts'
import type { PaletteEntry } from './entries.ts'
import { asksForNothing, grouped, Rest, Rows, rowsMax } from './palette-rows.tsx'

export function PaletteOverlay({ text: typed = '' }: Overlay & { kind: 'palette' }): JSX.Element {
  const page = usePage()
  const order = useCell(page.state.order)
  const shortcuts = useCell(page.keys.shortcuts)
  const [text, setText] = useState(typed)
  const [index, setIndex] = useState(0)
  const ranker = useMemo(() => new Ranker(page.get(Palette).entries()), [order, shortcuts])
  const found = useMemo(() => ranker.rank(text, page.get(Palette).recent), [ranker, text])
  const shown = found.slice(0, rowsMax)
  const marked = Math.min(index, shown.length - 1)
  const current = shown[marked]?.item
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(typed.length, typed.length)
  }, [])
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.id])
  useLayoutEffect(() => {
    if (current?.preview === undefined) return undefined
    current.preview()
    return () => page.get(Palette).restore()
  }, [current?.id])

  const run = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return
    page.get(Palette).ran(entry)
    page.dismissThen(entry.run)
  }
  const mark = (to: number): void => setIndex(Math.max(0, Math.min(shown.length - 1, to)))
  const key = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const to = markedBy(event, marked, shown.length - 1)
    if (to !== null) mark(to)
    else if (event.key === 'Escape') page.dismiss()
    else if (event.key === 'Enter') run(current)
    else if (event.key !== 'Tab') return
    event.preventDefault()
  }
  return (
    <Backdrop>
      <div class="list palette panel" role="dialog" aria-label="Command palette" onKeyDown={key}>
        <input
          class="list-input"
          ref={input}
          value={text}
          placeholder="Search actions, tabs and themes   > actions   @ tabs   # themes"
          spellcheck={false}
          autocomplete="off"
          role="combobox"
          aria-label="Search actions, tabs and themes"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls="palette-list"
          aria-activedescendant={current === undefined ? undefined : 'palette-current'}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setIndex(0)
          }}
        />
        <div
          class="list-rows"
          id="palette-list"
          role="listbox"
          aria-label="Actions, tabs and themes"
          ref={list}
        >
          <Rows
            groups={grouped(shown, asksForNothing(text), page.get(Palette).recent)}
            marked={marked}
            point={setIndex}
            run={run}
          />
        </div>
        <Rest found={found.length} />
      </div>
    </Backdrop>
  )
}

/** The row that a key leads to, null: it leads to none. Arrows go round the ends. */
function markedBy({ key, ctrlKey }: KeyboardEvent, marked: number, last: number): number | null {
  if (key === 'ArrowDown') return marked === last ? 0 : marked + 1
  if (key === 'ArrowUp') return marked === 0 ? last : marked - 1
  if (key === 'PageDown') return marked + 8
  if (key === 'PageUp') return marked - 8
  if (key === 'Home' && ctrlKey) return 0
  return key === 'End' && ctrlKey ? last : null
}
