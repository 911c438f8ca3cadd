/** Texts of items that need the user, one line each, with program texts cleaned. */
import type { AttentionItem } from '../../core/windows/attention/list.ts'
import { agentName, isKnownAgent } from '../../core/windows/tabs/agent-names.ts'
import { needYou } from '../../core/windows/tabs/needs-you.ts'
import { needsWord } from '../../core/windows/tabs/state-words.ts'
import { timeOfDay } from '../../host/clock.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'

/** Urgency of a state, for displays with a single icon. */
export type StateUrgency = 'waiting' | 'error' | 'done' | 'message'

export const urgencies: readonly StateUrgency[] = ['waiting', 'error', 'done', 'message']

export function urgencyOf({ state, kind }: AttentionItem): StateUrgency {
  if (kind === 'bell' || kind === 'program') return 'message'
  return state === 'waiting' || state === 'error' || state === 'done' ? state : 'message'
}

/** Returns `needs you: permission`, `failed`, `done`, `rang the bell` or `sent a message`. */
export function whatOf(item: AttentionItem): string {
  const { kind, limit, state } = item
  if (kind === 'bell') return 'rang the bell'
  if (kind === 'program') return 'sent a message'
  const until = limit?.until === undefined ? '' : ` until ${timeOfDay(limit.until)}`
  const limited = limit === undefined ? '' : `limited${until}`
  if (state === 'waiting')
    return `needs you: ${limited !== '' && kind === 'other' ? limited : needsWord(kind)}`
  return [state === 'error' ? 'failed' : state, limited].filter(Boolean).join(', ')
}

/** Returns whether the question may be readable and answerable from here. */
export function asksSomething({ state, kind }: AttentionItem): boolean {
  return state === 'waiting' && (kind === 'permission' || kind === 'question' || kind === 'auth')
}

/** Returns `api`, `api (Claude Code)` or `api (Claude Code, work)`. */
export function whoOf({ account = '', title, tool }: AttentionItem): string {
  const names = [tool === '' ? '' : agentName(tool), account].filter((part) => part !== '')
  const name = safeText(names.join(', '), nameCharactersMax)
  const named = safeText(title, nameCharactersMax)
  return name === '' || name === named ? named : `${named} (${name})`
}

/** Returns the message. Texts not from known agents get a prefix. */
export function saidOf({ message, kind, tool }: AttentionItem): string {
  const isNamed = message === '' || (kind !== 'program' && isKnownAgent(tool))
  return isNamed ? message : `Message: ${message}`
}

/** Returns `2 need you`, or an empty string for 0. */
export function countWords(count: number): string {
  return count === 0 ? '' : needYou(count)
}
