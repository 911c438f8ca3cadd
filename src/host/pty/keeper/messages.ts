/** Messages between vibeflow and its keeper (src/keeper/keeper.h). Numbers are little endian. */
import { keeperRequestBytesMax, keeperWordsMax, keptMessageBytesMax } from '../limits.ts'

/** The newest version. A keeper and an app speak all versions from 1 on. */
export const keeperVersion = 1
const magic = 0x314b4656

/** Returns whether the keeper takes so many words and bytes. */
export function isAccepted(start: Pick<StartRequest, 'args' | 'variables'>, bytes: Uint8Array) {
  const words = Math.max(start.args.length, start.variables.length)
  return words <= keeperWordsMax && bytes.length - 4 <= keeperRequestBytesMax
}

/**
 * Returns the version to greet a keeper with that has refused a newer one, or `null` if this app
 * cannot speak to it.
 * @param asked the refused version
 * @param newest newest version of the keeper
 */
export function olderVersion(asked: number, newest: number): number | null {
  return newest >= 1 && newest < asked ? newest : null
}

/** A request to start a program. */
export interface StartRequest {
  readonly sequence: number
  /** Time of the monotonic clock in ms from which on the program must not start; 0: none. */
  readonly until: number
  /** Hang the program up when vibeflow's connection ends. */
  readonly hangUp: boolean
  readonly cols: number
  readonly rows: number
  readonly id: string
  readonly program: string
  readonly directory: string
  /** Facts for the tab of an app that adopts the program. */
  readonly facts: string
  readonly args: readonly string[]
  readonly variables: readonly string[]
}

/** A program that runs without a vibeflow, or in another one. */
export interface KeptProgram {
  readonly id: string
  readonly pid: number
  /** When it started, ms since 1970. */
  readonly startedAt: number
  /** A running vibeflow has it. */
  readonly taken: boolean
  readonly exited: boolean
  readonly cols: number
  readonly rows: number
  readonly facts: string
}

export type KeeperReply =
  | { readonly kind: 'welcome'; readonly version: number; readonly pid: number }
  | { readonly kind: 'version'; readonly version: number; readonly pid: number }
  | { readonly kind: 'started'; readonly sequence: number; readonly pid: number }
  | { readonly kind: 'failed'; readonly sequence: number; readonly error: number }
  | { readonly kind: 'session'; readonly program: KeptProgram }
  | { readonly kind: 'listed' }
  | { readonly kind: 'adopted'; readonly id: string; readonly pid: number }
  | { readonly kind: 'refused'; readonly id: string }
  | {
      readonly kind: 'exited'
      readonly pid: number
      readonly code: number
      readonly signal: number
    }

const encoder = new TextEncoder()

class Writer {
  readonly #parts: Uint8Array[] = []

  constructor(kind: number) {
    this.u8(kind)
  }

  u8(value: number): this {
    return this.#number(1, (view) => view.setUint8(0, value))
  }

  u16(value: number): this {
    return this.#number(2, (view) => view.setUint16(0, value, true))
  }

  u32(value: number): this {
    return this.#number(4, (view) => view.setUint32(0, value, true))
  }

  u64(value: number): this {
    return this.#number(8, (view) => view.setBigUint64(0, BigInt(value), true))
  }

  text(value: string): this {
    const bytes = encoder.encode(value)
    this.u32(bytes.length)
    this.#parts.push(bytes)
    return this
  }

  texts(values: readonly string[]): this {
    this.u32(values.length)
    for (const value of values) this.text(value)
    return this
  }

  #number(size: number, set: (view: DataView) => void): this {
    const bytes = new Uint8Array(size)
    set(new DataView(bytes.buffer))
    this.#parts.push(bytes)
    return this
  }

  /** Returns the message with its length. */
  get bytes(): Uint8Array {
    const body = Buffer.concat(this.#parts)
    const length = new Uint8Array(4)
    new DataView(length.buffer).setUint32(0, body.length, true)
    return Buffer.concat([length, body])
  }
}

export const requests = {
  hello: (version = keeperVersion): Uint8Array => new Writer(1).u32(magic).u16(version).bytes,
  start: (start: StartRequest): Uint8Array =>
    new Writer(2)
      .u32(start.sequence)
      .u64(start.until)
      .u8(start.hangUp ? 1 : 0)
      .u16(start.cols)
      .u16(start.rows)
      .text(start.id)
      .text(start.program)
      .text(start.directory)
      .text(start.facts)
      .texts(start.args)
      .texts(start.variables).bytes,
  list: (): Uint8Array => new Writer(3).bytes,
  adopt: (id: string): Uint8Array => new Writer(4).text(id).bytes,
  end: (id: string): Uint8Array => new Writer(5).text(id).bytes,
  policy: (hangUp: boolean): Uint8Array => new Writer(6).u8(hangUp ? 1 : 0).bytes,
}

/** Cuts a stream of bytes into replies. Throws a RangeError if they are not a keeper's. */
export class ReplyReader {
  #waiting: Uint8Array = new Uint8Array(0)

  take(bytes: Uint8Array): KeeperReply[] {
    let rest = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes])
    const replies: KeeperReply[] = []
    while (rest.length >= 4) {
      const length = viewOf(rest).getUint32(0, true)
      if (length === 0 || length > keptMessageBytesMax)
        throw new RangeError('a message is too long')
      if (rest.length < 4 + length) break
      replies.push(replyOf(rest.subarray(4, 4 + length)))
      rest = rest.subarray(4 + length)
    }
    this.#waiting = rest.slice()
    return replies
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Reads the fields of a message. A field beyond its end is a RangeError. */
function replyOf(bytes: Uint8Array): KeeperReply {
  const view = viewOf(bytes)
  let at = 1
  const skip = (size: number): number => (at += size) - size
  const u8 = () => view.getUint8(skip(1))
  const u16 = () => view.getUint16(skip(2), true)
  const u32 = () => view.getUint32(skip(4), true)
  const text = () => {
    const length = u32()
    const from = skip(length)
    if (at > bytes.length) throw new RangeError('a text is too long')
    return new TextDecoder().decode(bytes.subarray(from, at))
  }
  switch (bytes[0]) {
    case 1:
      return { kind: 'welcome', version: u16(), pid: u32() }
    case 2:
      return { kind: 'started', sequence: u32(), pid: u32() }
    case 3:
      return { kind: 'failed', sequence: u32(), error: u32() }
    case 4: {
      const [id, pid, startedAt] = [text(), u32(), Number(view.getBigUint64(skip(8), true))]
      const [taken, exited, cols, rows] = [u8() === 1, u8() === 1, u16(), u16()]
      const program = { id, pid, startedAt, taken, exited, cols, rows, facts: text() }
      return { kind: 'session', program }
    }
    case 5:
      return { kind: 'listed' }
    case 6:
      return { kind: 'adopted', id: text(), pid: u32() }
    case 7:
      return { kind: 'refused', id: text() }
    case 8:
      return { kind: 'exited', pid: u32(), code: u32(), signal: u32() }
    case 9:
      return { kind: 'version', version: u16(), pid: u32() }
    default:
      throw new RangeError('a message is of an unknown kind')
  }
}
