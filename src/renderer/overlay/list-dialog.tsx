/** A list over the window. In all lists, arrows wrap around and Home and End go to the ends. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ComponentChildren, JSX, RefObject } from 'preact'
import { usePage } from '../page/page-context.ts'
import { Backdrop } from './backdrop.tsx'
import { whenMoved } from './when-moved.ts'

interface ListItem {
  /** Unique within the list. */
  readonly id: string
}

export interface ListGroup<Item> {
  /** Without it, the rows continue the group before. */
  readonly heading?: string
  readonly items: readonly Item[]
}

/** The selected row, and a function that selects another one. `null` selects the first. */
interface Marked<Item> {
  readonly item: Item | undefined
  readonly mark: (id: string | null) => void
}

/** Keeps the selection on its item. @param first id that is selected first */
export function useMarked<Item extends ListItem>(
  items: readonly Item[],
  first: string | null = null,
): Marked<Item> {
  const [id, mark] = useState(first)
  return { item: items.find((one) => one.id === id) ?? items[0], mark }
}

interface Props<Item> {
  readonly name: string
  readonly look: string
  /** The filter field. Without it, letters go to `ownKey`. */
  readonly field?: {
    readonly name: string
    readonly placeholder: string
    readonly text: string
    readonly type: (text: string) => void
  }
  /** Name of the rows for screen readers. */
  readonly rowsName: string
  readonly groups: readonly ListGroup<Item>[]
  readonly marked: Marked<Item>
  readonly draw: (item: Item) => ComponentChildren
  readonly lookOf?: (item: Item) => string
  readonly choose: (item: Item) => void
  /** Handles keys of this list alone. Returns false if the key is for the list. */
  readonly ownKey?: (event: KeyboardEvent) => boolean
  readonly none?: string
  /** How many found rows are not in the list. */
  readonly more?: number
  readonly head?: ComponentChildren
  /** Content about the selected row, between its group, the first, and the others. */
  readonly below?: ComponentChildren
  readonly children?: ComponentChildren
  readonly rows?: RefObject<HTMLDivElement | null>
}

export function ListDialog<Item extends ListItem>(props: Props<Item>): JSX.Element {
  const { name, look, field, groups, marked, choose, below } = props
  const page = usePage()
  const input = useRef<HTMLInputElement>(null)
  const ownRows = useRef<HTMLDivElement>(null)
  const rows = props.rows ?? ownRows
  const items = groups.flatMap((group) => group.items)
  const id = marked.item?.id
  useLayoutEffect(() => {
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
    const focused = input.current ?? rows.current
    focused?.focus()
  }, [])
  useLayoutEffect(() => {
    rows.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [id])

  const key = (event: KeyboardEvent): void => {
    if (event.isComposing || props.ownKey?.(event) === true) return
    const at = items.findIndex((item) => item.id === id)
    const step = rowsInView(rows.current)
    const ends: Readonly<Record<string, number>> = { Home: 0, End: items.length - 1 }
    const to = event.ctrlKey || !field?.text ? ends[event.key] : null
    const next = to ?? rowBy(event, { at, step, last: items.length - 1 })
    if (next !== null) marked.mark(items[next]?.id ?? null)
    else if (event.key === 'Enter' && marked.item !== undefined) choose(marked.item)
    else if (event.key === 'Escape' || (event.key === 'Enter' && field === undefined))
      page.overlays.dismiss()
    else if (event.key !== 'Enter' && (event.key !== 'Tab' || field === undefined)) return
    event.preventDefault()
  }
  return (
    <Backdrop>
      <div class={`list panel ${look}`} role="dialog" aria-label={name} onKeyDown={key}>
        {field !== undefined && (
          <input
            class="list-input"
            ref={input}
            value={field.text}
            placeholder={field.placeholder}
            spellcheck={false}
            autocomplete="off"
            role="combobox"
            aria-label={field.name}
            aria-expanded="true"
            aria-autocomplete="list"
            aria-controls="list-rows"
            aria-activedescendant={id === undefined ? undefined : 'list-marked'}
            onInput={({ currentTarget: { value } }) => {
              field.type(value)
              marked.mark(null)
            }}
          />
        )}
        {props.head}
        <div
          class="list-rows"
          id="list-rows"
          role="listbox"
          aria-label={props.rowsName}
          ref={rows}
          onMouseDown={(event) => event.preventDefault()}
          {...(field === undefined
            ? { tabIndex: 0, 'aria-activedescendant': id === undefined ? undefined : 'list-marked' }
            : {})}
        >
          <Groups {...props} groups={below ? groups.slice(0, 1) : groups} />
        </div>
        {below}
        {below && groups.length > 1 && (
          <div class="list-rows list-later" role="listbox" aria-label={groups[1]?.heading}>
            <Groups {...props} groups={groups.slice(1)} isStill />
          </div>
        )}
        {items.length === 0 && props.none !== undefined && <Rest text={props.none} />}
        {(props.more ?? 0) > 0 && <Rest text={`${props.more} more. Keep typing to find them.`} />}
        {props.children}
      </div>
    </Backdrop>
  )
}

function Groups<Item extends ListItem>({
  choose,
  draw,
  groups,
  lookOf,
  marked,
  isStill = false,
}: Props<Item> & {
  /** The pointer selects nothing, since `below` would go and move the rows away from it. */
  readonly isStill?: boolean
}): JSX.Element {
  const id = marked.item?.id
  return (
    <>
      {groups.map((group, place) => (
        <Group key={place} heading={group.heading}>
          {group.items.map((item) => (
            <div
              key={item.id}
              class={`list-row ${lookOf?.(item) ?? ''}`}
              id={item.id === id ? 'list-marked' : undefined}
              role="option"
              aria-selected={item.id === id}
              onPointerMove={whenMoved(() => {
                if (!isStill) marked.mark(item.id)
              })}
              onClick={() => choose(item)}
            >
              {draw(item)}
            </div>
          ))}
        </Group>
      ))}
    </>
  )
}

function Group({
  heading = '',
  children,
}: {
  readonly heading?: string | undefined
  readonly children: ComponentChildren
}): JSX.Element {
  if (heading === '') return <>{children}</>
  return (
    <div role="group" aria-label={heading}>
      <div class="list-heading soft" aria-hidden="true">
        {heading}
      </div>
      {children}
    </div>
  )
}

function Rest({ text }: { readonly text: string }): JSX.Element {
  return (
    <div class="list-empty soft" role="status">
      {text}
    </div>
  )
}

/** Returns the row that an arrow or page key selects from row `at`, or `null`. */
function rowBy(
  { key }: KeyboardEvent,
  { at, step, last }: { readonly at: number; readonly step: number; readonly last: number },
): number | null {
  if (key === 'ArrowDown') return at === last ? 0 : at + 1
  if (key === 'ArrowUp') return at <= 0 ? last : at - 1
  if (key === 'PageDown') return Math.min(last, at + step)
  return key === 'PageUp' ? Math.max(0, at - step) : null
}

/** Returns how many rows like the selected one fit into the list. */
function rowsInView(list: HTMLElement | null): number {
  const row = list?.querySelector<HTMLElement>('[aria-selected=true]')
  return Math.max(1, Math.floor((list?.clientHeight ?? 0) / (row?.offsetHeight ?? 1)))
}
