/** Why a terminal shows another screen than most do. Pure. */
import type { Disagreement } from './compare.ts'
import { majority } from './votes.ts'

interface Reason {
  readonly names: readonly string[]
  /** Kinds that are all in the reduced stream. */
  readonly kinds: readonly string[]
  readonly reason: string
}

const saved = 'DECSTR also resets the saved cursor, as DEC specifies and as in xterm and xterm.js'
const leaves =
  '1049 saves and restores the cursor also if the screen is already the other one, as in xterm, ' +
  'VTE and xterm.js'
const origin = 'CPR or the cursor after DECSTBM does not count from the margins in origin mode'
const kept = 'the cursor that RIS leaves saved for the other screen'

const reasons: readonly Reason[] = [
  { names: ['vibeflow', 'xterm', 'xterm.js'], kinds: ['DECSTR'], reason: saved },
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
  { names: ['xterm'], kinds: ['1049', 'DECRC'], reason: kept },
  { names: ['xterm'], kinds: ['1047', 'DECRC'], reason: kept },
  { names: ['xterm'], kinds: ['1049', 'SCORC'], reason: kept },
  { names: ['xterm'], kinds: ['1047', 'SCORC'], reason: kept },
  { names: ['vibeflow', 'xterm', 'xterm.js', 'VTE'], kinds: ['1049', 'DECSC'], reason: leaves },
  { names: ['vibeflow', 'xterm.js'], kinds: ['1049'], reason: leaves },
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

export function reasonFor(one: Disagreement): string {
  if (reportsNextRow(one)) return 'CPR reports the start of the next row while a wrap is pending'
  const kinds = new Set(one.pieces.map(({ kind }) => kind))
  const found = reasons.find(
    (reason) => reason.names.includes(one.name) && reason.kinds.every((kind) => kinds.has(kind)),
  )
  return found?.reason ?? 'unexplained'
}

/** Returns whether only the reported position of a pending wrap differs. */
function reportsNextRow({ name, shown }: Disagreement): boolean {
  const [column, row] = shown.get(name)?.cursor.split(',') ?? []
  const most = majority(shown, 'cursor', name)
  return column === '1' && most?.endsWith(`,${Number(row) - 1}"`) === true
}
