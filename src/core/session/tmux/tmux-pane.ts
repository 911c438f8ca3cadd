/**
 * One pane of the tmux in a tab, handled as a tab: its output passes through a dispatcher into its
 * own state machine, its processes are watched, and its screen is read for the foreground agent's
 * rules.
 */
import type { RuleOff } from '../../../agents/rules/limited.ts'
import type { Agents, Rule } from '../../../agents/rules/rules.ts'
import type { Clock } from '../../../base/clock.ts'
import type { Options } from '../../config/table.ts'
import { Dispatcher } from '../../../agents/dispatch/dispatcher.ts'
import type { ShadowPort } from '../../worker/ports.ts'
import { TokenBucket } from '../../../base/time/token-bucket.ts'
import { paneBurstBytes, paneBytesPerSecond, tmuxRestMs } from '../../../agents/tmux/limits.ts'
import { screenBytes, type ListedPane } from '../../../agents/tmux/panes.ts'
import { Unwrapper } from '../../../agents/tmux/unwrap.ts'
import type { AnsweredBy } from '../../recorder/events.ts'
import { PaneKeys, type PaneKeysPorts } from '../../../agents/tmux/pane-keys.ts'
import { Agent } from '../agent/agent.ts'
import { programIdOf } from '../agent/agent-in-front.ts'
import type { AgentDialog } from '../../windows/tabs/tab-view.ts'
import { Dialogs, type Answered, type Prompted } from '../agent/dialogs.ts'
import { isTerminalReply, typedKind } from '../input/input-kind.ts'
import { PaneScreen } from './pane-screen.ts'
import type { WatchProcesses } from '../ports.ts'

/** Process name of a tmux client in the kernel. */
export const tmuxClient = 'tmux: client'

export interface TmuxPanePorts {
  readonly clock: Clock
  readonly options: Options
  readonly home: string
  readonly hostname: string
  readonly watch: WatchProcesses | undefined
  readonly agents: (() => Agents) | undefined
  readonly shadow: ShadowPort | undefined
  readonly ruleOff: ((off: RuleOff) => void) | undefined
  /** Requests the pane's rows, which `captured` receives. */
  readonly capture: () => void
  /** Pauses or resumes the pane's output during heavy output. */
  readonly rest: (on: boolean) => void
  readonly changed: () => void
  readonly connection: PaneKeysPorts['connection']
  readonly input: PaneKeysPorts['input']
  readonly gone: PaneKeysPorts['gone']
}

export class TmuxPane {
  readonly agent: Agent
  readonly #ports: TmuxPanePorts
  readonly #dispatcher: Dispatcher
  readonly #screen: PaneScreen
  readonly #unwrapper = new Unwrapper()
  #listed: ListedPane
  /** Bytes of output that may be read now. */
  readonly #budget: TokenBucket
  #cancelRest: (() => void) | null = null
  #nested = false
  #flooded = false
  #printed = 0
  /** Process id of the foreground program, if it leads its group. */
  #leader: number | null = null
  /** The foreground program reads another terminal. */
  #isRemote = false
  /** Created when a dialog is first read. */
  #dialogs: Dialogs | null = null
  readonly #keys: PaneKeys

  constructor(listed: ListedPane, ports: TmuxPanePorts) {
    this.#listed = listed
    this.#ports = ports
    this.#budget = new TokenBucket(ports.clock.now(), paneBytesPerSecond, paneBurstBytes)
    this.#keys = new PaneKeys({
      clock: ports.clock,
      pane: listed.id,
      pid: () => this.#listed.pid,
      leader: () => this.#leader,
      connection: ports.connection,
      input: ports.input,
      gone: ports.gone,
      printed: () => this.#printed,
    })
    this.#screen = new PaneScreen({
      clock: ports.clock,
      shadow: ports.shadow,
      size: () => this.#listed,
      ask: ports.capture,
      read: (found) => this.agent.screenFound(found),
      ruleOff: (off) => ports.ruleOff?.(off),
      readerGone: () => this.agent.readerGone(),
    })
    this.agent = new Agent({
      clock: ports.clock,
      watch: ports.watch,
      options: ports.options,
      agents: ports.agents,
      screen: this.#screen,
      front: ({ name, pid, elsewhere, beyond }) => {
        this.#leader = pid ?? null
        this.#nested = name === tmuxClient
        this.#isRemote = this.#nested || elsewhere !== undefined || beyond === true
      },
      changed: () => {
        if (this.agent.drawn.state !== 'waiting') this.#screen.ignore()
        ports.changed()
      },
    })
    this.#dispatcher = new Dispatcher(ports.hostname, {
      evidence: (evidence) => {
        if (evidence.type !== 'bell') this.agent.found(evidence)
      },
      query: () => undefined, // tmux replies to its panes' queries
    })
  }

  get listed(): ListedPane {
    return this.#listed
  }

  get #rules(): readonly Rule[] {
    return this.agent.inFront.known?.rules ?? []
  }

  /** Reads its program's dialog; `null` if the program has no known dialogs. */
  async dialog(): Promise<AgentDialog | null> {
    if (!this.#screen.on || this.#rules.length === 0) return null
    this.#dialogs ??= this.#makeDialogs()
    return this.#dialogs.read()
  }

  /** Sends a choice if the dialog is still on the screen. */
  async answer(token: string, choice: number, by: AnsweredBy): Promise<Answered> {
    if (this.#dialogs !== null) return this.#dialogs.answer(token, choice, by)
    return { sent: false, why: 'Not sent: the question was not read.' }
  }

  #makeDialogs(): Dialogs {
    return new Dialogs({
      clock: this.#ports.clock,
      drawn: () => this.agent.drawn,
      rules: () => this.#rules,
      look: (rules, prompt) => this.#screen.dialog(rules, prompt),
      prompt: () => this.agent.inFront.known?.prompt ?? null,
      isAgent: () => this.isAgent,
      program: () => programIdOf(this.agent.inFront),
      heeds: () => true, // as far as its screen shows
      printed: () => this.#screen.end,
      remote: () => this.#isRemote,
      busy: () => false, // an unread answer is withdrawn
      hold: () => this.#keys.hold(),
      release: () => this.#keys.release(),
      write: async (bytes) => {
        // if another vibeflow instance resumes it, its output about the key may already be here
        const at = this.#ports.clock.now()
        const outcome = await this.#keys.write(bytes)
        if (outcome !== 'written') return outcome
        this.#dialogs?.typed(typedKind(bytes), at)
        this.agent.input('keys', bytes)
        return outcome
      },
      answered: () => undefined, // the tab that would record it is gone
      changed: this.#ports.changed,
    })
  }

  /** Whether an agent reads this pane's terminal. */
  get isAgent(): boolean {
    return this.agent.inFront.lastReading?.foreground === 'tool'
  }

  /** Types a prompt into its agent and presses Enter, if it waits at its empty prompt. */
  async prompt(text: string, guess: boolean): Promise<Prompted> {
    this.#dialogs ??= this.#makeDialogs()
    return this.#dialogs.prompt(text, guess)
  }

  /** Takes the user's input for this pane. */
  typed(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void {
    const typed = kind === 'keys' ? typedKind(bytes) : kind === 'mouse' ? kind : 'text'
    if (kind !== 'mouse' || !isTerminalReply(bytes)) this.#dialogs?.typed(typed)
    this.agent.input(kind, bytes)
  }

  /** Whether its question was just answered. */
  get isAnswered(): boolean {
    return this.#dialogs?.isAnswered === true
  }

  /** Whether a client of another tmux is in its foreground. */
  get nested(): boolean {
    return this.#nested
  }

  /** Whether some of its output was skipped. */
  get flooded(): boolean {
    return this.#flooded
  }

  get dropped(): Dispatcher['dropped'] {
    return this.#dispatcher.dropped
  }

  /** Starts watching, once the pane can be found: the first reading may request its rows. */
  begin(): void {
    const { pid, isShell, title } = this.#listed
    this.agent.inFront.begin({ pid, isUserShell: isShell, home: this.#ports.home })
    // set before it was watched, and perhaps not set again for long
    if (title !== '') this.agent.found({ type: 'title', value: { text: title }, end: 0 })
  }

  /** Takes its new entry in tmux's list. */
  update(listed: ListedPane): void {
    const before = this.#listed
    this.#listed = listed
    if (listed.cols === before.cols && listed.rows === before.rows) return
    this.agent.applyEvidence({ type: 'resize' })
    this.#screen.renew()
  }

  configure(options: Options): void {
    this.agent.configure(options)
  }

  output(bytes: Uint8Array): void {
    this.#printed += bytes.length
    this.#dialogs?.printed()
    this.agent.output()
    if (this.#cancelRest !== null || this.#floods(bytes.length)) return
    this.agent.during(() => this.#dispatcher.feed(this.#unwrapper.feed(bytes)))
    this.#screen.output(bytes)
  }

  /** Notes that output is missing. */
  lost(): void {
    this.#screen.renew()
  }

  captured(rows: readonly Uint8Array[]): void {
    this.#screen.begin(screenBytes(rows, this.#listed))
  }

  dispose(): void {
    this.#keys.release()
    this.#dialogs?.dispose()
    this.#cancelRest?.()
    this.agent.dispose()
    this.#screen.dispose()
  }

  #floods(bytes: number): boolean {
    const { clock, rest } = this.#ports
    const fits = this.#budget.spend(bytes, clock.now())
    if (fits && !this.#screen.isBehind) return false
    this.#flooded = true
    rest(true)
    this.#cancelRest = clock.after(tmuxRestMs, () => {
      this.#cancelRest = null
      rest(false)
      this.lost()
    })
    return true
  }
}
