/**
 * Stands between the bytes a page receives and xterm.js, which loops once per count of `CSI n S` and its kin: 13 bytes would
 * freeze the page (xterm.js 6.0). A count is lowered to what can still change screen or history, so the picture is the same;
 * every other byte passes as it is. The terminal must not change its size between `feed` and the parsing of what it returned.
 *
 * xterm.js lets ESC and U+009B start anew in every state, strings included, so three states are enough. It drops bytes that are
 * no UTF-8 before it parses, so a stray byte inside a sequence does not end it; `LenientUtf8` follows its decoder in this.
 */
import { LenientUtf8 } from './lenient-utf8.ts'

export interface GridSize {
  readonly cols: number
  readonly rows: number
  /** Rows that the history can hold. */
  readonly scrollback: number
}

/**
 * Most parameter bytes of one CSI sequence. xterm.js reads 32 parameters of 10 digits; sub-parameters and leading zeros leave
 * room to spare. A longer one is swallowed to its end: no program writes it, and what is held back must not grow.
 */
export const heldBytesMax = 4_096

/** Turns of xterm.js's loops in one piece: 10-20 ms of its work. After them a new piece begins, so that it can yield to the page. */
export const turnsPerPieceMax = 8_192

/** Cells that REP fills in the time of one such turn, roughly. */
const cellsPerTurn = 64

/** How far an escape is looked for byte by byte. */
const nearBytes = 32

const ESC = 0x1b
const CAN = 0x18
const SUB = 0x1a
const DEL = 0x7f
const BRACKET = 0x5b
const C1_CSI = 0x9b

type State = 'ground' | 'escape' | 'parameters' | 'swallow'
type Axis = 'rows' | 'cols' | 'cells'

/** What the first parameter of a sequence with this final byte repeats, or null where xterm.js does not loop over it. */
function axisOf(final: number): Axis | null {
  switch (final) {
    case 0x53: case 0x54: return 'rows' //  S SU   T SD
    case 0x4c: case 0x4d: return 'rows' //  L IL   M DL
    case 0x49: case 0x5a: return 'cols' //  I CHT  Z CBT
    case 0x62: return 'cells' //            b REP
    default: return null
  }
}

export class RepeatGuard {
  readonly #size: () => GridSize
  readonly #text = new LenientUtf8()
  #state: State = 'ground'
  /** Parameter bytes of an open CSI from earlier chunks; its introducer has gone out already. */
  #held: Uint8Array = new Uint8Array(0)

  // While one chunk is looked at: its bytes, the pieces so far, the first byte that is in no piece, where the open CSI's parameters
  // begin, the next U+009B, and the loop turns that the present piece costs.
  #bytes: Uint8Array = new Uint8Array(0)
  #pieces: Uint8Array[] = []
  #from = 0
  #parametersAt = 0
  #nextC1 = 0
  #turns = 0

  constructor(size: () => GridSize) {
    this.#size = size
  }

  /**
   * Returns the bytes to write to xterm.js, in order, one `write` each. For ordinary output that is the chunk itself, uncopied.
   * Parameters of a CSI that the chunk leaves unfinished come with a later one.
   */
  feed(bytes: Uint8Array): readonly Uint8Array[] {
    this.#bytes = bytes
    this.#pieces = []
    this.#from = 0
    this.#parametersAt = 0
    this.#nextC1 = -1
    this.#turns = 0

    for (let at = 0; at < bytes.length;) {
      switch (this.#state) {
        case 'ground': at = this.#ground(at); break
        case 'escape': at = this.#escape(at); break
        case 'parameters': at = this.#parameters(at); break
        case 'swallow': at = this.#swallow(at); break
      }
    }

    if (this.#state === 'parameters') this.#hold()
    else if (this.#state !== 'swallow') this.#emit(bytes.length)
    return this.#pieces
  }

  /** Skips to what follows the next ESC or U+009B. */
  #ground(at: number): number {
    const bytes = this.#bytes
    if (this.#text.open) {
      // The chunk began inside a character, and this is its next byte: C2 | 9B is an introducer too.
      const character = this.#text.feed(bytes[at] as number)
      return character === C1_CSI ? this.#begin(at + 1) : at + (this.#text.reread ? 0 : 1)
    }
    if (this.#nextC1 < at) this.#nextC1 = findC1Csi(bytes, at)
    const escape = indexOfEscape(bytes, at)
    if (this.#nextC1 < bytes.length && (escape === -1 || this.#nextC1 < escape)) return this.#begin(this.#nextC1 + 2)
    if (escape !== -1 && bytes[escape + 1] === BRACKET) return this.#begin(escape + 2)
    if (escape !== -1) { this.#state = 'escape'; return escape + 1 }
    const last = bytes[bytes.length - 1] as number
    if (last === 0xc2) this.#text.feed(last)
    return bytes.length
  }

  /** After ESC. Controls are executed and bytes that are no text are dropped, so neither stands in the way of the bracket. */
  #escape(at: number): number {
    const byte = this.#bytes[at] as number
    if (byte >= 0x80 || this.#text.open) {
      const character = this.#text.feed(byte)
      if (this.#text.reread) return at
      if (character === C1_CSI) return this.#begin(at + 1)
      if (character !== null) this.#state = 'ground'
      return at + 1
    }
    //  input                                 next
    if (byte === BRACKET)                     return this.#begin(at + 1)
    if (byte === ESC)                         return at + 1
    if (byte === CAN || byte === SUB)         this.#state = 'ground'
    else if (byte >= 0x20 && byte !== DEL)    this.#state = 'ground'
    return at + 1
  }

  #begin(at: number): number {
    this.#text.forget()
    this.#state = 'parameters'
    this.#parametersAt = at
    return at
  }

  /** Inside a CSI: up to its final byte, or to what cuts it. */
  #parameters(start: number): number {
    let at = start
    let byte = this.#bytes[at] as number
    if (!this.#text.open) while (byte >= 0x30 && byte < 0x40) byte = this.#bytes[++at] ?? 0
    if (at === this.#bytes.length) return at
    if (byte >= 0x80 || this.#text.open) {
      const character = this.#text.feed(byte)
      if (this.#text.reread) return at
      if (character === null) return at + 1
      this.#flushHeld()
      if (character === C1_CSI) return this.#begin(at + 1)
      this.#state = 'ground'
      return at + 1
    }
    //  input                                 action                      next
    if (byte === ESC)                       { this.#flushHeld();          this.#state = 'escape'; return at + 1 }
    if (byte === CAN || byte === SUB)       { this.#flushHeld();          this.#state = 'ground'; return at + 1 }
    if (byte >= 0x40 && byte !== DEL)       { this.#finish(at, byte);     this.#state = 'ground'; return at + 1 }
    return at + 1
  }

  /** Inside a CSI that was too long: as above, with nothing kept. */
  #swallow(at: number): number {
    const byte = this.#bytes[at] as number
    this.#from = at + 1
    if (byte >= 0x80 || this.#text.open) {
      const character = this.#text.feed(byte)
      if (this.#text.reread) return at
      if (character !== null) this.#state = 'ground'
      return at + 1
    }
    if (byte === ESC) { this.#from = at; this.#state = 'escape' }
    else if (byte === CAN || byte === SUB || (byte >= 0x40 && byte !== DEL)) this.#state = 'ground'
    return at + 1
  }

  /** The final byte stands at `at`: lowers the first parameter where it must be, and counts what the sequence costs. */
  #finish(at: number, final: number): void {
    const axis = axisOf(final)
    if (axis === null) { this.#flushHeld(); return }
    const parameters = this.#held.length === 0
      ? this.#bytes.subarray(this.#parametersAt, at)
      : join(this.#held, this.#bytes.subarray(this.#parametersAt, at))
    const { value, from, to } = firstParameter(parameters)
    const count = lowered(value, axis, this.#size())
    if (count === value) {
      this.#flushHeld()
    } else {
      this.#emit(this.#parametersAt)
      this.#held = new Uint8Array(0)
      const between = parameters.subarray(from, to).filter((byte) => !isDigit(byte)) // controls there are executed all the same
      this.#pieces.push(join(parameters.subarray(0, from), join(join(new TextEncoder().encode(String(count)), between), parameters.subarray(to))))
      this.#from = at
    }
    this.#turns += axis === 'cells' ? Math.ceil(count / cellsPerTurn) : count
    if (this.#turns > turnsPerPieceMax) { this.#emit(at + 1); this.#turns = 0 }
  }

  /** What was held of the open sequence goes out as it came. */
  #flushHeld(): void {
    if (this.#held.length === 0) return
    this.#pieces.push(this.#held)
    this.#held = new Uint8Array(0)
  }

  /** The chunk ends inside a CSI: its parameters wait, unless they are too many. */
  #hold(): void {
    this.#emit(this.#parametersAt)
    const held = join(this.#held, this.#bytes.subarray(this.#parametersAt))
    if (held.length <= heldBytesMax) { this.#held = held; return }
    this.#held = new Uint8Array(0)
    this.#pieces.push(Uint8Array.of(CAN)) // xterm.js has the introducer: take it back
    this.#state = 'swallow'
  }

  #emit(to: number): void {
    if (to > this.#from) this.#pieces.push(this.#bytes.subarray(this.#from, to))
    this.#from = Math.max(this.#from, to)
  }
}

/** The largest count that can still change something, no higher than `value`. */
function lowered(value: number, axis: Axis, { cols, rows, scrollback }: GridSize): number {
  switch (axis) {
    case 'rows': return Math.min(value, rows)
    case 'cols': return Math.min(value, cols)
    case 'cells': return sameColumn(value, cols * (rows + scrollback), cols)
  }
}

/**
 * REP fills rows: beyond `limit` cells every cell has been overwritten or has left the history, and only the column where it
 * stops still depends on the count. It comes round after `cols` narrow characters, or `floor(cols / 2)` wide ones.
 */
function sameColumn(value: number, limit: number, cols: number): number {
  if (value <= limit) return value
  const period = cols % 2 === 0 ? cols : cols * Math.max(1, Math.floor(cols / 2))
  return Math.min(value, limit + ((value - limit) % period))
}

/** The first parameter: its value as xterm.js reads it (0 and absent count as 1, at most 2^31 - 1) and where its digits stand. */
function firstParameter(parameters: Uint8Array): { value: number; from: number; to: number } {
  let from = 0
  while (from < parameters.length && !(parameters[from]! >= 0x30 && parameters[from]! <= 0x3b)) from += 1
  let to = from
  let value = 0
  // Controls between the digits are executed and stray bytes dropped; the number goes on behind them.
  for (; to < parameters.length; to += 1) {
    const byte = parameters[to] as number
    if (isDigit(byte)) value = Math.min(value * 10 + (byte - 0x30), 2_147_483_647)
    else if (byte >= 0x20 && byte < DEL) break
  }
  return { value: Math.max(1, value), from, to }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/** As `indexOf(ESC)`. In coloured output the next escape is a few bytes away, and the call would cost more than they do. */
function indexOfEscape(bytes: Uint8Array, at: number): number {
  const near = Math.min(bytes.length, at + nearBytes)
  for (let index = at; index < near; index += 1) if (bytes[index] === ESC) return index
  return near === bytes.length ? -1 : bytes.indexOf(ESC, near)
}

/** Index of the next `C2 9B` at or after `at`, or the chunk's length. Its first byte is looked for: the second is in many characters of lines and of Chinese. */
function findC1Csi(bytes: Uint8Array, at: number): number {
  for (let index = bytes.indexOf(0xc2, at); index !== -1; index = bytes.indexOf(0xc2, index + 1)) {
    if (bytes[index + 1] === C1_CSI) return index
  }
  return bytes.length
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second.slice()
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
