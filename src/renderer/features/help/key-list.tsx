/**
 * All shortcuts by group, with a filter. Enter or a click performs the selected action, or changes
 * its keys.
 */
import { useMemo, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { otherWords } from '../../../core/config/keys/action-words.ts'
import {
  actionGroups,
  actionNames,
  actionTable,
  type ActionName,
} from '../../../core/config/keys/actions.ts'
import { chordLabel } from '../../../core/config/keys/chords.ts'
import type { ShortcutTable } from '../../../core/config/keys/shortcuts.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { ListDialog, useMarked, type ListGroup } from '../../overlay/list-dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { Overlay } from '../../state/overlay.ts'

interface KeyRow {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly chords: readonly string[]
  /** Absent for a text that is typed into the terminal, which the list does not do. */
  readonly action?: ActionName
}

export function KeyList(overlay: Overlay & { kind: 'keys' }): JSX.Element {
  const page = usePage()
  const { table } = useCell(page.shortcuts)
  const [text, setText] = useState(overlay.filter ?? '')
  const [changes, setChanges] = useState(overlay.changes === true)
  const all = useMemo(() => rowsOf(table), [table])
  const found = useMemo(() => filtered(all, text), [all, text])
  const marked = useMarked(found, overlay.at)
  const change = ({ action }: KeyRow): void => {
    if (action !== undefined)
      page.overlays.open({ kind: 'record-keys', action, list: { filter: text, changes } })
  }
  const run = ({ action, label }: KeyRow): void => {
    if (action === undefined) return
    page.overlays.dismissThen(() => {
      if (!page.perform(action)) page.notices.say(`“${label}” isn't available right now.`)
    })
  }
  return (
    <ListDialog
      name="Keyboard shortcuts"
      look="palette keys"
      field={{
        name: 'Search actions or keys',
        placeholder: 'Search actions or keys',
        text,
        type: setText,
      }}
      rowsName="Keys"
      groups={groupsOf(found)}
      marked={marked}
      draw={({ label, chords }) => (
        <>
          <span class="list-title cut">{label}</span>
          <span class="list-chord note">
            {chords.length === 0
              ? 'not bound'
              : chords.map((chord) => <kbd key={chord}>{chord}</kbd>)}
          </span>
        </>
      )}
      choose={changes ? change : run}
      ownKey={({ key }) => {
        if (key === 'F2' && marked.item !== undefined) change(marked.item)
        return key === 'F2'
      }}
      none="No results"
    >
      <div class="list-foot settings-foot note">
        {changes ? (
          <span>
            <b>Enter</b> changes the keys of an action. <code>[[shortcuts.send]]</code> is changed
            in the file.
          </span>
        ) : (
          <>
            <span>
              <b>Enter</b> runs the action, <b>F2</b> changes its keys.
            </span>
            <button class="link soft" onClick={() => setChanges(true)}>
              Change shortcuts
            </button>
          </>
        )}
      </div>
    </ListDialog>
  )
}

const groupTitles: Readonly<Record<(typeof actionGroups)[number], string>> = {
  tabs: 'Tabs',
  panes: 'Panes',
  attention: 'Inbox',
  windows: 'Windows',
  text: 'Text',
  scroll: 'Scrolling',
  view: 'View',
}

/** Returns all rows by group. Within it, actions with a shortcut come first. */
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
    group: 'Custom text',
    label: `Insert ${safeText(JSON.stringify(text), nameCharactersMax)}`,
    chords: chords.map(chordLabel),
  }))
  return [...named, ...sent]
}

/** Returns rows that contain all words in group, label, id, shortcuts or other names. */
function filtered(rows: readonly KeyRow[], text: string): KeyRow[] {
  const words = text.toLowerCase().split(/\s+/)
  return rows.filter(({ group, label, chords, id, action }) => {
    const others = action === undefined ? '' : (otherWords[action] ?? '')
    const whole = [group, label, id, ...chords, others].join(' ').toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}

function groupsOf(rows: readonly KeyRow[]): ListGroup<KeyRow>[] {
  return [...new Set(rows.map(({ group }) => group))].map((heading) => ({
    heading,
    items: rows.filter(({ group }) => group === heading),
  }))
}
