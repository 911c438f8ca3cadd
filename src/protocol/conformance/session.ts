/** A terminal under test. If the cursor moves after a write, something was printed. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Hello } from './probe.ts'
import type { TerminalLink } from './link.ts'
import { effectPollMs } from './limits.ts'
import type { Outside, OutsideView } from './outside.ts'
import type { Check } from './report.ts'

export interface Subject {
  readonly link: TerminalLink
  readonly hello: Hello
  readonly folder: string
  /** Last output to its own terminal; `null` if it has a window. */
  readonly outer: (() => string) | null
  readonly outside: Outside | null
  readonly answerMs: number
}

export interface ConformanceStep {
  readonly id: string
  readonly run: (session: TerminalSession) => Promise<Check>
}

/** Returns a check whose results have its `id`. */
export function checkStep(
  id: string,
  run: (session: TerminalSession, id: string) => Promise<Check>,
): ConformanceStep {
  return { id, run: (session) => run(session, id) }
}

/** `open`: the terminal waited for the end of a string that had ended. */
export type CursorAnswer =
  | {
      readonly kind: 'at'
      /** Movement from the position where writing started. */
      readonly rows: number
      readonly columns: number
      /** Input from the terminal before its reply. */
      readonly before: string
    }
  | { readonly kind: 'open' }
  | { readonly kind: 'unanswered' }

interface AskedStep {
  readonly cursor: CursorAnswer
  /** `null`: no reply. */
  readonly match: RegExpExecArray | null
}

export type Writing = Uint8Array | string | { readonly inPieces: Uint8Array | string }

const cursorQuery = '\x1b[6n'
const cursorAnswer = /\x1b\[(\d{1,5});(\d{1,5})R/

/** Multiple of the reply timeout for a terminal that did not reply. */
const recoveryShare = 6

/** Multiple of the reply timeout for effects seen from outside. */
const effectShare = 2

/** Ends a string that may be open, cancels, and undoes output that such an end may have caused. */
const recovery = '\x1b\\\x18\x1b[m'

export class TerminalSession {
  readonly subject: Subject
  #count = 0
  /** Consecutive checks without a reply. */
  unanswered = 0

  constructor(subject: Subject) {
    this.subject = subject
  }

  token(): string {
    this.#count += 1
    return `conformance-${process.pid}-${this.#count}`
  }

  /** Writes at another position each time, so that an earlier reply cannot match. */
  async cursorAfter(writing: Writing): Promise<CursorAnswer> {
    const { link, answerMs } = this.subject
    this.#count += 1
    const [row, column] = [2 + (this.#count % 7), 2 + (this.#count % 17)]
    link.clear()
    await link.write(`\x1b[2J\x1b[${row};${column}H`)
    await this.#write(writing)
    await link.write(cursorQuery)
    const heard = await link.next(cursorAnswer, answerMs)
    if (heard === null) {
      await link.write(recovery + cursorQuery)
      // longer, so that a terminal that shows a message has finished before the next check
      const again = await link.next(cursorAnswer, answerMs * recoveryShare)
      this.unanswered = again === null ? this.unanswered + 1 : 0
      return { kind: again === null ? 'unanswered' : 'open' }
    }
    this.unanswered = 0
    return {
      kind: 'at',
      rows: Number(heard.match[1]) - row,
      columns: Number(heard.match[2]) - column,
      before: heard.before,
    }
  }

  /** Sends a query, then a cursor query. `late`: the reply may follow the next one's. */
  async ask(query: string, answer: RegExp, late: boolean): Promise<AskedStep> {
    const cursor = await this.cursorAfter(query)
    if (cursor.kind !== 'at') return { cursor, match: null }
    const match = answer.exec(cursor.before)
    if (match !== null || !late) return { cursor, match }
    return { cursor, match: (await this.subject.link.next(answer, lateMs))?.match ?? null }
  }

  /** Polls the outside view until `isRight`. Returns the last view, and whether it was right. */
  async see(
    token: string,
    isRight: (view: OutsideView) => boolean,
    ms = this.subject.answerMs * effectShare,
  ): Promise<readonly [OutsideView, boolean]> {
    const { outside, hello } = this.subject
    for (const began = performance.now(); ; ) {
      const view = outside === null ? {} : await outside(token, hello)
      if (view !== null && isRight(view)) return [view, true]
      if (performance.now() - began > ms) return [view ?? {}, false]
      await delay(effectPollMs)
    }
  }

  async #write(writing: Writing): Promise<void> {
    const { link } = this.subject
    if (typeof writing === 'string' || writing instanceof Uint8Array) {
      await link.write(writing)
      return
    }
    // gives the terminal time to read each byte separately
    for (const byte of Buffer.from(writing.inPieces)) {
      await link.write(Uint8Array.of(byte))
      await delay(pieceMs)
    }
  }
}

/** Time for replies that depend on another program, such as a multiplexer's own terminal. */
const lateMs = 200
const pieceMs = 2
