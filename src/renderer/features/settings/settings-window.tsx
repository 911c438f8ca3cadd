/** The settings window: options of a section, or all options that match a search. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { actionTable } from '../../../core/config/keys/actions.ts'
import { namesAction, searchActions, searchOptions } from '../../../core/config/search.ts'
import { entries, sectionEntries, sections, type SectionName } from '../../../core/config/table.ts'
import { usePage } from '../../page/page-context.ts'
import type { Page } from '../../page/page.ts'
import { useCell } from '../../state/cell.ts'
import type { Overlay } from '../../state/overlay.ts'
import { SettingRow } from './setting-row.tsx'

/** Rows that are shown. Typing finds the others. */
const rowsMax = 40

/** Shortcuts that a search shows. The list of shortcuts has the others. */
const shortcutsMax = 6

export function SettingsWindow({ filter }: Overlay & { kind: 'settings' }): JSX.Element {
  const page = usePage()
  const [text, setText] = useState(filter)
  const [section, setSection] = useState<SectionName>('fonts')
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const isBlank = /^[\s_-]*$/.test(text)
  const found = useMemo(
    () => (isBlank ? entries.filter((entry) => entry.section === section) : searchOptions(text)),
    [text, section],
  )
  const isFirst = namesAction(text)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    input.current?.focus()
  }, [])
  useLayoutEffect(() => rows.current?.scrollTo(0, 0), [text, section])
  return (
    <dialog
      class="settings panel"
      ref={dialog}
      aria-label="Settings"
      onCancel={(event) => {
        event.preventDefault()
        page.overlays.dismiss()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && isBeside(event)) page.overlays.dismiss()
      }}
    >
      <div class="settings-top">
        <input
          class="list-input"
          ref={input}
          value={text}
          placeholder="Search settings"
          aria-label="Search settings"
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
            rows.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
            event.preventDefault()
          }}
        />
        <button class="button" onClick={() => page.overlays.dismiss()}>
          Close
        </button>
      </div>
      <div class="settings-body">
        <nav class="settings-sections" aria-label="Sections">
          {sectionEntries().map(([name, { title }]) => (
            <button
              key={name}
              aria-current={text === '' && name === section}
              onClick={() => {
                setText('')
                setSection(name)
              }}
            >
              {title}
            </button>
          ))}
          <button onClick={() => openKeys(page, '')}>Keyboard shortcuts…</button>
        </nav>
        <div class="settings-rows" ref={rows} tabIndex={0} role="group" aria-label="Options">
          {isFirst && <Shortcuts text={text} />}
          {found.slice(0, rowsMax).map((entry) => (
            <SettingRow
              key={entry.name}
              entry={entry}
              place={isBlank ? null : sections[entry.section].title}
            />
          ))}
          {!isFirst && <Shortcuts text={text} />}
          {found.length === 0 && searchActions(text).length === 0 && (
            <p class="list-empty soft" role="status">
              No results
            </p>
          )}
          {found.length > rowsMax && (
            <p class="list-empty soft">
              {found.length - rowsMax} more. Type more to narrow the search.
            </p>
          )}
        </div>
      </div>
      <Foot />
    </dialog>
  )
}

/** Actions that match the search, with their shortcuts. Each opens the list of shortcuts. */
function Shortcuts({ text }: { readonly text: string }): JSX.Element | null {
  const page = usePage()
  const shortcuts = useCell(page.shortcuts)
  const found = useMemo(() => searchActions(text), [text])
  if (found.length === 0) return null
  return (
    <div class="setting-shortcuts" role="group" aria-label="Keyboard shortcuts">
      {found.slice(0, shortcutsMax).map((name) => {
        const { label } = actionTable[name]
        return (
          <button key={name} class="setting-shortcut" onClick={() => openKeys(page, label)}>
            <span>
              <span class="soft">Keyboard shortcuts › </span>
              {label}
            </span>
            <kbd>{shortcuts.label(name) ?? 'not bound'}</kbd>
          </button>
        )
      })}
      {found.length > shortcutsMax && (
        <button class="link soft" onClick={() => openKeys(page, '')}>
          {found.length - shortcutsMax} more shortcuts
        </button>
      )}
    </div>
  )
}

function openKeys(page: Page, filter: string): void {
  page.overlays.dismissThen(() => page.overlays.open({ kind: 'keys', filter, changes: true }))
}

/** Shows where options are written, or why one was not. */
function Foot(): JSX.Element {
  const page = usePage()
  const { file } = useCell(page.state.complaint)
  const notices = useCell(page.notices.all)
  const [before] = useState(() => new Set(page.notices.all.value.map(({ id }) => id)))
  const problem = notices.find(({ id, level }) => level !== 'notice' && !before.has(id))
  return (
    <div class="list-foot settings-foot note">
      {problem === undefined ? (
        <span>
          Changes are saved to <code>{file}</code>. Nothing else in the file is touched.
        </span>
      ) : (
        <span role="alert">{problem.text}</span>
      )}
      <button
        class="link soft"
        onClick={() => page.overlays.dismissThen(() => page.perform('open_config'))}
      >
        Open configuration file
      </button>
    </div>
  )
}

/** Returns whether the pointer is on the backdrop, which belongs to the dialog. */
function isBeside({ clientX: x, clientY: y, currentTarget }: PointerEvent): boolean {
  if (!(currentTarget instanceof Element)) return false
  const { left, top, right, bottom } = currentTarget.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}
