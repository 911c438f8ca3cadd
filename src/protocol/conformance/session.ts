/**
 * One terminal while it is tested: writes something at a known place of the screen, and asks where
 * the cursor is then. What moves the cursor was printed.
 */
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
  /** What it wrote to its own terminal; null: it has a window. */
  readonly outer: (() => string) | null
  readonly outside: Outside | null
  readonly answerMs: number
}

/** One check, under its name. */
export interface ConformanceStep {
  readonly id: string
  readonly run: (session: TerminalSession) => Promise<Check>
}

/** `open`: it waited for the end of a string that had ended. */
export type CursorAnswer =
  | {
      readonly kind: 'at'
      /** From the place where the writing began. */
      readonly rows: number
      readonly columns: number
      /** What the terminal sent before it answered. */
      readonly before: string
    }
  | { readonly kind: 'open' }
  | { readonly kind: 'unanswered' }

export interface AskedStep {
  readonly cursor: CursorAnswer
  /** null: no answer. */
  readonly match: RegExpExecArray | null
}

export type Writing = Uint8Array | string | { readonly inPieces: Uint8Array | string }

const cursorQuery = '\x1b[6n'
const cursorAnswer = /\x1b\[(\d{1,5});(\d{1,5})R/

/** So many times as long as an answer is waited for a terminal that gave none. */
const recoveryShare = 6

/** So many times as long as for an answer is looked for what shows outside. */
const effectShare = 2

/** After a string that may be open: its end, a cancel, and what such an end may have printed. */
const recovery = '\x1b\\\x18\x1b[m'

export class TerminalSession {
  readonly subject: Subject
  #count = 0
  /** Checks in a row without any answer. */
  unanswered = 0

  constructor(subject: Subject) {
    this.subject = subject
  }

  /** A word that was not there before. */
  token(): string {
    this.#count += 1
    return `conformance-${process.pid}-${this.#count}`
  }

  /** Writes at a place that is another one each time: no earlier answer is taken for this one. */
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
      // longer: one that shows a message meanwhile is to be done with it before the next check
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

  /**
   * Asks something, and the cursor's place behind it. `late`: the answer may come behind that of
   * the next question.
   */
  async ask(query: string, answer: RegExp, late: boolean): Promise<AskedStep> {
    const cursor = await this.cursorAfter(query)
    if (cursor.kind !== 'at') return { cursor, match: null }
    const match = answer.exec(cursor.before)
    if (match !== null || !late) return { cursor, match }
    return { cursor, match: (await this.subject.link.next(answer, lateMs))?.match ?? null }
  }

  /** Looks from outside until `isRight`; the last view, and whether it was. */
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
    // a read of the terminal each, or nearly: it has time to take one before the next comes
    for (const byte of Buffer.from(writing.inPieces)) {
      await link.write(Uint8Array.of(byte))
      await delay(pieceMs)
    }
  }
}

/** Answers that wait for another program, as a multiplexer's for its own terminal. */
const lateMs = 200
const pieceMs = 2
