/** The search bar at the top right of the pane, and the list of matches in all tabs. */
import { Find } from './find.ts'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import type { FindMatch } from './find-matches.ts'
import { excerptMax } from './limits.ts'
import { safeText } from '../../../base/text/safe-text.ts'
import type { FindView } from './find.ts'
import type { Listed } from './other-tabs.ts'
import { usePage } from '../../page/page-context.ts'
import type { Page } from '../../page/page.ts'
import { useCell } from '../../state/cell.ts'
import { IconButton } from '../../overlay/icon.tsx'

export function FindBar(): JSX.Element | null {
  const page = usePage()
  const view = useCell(page.get(Find).view)
  return view === null ? null : <Bar view={view} />
}

function Bar({ view }: { readonly view: FindView }): JSX.Element {
  const page = usePage()
  const find = page.get(Find)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [view.asked])
  const { regex, wholeWord, matchCase } = view.options
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') find.close()
    else if (event.key === 'Enter' && event.target === field.current) {
      // If opened from copy mode, Enter returns to it, where n and N continue.
      // The search starts at the newest match, so Enter goes to older ones.
      if (page.panes.shown?.mode == null) find.step(event.shiftKey ? 1 : -1)
      else {
        find.settle()
        page.panes.shown?.focus()
      }
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const choice = (label: string, sign: string, on: boolean, change: () => void): JSX.Element => (
    <button
      class="find-choice note"
      aria-pressed={on}
      aria-label={label}
      title={label}
      onClick={() => {
        change()
        field.current?.focus()
      }}
    >
      {sign}
    </button>
  )
  return (
    <div
      class="find panel"
      role="search"
      aria-label="Find"
      onKeyDown={key}
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
    >
      <div class="find-row">
        <input
          class="find-field"
          ref={field}
          value={view.text}
          placeholder="Find"
          aria-label="Find"
          spellcheck={false}
          aria-invalid={view.problem !== null}
          maxLength={1_000}
          aria-describedby={view.problem === null ? undefined : 'find-problem'}
          onInput={(event) => find.change({ text: event.currentTarget.value })}
        />
        {choice(matchCase ? 'Match case' : 'Match case (smart case is on)', 'Aa', matchCase, () =>
          find.change({ options: { ...view.options, matchCase: !matchCase } }),
        )}
        {choice('Match whole word', 'W', wholeWord, () =>
          find.change({ options: { ...view.options, wholeWord: !wholeWord } }),
        )}
        {choice('Use regular expression', '.*', regex, () =>
          find.change({ options: { ...view.options, regex: !regex } }),
        )}
        {choice('Search all tabs', 'All', view.scope === 'tabs', () =>
          find.change({ scope: view.scope === 'tabs' ? 'pane' : 'tabs' }),
        )}
        {(find.hasOutput || view.scope === 'output') &&
          choice('Search last command output', 'Output', view.scope === 'output', () =>
            find.change({ scope: view.scope === 'output' ? 'pane' : 'output' }),
          )}
        <span class="find-count note" role="status">
          {view.text === '' ? '' : (elsewhere(page, view) ?? view.count)}
        </span>
        <Steps />
      </div>
      {view.problem !== null && (
        <div class="find-problem" id="find-problem" role="alert">
          {view.problem}
        </div>
      )}
      {view.scope === 'tabs' && view.text !== '' && <List listed={view.listed} />}
    </div>
  )
}

/** Returns the count in other tabs if the active one has no matches. */
function elsewhere(page: Page, { scope, listed }: FindView): string | null {
  const here = page.panes.shown?.id
  if (scope !== 'tabs' || listed.length === 0 || listed.some(({ session }) => session === here))
    return null
  const count = listed.reduce((sum, { matches }) => sum + matches.length, 0)
  const more = listed.some((one) => one.more) ? '+' : ''
  return `${count}${more} in ${listed.length} ${listed.length === 1 ? 'tab' : 'tabs'}`
}

function Steps(): JSX.Element {
  const page = usePage()
  const find = page.get(Find)
  const chord = (name: 'find_next' | 'find_previous', key: string): string =>
    [key, page.shortcuts.value.label(name)].filter(Boolean).join(', ')
  useCell(page.shortcuts)
  const button = 'find-button note'
  const before = `Previous (${chord('find_previous', 'Enter')})`
  const next = `Next (${chord('find_next', 'Shift+Enter')})`
  const end = 'Close (Esc)'
  const step = (by: 1 | -1) => () => void find.step(by)
  return (
    <>
      <IconButton class={button} icon="up" label="Previous match" title={before} run={step(-1)} />
      <IconButton class={button} icon="down" label="Next match" title={next} run={step(1)} />
      <IconButton
        class={button}
        icon="close"
        label="Close search"
        title={end}
        run={() => find.close()}
      />
    </>
  )
}

function List({ listed }: { readonly listed: readonly Listed[] }): JSX.Element {
  const page = usePage()
  if (listed.length === 0) return <div class="find-list find-none soft">No matches in any tab.</div>
  return (
    <div class="find-list" role="group" aria-label="Matches by tab">
      {listed.map(({ session, matches, more }) => (
        <section key={session}>
          <h2>
            {page.state.session(session)?.value.title ?? ''}
            <span>
              {matches.length}
              {more ? '+' : ''}
            </span>
          </h2>
          {matches.map((match) => (
            <button
              key={`${match.row} ${match.column}`}
              class="find-match"
              onClick={() => page.get(Find).pick(session, match)}
            >
              <Excerpt match={match} />
            </button>
          ))}
        </section>
      ))}
    </div>
  )
}

/** The match with some of the line around it. */
function Excerpt({ match: { text, start, end } }: { readonly match: FindMatch }): JSX.Element {
  const from = Math.max(0, start - 24)
  const clean = (part: string): string => safeText(part, excerptMax)
  return (
    <>
      {from > 0 && '…'}
      {clean(text.slice(from, start)).trimStart()}
      <mark>{clean(text.slice(start, end))}</mark>
      {clean(text.slice(end, end + excerptMax))}
    </>
  )
}
