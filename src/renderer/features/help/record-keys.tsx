/**
 * Records a shortcut for an action: the user presses the keys, then Enter. Conflicts and the lines
 * that would be written are shown before they are saved.
 */
import { useLayoutEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { actionTable, type ActionName } from '../../../core/config/keys/actions.ts'
import { chordLabel, chordsIn, chordsOf } from '../../../core/config/keys/chords.ts'
import { isModifierOrLock } from '../../../core/config/keys/kitty-keys.ts'
import { presetChords } from '../../../core/config/keys/presets.ts'
import { parseShortcut } from '../../../core/config/keys/sequences.ts'
import { conflictsOf } from '../../../core/config/keys/shortcut-lookup.ts'
import type { ShortcutTable } from '../../../core/config/keys/shortcuts.ts'
import type { Savable } from '../../../core/config/savable.ts'
import { tomlValue } from '../../../core/config/written.ts'
import { pressOf, take } from '../../keys/press.ts'
import { DialogBox } from '../../overlay/dialog.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import type { Overlay } from '../../state/overlay.ts'
import { recordMouse } from './record-mouse.ts'

/** The pressed keys: for each, the chords that it can mean. Shortcuts have the first ones. */
type Pressed = readonly (readonly string[])[]

const textOf = (pressed: Pressed): string => pressed.map(([chord]) => chord).join('>')

export function RecordKeys({ action, list }: Overlay & { kind: 'record-keys' }): JSX.Element {
  const page = usePage()
  const { table } = useCell(page.shortcuts)
  const [pressed, setPressed] = useState<Pressed>([])
  const [problem, setProblem] = useState('')
  const [isDone, setDone] = useState(false)
  const { label } = actionTable[action]
  const plan = planOf(table, action, pressed)
  const back = (): void => page.overlays.open({ kind: 'keys', ...list, at: action })
  const save = (options: readonly Savable[]): void => {
    const [option, ...others] = options
    if (option !== undefined) page.send({ kind: 'option/save', option, others })
    back()
  }
  useLayoutEffect(() => {
    let keys: Pressed = [] // a fast key comes before the next draw
    const next = (): void => {
      const { table: now } = page.shortcuts.value
      const { conflicts, replace } = planOf(now, action, keys)
      if (now.actions[action].length + conflicts.length === 0 && replace !== null) save(replace)
      else setDone(true)
    }
    const accept = (change: Pressed | string | null): void => {
      if (change === null) return
      if (change === 'cancel' || change === 'next') {
        page.state.recordKey = null
        if (change === 'next') next()
        else back()
      } else if (typeof change === 'string') setProblem(change)
      else {
        keys = change
        setProblem('')
        setPressed(change)
      }
    }
    page.state.recordKey = (event) => {
      take(event)
      accept(changeOf(event, keys))
    }
    const endMouse = recordMouse((chord) => {
      if (page.state.recordKey === null) return false
      accept(withKey([], [chord]))
      return true
    })
    return () => {
      page.state.recordKey = null
      endMouse()
    }
  }, [])
  useLayoutEffect(() => {
    if (isDone) document.querySelector<HTMLElement>('.dialog-choices .button-main')?.focus()
  }, [isDone])
  return (
    <DialogBox
      title={`${isDone ? 'Change the keys of' : 'Press keys for'} “${label}”${isDone ? '?' : ''}`}
      cancel={back}
      choices={isDone ? choicesOf(plan, table, action, save) : []}
    >
      <p class="recorded" role="status">
        {pressed.length === 0 ? (
          <span class="soft">{isDone ? 'No new keys' : 'Waiting for keys'}</span>
        ) : (
          pressed.map(([chord = ''], at) => <kbd key={at}>{chordLabel(chord)}</kbd>)
        )}
      </p>
      {problem !== '' && <p role="alert">{problem}</p>}
      <p>Current keys: {labelsOf(table.actions[action])}</p>
      {plan.conflicts.map(({ action: other, shortcut }) => (
        <p key={`${other} ${shortcut}`} role="alert">
          {other === null
            ? `${chordLabel(shortcut)} inserts a text. Change it in the file first.`
            : `${chordLabel(shortcut)} belongs to “${actionTable[other].label}”, which loses it.`}
        </p>
      ))}
      {isDone &&
        pressed.length === 0 &&
        usualOf(table, action).taken.map(({ action: other, shortcut }) => (
          <p key={shortcut}>
            {`${chordLabel(shortcut)}, a default key, `}
            {other === null ? 'inserts a text.' : `belongs to “${actionTable[other].label}”.`}
          </p>
        ))}
      {isDone ? (
        plan.replace?.map(({ name, value }) => (
          <p key={name} class="setting-line note">
            Will write: <code>{`${name} = ${tomlValue(value ?? [])}`}</code>
          </p>
        ))
      ) : (
        <p class="note">
          Press several keys for a sequence, or use the mouse here. <b>Enter</b> continues, also
          without keys to reset or remove them. <b>Esc</b> cancels, and <b>Backspace</b> removes the
          last key.
        </p>
      )}
    </DialogBox>
  )
}

/** Returns the keys after a press, what the press asks for, or a sentence about its problem. */
function changeOf(event: KeyboardEvent, before: Pressed): Pressed | string | null {
  if (event.repeat || isModifierOrLock(event.key)) return null
  const press = pressOf(event)
  if (!press.ctrl && !press.shift && !press.alt && !press.meta) {
    if (press.key === 'Escape') return 'cancel'
    if (press.key === 'Enter') return 'next'
    if (press.key === 'Backspace') return before.slice(0, -1)
  }
  const chords = chordsOf(before.length === 0 ? press : { ...press, altGraph: false })
  // a letter that the key has on Latin layouts too works on all
  const latin = chords.find((chord) => /^[\x21-\x7e]+$/.test(chord) && !chord.includes('code:'))
  if (chords.length === 0) return "This key can't be part of a shortcut."
  return withKey(before, latin === undefined ? chords : [latin, ...chords])
}

/** Returns the keys with one more, or a sentence about its problem. */
function withKey(before: Pressed, chords: readonly string[]): Pressed | string {
  const pressed = [...before, chords]
  const read = parseShortcut(textOf(pressed))
  return 'ok' in read ? pressed : `Can't use this key: ${read.problem}`
}

interface Plan {
  readonly conflicts: ReturnType<typeof conflictsOf>
  /** Options to save: the new shortcut instead of the others of the action, or in addition. */
  readonly replace: readonly Savable[] | null
  readonly add: readonly Savable[] | null
}

function planOf(table: ShortcutTable, action: ActionName, pressed: Pressed): Plan {
  const all = conflictsOf(table, pressed)
  const conflicts = all.filter((conflict) => conflict.action !== action)
  const isBlocked = conflicts.some((conflict) => conflict.action === null)
  if (pressed.length === 0 || isBlocked) return { conflicts, replace: null, add: null }
  const without = (name: ActionName): readonly string[] =>
    table.actions[name].filter(
      (one) => !all.some((conflict) => conflict.action === name && conflict.shortcut === one),
    )
  const losing = new Set(conflicts.flatMap((conflict) => conflict.action ?? []))
  const others = [...losing].map((name) => ({ name: `shortcuts.${name}`, value: without(name) }))
  const name = `shortcuts.${action}`
  const shortcut = textOf(pressed)
  return {
    conflicts,
    replace: [{ name, value: [shortcut] }, ...others],
    add: [{ name, value: [...without(action), shortcut] }, ...others],
  }
}

function choicesOf(
  { conflicts, replace, add }: Plan,
  table: ShortcutTable,
  action: ActionName,
  save: (options: readonly Savable[]) => void,
) {
  const name = `shortcuts.${action}`
  const now = table.actions[action]
  const { usual, free } = usualOf(table, action)
  const choice = (label: string, options: readonly Savable[]) => ({
    label,
    run: () => save(options),
  })
  if (replace !== null)
    return [
      ...(add !== null && now.length > 0 ? [choice('Add', add)] : []),
      choice(now.length + conflicts.length > 0 ? 'Replace' : 'Save', replace),
    ]
  if (conflicts.length > 0) return []
  const isReset = now.join(' ') === free.join(' ') || (free.length === 0 && usual.length > 0)
  return [
    ...(now.length > 0 ? [choice('Remove keys', [{ name, value: [] }])] : []),
    ...(isReset ? [] : [choice(`Reset to ${labelsOf(free)}`, [{ name, value: null }])]),
  ]
}

/** Returns the default keys of an action: all, the free ones, and the ones of other actions. */
function usualOf(table: ShortcutTable, action: ActionName) {
  const usual = presetChords(table.preset)[action]
  const taken = usual.flatMap((shortcut) => {
    const pressed = chordsIn(shortcut).map((chord) => [chord])
    const other = conflictsOf(table, pressed).find((conflict) => conflict.action !== action)
    return other === undefined ? [] : [{ shortcut, action: other.action }]
  })
  const free = usual.filter((one) => !taken.some(({ shortcut }) => shortcut === one))
  return { usual, free, taken }
}

function labelsOf(shortcuts: readonly string[]): string {
  return shortcuts.length === 0 ? 'no keys' : shortcuts.map(chordLabel).join(', ')
}
