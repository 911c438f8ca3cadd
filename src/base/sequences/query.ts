/**
 * Queries of programs as typed values: numbers, flags and colors, never text. The VT core and the
 * dispatcher find them; `terminal/replies` writes the replies (SECURITY.md).
 */
import type { Rgb } from '../color.ts'
import type { CapabilityName } from './capabilities.ts'
import type { NamedColorKey } from './color-keys.ts'
import type { ModifyOtherKeys } from './modes.ts'
import type { PointerShape } from './pointer-shapes.ts'

type Terminator = 'bel' | 'st'

/** Devices of DEC's terminals by the number of their status request, none of which exists. */
export const deviceRequests = [15, 25, 26, 53, 55, 56, 62, 75, 85] as const
export type DeviceRequest = (typeof deviceRequests)[number]

export type SequenceQuery =
  | { readonly kind: 'secondary-attributes' | 'tertiary-attributes' | 'version' | 'status' }
  /** `sixel`: whether images are shown. */
  | { readonly kind: 'primary-attributes'; readonly sixel: boolean }
  /** 1-based; in origin mode counted from the margins. `dec` is set for `CSI ? 6 n`. */
  | {
      readonly kind: 'cursor'
      readonly row: number
      readonly column: number
      readonly dec: boolean
    }
  /** DECRQM. `value`: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset. */
  | { readonly kind: 'mode'; readonly mode: number; readonly dec: boolean; readonly value: number }
  | { readonly kind: 'device'; readonly request: DeviceRequest }
  /** DECCKSR. `id`: up to 65,535. */
  | { readonly kind: 'macro-checksum'; readonly id: number }
  /** A color of the palette (OSC 4), or a special color (OSC 5, and OSC 4 after the palette). */
  | {
      readonly kind: 'palette'
      readonly code: 4 | 5
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
  /** iTerm2's `OSC 1337 ; ReportCellSize`: CSS px, as in `CSI 16 t`. */
  | { readonly kind: 'cell-size'; readonly height: number; readonly width: number }
  /** `CSI ? 996 n`, and the report of mode 2031. */
  | { readonly kind: 'colour-scheme'; readonly dark: boolean }
  /** `CSI ? 998 n`, and the report of mode 2033. */
  | { readonly kind: 'visibility'; readonly visible: boolean }
  /** Result of a kitty graphics command, with the numbers that it specified, or 0. */
  | {
      readonly kind: 'graphics'
      readonly id: number
      readonly number: number
      readonly placement: number
      /** Animation frame, from 1; absent if the command concerned no frame. */
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
  /** XTSMGRAPHICS. `status`: 0 success, 1 unknown item, 2 unknown action, 3 refused. */
  | {
      readonly kind: 'graphics-attribute'
      readonly item: number
      readonly status: number
      readonly values: readonly number[]
    }
  /** DECRQSS: the setting, named by the end of the sequence that sets it; `null` if unknown. */
  | {
      readonly kind: 'setting'
      readonly name: 'm' | 'r' | 's' | ' q' | '"p' | '"q' | '*x' | '$}' | '$~' | null
      /** Parameters with their sub-parameters. */
      readonly values: readonly (readonly number[])[]
    }
  /** XTREPORTSGR: parameters of the SGR that all cells of a rectangle share. */
  | { readonly kind: 'common-style'; readonly values: readonly (readonly number[])[] }
  /** XTGETTCAP: one requested name; `null` if unknown. */
  | { readonly kind: 'capability'; readonly name: CapabilityName | null }
  /** Active flags of the kitty keyboard protocol. */
  | { readonly kind: 'keyboard'; readonly flags: number }
  /** `CSI > SP q`: kitty's multiple cursors. */
  | { readonly kind: 'cursor-support' }
  /** `CSI > 100 SP q`. `y` and `x` are from 0. */
  | {
      readonly kind: 'extra-cursors'
      readonly count: number
      /** Made when it is read, because a flood can query a full screen. */
      readonly cursors: readonly {
        readonly y: number
        readonly x: number
        readonly shape: 1 | 2 | 3 | 29
      }[]
    }
  /** `CSI > 101 SP q`. A number is an index of the palette. */
  | {
      readonly kind: 'extra-cursor-colors'
      readonly text: 'unset' | 'special' | number | { readonly rgb: number }
      readonly cursor: 'unset' | 'special' | number | { readonly rgb: number }
    }
  /** XTREPORTCOLORS. */
  | { readonly kind: 'saved-colors'; readonly count: number }
  /** OSC 21; `null` for a color without a value. */
  | {
      readonly kind: 'named-colors'
      readonly colors: readonly (readonly [key: NamedColorKey | number, color: Rgb | null])[]
      readonly terminator: Terminator
    }
  /** OSC 22: whether each shape is supported, or the shape at present; 0 if none is set. */
  | {
      readonly kind: 'pointer-shapes'
      readonly values: readonly (0 | 1 | PointerShape)[]
      readonly terminator: Terminator
    }
  /** XTQMODKEYS. */
  | { readonly kind: 'modify-other-keys'; readonly value: ModifyOtherKeys }

/** Mode 2048: sent when it is set and at each later resize. Pixels are 0 if unknown. */
export interface SizeReport {
  readonly kind: 'size-report'
  readonly rows: number
  readonly columns: number
  readonly height: number
  readonly width: number
}

/** Queries that the dispatcher finds (docs/reference/protocols.md). */
export type OutputQuery =
  | { readonly kind: 'program-status'; readonly terminator: Terminator }
  /** `id`: as sent, or `null`. Returned only in the form that OSC 99 allows. */
  | {
      readonly kind: 'notification-support'
      readonly id: string | null
      readonly terminator: Terminator
    }
  /** `ids`: notifications of this terminal that are still shown. */
  | {
      readonly kind: 'notifications-shown'
      readonly id: string | null
      readonly ids: readonly string[]
      readonly terminator: Terminator
    }

/** Reports about a notification of OSC 99. `id`: as sent, or `null`. */
export type NotificationReport =
  /** `button`: from 1; 0 for the notification itself. */
  | {
      readonly kind: 'notification-activated'
      readonly id: string | null
      readonly button: number
    }
  | { readonly kind: 'notification-closed'; readonly id: string | null }

/**
 * Every query that `terminal/replies` can answer. `isChange`: a report that is due without a query,
 * which a flood of queries must not displace.
 */
export type Answerable = (SequenceQuery | SizeReport | OutputQuery | NotificationReport) & {
  readonly isChange?: true
}
