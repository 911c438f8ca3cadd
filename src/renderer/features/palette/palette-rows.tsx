/** The rows of the palette: under headings while nothing is searched for, by rank otherwise. */
import type { ComponentChildren, JSX } from 'preact'
import type { Ranked } from './rank.ts'
import { subtitleOf } from '../../../core/windows/tabs/state-words.ts'
import { StateGlyph, Stripe } from '../../bar/stripe.tsx'
import { wallClock } from '../../clock.ts'
import { usePage, useTab } from '../../page-context.ts'
import type { PaletteEntry } from './entries.ts'
import { whenMoved } from '../../overlay/when-moved.ts'

/** Rows in the document. More are found by typing. */
export const rowsMax = 60

/** Nothing is typed that one row fits better than another. */
export function asksForNothing(text: string): boolean {
  return /^\s*[>@#]?\s*$/.test(text)
}

interface RowsUnder {
  readonly heading: string
  readonly rows: { readonly ranked: Ranked<PaletteEntry>; readonly place: number }[]
}

/** Rows that stand beneath each other with one heading; what was searched for has none. */
export function grouped(
  shown: readonly Ranked<PaletteEntry>[],
  headings: boolean,
  recent: readonly string[],
): readonly RowsUnder[] {
  const groups: RowsUnder[] = []
  for (const [place, ranked] of shown.entries()) {
    const lately = recent.includes(ranked.item.id)
    const heading = !headings ? '' : lately ? 'Recently used' : ranked.item.heading
    const last = groups.at(-1)
    if (last?.heading === heading) last.rows.push({ ranked, place })
    else groups.push({ heading, rows: [{ ranked, place }] })
  }
  return groups
}

function Group({
  heading,
  children,
}: {
  readonly heading: string
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

/** What is said beneath the rows. */
export function Rest({ found }: { readonly found: number }): JSX.Element | null {
  if (found === 0)
    return (
      <div class="list-empty soft" role="status">
        No results
      </div>
    )
  return found > rowsMax ? (
    <div class="list-empty soft">{found - rowsMax} more. Type to filter.</div>
  ) : null
}

interface RowsProps {
  readonly groups: readonly RowsUnder[]
  readonly marked: number
  readonly point: (place: number) => void
  readonly run: (entry: PaletteEntry) => void
}

export function Rows({ groups, marked, point, run }: RowsProps): JSX.Element {
  return (
    <>
      {groups.map(({ heading, rows }) => (
        <Group key={heading} heading={heading}>
          {rows.map(({ ranked, place }) => (
            <Row
              key={ranked.item.id}
              ranked={ranked}
              marked={place === marked}
              point={() => point(place)}
              run={() => run(ranked.item)}
            />
          ))}
        </Group>
      ))}
    </>
  )
}

interface RowProps {
  readonly ranked: Ranked<PaletteEntry>
  readonly marked: boolean
  readonly point: () => void
  readonly run: () => void
}

function Row({ ranked: { item, at }, marked, point, run }: RowProps): JSX.Element {
  const page = usePage()
  const view = useTab(item.tab)
  return (
    <div
      class="list-row"
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
      <span class="list-title cut">{letters(item.text, at)}</span>
      {view !== null && (
        <span class="list-subtitle note cut">
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
      {item.note !== undefined && <span class="list-note note">{item.note}</span>}
      {item.chord !== undefined && <kbd class="list-chord note">{item.chord}</kbd>}
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
