/**
 * Evidence in a program's output, named as in the shared vectors (test/data/README.md). Texts are
 * as sent, decoded; they pass `safeText` where they enter a model. `end` is the stream offset after
 * the last byte.
 */
import type {
  Chunk99,
  ClipboardRequest,
  Context3008,
  Frame,
  Mark,
  MarkOptions,
  Op88,
  Progress,
  Report,
  Update21337,
  Update26,
  UserVariable,
  WarpEvent,
} from '../../protocol/index.ts'
import type { ProgramNotification } from './notification-parts.ts'

interface OutputReportValues {
  osc1338: Frame
  osc26: Update26
  osc7501: Report
  osc7501_query: Nothing
  osc88: Op88
  osc21337: Update21337
  warp: WarpEvent
  /** `notification`: the complete notification, with its last chunk. */
  osc99: Chunk99 & { readonly notification?: ProgramNotification }
  osc99_query: { readonly id?: string }
  /** OSC 133 and 633, with the parameters of 133. */
  prompt: Mark & MarkOptions
  /** OSC 3008. */
  context: Context3008
  progress: { readonly state: Progress['progress']; readonly percent?: number }
  notify: ProgramNotification
  title: { readonly text: string }
  /** `host`: the other machine that has the directory. */
  cwd: { readonly path: string; readonly host?: string }
  attention: { readonly on: boolean }
  /** OSC 1337, `SetUserVar`. */
  user_variable: UserVariable
  clipboard_write: Omit<Extract<ClipboardRequest, { outcome: 'write' }>, 'outcome'>
  bell: Nothing
  ris: Nothing
  alt_screen: { readonly on: boolean }
}

interface Found<Type extends OutputReportType> {
  readonly type: Type
  readonly value: OutputReportValues[Type]
  readonly end: number
}

/** Truncated payload from `4;` on. Rules for known programs distinguish `4;1;-1` from `4;1`. */
interface ProgressText {
  readonly text: string
}

type Nothing = Readonly<Record<never, never>>

export type OutputReportType = keyof OutputReportValues
export type OutputReport = {
  readonly [Type in OutputReportType]: Found<Type> &
    (Type extends 'progress' ? ProgressText : unknown)
}[OutputReportType]
export type EvidenceOf<Type extends OutputReportType> = OutputReportValues[Type]
