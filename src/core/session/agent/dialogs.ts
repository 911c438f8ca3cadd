/**
 * Reads and answers the dialog of a session's program from outside its tab, and types prompts into
 * an agent. A key is sent only to the same dialog that was read: same state, rule, text and
 * drawing. A prompt is typed only into the agent's empty prompt. The order of the checks matters:
 *
 * 1. The shadow terminal is queried after all output so far.
 * 2. In the turn of its answer, the program is kept from printing and the kernel's pending output
 * is read. If there is any, everything starts over.
 * 3. In the same turn the key is written, past the queue and in one piece. Then the program may
 * print again.
 *
 * In a tmux pane, the program is held first, until the key is written (tmux/pane-keys.ts).
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
  echoWithinMs,
  enterWithinMs,
  promptEnterMs,
  keyReadMs,
  typedQuietMs,
} from '../limits.ts'
import { preparePaste } from '../../consent/paste.ts'
import type { Typed } from '../input/input-kind.ts'

/** `why`: a sentence. */
export type Answered =
  | {
      readonly sent: true
      readonly rule: string
      readonly lines: readonly string[]
      readonly choice: DialogChoice
    }
  | { readonly sent: false; readonly why: string }

/** `typed`: the text may be in the prompt, without Enter. `later`: it may be possible soon. */
export type Prompted =
  | { readonly sent: true }
  | {
      readonly sent: false
      readonly why: string
      readonly typed: boolean
      readonly later: boolean
    }

/** Texts of an answer or of a refused one; empty where unknown. */
export interface AnswerWords {
  readonly rule: string
  readonly question: string
  readonly choice: string
}

export interface DialogPorts {
  readonly clock: Clock
  readonly drawn: () => AgentDrawn
  readonly rules: () => readonly Rule[]
  readonly look: (rules: readonly Rule[], prompt: Rule | null) => Promise<DialogSeen | null>
  /** Rule of the agent's empty prompt; `null` if unknown. */
  readonly prompt: () => Rule | null
  /** Whether an agent is known to be in the foreground. */
  readonly isAgent: () => boolean
  /** Identifies the process of that agent; `null` if unknown. */
  readonly program: () => string | null
  /** Whether the agent itself requested paste brackets. */
  readonly heeds: () => boolean
  /** Offset after all output so far. */
  readonly printed: () => number
  /** Whether it reads another terminal, through a connection or a program in between. */
  readonly remote: () => boolean
  /** Whether input is pending, or the program can't be written to. */
  readonly busy: () => boolean
  /** Stops the program's output until `release`. Absent if `write` does so. */
  readonly hold?: () => Promise<Held>
  readonly release?: () => void
  /** Writes if nothing more was printed. `full`: no input is taken; `ended`: another reads it. */
  readonly write: (bytes: Uint8Array) => Written | Promise<Written>
  /** Records the answer. `refused`: why it was not sent; `null` if it was. */
  readonly answered: (words: AnswerWords, by: AnsweredBy, refused: string | null) => void
  /** `isAnswered` may have changed. */
  readonly changed: () => void
}

/** `why`: sentence about why it is impossible. `later`: it may be possible soon. */
type Refused = { readonly why: string; readonly later?: true }
export type Held = 'held' | 'printed' | Refused
export type Written = 'written' | 'printed' | 'full' | 'ended' | Refused

interface Shown {
  readonly token: string
  readonly dialog: NonNullable<DialogSeen['dialog']>
  readonly lines: readonly string[]
}

/** Numbers of inputs and outputs when a prompt was typed. */
interface Typing {
  readonly inputs: number
  readonly outputs: number
}

interface Rest {
  /** The question that was answered. */
  readonly asked: string
  readonly cancel: () => void
}

export class Dialogs {
  readonly #ports: DialogPorts
  /** Number of inputs that may have answered it. */
  #inputs = 0
  /** The user typed something since the last Enter or interrupt. */
  #mayHaveDraft = false
  #inputAt: Millis = Number.NEGATIVE_INFINITY
  #outputAt: Millis = Number.NEGATIVE_INFINITY
  #outputs = 0
  /** The last dialog instance that was answered. */
  #answered: string | null = null
  /** The question just answered, and the end of its grace time. */
  #rest: Rest | null = null
  #answering = false
  /** The last dialog shown, for recording an answer that comes too late. */
  #shown: Shown | null = null

  constructor(ports: DialogPorts) {
    this.#ports = ports
  }

  /** Notes input from any source except the terminal's own replies. */
  typed(kind: Typed, at: Millis = this.#ports.clock.now()): void {
    this.#inputs += 1
    this.#inputAt = at
    if (kind !== 'mouse') this.#mayHaveDraft = kind === 'text' || kind === 'command'
  }

  printed(): void {
    this.#outputs += 1
    this.#outputAt = this.#ports.clock.now()
  }

  async read(): Promise<AgentDialog> {
    const seen = await this.#ports.look(this.#ports.rules(), null)
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

  /** Whether its question was just answered, and the agent has not asked another since. */
  get isAnswered(): boolean {
    return this.#rest !== null && this.#rest.asked === askedBy(this.#ports.drawn())
  }

  dispose(): void {
    this.#rest?.cancel()
    this.#rest = null
  }

  /** `left`: remaining ms; `other`: another instance seen since. */
  #recheck(asked: string, left: number, other: string | null): void {
    this.#rest?.cancel()
    const rest: Rest = {
      asked,
      cancel: this.#ports.clock.after(answeredLookMs, () => void this.#look(rest, left, other)),
    }
    this.#rest = rest
  }

  /** Checks the screen. Another dialog seen twice is a new question, even in the same words. */
  async #look(rest: Rest, left: number, before: string | null): Promise<void> {
    const seen = await this.#ports.look(this.#ports.rules(), null)
    if (this.#rest !== rest) return
    const instance = seen?.dialog?.instance ?? null
    const other = instance === this.#answered ? null : instance
    if (left > answeredLookMs && this.isAnswered && (other === null || other !== before))
      return this.#recheck(rest.asked, left - answeredLookMs, other)
    this.#rest = null
    this.#ports.changed()
  }

  /** Sends the choice if the dialog on the screen still has the token that `read` returned. */
  async answer(token: string, choice: number, by: AnsweredBy): Promise<Answered> {
    const meant = this.#shown?.token === token ? this.#shown : null
    const answered = await this.#inTurn(token, choice)
    this.#ports.answered(wordsOf(meant, choice), by, answered.sent ? null : answered.why)
    return answered
  }

  /** Admits one answer at a time: it must reach the program before the next check. */
  async #inTurn(token: string, choice: number): Promise<Answered> {
    if (this.#answering) return refused('Another answer is being sent.')
    this.#answering = true
    try {
      return await this.#answer(token, choice)
    } finally {
      this.#answering = false
    }
  }

  async #answer(token: string, number: number): Promise<Answered> {
    const answered = await this.#whenQuiet(() => this.#answerNow(token, number))
    return 'sent' in answered ? answered : refused(answered.why)
  }

  /**
   * Types a prompt and presses Enter, if the agent waits at its empty prompt. `guess`: a guess
   * that it waits is enough, and its prompt may be unknown.
   */
  async prompt(text: string, guess: boolean): Promise<Prompted> {
    const unsent = ({ why, later }: Refused, typed: boolean): Prompted => {
      return { sent: false, why, typed, later: later === true && !typed }
    }
    const early = this.#unready(guess)
    if (early !== null) return unsent(early, false)
    if (this.#answering) return unsent({ why: 'Another answer is being sent.', later: true }, false)
    this.#answering = true
    const program = this.#ports.program()
    try {
      const typed = await this.#whenQuiet(() => this.#typeNow(text, guess, program))
      if ('why' in typed) return unsent(typed, typed.why === partly)
      const lost = () => this.#lost(typed.inputs, program)
      const why = await this.#echoed(typed.outputs, text, lost)
      if (why !== null) return unsent({ why }, true)
      const enter = async () => this.#enterNow(text, lost)
      const entered = await this.#whenQuiet(enter, enterWithinMs, lost)
      return entered === 'written' ? { sent: true } : unsent(entered, true)
    } finally {
      this.#answering = false
    }
  }

  /**
   * Waits until the program has printed after it was sent text, and a little longer.
   * @param outputs number of outputs when it was sent
   */
  async #echoed(outputs: number, text: string, lost: () => Refused | null): Promise<string | null> {
    const { clock, look, prompt, rules } = this.#ports
    // plain text itself appears; a busy agent reads it in parts, and Enter with the rest as a paste
    const isPart = async () => {
      if (isPasted(text)) return false
      const seen = await look(rules(), prompt())
      return seen?.prompt === 'empty' || (seen !== null && shownPart(seen.lines, text) === 'start')
    }
    const begin = clock.now()
    while (this.#outputs === outputs || (await isPart())) {
      if (lost() !== null || clock.now() - begin > echoWithinMs) return notShown
      await waited(clock, answerQuietMs)
    }
    await waited(clock, promptEnterMs)
    return null
  }

  /**
   * Calls `send` after a pause in the output, until it returns a result.
   * @param lost returns why waiting is useless
   */
  async #whenQuiet<Result>(
    send: () => Promise<Result | null>,
    withinMs = answerWithinMs,
    lost: () => Refused | null = () => null,
  ): Promise<Result | Refused> {
    const { clock, hold, release } = this.#ports
    const begin = clock.now()
    while (clock.now() - begin <= withinMs) {
      const why = lost()
      if (why !== null) return why
      const quietMs = clock.now() - this.#outputAt
      if (quietMs < answerQuietMs) {
        await waited(clock, answerQuietMs - quietMs)
        continue
      }
      const held = hold === undefined ? 'held' : await hold()
      if (held === 'printed') continue
      if (held !== 'held') return held
      try {
        const result = await send()
        if (result !== null) return result
      } finally {
        release?.()
      }
    }
    return { why: 'Not sent: the program is still printing. Answer in its tab.', later: true }
  }

  async #typeNow(
    text: string,
    guess: boolean,
    program: string | null,
  ): Promise<Typing | Refused | null> {
    const { heeds, look, printed, prompt, rules } = this.#ports
    const [known, by] = [rules(), prompt()]
    const seen = await look(known, by)
    // Nothing is awaited from here until the text is written.
    if (seen === null) return { why: noShadow, later: true }
    const why = this.#unready(guess) ?? this.#notThere(seen, by, guess)
    if (why !== null) return why
    if (program !== this.#ports.program()) return { why: ended, later: true }
    if (isPasted(text) && !(heeds() && seen.pastes)) return { why: noPastes }
    if (seen.at !== printed()) return null
    // the text itself is one input; the user may type while it is written
    const [inputs, outputs] = [this.#inputs + 1, this.#outputs]
    const failed = await this.#writeNow(
      isPasted(text) ? preparePaste(text, { bracketed: true }) : new TextEncoder().encode(text),
    )
    if (failed !== 'written') return failed
    return { inputs, outputs }
  }

  /**
   * Returns why Enter may not follow a text; `null` if it may.
   * @param inputs number of inputs when the text was typed: more are the user's
   */
  #lost(inputs: number, program: string | null): Refused | null {
    if (this.#inputs !== inputs) return { why: youTyped }
    if (!this.#ports.isAgent() || program !== this.#ports.program()) return { why: ended }
    const { state, agent } = this.#ports.drawn()
    return state === 'waiting' && agent.kind !== 'other' ? { why: covered } : null
  }

  async #enterNow(text: string, lost: () => Refused | null): Promise<'written' | Refused | null> {
    const { look, printed, prompt, rules } = this.#ports
    const seen = await look(rules(), prompt())
    if (seen === null) return { why: noShadow }
    const why = lost()
    if (why !== null) return why
    const mustShow = seen.prompt === 'unknown' || !isPasted(text)
    if (mustShow && !shows(seen.lines, text)) return { why: covered }
    if (seen.prompt === null) return { why: covered }
    if (seen.at !== printed()) return null
    return this.#writeNow(new TextEncoder().encode('\r'))
  }

  /** Returns why the screen takes no prompt; `null` if it does. */
  #notThere({ prompt }: DialogSeen, by: Rule | null, guess: boolean): Refused | null {
    if (prompt === null) return { why: "The agent's prompt isn't on the screen.", later: true }
    if (by === null && !guess) return { why: notKnown }
    if (by === null) return this.#mayHaveDraft ? { why: youDrafted, later: true } : null
    return prompt === 'empty' ? null : { why: "The agent's prompt isn't empty.", later: true }
  }

  /** Returns `null` if the program has printed something in the meantime. */
  async #writeNow(bytes: Uint8Array): Promise<'written' | Refused | null> {
    const outcome = await this.#ports.write(bytes)
    if (outcome === 'printed') return null
    if (outcome === 'full') return { why: partly }
    return outcome === 'ended' ? { why: ended, later: true } : outcome
  }

  /** Returns why no prompt may be typed now, whatever is on the screen; `null` if it may. */
  #unready(guess: boolean): Refused | null {
    const { busy, clock, drawn, isAgent, remote } = this.#ports
    const { state, agent } = drawn()
    if (remote()) return { why: promptNotFromHere }
    if (!isAgent()) return { why: 'No agent is in the foreground.', later: true }
    if (state === 'error') return { why: 'The agent reports an error.' }
    if (state === 'working') return { why: 'The agent is working.', later: true }
    if (state === 'waiting' && agent.kind !== 'other')
      return { why: 'The agent asks a question.', later: true }
    if (agent.confidence === 'guess' && !guess) return { why: onlyGuessed, later: true }
    if (busy()) return { why: deaf, later: true }
    return clock.now() - this.#inputAt < typedQuietMs ? { why: youType, later: true } : null
  }

  /** Returns `null` if the program has printed something in the meantime. */
  async #answerNow(token: string, number: number): Promise<Answered | null> {
    const { look, rules, printed, write } = this.#ports
    const seen = await look(rules(), null)
    // Nothing is awaited from here until the key is written.
    if (seen === null) return refused(noShadow)
    const { lines, dialog } = seen
    if (dialog === null || !token.startsWith(`${dialog.instance}/`)) return refused(changed)
    const why = this.#refusal(seen)
    if (why !== null) return refused(why)
    if (this.#tokenOf(dialog.instance) !== token) return refused(changed)
    const choice = dialog.choices.find((one) => one.number === number)
    if (choice === undefined) return refused('No such choice.')
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

  /** Returns why no key may be sent now; `null` if it may. */
  #refusal({ dialog }: DialogSeen): string | null {
    const { clock, drawn, busy, remote } = this.#ports
    if (drawn().state !== 'waiting') return 'Not sent: the program is no longer waiting.'
    if (dialog === null) return null
    if (remote()) return notFromHere
    if (dialog.problem !== null) return notWhole[dialog.problem]
    if (dialog.instance === this.#answered)
      return 'Already answered; the program has not continued yet.'
    if (busy()) return deaf
    const read = clock.now() - this.#inputAt >= keyReadMs && this.#outputAt > this.#inputAt
    return this.#inputs === 0 || read ? null : 'Not sent: keys were typed in its tab. Answer there.'
  }

  /** Identifies everything that must be unchanged when the answer is sent. */
  #tokenOf(instance: string): string {
    const { state, agent } = this.#ports.drawn()
    return `${instance}/${this.#inputs}/${state}/${agent.since}`
  }
}

const noShadow = "Can't read its screen: its terminal does not run or is restarting."
const notFromHere =
  "Can't answer safely: the program runs over SSH, in a container or behind sudo. " +
  'Answer in its tab.'
const notWhole = {
  long: 'The question is too long to show here. Answer in its tab.',
  unclear: 'This may not be the whole question. Answer in its tab.',
}
export const unknown = "vibeflow doesn't recognize the choices. Answer in its tab."
const changed = 'Not sent: the question has changed.'
const ended = 'Not sent: the program exited or is no longer in the foreground.'
const deaf = "Not sent: the program isn't reading input."

const partly = "Not sent: the program didn't take the whole text. Check its prompt."
const notShown = "The text was typed, but the agent didn't show it. Check its prompt."
const youTyped = 'The text was typed without Enter: you typed in the tab at the same time.'
const covered = 'The text was typed without Enter: the agent shows something else.'
const youType = 'You typed in the tab just now.'
const youDrafted = "You may have typed into the agent's prompt. Press Enter or Esc in the tab."
const onlyGuessed = 'That the agent is idle is only a guess.'
const notKnown = "vibeflow doesn't know what this agent's empty prompt looks like."
const noPastes = "The agent doesn't take text of several lines."
const promptNotFromHere =
  "Can't type a prompt safely: the program runs over SSH, in a container or behind sudo."

/** Whether a prompt is sent in paste brackets. */
function isPasted(text: string): boolean {
  return /[\n\t]/.test(text)
}

/** Letters and digits that identify a typed text. */
const shownLetters = 12

/** Returns whether a screen shows a typed text, by its beginning or end, or that one was pasted. */
function shows(lines: readonly string[], text: string): boolean {
  return shownPart(lines, text) !== null
}

function shownPart(lines: readonly string[], text: string): 'whole' | 'start' | null {
  const bare = (one: string) => one.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '')
  const [screen, typed] = [bare(lines.join('')), bare(text)]
  if (screen.includes(typed.slice(-shownLetters))) return 'whole'
  if (lines.some((line) => /\[pasted?\b/i.test(line))) return 'whole'
  return screen.includes(typed.slice(0, shownLetters)) ? 'start' : null
}

function wordsOf(meant: Shown | null, number: number): AnswerWords {
  const choice = meant?.dialog.choices.find((one) => one.number === number)?.label ?? String(number)
  const question = meant?.lines.filter((line) => line !== '').join(' ') ?? ''
  return { rule: meant?.dialog.rule ?? '', question, choice }
}

/** Identifies the question that the program waits for. */
function askedBy({ state, agent: { since, kind, message } }: AgentDrawn): string {
  return JSON.stringify([state, since, kind, message])
}

function refused(why: string): Answered {
  return { sent: false, why }
}
