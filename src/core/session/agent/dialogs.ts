/**
 * The dialog that a session's program shows, read and answered from outside of its tab. A key is
 * sent only if the very dialog that was read stands there: its state, its rule, its words, and the
 * same drawing of it. The order in which that is found out is what counts:
 *
 * 1. the shadow terminal is asked behind all output that has come;
 * 2. in the turn in which its answer comes, the program is held from printing, and what the kernel
 *    still has of it is read: if there is any, all begins again;
 * 3. in the same turn the key is written, past the queue, in one piece or not at all. Then the
 *    program may print again.
 *
 * In a pane of tmux the program is held first, until the key is there (tmux/pane-keys.ts).
 */
import type { AgentDialog } from '../../windows/tabs/tab-view.ts'
import type { Rule } from '../../../agents/rules/rules.ts'
import { waited, type Clock, type Millis } from '../../../base/clock.ts'
import type { AnsweredBy } from '../../recorder/events.ts'
import type { DialogChoice } from '../../../agents/screen-rules/dialog.ts'
import type { DialogSeen } from '../../worker/messages.ts'
import type { AgentDrawn } from './agent-drawn.ts'
import {
  answeredLookMs,
  answeredElsewhereMs,
  answerQuietMs,
  answerWithinMs,
  keyReadMs,
} from '../limits.ts'

/** `why`: a sentence, when it was not sent. */
export type Answered =
  | {
      readonly sent: true
      readonly rule: string
      readonly lines: readonly string[]
      readonly choice: DialogChoice
    }
  | { readonly sent: false; readonly why: string }

/** Of an answer, or of what was meant by one that was refused; '' where that is not known. */
export interface AnswerWords {
  readonly rule: string
  readonly question: string
  readonly choice: string
}

export interface DialogPorts {
  readonly clock: Clock
  readonly drawn: () => AgentDrawn
  readonly rules: () => readonly Rule[]
  readonly look: (rules: readonly Rule[]) => Promise<DialogSeen | null>
  /** Offset behind all output that has come. */
  readonly printed: () => number
  /** It reads another terminal than the tab's, by a connection or a program between. */
  readonly remote: () => boolean
  /** Bytes wait for the program already, or it cannot be written to. */
  readonly busy: () => boolean
  /**
   * Keeps the program from printing, whose screen is looked at next, until `release`. Absent:
   * `write` does so itself.
   */
  readonly hold?: () => Promise<Held>
  readonly release?: () => void
  /**
   * At once, and only if the program has printed nothing more. `full`: it takes nothing; `ended`:
   * others would read it.
   */
  readonly write: (bytes: Uint8Array) => Written | Promise<Written>
  /** For the record. `refused`: why it was not sent; null: it was. */
  readonly answered: (words: AnswerWords, by: AnsweredBy, refused: string | null) => void
  /** `isAnswered` may be another one. */
  readonly changed: () => void
}

/** `why`: it cannot be, in a sentence. */
type Refused = { readonly why: string }
export type Held = 'held' | 'printed' | Refused
export type Written = 'written' | 'printed' | 'full' | 'ended' | Refused

interface Shown {
  readonly token: string
  readonly dialog: NonNullable<DialogSeen['dialog']>
  readonly lines: readonly string[]
}

interface Rest {
  /** What it waited for. */
  readonly asked: string
  readonly cancel: () => void
}

export class Dialogs {
  readonly #ports: DialogPorts
  /** Counts what the program was sent that may answer it. */
  #inputs = 0
  #inputAt: Millis = Number.NEGATIVE_INFINITY
  #outputAt: Millis = Number.NEGATIVE_INFINITY
  /** The instance that was answered last. */
  #answered: string | null = null
  /** What was answered just now, and what ends that it counts as that. */
  #rest: Rest | null = null
  #answering = false
  /** What was shown last, for the record: an answer that comes too late was meant for it. */
  #shown: Shown | null = null

  constructor(ports: DialogPorts) {
    this.#ports = ports
  }

  /** The program was sent something by whomever, but for what its terminal says by itself. */
  typed(at: Millis = this.#ports.clock.now()): void {
    this.#inputs += 1
    this.#inputAt = at
  }

  printed(): void {
    this.#outputAt = this.#ports.clock.now()
  }

  async read(): Promise<AgentDialog> {
    const seen = await this.#ports.look(this.#ports.rules())
    if (seen === null) return { lines: [], choices: [], token: null, why: noShadow }
    const { lines, dialog } = seen
    const why = this.#refusal(seen)
    if (dialog === null || why !== null)
      return { lines, choices: [], token: null, why: why ?? unknown }
    const choices = dialog.choices.map(({ number, label }) => ({ number, label }))
    const token = this.#tokenOf(dialog.instance)
    this.#shown = { token, dialog, lines }
    return { lines, choices, token }
  }

  /**
   * What it waits for was answered just now: it needs the user no more, unless it still waits after
   * `answeredElsewhereMs`, or asks something else by then.
   */
  get isAnswered(): boolean {
    return this.#rest !== null && this.#rest.asked === askedBy(this.#ports.drawn())
  }

  dispose(): void {
    this.#rest?.cancel()
    this.#rest = null
  }

  /** @param left ms @param other an instance that has come since */
  #recheck(asked: string, left: number, other: string | null): void {
    this.#rest?.cancel()
    const rest: Rest = {
      asked,
      cancel: this.#ports.clock.after(answeredLookMs, () => void this.#look(rest, left, other)),
    }
    this.#rest = rest
  }

  /** Another dialog that has stood for two looks is a new question, in whatever words. */
  async #look(rest: Rest, left: number, before: string | null): Promise<void> {
    const seen = await this.#ports.look(this.#ports.rules())
    if (this.#rest !== rest) return
    const instance = seen?.dialog?.instance ?? null
    const other = instance === this.#answered ? null : instance
    if (left > answeredLookMs && this.isAnswered && (other === null || other !== before))
      return this.#recheck(rest.asked, left - answeredLookMs, other)
    this.#rest = null
    this.#ports.changed()
  }

  /** Sends the choice, if this is still the dialog that `read` gave the token for. */
  async answer(token: string, choice: number, by: AnsweredBy): Promise<Answered> {
    const meant = this.#shown?.token === token ? this.#shown : null
    const answered = await this.#inTurn(token, choice)
    this.#ports.answered(wordsOf(meant, choice), by, answered.sent ? null : answered.why)
    return answered
  }

  /** The one that was first is to reach the program before the next is looked at. */
  async #inTurn(token: string, choice: number): Promise<Answered> {
    if (this.#answering) return refused('Another answer is on its way.')
    this.#answering = true
    try {
      return await this.#answer(token, choice)
    } finally {
      this.#answering = false
    }
  }

  async #answer(token: string, number: number): Promise<Answered> {
    const { clock, hold, release } = this.#ports
    const begin = clock.now()
    while (clock.now() - begin <= answerWithinMs) {
      const quietMs = clock.now() - this.#outputAt
      if (quietMs < answerQuietMs) {
        await waited(clock, answerQuietMs - quietMs)
        continue
      }
      const held = hold === undefined ? 'held' : await hold()
      if (held === 'printed') continue
      if (held !== 'held') return refused(held.why)
      try {
        const answered = await this.#answerNow(token, number)
        if (answered !== null) return answered
      } finally {
        release?.()
      }
    }
    return refused('The program goes on printing, so nothing was sent. Answer it in its tab.')
  }

  /** null: the program has printed something meanwhile. */
  async #answerNow(token: string, number: number): Promise<Answered | null> {
    const { look, rules, printed, write } = this.#ports
    const seen = await look(rules())
    // From here on nothing is awaited until the key is on its way.
    if (seen === null) return refused(noShadow)
    const { lines, dialog } = seen
    if (dialog === null || !token.startsWith(`${dialog.instance}/`)) return refused(changed)
    const why = this.#refusal(seen)
    if (why !== null) return refused(why)
    if (this.#tokenOf(dialog.instance) !== token) return refused(changed)
    const choice = dialog.choices.find((one) => one.number === number)
    if (choice === undefined) return refused('There is no such choice.')
    if (seen.at !== printed()) return null
    const asked = askedBy(this.#ports.drawn())
    const outcome = await write(new TextEncoder().encode(choice.bytes))
    if (outcome === 'printed') return null
    if (outcome === 'full') return refused(deaf)
    if (outcome === 'ended') return refused(ended)
    if (outcome !== 'written') return refused(outcome.why)
    this.#answered = dialog.instance
    this.#recheck(asked, answeredElsewhereMs, null)
    this.#ports.changed()
    const { label } = choice
    return { sent: true, rule: dialog.rule, lines, choice: { number, label } }
  }

  /** Why nothing may be sent now, whatever is on the screen; null: it may. */
  #refusal({ dialog }: DialogSeen): string | null {
    const { clock, drawn, busy, remote } = this.#ports
    if (drawn().state !== 'waiting') return 'It does not wait for an answer: nothing was sent.'
    if (dialog === null) return null
    if (remote()) return notFromHere
    if (dialog.problem !== null) return notWhole[dialog.problem]
    if (dialog.instance === this.#answered) return 'It was answered, and still stands there.'
    if (busy()) return deaf
    const read = clock.now() - this.#inputAt >= keyReadMs && this.#outputAt > this.#inputAt
    return this.#inputs === 0 || read
      ? null
      : 'Keys were typed in its tab, which the program may not have read. Answer it there.'
  }

  /** All that it must still be when the answer is sent. */
  #tokenOf(instance: string): string {
    const { state, agent } = this.#ports.drawn()
    return `${instance}/${this.#inputs}/${state}/${agent.since}`
  }
}

const noShadow = 'Its screen cannot be read: its terminal does not run, or is being restarted.'
const notFromHere =
  'Its program does not read this terminal itself, and what it has printed since may still be on ' +
  'its way: no answer can be sent safely. Answer it in its tab.'
const notWhole = {
  long: 'It is longer than is shown here. Answer it in its tab.',
  unclear: 'This may not be all that its tab shows. Answer it in its tab.',
}
export const unknown = 'Nothing is known of its choices. Answer it in its tab.'
const changed = 'It is not the same dialog any more: nothing was sent.'
const ended = 'Its program has ended, or is not in front any more: nothing was sent.'
const deaf = 'The program does not read its input: nothing was sent.'

function wordsOf(meant: Shown | null, number: number): AnswerWords {
  const choice = meant?.dialog.choices.find((one) => one.number === number)?.label ?? String(number)
  const question = meant?.lines.filter((line) => line !== '').join(' ') ?? ''
  return { rule: meant?.dialog.rule ?? '', question, choice }
}

/** The same as long as it waits for the same. */
function askedBy({ state, agent: { since, kind, message } }: AgentDrawn): string {
  return JSON.stringify([state, since, kind, message])
}

function refused(why: string): Answered {
  return { sent: false, why }
}
