/**
 * The agents of one tab: the one in its own terminal, and those in the panes of the tmux that is in
 * front there. The most urgent of them speaks for the tab, and its dialog can be answered from
 * outside of the tab.
 */
import type { Evidence } from '../../../agents/state/evidence.ts'
import type { WhyFacts, WhyState } from '../../../agents/state/why.ts'
import type { Options } from '../../config/table.ts'
import type { AnsweredBy } from '../../recorder/events.ts'
import type { AgentDialog } from '../../windows/tabs/tab-view.ts'
import { Agent } from './agent.ts'
import type { AgentDrawn } from './agent-drawn.ts'
import type { OutputDelivery } from '../delivery.ts'
import { Dialogs, type Answered } from './dialogs.ts'
import { isTerminalReply } from '../input/input-kind.ts'
import type { Identity } from '../naming/identity.ts'
import type { ProcessWatch } from '../ports.ts'
import type { Program } from '../program.ts'
import type { Recording } from '../recording.ts'
import type { ResumeHints } from '../resume-hints.ts'
import type { SessionOptions, SessionPorts } from '../session-ports.ts'
import { notThroughTmux, TmuxPanes } from '../tmux/tmux-panes.ts'

/** The parts of a session that all later ones build on. */
export interface SessionParts {
  readonly options: SessionOptions
  readonly ports: SessionPorts
  /** Options of the configuration that are in force now. */
  readonly settings: () => Options
  readonly recording: Recording
  readonly identity: Identity
  readonly resume: ResumeHints
  readonly program: Program
  readonly delivery: OutputDelivery
}

export interface TabAgentsParts extends SessionParts {
  /** Bytes of input that wait for the program. */
  readonly inputWaiting: () => number
  /** An answer was written past the queue. */
  readonly answerTyped: (bytes: Uint8Array) => void
  /** The alternate screen has been entered or left, by the output before offset `end`. */
  readonly alternate: (on: boolean, end: number) => void
  /** Something else is to be drawn. */
  readonly changed: () => void
}

export class TabAgents {
  /** The agent in the tab's own terminal. */
  readonly own: Agent
  readonly #parts: TabAgentsParts
  readonly #dialogs: Dialogs
  #tmux: TmuxPanes
  /** The last reading of who has the terminal. */
  #front: ProcessWatch['front'] | null = null

  constructor(parts: TabAgentsParts) {
    this.#parts = parts
    const { clock, watch, agents } = parts.ports
    this.#tmux = this.#makeTmux()
    this.own = new Agent({
      ...{ clock, watch, agents, alternate: parts.alternate, changed: parts.changed },
      options: parts.settings(),
      screen: parts.delivery.shadow,
      front: (front) => this.#inFront(front),
    })
    this.#dialogs = this.#makeDialogs()
  }

  /** State and agent that the tab shows. */
  get drawn(): AgentDrawn {
    return this.#tmux.headline(this.own.drawn)
  }

  /** Panes of a tmux are in front, and what they report is read from them. */
  get hasPanes(): boolean {
    return this.#tmux.on
  }

  /** Its question was answered from outside of the tab just now. */
  get isAnswered(): boolean {
    return this.#dialogs.isAnswered && !this.#tmux.on
  }

  /**
   * The user goes to this tab for what it shows: the pane of tmux that shows it comes to the front.
   * False: no other pane need come to the front.
   */
  reveal(): boolean {
    return this.#tmux.reveal(this.own.drawn)
  }

  /** Focus, and what the user does with the tab. */
  applyEvidence(evidence: Evidence): void {
    this.own.applyEvidence(evidence)
    this.#tmux.applyEvidence(evidence)
  }

  /** Why the tab shows what it shows. `around.dropped`: of the tab's own output. */
  why(around: WhyFacts & { readonly elsewhere?: string | null }): WhyState {
    const speaker = this.#tmux.speaker(this.own.drawn)
    return (speaker?.agent ?? this.own).why({
      ...around,
      tmux: this.#tmux.why(speaker),
      ...(speaker === null ? {} : { dropped: speaker.dropped }),
    })
  }

  /** Reads the dialog that the program shows, for callers outside of the tab. */
  async dialog(): Promise<AgentDialog> {
    return this.#tmux.on ? this.#tmux.dialog(this.own.drawn) : this.#dialogs.read()
  }

  /** Answers that from outside of the tab, if it is still on the screen. */
  async answer(token: string, choice: number, by: AnsweredBy = 'list'): Promise<Answered> {
    if (this.#tmux.on) return { sent: false, why: notThroughTmux }
    return this.#dialogs.answer(token, choice, by)
  }

  /** The user typed, or pasted. */
  typed(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void {
    if (kind !== 'mouse' || !isTerminalReply(bytes)) this.#dialogs.typed()
    this.own.input(kind, bytes)
    this.#tmux.input(kind, bytes)
  }

  /** The program has printed something, which is not looked at yet. */
  printed(): void {
    this.#dialogs.printed()
  }

  configure(settings: Options): void {
    this.own.configure(settings)
    this.#tmux.configure(settings)
  }

  /** The program has ended, or is to. */
  release(): void {
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
      options: this.#parts.settings(),
      connect: tmux,
      changed: this.#parts.changed,
      moved: () => {
        const kept = this.#leaveTmux()
        if (kept && this.#front !== null) this.#tmux.front(this.#front)
        return kept
      },
    })
  }

  /** Its panes are not shown here any more. Returns whether something else follows them now. */
  #leaveTmux(): boolean {
    if (!this.#tmux.on || this.#parts.ports.keepTmux?.(this.#tmux) !== true) return false
    this.#tmux = this.#makeTmux()
    this.#parts.changed()
    return true
  }

  #makeDialogs(): Dialogs {
    const { answerTyped, changed, delivery, identity, inputWaiting, ports, program } = this.#parts
    const { recording, resume } = this.#parts
    const { shadow, history } = delivery
    return new Dialogs({
      clock: ports.clock,
      drawn: () => this.own.drawn,
      rules: () => this.own.inFront.rulesNow(),
      look: (rules) => shadow.questions.dialog(rules),
      printed: () => history.end,
      remote: () => identity.elsewhere !== null || this.#front?.beyond === true,
      busy: () => program.phase !== 'running' || inputWaiting() > 0,
      answered: (words, by, refused) =>
        recording.recorder.record({ type: 'answer', ...words, by, refused }),
      changed,
      write: (bytes) => {
        const { pid = null, tool = null } = this.#front ?? {}
        const outcome = program.pty?.writeIfRead(bytes, pid, tool) ?? 'ended'
        if (outcome !== 'written') return outcome
        resume.dismiss()
        answerTyped(bytes)
        return outcome
      },
    })
  }
}
