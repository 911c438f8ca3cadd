/**
 * State of copy mode: a cursor and a selection. A pure reducer of keys; the keys are those of vi
 * and tmux.
 */
import type { KeyPress } from '../../../core/config/keys/chords.ts'
import { usCharacter } from '../../../core/config/keys/us-layout.ts'
import { move, type Motion, type RowsInView } from './motions.ts'
import { endOf, lineRange, type RowReader } from './rows.ts'
import type { CellPlace } from '../../grid/text/line.ts'

type SelectionKind = 'characters' | 'lines' | 'block'

export interface CopyState {
  readonly cursor: CellPlace
  readonly anchor: CellPlace | null
  readonly kind: SelectionKind
}

type CopyAction = 'stay' | 'copy' | 'end' | 'find' | 'find_next' | 'find_previous'

interface Range {
  /** Start and end, which is after the last character. A block has these columns in each row. */
  readonly start: CellPlace
  readonly end: CellPlace
  readonly block: boolean
}

const motions: Readonly<Record<string, Motion>> = {
  h: 'left',
  l: 'right',
  k: 'up',
  j: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Backspace: 'left',
  ' ': 'right',
  'ctrl ArrowLeft': 'word-back',
  'ctrl ArrowRight': 'word',
  w: 'word',
  b: 'word-back',
  e: 'word-end',
  W: 'long-word',
  B: 'long-word-back',
  E: 'long-word-end',
  '0': 'line-start',
  Home: 'line-start',
  '^': 'line-text',
  $: 'line-end',
  End: 'line-end',
  PageUp: 'page-up',
  PageDown: 'page-down',
  'ctrl b': 'page-up',
  'ctrl f': 'page-down',
  'shift PageUp': 'page-up',
  'shift PageDown': 'page-down',
  'ctrl u': 'half-up',
  'ctrl d': 'half-down',
  g: 'top',
  G: 'bottom',
  'ctrl Home': 'top',
  'ctrl End': 'bottom',
  'shift Home': 'top',
  'shift End': 'bottom',
  H: 'view-top',
  M: 'view-middle',
  L: 'view-bottom',
  '{': 'paragraph-up',
  '}': 'paragraph-down',
}

const kinds: Readonly<Record<string, SelectionKind>> = {
  v: 'characters',
  V: 'lines',
  'ctrl v': 'block',
}

const actions: Readonly<Record<string, CopyAction>> = {
  y: 'copy',
  Enter: 'copy',
  Escape: 'end',
  q: 'end',
  '/': 'find',
  '?': 'find',
  n: 'find_next',
  N: 'find_previous',
}

/** @returns null for a key without a meaning in copy mode */
export function step(
  state: CopyState,
  press: KeyPress,
  rows: RowReader,
  view: RowsInView,
): { readonly state: CopyState; readonly action: CopyAction } | null {
  for (const key of keysOf(press)) {
    const motion = motions[key]
    if (motion !== undefined)
      return { state: { ...state, cursor: move(rows, view, state.cursor, motion) }, action: 'stay' }
    const kind = kinds[key]
    if (kind !== undefined) return { state: select(state, kind), action: 'stay' }
    if (key === 'o' && state.anchor !== null)
      return { state: { ...state, cursor: state.anchor, anchor: state.cursor }, action: 'stay' }
    const action = actions[key]
    if (action !== undefined) return { state, action }
  }
  return null
}

/** Returns the selection, or null. It includes the characters at both ends. */
export function rangeOf({ cursor, anchor, kind }: CopyState, rows: RowReader): Range | null {
  if (anchor === null) return null
  const [first, last] =
    anchor.row < cursor.row || (anchor.row === cursor.row && anchor.column <= cursor.column)
      ? [anchor, cursor]
      : [cursor, anchor]
  switch (kind) {
    case 'characters':
      return { start: first, end: { row: last.row, column: endOf(rows, last) }, block: false }
    case 'lines':
      return {
        start: { row: lineRange(rows, first.row).from, column: 0 },
        end: { row: lineRange(rows, last.row).to, column: rows.columns },
        block: false,
      }
    case 'block':
      return {
        start: { row: first.row, column: Math.min(anchor.column, cursor.column) },
        end: { row: last.row, column: Math.max(endOf(rows, anchor), endOf(rows, cursor)) },
        block: true,
      }
  }
}

/** Moves places with their text after the oldest `by` rows were dropped. */
export function trimmed(state: CopyState, by: number): CopyState {
  return withPlaces(state, ({ row, column }) =>
    row >= by ? { row: row - by, column } : { row: 0, column: 0 },
  )
}

/** Limits places to the last of `rows` rows. */
export function within(state: CopyState, rows: number): CopyState {
  return withPlaces(state, ({ row, column }) => ({ row: Math.min(row, rows - 1), column }))
}

function withPlaces(state: CopyState, to: (place: CellPlace) => CellPlace): CopyState {
  const { cursor, anchor } = state
  return { ...state, cursor: to(cursor), anchor: anchor === null ? null : to(anchor) }
}

/** Starts a selection. The same kind again ends it, another kind changes it. */
function select(state: CopyState, kind: SelectionKind): CopyState {
  if (state.anchor === null) return { ...state, anchor: state.cursor, kind }
  return state.kind === kind ? { ...state, anchor: null } : { ...state, kind }
}

/** Returns the produced key, then the physical one, so that `j` works on a Cyrillic keyboard. */
function keysOf({ key, code, ctrl, shift, alt, meta }: KeyPress): string[] {
  if (alt || meta) return []
  const character = [...key].length === 1
  const prefix = ctrl ? (shift ? 'ctrl shift ' : 'ctrl ') : shift && !character ? 'shift ' : ''
  const us = character && key.charCodeAt(0) > 0x7f ? usCharacter(code) : null
  const engraved = us === null ? [] : [`${prefix}${shift && !ctrl ? us.toUpperCase() : us}`]
  return [`${prefix}${ctrl && character ? key.toLowerCase() : key}`, ...engraved]
}
