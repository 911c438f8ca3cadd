/**
 * Types of frames (docs/reference/session-socket.md). A client that sends no `hello` receives none
 * above `error`.
 */

export const messageType = {
  stdin: 0x01,
  control: 0x02,
  status: 0x03,
  heartbeat: 0x04,
  error: 0x05,
  hello: 0x40,
  welcome: 0x41,
  subscribe: 0x42,
  snapshotRequest: 0x43,
  snapshot: 0x44,
  delta: 0x45,
  output: 0x46,
  acknowledge: 0x47,
  state: 0x48,
  exit: 0x49,
  mode: 0x4a,
  focus: 0x4b,
} as const

/** Types that require an earlier HELLO. */
export const needsHello: ReadonlySet<number> = new Set([
  messageType.subscribe,
  messageType.snapshotRequest,
  messageType.acknowledge,
  messageType.focus,
])
/** The only types allowed while `socket.access` is "read". */
export const watches: ReadonlySet<number> = new Set([
  messageType.status,
  messageType.heartbeat,
  messageType.hello,
  messageType.subscribe,
  messageType.snapshotRequest,
  messageType.acknowledge,
])
/** Types that type or change something. Commands do as well, except `until`. */
export const acts: ReadonlySet<number> = new Set([
  messageType.stdin,
  messageType.status,
  messageType.focus,
])
/** Types with large answers, which wait while too much is unsent. */
export const answersMuch: ReadonlySet<number> = new Set([
  messageType.subscribe,
  messageType.snapshotRequest,
])
