/**
 * The agents of one tab: the one in its own terminal, and those in panes of a tmux in its
 * foreground. The most urgent one determines the tab's state, and its dialog can be answered from
 * outside.
 */
import type { CopyRules } from '../../../agents/rules/rules.ts'
import { shippedAgents } from '../../../agents/rules/shipped.ts'
import type { Evidence } from '../../../agents/state/evidence.ts'
import type { WhyFacts, WhyState } from '../../../agents/state/why.ts'
import type { Options } from '../../config/table.ts'
import type { AnsweredBy } from '../../recorder/events.ts'
import { generalCopyRules } from '../copy/clean.ts'
import type { AgentDialog } from '../../windows/tabs/tab-view.ts'
import { Agent } from './agent.ts'
import { programIdOf } from './agent-in-front.ts'
import type { AgentDrawn } from './agent-drawn.ts'
import { Dialogs, type Answered, type Prompted } from './dialogs.ts'
import { isTerminalReply, typedKind } from '../input/input-kind.ts'
import type { SessionParts } from '../parts.ts'
import type { ProcessWatch, TabProcesses } from '../ports.ts'
import { notThroughTmux, TmuxPanes } from '../tmux/tmux-panes.ts'

export class TabAgents {
  /** The agent in the tab's own terminal. */
  readonly own: Agent
  readonly #parts: SessionParts
  readonly #dialogs: Dialogs
  #tmux: TmuxPanes
  /** The last reading of the foreground. */
  #front: ProcessWatch['front'] | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
    const { clock, watch, agents } = parts.ports
    this.#tmux = this.#makeTmux()
    this.own = new Agent({
      ...{ clock, watch, agents },
      alternate: (on, end) => parts.socket.setScreen(on ? 'grid' : 'stream', end),
      changed: () => parts.stateChanged(),
      replaced: () => parts.evidence.shellReplaced(),
      options: parts.settings,
      screen: parts.delivery.shadow,
      line: () => parts.delivery.shadow.questions.line(),
      edits: () => parts.input.brackets.heeded,
      front: (front) => this.#inFront(front),
      needsOutput: (on) => parts.delivery.setViewed('agent', on),
    })
    this.#dialogs = this.#makeDialogs()
  }

  /** State and agent that the tab shows. */
  get drawn(): AgentDrawn {
    return this.#tmux.headline(this.own.drawn)
  }

  /** Whether tmux panes are in the foreground, so that their reports are read from them. */
  get hasPanes(): boolean {
    return this.#tmux.on
  }

  /** Whether its question was just answered from outside the tab. */
  get isAnswered(): boolean {
    return this.#dialogs.isAnswered && !this.#tmux.on
  }

  /** How the agent draws around its text; `null` without one, and for the panes of a tmux. */
  get copyRules(): CopyRules | null {
    const { id, lastReading } = this.own.inFront
    if (this.#tmux.on || lastReading?.foreground !== 'tool') return null
    const agents = this.#parts.ports.agents?.() ?? shippedAgents()
    return (id === null ? null : agents.get(id)?.copy) ?? generalCopyRules
  }

  /** Brings the tmux pane that the tab shows into view. Returns `false` if it already was. */
  reveal(): boolean {
    return this.#tmux.reveal(this.own.drawn)
  }

  /** Applies focus and user actions. */
  applyEvidence(evidence: Evidence): void {
    this.own.applyEvidence(evidence)
    this.#tmux.applyEvidence(evidence)
  }

  /** Returns why the tab shows its state. `around.dropped`: frames of the tab's own output. */
  why(around: WhyFacts & { readonly elsewhere?: string | null }): WhyState {
    const speaker = this.#tmux.speaker(this.own.drawn)
    return (speaker?.agent ?? this.own).why({
      ...around,
      tmux: this.#tmux.why(speaker),
      ...(speaker === null ? {} : { dropped: speaker.dropped }),
    })
  }

  /** Reads the program's dialog, for callers outside the tab. */
  async dialog(): Promise<AgentDialog> {
    if (this.#tmux.on) return this.#tmux.dialog(this.own.drawn)
    const dialog = await this.#dialogs.read()
    const { shown: changes } = this.#parts.changes
    return changes === null ? dialog : { ...dialog, changes }
  }

  /** Reads the processes of the tab; `null` without a program. */
  get processes(): TabProcesses | null {
    return this.own.inFront.watch
  }

  /** Answers that dialog if it is still on the screen. */
  async answer(token: string, choice: number, by: AnsweredBy = 'list'): Promise<Answered> {
    if (this.#tmux.on) return { sent: false, why: notThroughTmux }
    return this.#dialogs.answer(token, choice, by)
  }

  /** State of the agent whose turns are followed; `null` without one, and for panes of tmux. */
  get turn(): AgentDrawn | null {
    const { drawn } = this.own
    return !this.#tmux.on && (this.#isAgent || drawn.agent.tool !== '') ? drawn : null
  }

  /** Whether a prompt can be queued: an agent reads this tab, or a tmux pane. */
  get takesPrompts(): boolean {
    return this.#tmux.on ? this.promptPane !== null : this.#isAgent
  }

  /** The tmux pane for a new prompt; `null` if none, or without tmux. */
  get promptPane(): number | null {
    return this.#tmux.forPrompt(null)?.listed.id ?? null
  }

  /** Types a prompt into the agent and presses Enter, if it waits at its empty prompt. */
  async prompt(text: string, guess: boolean, pane: number | null): Promise<Prompted> {
    if (!this.#tmux.on && pane === null) return this.#dialogs.prompt(text, guess)
    const found = pane === null ? null : this.#tmux.forPrompt(pane)
    if (found !== null) return found.prompt(text, guess)
    const later = !this.#tmux.on && !this.#isAgent // tmux is not read yet
    return { sent: false, why: 'Not sent: the tmux pane is gone.', typed: false, later }
  }

  /** Returns a pane's agent, or the tab's own agent. */
  agentOf(pane: number | null): Agent {
    return (pane === null ? null : this.#tmux.forPrompt(pane)?.agent) ?? this.own
  }

  get #isAgent(): boolean {
    return this.own.inFront.lastReading?.foreground === 'tool'
  }

  typed(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void {
    const typed = kind === 'keys' ? typedKind(bytes) : kind === 'mouse' ? kind : 'text'
    if (kind !== 'mouse' || !isTerminalReply(bytes)) this.#dialogs.typed(typed)
    if (typed === 'interrupt') this.#parts.queue.pause(interrupted)
    this.own.input(kind, bytes)
    this.#tmux.input(kind, bytes)
  }

  /** Notes output before it is read. */
  printed(): void {
    this.#dialogs.printed()
  }

  configure(settings: Options): void {
    this.own.configure(settings)
    this.#tmux.configure(settings)
  }

  /** Stops watching: the program has ended or is about to. */
  release(): void {
    this.#parts.queue.pause(agentEnded)
    this.own.release()
    if (!this.#leaveTmux()) this.#tmux.release()
  }

  dispose(): void {
    this.#dialogs.dispose()
    this.own.dispose()
  }

  #inFront(front: ProcessWatch['front']): void {
    const { identity, program } = this.#parts
    if (front.foreground === 'tool' || front.foreground === 'other') program.used = true
    if (front.foreground === 'shell') this.#parts.queue.pause(agentEnded)
    identity.front(front)
    if (this.#tmux.isLeft(front)) this.#leaveTmux()
    this.#front = front
    this.#tmux.front(front)
  }

  #makeTmux(): TmuxPanes {
    const { clock, tmux, watch, agents, shadow, ruleOff } = this.#parts.ports
    const { home, hostname } = this.#parts.options
    return new TmuxPanes({
      ...{ clock, home, hostname, watch, agents, shadow, ruleOff },
      options: this.#parts.settings,
      connect: tmux,
      changed: () => this.#parts.stateChanged(),
      moved: () => {
        const kept = this.#leaveTmux()
        if (kept && this.#front !== null) this.#tmux.front(this.#front)
        return kept
      },
    })
  }

  /** Hands the panes over. Returns whether another owner follows them now. */
  #leaveTmux(): boolean {
    if (this.#parts.ports.keepTmux?.(this.#tmux) !== true) return false
    this.#tmux = this.#makeTmux()
    this.#parts.stateChanged()
    return true
  }

  #makeDialogs(): Dialogs {
    const { delivery, identity, ports, program, recording, resume } = this.#parts
    const { shadow, history } = delivery
    return new Dialogs({
      clock: ports.clock,
      drawn: () => this.own.drawn,
      rules: () => this.own.inFront.rulesNow(),
      look: (rules, prompt) => shadow.questions.dialog(rules, prompt),
      prompt: () => this.own.inFront.known?.prompt ?? null,
      isAgent: () => this.#isAgent,
      program: () => programIdOf(this.own.inFront),
      heeds: () => this.#parts.input.brackets.heeded,
      printed: () => history.end,
      remote: () => identity.elsewhere !== null || this.#front?.beyond === true,
      busy: () => program.phase !== 'running' || this.#parts.input.waitingBytes > 0,
      answered: (words, by, refused) =>
        recording.recorder.record({ type: 'answer', ...words, by, refused }),
      changed: () => this.#parts.stateChanged(),
      write: (bytes) => {
        const { pid = null, tool = null } = this.#front ?? {}
        const outcome = program.pty?.writeIfRead(bytes, pid, tool) ?? 'ended'
        if (outcome !== 'written') return outcome
        resume.dismiss()
        this.#parts.input.noteTyped('keys', bytes, false)
        return outcome
      },
    })
  }
}

const interrupted = 'You interrupted the agent.'
const agentEnded = 'The agent ended. Start it again before you resume the queue.'
