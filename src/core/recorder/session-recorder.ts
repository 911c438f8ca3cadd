/**
 * The recorder of one session: takes events at a limited rate, keeps the newest in memory, and
 * passes each on to be stored. Events beyond the rate are counted. The newest state is recorded as
 * soon as the rate allows, so that durations stay accurate.
 */
import type { Clock } from '../../base/clock.ts'
import { TokenBucket } from '../../base/time/token-bucket.ts'
import type { TabState, TabAgent } from '../windows/tabs/tab-view.ts'
import { cleaned, type RecordedEvent, type RecorderEvent } from './events.ts'
import { eventsBurst, eventsKeptMax, eventsPerSecond } from './limits.ts'

interface SessionRecorderPorts {
  readonly clock: Clock
  /** Bytes of the tab's output so far. */
  readonly place: () => number
  /** The tab's project or directory. */
  readonly project: () => string
  readonly enabled: () => boolean
  readonly recorded: (entry: RecordedEvent) => void
}

const nothingShown = 'active  \n'

/** State of a tab, as in `AgentDrawn`. */
interface Shown {
  readonly state: TabState
  readonly agent: TabAgent
  readonly reason: string
}

export class SessionRecorder {
  readonly #ports: SessionRecorderPorts
  #entries: RecordedEvent[] = []
  /** Rate of recorded events. */
  readonly #bucket: TokenBucket
  #dropped = 0
  /** The last recorded state; a new tab has no agent. */
  #shown = nothingShown
  /** Set while it waits for the user. `typed`: into the tab; `answered`: and recorded. */
  #waiting: { readonly question: string; typed: boolean; answered: boolean } | null = null
  #heldState: RecordedEvent | null = null
  #cancel: (() => void) | null = null

  constructor(ports: SessionRecorderPorts) {
    this.#ports = ports
    this.#bucket = new TokenBucket(ports.clock.now(), eventsPerSecond, eventsBurst)
  }

  /** The newest events, oldest first. */
  get entries(): readonly RecordedEvent[] {
    return this.#entries
  }

  /** Records an event at an offset of the output. Its texts need not be sanitized. */
  record(event: RecorderEvent, place = this.#ports.place()): void {
    if (!this.#ports.enabled()) return
    if (event.type === 'answer' && event.refused === null && this.#waiting !== null)
      this.#waiting.answered = true
    const entry = { at: this.#ports.clock.now(), place, event: cleaned(event) }
    if (this.#cancel === null && this.#bucket.admit(1, entry.at)) {
      this.#take(entry)
      return
    }
    if (event.type !== 'state') this.#dropped += 1
    else {
      if (this.#heldState !== null) this.#dropped += 1
      this.#heldState = entry
    }
    this.#cancel ??= this.#ports.clock.after(1_000 / eventsPerSecond, () => this.#release())
  }

  /**
   * Notes input of the tab, which itself is never recorded.
   * @param byUser false for an answer or a prompt that vibeflow typed: those are recorded
   */
  typed(byUser: boolean): void {
    if (this.#waiting !== null) this.#waiting.typed = byUser
  }

  /** Records a state if state, kind or agent changed. */
  state({ state, agent, reason }: Shown): void {
    const { kind, tool, source } = agent
    const key = `${state} ${kind ?? ''} ${tool}\n${agent.project ?? ''}`
    if (key === this.#shown || !this.#ports.enabled()) return
    this.#shown = key
    this.#answeredByKeys(state)
    this.#waiting =
      state === 'waiting' ? { question: agent.message ?? '', typed: false, answered: false } : null
    const project = this.#ports.project()
    const event = { type: 'state', state, tool, project, source, reason } as const
    this.record(kind === undefined ? event : { ...event, kind })
  }

  /** Records an answer by keys: the agent waited, the user typed, and it works. */
  #answeredByKeys(state: TabState): void {
    const { question, typed, answered } = this.#waiting ?? {
      question: '',
      typed: false,
      answered: true,
    }
    if (state !== 'working' || !typed || answered) return
    this.record({ type: 'answer', rule: '', question, choice: '', by: 'keyboard', refused: null })
  }

  /** Applies changed options. Disabling drops all events. */
  configured(): void {
    if (this.#ports.enabled()) return
    this.#cancel?.()
    this.#cancel = null
    this.#entries = []
    this.#heldState = null
    this.#waiting = null
    this.#dropped = 0
    this.#shown = nothingShown
  }

  /** Records held events before the session ends. */
  dispose(): void {
    if (this.#cancel !== null) this.#release()
  }

  /** Records the number of dropped events, and the held state. */
  #release(): void {
    this.#cancel?.()
    this.#cancel = null
    const { clock, place, enabled } = this.#ports
    const [held, count] = [this.#heldState, this.#dropped]
    this.#heldState = null
    this.#dropped = 0
    if (!enabled()) return
    if (count > 0)
      this.#take({ at: clock.now(), place: place(), event: { type: 'dropped', count } })
    if (held !== null) this.#take(held)
  }

  #take(entry: RecordedEvent): void {
    this.#entries.push(entry)
    if (this.#entries.length > 2 * eventsKeptMax)
      this.#entries = this.#entries.slice(-eventsKeptMax)
    this.#ports.recorded(entry)
  }
}
