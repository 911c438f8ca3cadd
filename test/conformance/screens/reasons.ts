/** Why a terminal shows another screen than most do. Pure. */
import type { Disagreement } from './compare.ts'
import { majority } from './votes.ts'

interface Reason {
  readonly names: readonly string[]
  /** Kinds that are all in the reduced stream. */
  readonly kinds: readonly string[]
  readonly reason: string
  /** Known to be the only one, also in a long stream. */
  readonly isAlone?: true
}

const saved = 'DECSTR also resets the saved cursor, as DEC specifies and as in xterm and xterm.js'
const leaves =
  '1049 saves and restores the cursor even if the screen is already shown, as in xterm, ' +
  'VTE and xterm.js'
const origin = 'DECOM, DECSTBM or CPR does not count from the margins, or does not move home'
const kept = 'the cursor that RIS leaves saved for the other screen'

const reasons: readonly Reason[] = [
  { names: ['VTE'], kinds: ['DECSTR'], reason: 'DECSTR and 1049 l keep the cursor' },
  {
    names: ['VTE'],
    kinds: ['no DECAWM', 'wide'],
    reason: 'without autowrap, a wide character is printed over the last two columns',
  },
  { names: ['tmux', 'alacritty'], kinds: ['DL'], reason: 'IL and DL keep the column' },
  { names: ['tmux', 'alacritty'], kinds: ['IL'], reason: 'IL and DL keep the column' },
  { names: ['tmux'], kinds: ['ICH'], reason: 'ICH does nothing while a wrap is pending' },
  { names: ['tmux', 'VTE'], kinds: ['REP'], reason: 'REP does not wrap' },
  {
    names: ['foot', 'alacritty'],
    kinds: ['CUD', 'DECSTBM'],
    reason: 'CUD passes the bottom margin',
  },
  { names: ['foot'], kinds: ['HT'], reason: 'tab stops outlive RIS' },
  {
    names: ['foot', 'alacritty'],
    kinds: ['repaint', 'DECSTBM'],
    reason: 'CUU passes the top margin',
  },
  { names: ['foot'], kinds: ['BS'], reason: 'BS moves back to the end of the row above' },
  {
    names: ['kitty', 'VTE'],
    kinds: ['HT'],
    reason: 'a tab is read as a character, after which text is at the next stop',
  },
  {
    names: ['kitty', 'VTE'],
    kinds: ['CHT', 'long'],
    reason: 'a tab is read as a character, after which text is at the next stop',
  },
  {
    names: ['kitty'],
    kinds: ['1047'],
    reason: '1047 moves the cursor home when the other screen is shown',
  },
  { names: ['vibeflow', 'xterm', 'xterm.js'], kinds: ['DECSTR'], reason: saved },
  { names: ['alacritty', 'kitty', 'foot'], kinds: ['DECSTR'], reason: 'DECSTR keeps the cursor' },
  {
    names: ['vibeflow', 'xterm.js', 'kitty', 'foot', 'alacritty'],
    kinds: ['ED', 'no DECAWM'],
    reason: 'ED after a full row keeps its last character, with and without autowrap (vt.md)',
  },
  {
    names: ['xterm'],
    kinds: ['ED'],
    reason: 'ED 2 keeps a pending wrap: the next character is printed in the last column',
  },
  // a stream of 20 kinds differs only after others
  { names: ['xterm'], kinds: ['1049', 'DECRC'], reason: kept, isAlone: true },
  { names: ['xterm'], kinds: ['1047', 'DECRC'], reason: kept },
  { names: ['xterm'], kinds: ['1049', 'SCORC'], reason: kept },
  { names: ['xterm'], kinds: ['1047', 'SCORC'], reason: kept },
  { names: ['vibeflow', 'xterm', 'xterm.js', 'VTE'], kinds: ['1049', 'DECSC'], reason: leaves },
  { names: ['vibeflow', 'xterm.js'], kinds: ['1049'], reason: leaves },
  {
    names: ['foot', 'alacritty'],
    kinds: ['1049'],
    reason: '1049 does not restore the cursor if the screen is already the primary one',
  },
  {
    names: ['xterm', 'VTE'],
    kinds: ['1049'],
    reason: '1049 on the alternate screen clears it again',
  },
  {
    names: ['kitty'],
    kinds: ['1049'],
    reason: '1049 moves the cursor home, or keeps it if the screen is already the primary one',
  },
  { names: ['xterm.js', 'tmux', 'alacritty', 'kitty'], kinds: ['DECOM'], reason: origin },
  {
    names: ['alacritty', 'foot', 'tmux'],
    kinds: ['CHT'],
    reason: 'does not know CHT, or only with other tab stops',
  },
  {
    names: ['xterm', 'xterm.js', 'alacritty'],
    kinds: ['CBT'],
    reason: 'CBT keeps a pending wrap',
  },
]

/** A longer stream may differ for more than one reason. */
const kindsMax = 5

export function reasonFor(one: Disagreement): string {
  if (one.name === 'kitty' && reportsNextRow(one))
    return 'CPR reports the start of the next row while a wrap is pending'
  const kinds = new Set(one.pieces.map(({ kind }) => kind))
  const isLong = kinds.size > kindsMax
  const found = reasons.find(
    (reason) =>
      (!isLong || reason.isAlone) &&
      reason.names.includes(one.name) &&
      reason.kinds.every((kind) => kinds.has(kind)),
  )
  return found?.reason ?? (isLong ? 'not explained: the stream is too long' : 'not explained')
}

/** Returns whether only the reported position of a pending wrap differs. */
function reportsNextRow({ name, pieces, shown }: Disagreement): boolean {
  if (pieces.some(({ kind }) => kind === '1049')) return false
  const [column, row] = shown.get(name)?.cursor.split(',') ?? []
  const most = majority(shown, 'cursor', name)
  return column === '1' && most?.endsWith(`,${Number(row) - 1}"`) === true
}
