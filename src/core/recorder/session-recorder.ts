/**
 * The recorder of one session: takes its events at a bounded pace, keeps the newest in memory, and
 * hands each to whoever stores them. What is over the pace is counted; of states the newest is
 * recorded as soon as there is room, so that none lasts longer than it did by more than that.
 */
import type { Clock } from '../../base/clock.ts'
import { TokenBucket } from '../../base/time/token-bucket.ts'
import type { TabState, TabAgent } from '../windows/tabs/tab-view.ts'
import { cleaned, type RecordedEvent, type RecorderEvent } from './events.ts'
import { eventsBurst, eventsKeptMax, eventsPerSecond } from './limits.ts'

export interface SessionRecorderPorts {
  readonly clock: Clock
  /** Bytes of the tab's output so far. */
  readonly place: () => number
  /** What the tab says it works on, or where it is. */
  readonly project: () => string
  /** The option is on. */
  readonly enabled: () => boolean
  readonly recorded: (entry: RecordedEvent) => void
}

const nothingShown = 'active  \n'

/** What a tab shows, as `AgentDrawn` has it. */
interface Shown {
  readonly state: TabState
  readonly agent: TabAgent
  readonly reason: string
}

export class SessionRecorder {
  readonly #ports: SessionRecorderPorts
  #entries: RecordedEvent[] = []
  /** Events that may be recorded now. */
  readonly #bucket: TokenBucket
  #dropped = 0
  /** The state that was recorded last: a new tab's is nobody's. */
  #shown = nothingShown
  /** While it waits for the user. `typed`: keys went to it; `answered`: that is recorded. */
  #waiting: { readonly question: string; typed: boolean; answered: boolean } | null = null
  #heldState: RecordedEvent | null = null
  #cancel: (() => void) | null = null

  constructor(ports: SessionRecorderPorts) {
    this.#ports = ports
    this.#bucket = new TokenBucket(ports.clock.now(), eventsPerSecond, eventsBurst)
  }

  /** The newest, oldest first. */
  get entries(): readonly RecordedEvent[] {
    return this.#entries
  }

  /**
   * Something has happened in the session. Texts need not be clean.
   * @param place where it stands in the output; absent: at its end
   */
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

  /** The user has typed into the tab. What, is recorded nowhere. */
  typed(): void {
    if (this.#waiting !== null) this.#waiting.typed = true
  }

  /** What the tab shows has changed: recorded if it is another state, of another agent. */
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

  /** It waited, somebody typed, and it works: that was the answer. */
  #answeredByKeys(state: TabState): void {
    const { question, typed, answered } = this.#waiting ?? {
      question: '',
      typed: false,
      answered: true,
    }
    if (state !== 'working' || !typed || answered) return
    this.record({ type: 'answer', rule: '', question, choice: '', by: 'keyboard', refused: null })
  }

  /** Other options are in force. Off: nothing that was recorded is kept. */
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

  /** The session ends: what is held is recorded. */
  dispose(): void {
    if (this.#cancel !== null) this.#release()
  }

  /** What was held, and how much was passed over before it. */
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
