/**
 * Announces tab changes to screen readers: one sentence per change, up to one every 2 s. Between
 * two announcements, only the newest change of each tab is kept. Urgent changes are announced
 * first.
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import type { TabState, TabView } from './tab-view.ts'
import { agentName } from './agent-names.ts'
import { stateWord } from './state-words.ts'

export const announceIntervalMs = 2_000

/** Tabs named in one sentence; more are counted. */
const namedMax = 3

type Urgency = 'polite' | 'assertive'

/** Returns `null` for a change that is not announced. */
function announcement(
  before: TabState,
  view: TabView,
): { readonly urgency: Urgency; readonly text: string } | null {
  const { state, title, agent } = view
  if (state === before) return null
  const announced =
    state === 'waiting' || state === 'error' || (state === 'done' && before === 'working')
  if (!announced) return null
  const who =
    agent === undefined || agent.tool === '' ? title : `${title}, ${agentName(agent.tool)}`
  return {
    urgency: state === 'done' ? 'polite' : 'assertive',
    text: `${who}: ${stateWord(view, () => '')}.`,
  }
}

export class StateAnnouncer {
  readonly #clock: Clock
  readonly #say: (urgency: Urgency, text: string) => void
  readonly #waiting = new Map<string, { readonly urgency: Urgency; readonly text: string }>()
  #saidAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(clock: Clock, say: (urgency: Urgency, text: string) => void) {
    this.#clock = clock
    this.#say = say
  }

  changed(before: TabState, view: TabView): void {
    if (view.state !== before) this.#waiting.delete(view.id) // the pending one is outdated
    const announced = announcement(before, view)
    if (announced === null) return
    this.#waiting.set(view.id, announced)
    if (this.#cancel !== null) return
    const dueMs = this.#saidAt + announceIntervalMs - this.#clock.now()
    if (dueMs <= 0) this.#next()
    else this.#cancel = this.#clock.after(dueMs, () => this.#next())
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#waiting.clear()
  }

  #next(): void {
    this.#cancel = null
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    if (all.length === 0) return
    const urgency: Urgency = all.some((one) => one.urgency === 'assertive') ? 'assertive' : 'polite'
    const sorted = all.toSorted(
      (a, b) => Number(b.urgency === 'assertive') - Number(a.urgency === 'assertive'),
    )
    const rest = sorted.length - namedMax
    this.#saidAt = this.#clock.now()
    this.#say(
      urgency,
      [
        ...sorted.slice(0, namedMax).map(({ text }) => text),
        ...(rest > 0 ? [`${rest} more tabs changed.`] : []),
      ].join(' '),
    )
  }
}
