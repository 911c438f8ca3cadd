/**
 * Parses the control protocol of tmux (tmux(1), "CONTROL MODE") as a stream. Lines start with a
 * notification's name, or form the reply to a command between `%begin` and the `%end` or `%error`
 * with the same time and number. However the stream is split, the events are the same; no input
 * makes it throw, and it keeps at most one line and one reply.
 */
import { tmuxLineBytesMax, replyBytesMax } from './limits.ts'

export type ControlEvent =
  /** Output of a program in a pane, unchanged. */
  | { readonly type: 'output'; readonly pane: number; readonly bytes: Uint8Array }
  /** `own`: reply to a command of this client. `lines`: without newlines. */
  | {
      readonly type: 'reply'
      readonly own: boolean
      readonly failed: boolean
      readonly lines: readonly Uint8Array[]
    }
  /** Windows, panes or their visibility have changed. */
  | { readonly type: 'changed' }
  /** Another client, perhaps the tab's, has changed its session. */
  | { readonly type: 'moved' }
  /** This client's session is now `id`, as in `$0`. */
  | { readonly type: 'session'; readonly id: string }
  /** tmux holds back a pane's output. */
  | { readonly type: 'paused'; readonly pane: number }
  /** A line was too long: output is missing. */
  | { readonly type: 'lost' }
  | { readonly type: 'exit' }
  /** The end of a reply that did not start: a pane may have forged the end of another. */
  | { readonly type: 'forged' }

const LF = 0x0a
const BACKSLASH = 0x5c
const PERCENT = 0x25

/** Notifications that change the list of panes. */
const changes = new Set([
  '%window-add',
  '%window-close',
  '%unlinked-window-add',
  '%unlinked-window-close',
  '%layout-change',
  '%session-window-changed',
  '%window-pane-changed',
  '%pane-mode-changed',
  '%subscription-changed',
])

interface OpenReply {
  /** Time, number and flags in its first line. */
  readonly words: string
  readonly lines: Uint8Array[]
  bytes: number
  /** Number of following lines that tmux did not write, whatever they contain. */
  rows: number
}

/** Longest word that is compared, including a reply's three numbers. */
const wordBytesMax = 80

export class ControlParser {
  readonly #emit: (event: ControlEvent) => void
  #parts: Uint8Array[] = []
  #length = 0
  /** The line is too long; its rest is skipped. */
  #skips = false
  #reply: OpenReply | null = null
  /** Rows of the next reply to this client. */
  #rows = 0

  constructor(emit: (event: ControlEvent) => void) {
    this.#emit = emit
  }

  /** Reads `bytes` during the call only. */
  feed(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(LF, from)
      if (end === -1) {
        this.#keep(bytes.subarray(from))
        return
      }
      this.#line(this.#whole(bytes.subarray(from, end)))
      from = end + 1
    }
  }

  /**
   * The next reply to this client starts with this many rows of a pane. They may imitate its end
   * and notifications after it, because time and number can be guessed.
   */
  rowsFollow(count: number): void {
    this.#rows = count
  }

  #keep(part: Uint8Array): void {
    if (this.#skips) return
    this.#length += part.length
    if (this.#length <= tmuxLineBytesMax) this.#parts.push(part.slice())
    else {
      this.#skips = true
      this.#parts = []
    }
  }

  /** Returns `null` if the line was too long. */
  #whole(last: Uint8Array): Uint8Array | null {
    const parts = this.#parts
    const length = this.#length + last.length
    const skips = this.#skips || length > tmuxLineBytesMax
    this.#parts = []
    this.#length = 0
    this.#skips = false
    if (skips) return null
    if (parts.length === 0) return last
    const line = new Uint8Array(length)
    let at = 0
    for (const part of [...parts, last]) {
      line.set(part, at)
      at += part.length
    }
    return line
  }

  #line(line: Uint8Array | null): void {
    if (line === null) {
      if (this.#reply !== null && this.#reply.rows > 0) this.#reply.rows -= 1
      this.#emit({ type: 'lost' })
    } else if (this.#reply !== null) this.#replied(this.#reply, line)
    else if (line[0] === PERCENT) this.#notified(line)
  }

  #replied(reply: OpenReply, line: Uint8Array): void {
    if (reply.rows > 0) reply.rows -= 1
    else if (line[0] === PERCENT) {
      const text = ascii(line.subarray(0, reply.words.length + '%error '.length))
      const failed = text === `%error ${reply.words}`
      if ((failed && line.length === text.length) || isEnd(line, reply.words)) {
        this.#reply = null
        const own = reply.words.endsWith(' 1')
        this.#emit({ type: 'reply', own, failed, lines: reply.lines })
        return
      }
    }
    reply.bytes += line.length + 1
    if (reply.bytes <= replyBytesMax) reply.lines.push(line.slice())
  }

  #notified(line: Uint8Array): void {
    const space = line.indexOf(0x20)
    const name = ascii(space === -1 ? line : line.subarray(0, space))
    // biome-ignore format: a table, read by its columns
    switch (name) {
      case '%output': this.#output(line, space + 1, false); return
      case '%extended-output': this.#output(line, space + 1, true); return
      case '%begin': {
        const words = ascii(line.subarray(space + 1, space + 61))
        if (!/^\d+ \d+ \d+$/.test(words)) return
        const isOwn = words.endsWith(' 1')
        this.#reply = { words, lines: [], bytes: 0, rows: isOwn ? this.#rows : 0 }
        if (isOwn) this.#rows = 0
        return
      }
      case '%pause': {
        const pane = paneId(ascii(line.subarray(space + 1, space + 20)))
        if (pane !== null) this.#emit({ type: 'paused', pane })
        return
      }
      case '%session-changed': {
        const [id] = /^\$\d{1,9}(?= |$)/.exec(ascii(line.subarray(space + 1, space + 20))) ?? []
        if (id !== undefined) this.#emit({ type: 'session', id })
        return
      }
      case '%end': case '%error': this.#emit({ type: 'forged' }); return
      case '%exit': this.#emit({ type: 'exit' }); return
      default:
        if (changes.has(name)) this.#emit({ type: 'changed' })
        else if (name === '%client-session-changed') this.#emit({ type: 'moved' })
    }
  }

  /** Parses `%output %1 TEXT`, or `%extended-output %1 AGE ... : TEXT`. */
  #output(line: Uint8Array, from: number, extended: boolean): void {
    const space = line.indexOf(0x20, from)
    if (space === -1) return
    const pane = paneId(ascii(line.subarray(from, Math.min(space, from + 12))))
    const begin = extended ? behindColon(line, space) : space + 1
    if (pane === null || begin === -1) return
    this.#emit({ type: 'output', pane, bytes: unescaped(line.subarray(begin)) })
  }
}

function isEnd(line: Uint8Array, words: string): boolean {
  const end = `%end ${words}`
  return line.length === end.length && ascii(line) === end
}

/** Returns the index after ` : `, or -1 if there is none near the start. */
function behindColon(line: Uint8Array, from: number): number {
  const most = Math.min(line.length - 1, from + 128)
  for (let at = from + 1; at < most; at += 1)
    if (line[at] === 0x3a && line[at - 1] === 0x20 && line[at + 1] === 0x20) return at + 2
  return -1
}

/** Decodes octal escapes; any other backslash is kept. */
function unescaped(text: Uint8Array): Uint8Array {
  const first = text.indexOf(BACKSLASH)
  if (first === -1) return text.slice()
  const out = new Uint8Array(text.length)
  out.set(text.subarray(0, first))
  let length = first
  for (let at = first; at < text.length; ) {
    const byte = text[at] ?? 0
    const value = byte === BACKSLASH ? octal(text, at + 1) : -1
    out[length++] = value === -1 ? byte : value
    at += value === -1 ? 1 : 4
  }
  return out.slice(0, length)
}

/** Decodes three digits; -1 if they are not a byte. */
function octal(text: Uint8Array, at: number): number {
  let value = 0
  for (let digit = 0; digit < 3; digit += 1) {
    const one = (text[at + digit] ?? 0) - 0x30
    if (one < 0 || one > 7) return -1
    value = value * 8 + one
  }
  return value > 255 ? -1 : value
}

function paneId(word: string): number | null {
  return /^%\d{1,9}$/.test(word) ? Number(word.slice(1)) : null
}

/** Returns the text of a short word. Bytes above 127 become other characters and match nothing. */
function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, wordBytesMax))
}
