/** Public interface of the VT core; also the package entry for clients. */
export { Terminal, type TerminalOptions } from './terminal.ts'
export type { Facts, TerminalQuery } from './replies/facts.ts'
export type { HistoryPlace } from './history/history.ts'
export { Viewer, type Dirty, type Rectangle } from './snapshot/viewer.ts'
export { applyDelta, type Delta, type Scroll } from './snapshot/delta.ts'
export { decode, type Decoded, type DecodeProblem } from './snapshot/decode.ts'
export {
  encode,
  screenToMessagePack,
  type Encoding,
  type MessagePackCodec,
} from './snapshot/encoding.ts'
export {
  snapshotOf,
  type Cell,
  type Color,
  type Cursor,
  type ScrollMargins,
  type OtherScreen,
  type Pen,
  type Position,
  type Saved,
  type Snapshot,
  type Span,
} from './snapshot/snapshot.ts'
export type { PlacedImage } from './snapshot/images.ts'
export { screenToText, toText } from './snapshot/write/to-text.ts'
export { screenToAnsi, toAnsi } from './snapshot/write/to-ansi.ts'
export { svgRowHeight, toHtml, toSvg } from './snapshot/write/to-html.ts'
export { Links, openedLink, type Link } from './screen/links.ts'
export { clusterCodesMax, stringBytesMax as oscStringBytesMax } from './limits.ts'
