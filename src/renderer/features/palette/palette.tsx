/** The command palette: actions, tabs and entries of other sources, found by typing. */
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { subtitleOf } from '../../../core/windows/tabs/state-words.ts'
import { Flag } from '../../bar/flag.tsx'
import { StateGlyph, Stripe } from '../../bar/stripe.tsx'
import { mainNow, wallClock } from '../../page/clock.ts'
import { ListDialog, useMarked, type ListGroup } from '../../overlay/list-dialog.tsx'
import { usePage, useSession } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { Overlay } from '../../state/overlay.ts'
import { Conversations, searchWords, type ConversationEntry } from './conversations.ts'
import { Palette, type PaletteEntry } from './entries.ts'
import { Ranker } from './rank.ts'

/** Rows in the document. Typing finds the others. */
const rowsMax = 60

/** Time without typing before conversations are searched, ms. */
const searchRestMs = 120

interface Found extends PaletteEntry, Partial<Pick<ConversationEntry, 'line' | 'fork'>> {
  /** Offsets of the matched letters. */
  readonly at: readonly number[]
}

export function PaletteOverlay({ text: typed = '' }: Overlay & { kind: 'palette' }): JSX.Element {
  const page = usePage()
  const palette = page.get(Palette)
  const order = useCell(page.state.order)
  const shortcuts = useCell(page.shortcuts)
  const themes = useCell(page.looks.collection)
  const [text, setText] = useState(typed)
  const ranker = useMemo(() => new Ranker(palette.entries()), [order, shortcuts, themes])
  const old = useConversations(/^\s*%(.*)$/.exec(text)?.[1]?.trim() ?? null)
  const found = useMemo(() => ranker.rank(text, palette.recent), [ranker, text])
  const shown =
    old?.shown ?? found.slice(0, rowsMax).map(({ item, at }): Found => ({ ...item, at }))
  const marked = useMarked(shown)
  const { item } = marked
  useEffect(() => {
    if (/^\s*[^\s>@%]/.test(text)) page.looks.list()
  }, [text])
  useLayoutEffect(() => {
    if (item?.preview === undefined) return undefined
    item.preview()
    return () => page.looks.preview(null)
  }, [item?.id])
  return (
    <ListDialog
      name="Command palette"
      look="palette"
      field={{
        name: 'Search actions, tabs and themes',
        placeholder:
          'Search actions, tabs and themes   > actions   @ tabs   # themes   % conversations',
        text,
        type: setText,
      }}
      rowsName="Actions, tabs and themes"
      groups={
        /^\s*[>@#]?\s*$/.test(text) && old === null
          ? grouped(shown, palette.recent)
          : [{ items: shown }]
      }
      marked={marked}
      draw={(entry) => <Entry entry={entry} />}
      ownKey={({ key, shiftKey }) => {
        const fork = key === 'Enter' && shiftKey ? item?.fork : undefined
        if (fork !== undefined) page.overlays.dismissThen(fork)
        return fork !== undefined
      }}
      choose={(entry) => {
        if (old === null) palette.ran(entry)
        page.overlays.dismissThen(entry.run)
      }}
      none={old === null ? 'No results' : (old.words ?? 'No results')}
      more={old === null ? found.length - rowsMax : 0}
    >
      {old !== null && shown.length > 0 && (
        <div class="list-empty soft" role="status">
          {old.words ?? 'Enter resumes in a new tab. Shift+Enter continues a copy.'}
        </div>
      )}
    </ListDialog>
  )
}

/** @param wanted text to search; `null` to search nothing */
function useConversations(wanted: string | null) {
  const page = usePage()
  const conversations = page.get(Conversations)
  const results = useCell(conversations.now)
  const isOn = wanted !== null
  useEffect(() => {
    if (wanted === null) return undefined
    const rest = window.setTimeout(() => conversations.find(wanted), searchRestMs)
    return () => window.clearTimeout(rest)
  }, [wanted])
  useEffect(() => (isOn ? () => conversations.stop() : undefined), [isOn])
  if (wanted === null) return null
  const words = wanted.split(/\s+/).filter(Boolean)
  const shown = conversations.entries(Date.now()).map((entry): Found => {
    const place = words.length === 0 ? -1 : entry.line.toLowerCase().indexOf(words[0] ?? '')
    return { ...entry, at: place === -1 ? [] : letterPlaces(place, words[0]?.length ?? 0) }
  })
  return { shown, words: searchWords(results, wanted) }
}

function letterPlaces(from: number, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => from + index)
}

function grouped(shown: readonly Found[], recent: readonly string[]): ListGroup<Found>[] {
  const groups: { heading: string; items: Found[] }[] = []
  for (const item of shown) {
    const heading = recent.includes(item.id) ? 'Recently used' : item.heading
    const last = groups.at(-1)
    if (last?.heading === heading) last.items.push(item)
    else groups.push({ heading, items: [item] })
  }
  return groups
}

function Entry({
  entry: { at, chord, line, note, session, text },
}: {
  readonly entry: Found
}): JSX.Element {
  const page = usePage()
  const view = useSession(session)
  return (
    <>
      {view !== null && <Stripe view={view} inView={false} />}
      <Flag mark={view?.mark} />
      <span class="list-title cut">{line === undefined ? letters(text, at) : text}</span>
      {view !== null && (
        <span class="list-subtitle note cut">
          <StateGlyph view={view} />
          {subtitleOf(view, mainNow(), wallClock, undefined, page.state.twins.value.get(view.id))}
        </span>
      )}
      {note !== undefined && <span class="list-note note">{note}</span>}
      {line !== undefined && line !== '' && (
        <span class="list-line note cut">{letters(line, at)}</span>
      )}
      {chord !== undefined && <kbd class="list-chord note">{chord}</kbd>}
    </>
  )
}

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
