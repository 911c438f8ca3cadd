/**
 * The command palette: actions, tabs and whatever other sources offer, found by typing.
 */
import { Palette } from './entries.ts'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { TabView } from '../../../core/ipc/contract.ts'
import { Ranker, type Ranked } from '../../../core/palette/rank.ts'
import { subtitleOf } from '../../../core/tabs/state-words.ts'
import { StateGlyph, Stripe } from '../../bar/stripe.tsx'
import { wallClock } from '../../clock.ts'
import { Backdrop } from '../../overlay/backdrop.tsx'
import { usePage } from '../../page-context.ts'
import { Cell, useCell } from '../../state/cell.ts'
import type { PaletteEntry } from './entries.ts'
import { whenMoved } from '../../overlay/when-moved.ts'

/** Rows in the document. More are found by typing. */
const rowsMax = 60

export function PaletteOverlay(): JSX.Element {
  const page = usePage()
  const order = useCell(page.state.order)
  const shortcuts = useCell(page.keys.shortcuts)
  const [text, setText] = useState('')
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
      <div class="list palette" role="dialog" aria-label="Command palette" onKeyDown={key}>
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
          {shown.map((ranked, place) => (
            <Row
              key={ranked.item.id}
              ranked={ranked}
              marked={place === marked}
              point={() => setIndex(place)}
              run={() => run(ranked.item)}
            />
          ))}
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

/** What is said beneath the rows. */
function Rest({ found }: { readonly found: number }): JSX.Element | null {
  if (found === 0)
    return (
      <div class="list-empty" role="status">
        No results
      </div>
    )
  return found > rowsMax ? (
    <div class="list-empty">{found - rowsMax} more. Type to filter.</div>
  ) : null
}

interface RowProps {
  readonly ranked: Ranked<PaletteEntry>
  readonly marked: boolean
  readonly point: () => void
  readonly run: () => void
}

const none = new Cell<TabView | null>(null)

function Row({ ranked: { item, at }, marked, point, run }: RowProps): JSX.Element {
  const page = usePage()
  const view = useCell<TabView | null>(
    (item.tab === undefined
      ? undefined
      : (page.state.tab(item.tab) as Cell<TabView | null> | undefined)) ?? none,
  )
  return (
    <div
      class={`list-row${item.tab === undefined ? ' list-row-plain' : ''}`}
      id={marked ? 'palette-current' : undefined}
      role="option"
      aria-selected={marked}
      onPointerMove={whenMoved(() => {
        if (!marked) point()
      })}
      onClick={run}
      onMouseDown={(event) => event.preventDefault()}
    >
      {view !== null && <Stripe view={view} inView={false} />}
      <span class="list-title">{letters(item.text, at)}</span>
      {view !== null && (
        <span class="list-subtitle">
          <StateGlyph view={view} />
          {subtitleOf(
            view,
            page.mainNow(),
            wallClock,
            undefined,
            page.state.twins.value.get(view.id),
          )}
        </span>
      )}
      {item.note !== undefined && <span class="list-note">{item.note}</span>}
      {item.chord !== undefined && <kbd class="list-chord">{item.chord}</kbd>}
    </div>
  )
}

/** The letters that fit stand out. */
function letters(text: string, at: readonly number[]): (JSX.Element | string)[] {
  const parts: (JSX.Element | string)[] = []
  let from = 0
  for (let index = 0; index < at.length; ) {
    const begin = at[index] ?? 0
    let end = begin + 1
    while (at[++index] === end) end += 1
    parts.push(text.slice(from, begin), <mark>{text.slice(begin, end)}</mark>)
    from = end
  }
  return [...parts, text.slice(from)]
}
