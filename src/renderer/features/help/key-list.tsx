/**
 * The keys of this configuration, by group, with a filter for names and chords. Enter or a click
 * does what the marked row says.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import {
  actionGroups,
  actionNames,
  actionTable,
  type ActionName,
} from '../../../core/config/keys/actions.ts'
import { chordLabel } from '../../../core/config/keys/chords.ts'
import type { ShortcutTable } from '../../../core/config/keys/shortcuts.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { Backdrop } from '../../overlay/backdrop.tsx'
import { whenMoved } from '../../overlay/when-moved.ts'
import { usePage } from '../../page-context.ts'
import { useCell } from '../../state/cell.ts'

interface KeyRow {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly chords: readonly string[]
  /** Absent: a text that is typed into the terminal, which a list does not do. */
  readonly action?: ActionName
}

export function KeyList(): JSX.Element {
  const page = usePage()
  const { table } = useCell(page.keys.shortcuts)
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const all = useMemo(() => rowsOf(table), [table])
  const found = useMemo(() => filtered(all, text), [all, text])
  const marked = Math.max(0, Math.min(index, found.length - 1))
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    input.current?.focus()
  }, [])
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  const run = ({ action, label }: KeyRow): void => {
    if (action !== undefined)
      page.dismissThen(() => {
        if (!page.perform(action)) page.notices.say(`${label}: not available now`)
      })
  }
  const key = (event: KeyboardEvent): void => {
    const row = found[marked]
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 8,
      PageUp: -8,
    }
    const step = steps[event.key]
    if (event.isComposing) return
    if (step !== undefined) setIndex(Math.max(0, Math.min(found.length - 1, marked + step)))
    else if (event.key === 'Escape') page.dismiss()
    else if (event.key === 'Enter') {
      if (row !== undefined) run(row)
    } else if (event.key !== 'Tab') return
    event.preventDefault()
  }
  return (
    <Backdrop>
      <div
        class="list palette keys panel"
        role="dialog"
        aria-label="Keyboard shortcuts"
        onKeyDown={key}
      >
        <input
          class="list-input"
          ref={input}
          value={text}
          placeholder="Filter by action or key"
          spellcheck={false}
          autocomplete="off"
          role="combobox"
          aria-label="Filter by action or key"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls="key-list"
          aria-activedescendant={found.length === 0 ? undefined : 'key-current'}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setIndex(0)
          }}
        />
        <div class="list-rows" id="key-list" role="listbox" aria-label="Keys" ref={list}>
          {groupsOf(found).map(([group, rows]) => (
            <div key={group} role="group" aria-label={group}>
              <div class="list-heading soft" aria-hidden="true">
                {group}
              </div>
              {rows.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  marked={found[marked] === row}
                  point={() => setIndex(found.indexOf(row))}
                  run={() => run(row)}
                />
              ))}
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <div class="list-empty soft" role="status">
            No results
          </div>
        )}
        <div class="list-foot note">
          Change them under <code>[shortcuts]</code> in the configuration.
        </div>
      </div>
    </Backdrop>
  )
}

interface RowProps {
  readonly row: KeyRow
  readonly marked: boolean
  readonly point: () => void
  readonly run: () => void
}

function Row({ row: { label, chords }, marked, point, run }: RowProps): JSX.Element {
  return (
    <div
      class="list-row"
      id={marked ? 'key-current' : undefined}
      role="option"
      aria-selected={marked}
      onPointerMove={whenMoved(() => {
        if (!marked) point()
      })}
      onClick={run}
      onMouseDown={(event) => event.preventDefault()}
    >
      <span class="list-title cut">{label}</span>
      <span class="list-chord note">
        {chords.length === 0 ? 'no key' : chords.map((chord) => <kbd key={chord}>{chord}</kbd>)}
      </span>
    </div>
  )
}

const groupTitles: Readonly<Record<(typeof actionGroups)[number], string>> = {
  tabs: 'Tabs',
  panes: 'Panes',
  attention: 'What needs you',
  windows: 'Windows',
  text: 'Text',
  scroll: 'Scrolling',
  view: 'View',
}

/** By group; within it what has a key comes first. */
function rowsOf({ actions, sends }: ShortcutTable): KeyRow[] {
  const named = actionGroups.flatMap((group) => {
    const rows = actionNames
      .filter((name) => actionTable[name].group === group)
      .map((action) => ({
        id: action,
        group: groupTitles[group],
        label: actionTable[action].label,
        chords: actions[action].map(chordLabel),
        action,
      }))
    return [
      ...rows.filter(({ chords }) => chords.length > 0),
      ...rows.filter(({ chords }) => chords.length === 0),
    ]
  })
  const sent = sends.map(({ chords, text }, index) => ({
    id: `send ${index}`,
    group: 'Your own texts',
    label: `Type ${safeText(JSON.stringify(text), nameCharactersMax)}`,
    chords: chords.map(chordLabel),
  }))
  return [...named, ...sent]
}

/** All words, each anywhere in group, label or chords. */
function filtered(rows: readonly KeyRow[], text: string): KeyRow[] {
  const words = text.toLowerCase().split(/\s+/)
  return rows.filter(({ group, label, chords, id }) => {
    const whole = [group, label, id, ...chords].join(' ').toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}

function groupsOf(rows: readonly KeyRow[]): readonly (readonly [string, readonly KeyRow[]])[] {
  return [...new Set(rows.map(({ group }) => group))].map((group) => [
    group,
    rows.filter((row) => row.group === group),
  ])
}
