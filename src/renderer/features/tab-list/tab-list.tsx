/** All tabs as a list that typing filters; Enter goes to the marked one. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { TabView } from '../../../core/windows/tabs/tab-view.ts'
import { nameOf, subtitleOf } from '../../../core/windows/tabs/state-words.ts'
import { StateGlyph, Stripe } from '../../bar/stripe.tsx'
import { wallClock } from '../../clock.ts'
import { Backdrop } from '../../overlay/backdrop.tsx'
import { AgentSign } from '../../bar/agent-sign.tsx'
import { usePage } from '../../page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { Overlay } from '../../state/overlay.ts'
import { filterTabs } from '../../../core/windows/tabs/filter-tabs.ts'
import { whenMoved } from '../../overlay/when-moved.ts'

/** Rows in the document. More are found by typing. */
const rowsMax = 200

export function TabList({ filter }: Overlay & { kind: 'tab-list' }): JSX.Element {
  const page = usePage()
  useCell(page.state.order)
  const active = useCell(page.state.active)
  const [text, setText] = useState(filter)
  const found = filterTabs(page.state.views(), text)
  const [picked, setPicked] = useState<string | null>(text === '' ? active : null)
  const index = Math.max(
    0,
    found.findIndex(({ id }) => id === picked),
  )
  const current = found[index]?.id
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(filter.length, filter.length)
  }, [])
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const go = (id: string | undefined): void => {
    page.dismiss()
    if (id !== undefined) page.activate(id)
  }
  const pick = (to: number): void =>
    setPicked(found[Math.max(0, Math.min(found.length - 1, to))]?.id ?? null)
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') page.dismiss()
    else if (event.key === 'Enter') go(current)
    else if (event.key === 'ArrowDown') pick(index + 1)
    else if (event.key === 'ArrowUp') pick(index - 1)
    else if (event.key === 'PageDown') pick(index + 8)
    else if (event.key === 'PageUp') pick(index - 8)
    else if (event.key !== 'Tab') return
    event.preventDefault()
  }
  return (
    <Backdrop>
      <div class="list panel" role="dialog" aria-label="Tab list" onKeyDown={key}>
        <input
          class="list-input"
          ref={input}
          value={text}
          placeholder="Go to tab"
          spellcheck={false}
          role="combobox"
          aria-label="Filter tabs"
          aria-expanded="true"
          aria-controls="tab-list"
          aria-activedescendant={current === undefined ? undefined : `row-${current}`}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setPicked(null)
          }}
        />
        <div
          class="list-rows"
          role="listbox"
          id="tab-list"
          aria-label="Tabs"
          ref={list}
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.slice(0, rowsMax).map((view) => (
            <TabRow
              key={view.id}
              view={view}
              selected={view.id === current}
              pick={() => setPicked(view.id)}
              go={() => go(view.id)}
            />
          ))}
        </div>
        {found.length === 0 && (
          <div class="list-empty soft" role="status">
            No matching tabs
          </div>
        )}
        {found.length > rowsMax && (
          <div class="list-empty soft" role="status">
            {found.length - rowsMax} more. Type to filter.
          </div>
        )}
      </div>
    </Backdrop>
  )
}

interface RowProps {
  readonly view: TabView
  readonly selected: boolean
  readonly pick: () => void
  readonly go: () => void
}

function TabRow({ view, selected, pick, go }: RowProps): JSX.Element {
  const page = usePage()
  const now = page.mainNow()
  const twin = page.state.twins.value.get(view.id)
  return (
    <div
      class="list-row"
      role="option"
      id={`row-${view.id}`}
      aria-selected={selected}
      onPointerMove={whenMoved(pick)}
      onClick={go}
    >
      <Stripe view={view} />
      <span class="for-ears">{nameOf(view, now, wallClock, twin)}</span>
      <AgentSign tool={view.agent?.tool} />
      <div class="list-title cut" aria-hidden="true">
        {view.title}
      </div>
      <div class="list-subtitle note cut" aria-hidden="true" data-state={view.state}>
        <StateGlyph view={view} />
        {subtitleOf(view, now, wallClock, undefined, twin)}
      </div>
    </div>
  )
}
