/**
 * What a program asked its terminal, as typed facts: numbers, flags and colours in force, never text. `replies.ts` writes the answers
 * (behaviour/security.md 6). The VT core finds the questions; where a tab has no shadow terminal its page does, and what that says is guarded here.
 */
import { z } from 'zod'
import { columnsMax, rowsMax } from '../ipc/limits.ts'

const count = z.int().min(0).max(1_000_000)
const colour = z.tuple([z.int().min(0).max(255), z.int().min(0).max(255), z.int().min(0).max(255)])
const terminator = z.enum(['bel', 'st'])

export const query = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('primary-attributes') }),
  z.strictObject({ kind: z.literal('secondary-attributes') }),
  z.strictObject({ kind: z.literal('version') }),
  z.strictObject({ kind: z.literal('status') }),
  /** 1-based, as reported: in origin mode counted from the margins; `dec` for `CSI ? 6 n`. */
  z.strictObject({ kind: z.literal('cursor'), row: z.int().min(1).max(rowsMax), column: z.int().min(1).max(columnsMax), dec: z.boolean() }),
  /** DECRQM. `value`: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset. */
  z.strictObject({ kind: z.literal('mode'), mode: z.int().min(0).max(65_535), dec: z.boolean(), value: z.int().min(0).max(4) }),
  z.strictObject({ kind: z.literal('palette'), index: z.int().min(0).max(255), colour, terminator }),
  /** OSC 10, 11, 12. */
  z.strictObject({ kind: z.literal('dynamic-colour'), code: z.literal([10, 11, 12]), colour, terminator }),
  /** `CSI 14 t` (text area, pixels), `CSI 16 t` (cell, pixels), `CSI 18 t` (text area, cells). */
  z.strictObject({ kind: z.literal('size'), code: z.literal([14, 16, 18]), height: count, width: count }),
  /** `CSI ? 996 n`; and the report of mode 2031. */
  z.strictObject({ kind: z.literal('colour-scheme'), dark: z.boolean() }),
  /** Flags of the kitty keyboard protocol in force. */
  z.strictObject({ kind: z.literal('keyboard'), flags: z.int().min(0).max(31) }),
])
export type Query = z.infer<typeof query>

/** Mode 2048: when it is set, and at each size of the terminal from then on. Pixels are 0 where nobody knows them. */
export interface SizeReport {
  readonly kind: 'size-report'
  readonly rows: number
  readonly columns: number
  readonly height: number
  readonly width: number
}

/** Questions that the dispatcher finds (protocols/agent-state.md 4.3, 4.7). */
export type OutputQuery =
  | { readonly kind: 'program-status'; readonly terminator: 'bel' | 'st' }
  /** `id`: as sent, or null. Sent back only when it is known or a short number. */
  | { readonly kind: 'notification-support'; readonly id: string | null; readonly terminator: 'bel' | 'st' }

/** Everything that `replies.ts` can be asked to answer. */
export type Answerable = Query | SizeReport | OutputQuery
