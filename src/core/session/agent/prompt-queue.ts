/**
 * Prompts that wait until the agent of one tab is idle. Only the first is sent, and only by
 * `Dialogs.prompt`, which checks state and screen in the turn in which it writes. Everything that
 * makes the next prompt doubtful pauses the queue: an interrupt, a restart, the end of the agent,
 * an error, or a very short turn. The user resumes it.
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import type { AnsweredBy } from '../../recorder/events.ts'
import type { AgentDrawn } from './agent-drawn.ts'
import type { Prompted } from './dialogs.ts'
import {
  promptBytesMax,
  queuedPromptsMax,
  tooLongPrompt,
  type PromptQueueAct,
  type PromptQueueAnswer,
  type PromptQueueView,
  type QueuedPrompt,
} from '../../windows/tabs/prompt-queue-view.ts'
import { queueLookMs, startWithinMs, turnMsMin } from '../limits.ts'

export interface PromptQueuePorts {
  readonly clock: Clock
  /** Prompts of the last run; the queue is paused. */
  readonly before: readonly QueuedPrompt[]
  readonly takesPrompts: () => boolean
  /** tmux's pane for a new prompt. */
  readonly pane: () => number | null
  /** Whether prompts go to tmux's panes. */
  readonly inTmux: () => boolean
  readonly drawnOf: (pane: number | null) => AgentDrawn
  /** Identifies the process of that agent; `null` if unknown. */
  readonly programOf: (pane: number | null) => string | null
  readonly send: (prompt: QueuedPrompt) => Promise<Prompted>
  /** Records a prompt that was sent, or why it was not and the queue paused. */
  readonly record: (text: string, by: AnsweredBy, refused: string | null) => void
  /** Notifies the user that the queue was paused. */
  readonly stopped: (why: string) => void
  readonly changed: () => void
}

export class PromptQueue {
  readonly #ports: PromptQueuePorts
  #prompts: readonly QueuedPrompt[]
  readonly #by = new Map<number, AnsweredBy>()
  /** Process of the agent that each prompt is for, by its id. */
  readonly #programs = new Map<number, string>()
  #nextId = 1
  #paused: string | null = null
  #waitsFor = ''
  #sending: number | null = null
  #cancelLook: (() => void) | null = null
  #isDisposed = false
  /** The last prompt sent while others waited, and whether the agent began to work on it. */
  #last: { readonly prompt: QueuedPrompt; readonly at: Millis; worked: boolean } | null = null

  constructor(ports: PromptQueuePorts) {
    this.#ports = ports
    this.#prompts = ports.before.slice(0, queuedPromptsMax).map((one) => ({
      ...one,
      id: this.#nextId++,
      pane: null, // tmux's panes are others now
    }))
    if (this.#prompts.length > 0) this.#paused = restarted
  }

  get prompts(): readonly QueuedPrompt[] {
    return this.#prompts
  }

  get view(): PromptQueueView {
    return { prompts: [...this.#prompts], paused: this.#paused, waitsFor: this.#waitsFor }
  }

  /** Count and pause for the tab's view; `undefined` for an empty queue. */
  get shown(): { readonly count: number; readonly paused?: string } | undefined {
    const count = this.#prompts.length
    if (count === 0) return undefined
    return this.#paused === null ? { count } : { count, paused: this.#paused }
  }

  /** Runs a user's action. */
  act(act: PromptQueueAct, by: AnsweredBy = 'list'): PromptQueueAnswer {
    const problem = this.#act(act, by)
    if (problem !== null) return { problem }
    if (act.act !== 'list') this.#changed()
    return this.view
  }

  /** Pauses the queue, unless it is empty or already paused. `why`: a sentence. */
  pause(why: string): void {
    if (this.#prompts.length === 0 || this.#paused !== null || this.#isDisposed) return
    this.#paused = why
    this.#ports.stopped(why)
    this.#changed()
  }

  /** Called when the state of an agent of the tab may have changed. */
  stateChanged(): void {
    const [first] = this.#prompts
    if (this.#last !== null && this.#isWorking(this.#last.prompt)) this.#last.worked = true
    if (first === undefined || this.#paused !== null) return
    if (this.#drawn(first).state === 'error') this.pause(failed)
    else this.#lookIn(0)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#cancelLook?.()
    this.#cancelLook = null
  }

  #act(act: PromptQueueAct, by: AnsweredBy): string | null {
    switch (act.act) {
      case 'list':
        return null
      case 'add':
        return this.#add(act, by)
      case 'pause':
        if (this.#prompts.length > 0) this.#paused ??= byUser
        return null
      case 'resume':
        this.#resume()
        return null
    }
    const at = this.#prompts.findIndex(({ id }) => id === act.id)
    const prompt = this.#prompts[at]
    if (prompt === undefined) return 'This prompt is no longer in the queue.'
    if (act.id === this.#sending) return 'This prompt is being sent.'
    const others = this.#prompts.filter(({ id }) => id !== act.id)
    if (act.act === 'remove') this.#prompts = others
    else if (act.act === 'send') {
      const rest = others.filter(({ id }) => id !== this.#sending)
      const first = others.filter(({ id }) => id === this.#sending)
      this.#prompts = [...first, { ...prompt, guess: true }, ...rest]
      this.#resume()
    } else if (act.act === 'move') {
      const to = Math.max(this.#sending === null ? 0 : 1, at + act.by)
      this.#prompts = [...others.slice(0, to), prompt, ...others.slice(to)]
    } else {
      const text = clean(act.text)
      const problem = problemOf(text)
      if (problem !== null) return problem
      this.#prompts = this.#prompts.map((one) => (one.id === act.id ? { ...one, text } : one))
    }
    if (this.#prompts.length === 0) this.#paused = null
    return null
  }

  #add({ text: given, guess }: { text: string; guess: boolean }, by: AnsweredBy): string | null {
    const text = clean(given)
    const problem = problemOf(text)
    if (problem !== null) return problem
    if (this.#prompts.length >= queuedPromptsMax)
      return `The queue of this tab is full (${queuedPromptsMax} prompts).`
    if (!this.#ports.takesPrompts()) return noAgent
    const prompt = { id: this.#nextId++, text, guess, pane: this.#ports.pane() }
    this.#by.set(prompt.id, by)
    this.#noteProgram(prompt)
    this.#prompts = [...this.#prompts, prompt]
    this.#lookIn(0)
    return null
  }

  #resume(): void {
    this.#paused = null
    this.#last = null
    // tmux's panes may be others now
    const pane = this.#ports.pane()
    const inTmux = this.#ports.inTmux()
    this.#prompts = this.#prompts.map((one) => ({
      ...one,
      pane: inTmux ? (one.pane ?? pane) : null,
    }))
    this.#programs.clear()
    for (const prompt of this.#prompts) this.#noteProgram(prompt)
    this.#lookIn(0)
  }

  /** Returns whether the prompt is for the process that would get it now. */
  #noteProgram({ id, pane }: QueuedPrompt): boolean {
    const now = this.#ports.programOf(pane)
    if (now === null) return true // checked when it is known
    const before = this.#programs.get(id) ?? now
    this.#programs.set(id, before)
    return before === now
  }

  #drawn({ pane }: QueuedPrompt): AgentDrawn {
    return this.#ports.drawnOf(pane)
  }

  /** A guess counts only for a prompt that allows it: Enter alone makes an agent seem to work. */
  #isWorking(prompt: QueuedPrompt): boolean {
    const { state, agent } = this.#drawn(prompt)
    return state === 'working' && (prompt.guess || agent.confidence !== 'guess')
  }

  #lookIn(ms: Millis): void {
    if (this.#isDisposed) return
    if (ms === 0) this.#cancelLook?.()
    else if (this.#cancelLook !== null) return
    this.#cancelLook = this.#ports.clock.after(ms, () => {
      this.#cancelLook = null
      void this.#look()
    })
  }

  async #look(): Promise<void> {
    const [first] = this.#prompts
    if (first === undefined || this.#paused !== null || this.#sending !== null) return
    if (!this.#noteProgram(first)) {
      this.pause(replaced)
      return
    }
    const { state, agent } = this.#drawn(first)
    if (state === 'waiting' && agent.kind !== 'other') this.#last = null // its turn continues
    if (state === 'working' || !this.#isTurnOver()) {
      this.#wait(state === 'working' ? 'The agent is working.' : 'The agent is about to begin.')
      return
    }
    this.#sending = first.id
    const result = await this.#ports.send(first)
    this.#sending = null
    if (this.#isDisposed) return
    if (result.sent) this.#sent(first)
    else if (result.later) {
      this.#wait(result.why)
      this.#lookIn(queueLookMs)
    } else {
      this.#ports.record(first.text, this.#byOf(first), result.why)
      // its text is in the agent's prompt, where the user can send it
      if (result.typed) this.#prompts = this.#prompts.filter(({ id }) => id !== first.id)
      if (this.#prompts.length > 0) this.pause(result.why)
      else this.#ports.stopped(result.why)
    }
    this.#changed()
  }

  #sent(first: QueuedPrompt): void {
    const { clock, record } = this.#ports
    this.#prompts = this.#prompts.filter(({ id }) => id !== first.id)
    record(first.text, this.#byOf(first), null)
    this.#by.delete(first.id)
    const worked = this.#isWorking(first)
    this.#last = this.#prompts.length === 0 ? null : { prompt: first, at: clock.now(), worked }
    this.#waitsFor = ''
    this.#lookIn(queueLookMs)
  }

  /** Whether the agent has handled the last prompt. A turn that was too short pauses the queue. */
  #isTurnOver(): boolean {
    if (this.#last === null) return true
    const { prompt, at, worked } = this.#last
    const passed = this.#ports.clock.now() - at
    if (!worked && passed < startWithinMs) {
      this.#lookIn(queueLookMs)
      return false
    }
    this.#last = null
    const isCommand = prompt.text.startsWith('/')
    if (isCommand || (worked && passed >= turnMsMin)) return true
    this.pause(tooShort)
    return false
  }

  #wait(why: string): void {
    if (why === this.#waitsFor) return
    this.#waitsFor = why
    this.#ports.changed()
  }

  #byOf({ id }: QueuedPrompt): AnsweredBy {
    return this.#by.get(id) ?? 'list'
  }

  #changed(): void {
    this.#ports.changed()
  }
}

/** Returns the text with plain line ends, and none at the end. */
function clean(text: string): string {
  return text.replace(/\r\n?/g, '\n').trimEnd()
}

function problemOf(text: string): string | null {
  if (text.trim() === '') return 'The prompt is empty.'
  const bytes = new TextEncoder().encode(text).length
  if (bytes > promptBytesMax) return tooLongPrompt(bytes)
  const control = forbiddenIn(text)
  if (control !== null) return `The prompt contains the control character ${control}. Remove it.`
  return null
}

/** Returns the first control character other than a tab or line end, as `U+001B`. */
function forbiddenIn(text: string): string | null {
  const [found] = /[\0-\x08\v-\x1f\x7f-\x9f]/.exec(text) ?? []
  if (found === undefined) return null
  return `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

const restarted = 'vibeflow or the tab was restarted.'
const byUser = 'You paused it.'
const failed = 'The agent reports an error.'
const tooShort = 'The last turn of the agent was very short. It may have reached a limit.'
const replaced = 'The agent was started again.'
const noAgent = 'No agent is in the foreground of this tab.'
