/**
 * vibeflow-protocol: parses and formats the reports of programs in a terminal's byte stream. Runs
 * in Node and browsers. Parsers take one complete frame; the `...Body` forms, and parsers of
 * dialects without state frames, take the decoded payload after `N;`. None throws, and each is
 * linear in its input.
 */
export { problems, type Problem, type Result } from './result.ts'
export * from './limits.ts'
export type { Input } from './osc/frame.ts'

export {
  persists,
  type AgentRecord,
  type Confidence,
  type DisplayState,
  type Source,
  type TaskProgress,
  type WaitingKind,
} from './record/record.ts'
export {
  toRecord,
  type Dialect,
  type ParsedBy,
  type RecordOptions,
  type SocketStatus,
} from './record/to-record.ts'

export {
  format,
  formatBytes,
  formatCarrier,
  isState,
  parse,
  parse1338Body,
  states,
  type Frame,
  type State,
} from './osc/osc1338.ts'
export { percentDecode, percentEncode } from './text/percent.ts'
export {
  format7501,
  isId,
  parse7501,
  parse7501Body,
  type Query,
  type Report,
  type ReportState,
} from './osc/osc7501.ts'
export { parse26, parse26Body, type Field26, type Update26 } from './osc/osc26.ts'
export { format26 } from './osc/osc26-format.ts'
export { format88, parse88, parse88Body, type Op88 } from './osc/osc88.ts'
export { format21337, parse21337, parse21337Body, type Update21337 } from './osc/osc21337.ts'

export { carrierStart, format777, parse777, warpStart, type Message777 } from './osc/osc777.ts'
export { parseWarp, type WarpEvent } from './osc/warp.ts'
export { format9, parse9, type Message9, type Progress } from './osc/osc9.ts'
export {
  isNotificationId,
  parse99,
  type Chunk99,
  type Message99,
  type Options99,
} from './osc/osc99.ts'
export {
  formatMarkOptions,
  parseMarkOptions,
  type MarkOptions,
  type PromptClick,
} from './osc/mark-options.ts'
export {
  markOfContext,
  parse3008,
  type Context3008,
  type ContextEnd,
  type ContextStart,
  type ContextType,
} from './osc/osc3008.ts'
export { format133, format633, parse133, parse633, type Mark, type ShellMark } from './osc/marks.ts'
export { format7, parse7, parse7Elsewhere, parsePath } from './osc/directory.ts'
export { parse1337, type Message1337, type UserVariable } from './osc/osc1337.ts'
export { parse52, type ClipboardRequest } from './osc/osc52.ts'
export { wrapForTmux } from './osc/tmux.ts'
export { decodeUtf8 } from './text/utf8.ts'
