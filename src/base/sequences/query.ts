/**
 * What a program asked its terminal, as typed facts: numbers, flags and colours in force, never
 * text. The VT core finds the questions, the dispatcher some; `replies.ts` writes the answers
 * (SECURITY.md).
 */
import type { Rgb } from '../color.ts'
import type { CapabilityName } from './capabilities.ts'

type Terminator = 'bel' | 'st'

export type SequenceQuery =
  | { readonly kind: 'secondary-attributes' | 'version' | 'status' }
  /** `sixel`: pictures are shown. */
  | { readonly kind: 'primary-attributes'; readonly sixel: boolean }
  /** 1-based, as reported: in origin mode counted from the margins; `dec` for `CSI ? 6 n`. */
  | {
      readonly kind: 'cursor'
      readonly row: number
      readonly column: number
      readonly dec: boolean
    }
  /** DECRQM. `value`: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset. */
  | { readonly kind: 'mode'; readonly mode: number; readonly dec: boolean; readonly value: number }
  | {
      readonly kind: 'palette'
      readonly index: number
      readonly colour: Rgb
      readonly terminator: Terminator
    }
  /** OSC 10, 11, 12. */
  | {
      readonly kind: 'dynamic-colour'
      readonly code: 10 | 11 | 12
      readonly colour: Rgb
      readonly terminator: Terminator
    }
  /** `CSI 14 t` (text area, pixels), `CSI 16 t` (cell, pixels), `CSI 18 t` (text area, cells). */
  | {
      readonly kind: 'size'
      readonly code: 14 | 16 | 18
      readonly height: number
      readonly width: number
    }
  /** iTerm2's `OSC 1337 ; ReportCellSize`: CSS px, as `CSI 16 t`. */
  | { readonly kind: 'cell-size'; readonly height: number; readonly width: number }
  /** `CSI ? 996 n`; and the report of mode 2031. */
  | { readonly kind: 'colour-scheme'; readonly dark: boolean }
  /** A command of kitty's graphics protocol, by the numbers that it gave; 0: none. */
  | {
      readonly kind: 'graphics'
      readonly id: number
      readonly number: number
      readonly placement: number
      /** Of an animation, from 1; absent: it was about none. */
      readonly frame?: number
      readonly outcome:
        | 'OK'
        | 'EINVAL'
        | 'ENOENT'
        | 'ENOSPC'
        | 'EFBIG'
        | 'EBADF'
        | 'ENOPARENT'
        | 'ETOODEEP'
        | 'ECYCLE'
    }
  /** XTSMGRAPHICS. `status`: 0 done, 1 no such item, 2 no such action, 3 refused. */
  | {
      readonly kind: 'graphics-attribute'
      readonly item: number
      readonly status: number
      readonly values: readonly number[]
    }
  /** DECRQSS: the setting by the end of the sequence that sets it; null: none that is known. */
  | {
      readonly kind: 'setting'
      readonly name: 'm' | 'r' | 's' | ' q' | '"p' | '"q' | null
      /** Parameters with their sub-parameters. */
      readonly values: readonly (readonly number[])[]
    }
  /** XTGETTCAP: one of the names that it asks for; null: none that is known. */
  | { readonly kind: 'capability'; readonly name: CapabilityName | null }
  /** Flags of the kitty keyboard protocol in force. */
  | { readonly kind: 'keyboard'; readonly flags: number }

/**
 * Mode 2048: when it is set, and at each size of the terminal from then on. Pixels are 0 where
 * nobody knows them.
 */
export interface SizeReport {
  readonly kind: 'size-report'
  readonly rows: number
  readonly columns: number
  readonly height: number
  readonly width: number
}

/** Questions that the dispatcher finds (docs/protocol.md). */
export type OutputQuery =
  | { readonly kind: 'program-status'; readonly terminator: Terminator }
  /** `id`: as sent, or null. Sent back only when it is known or a short number. */
  | {
      readonly kind: 'notification-support'
      readonly id: string | null
      readonly terminator: Terminator
    }

/** Everything that `replies.ts` can be asked to answer. */
export type Answerable = SequenceQuery | SizeReport | OutputQuery
