/** What needs the user, in words of one line. Whatever programs said has been cleaned. */
import type { AttentionItem } from '../../core/windows/attention/list.ts'
import { agentName, isKnownAgent } from '../../core/windows/tabs/agent-names.ts'
import { needYou } from '../../core/windows/tabs/needs-you.ts'
import { needsWord } from '../../core/windows/tabs/state-words.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'

/** How urgent a state is for who looks at one sign alone. */
export type StateUrgency = 'waiting' | 'error' | 'done' | 'message'

export const urgencies: readonly StateUrgency[] = ['waiting', 'error', 'done', 'message']

export function urgencyOf({ state, kind }: AttentionItem): StateUrgency {
  if (kind === 'bell' || kind === 'program') return 'message'
  return state === 'waiting' || state === 'error' || state === 'done' ? state : 'message'
}

/** `needs you: permission`, `failed`, `done`, `rang the bell`, `sent a message`. */
export function whatOf(item: AttentionItem): string {
  const { kind, state } = item
  if (kind === 'bell') return 'rang the bell'
  if (kind === 'program') return 'sent a message'
  if (state === 'waiting') return `needs you: ${needsWord(kind)}`
  return state === 'error' ? 'failed' : state
}

/** A permission or a question: it can perhaps be read and answered from here. */
export function asksSomething({ state, kind }: AttentionItem): boolean {
  return state === 'waiting' && (kind === 'permission' || kind === 'question' || kind === 'auth')
}

/** `api`, or `api (Claude Code)`. */
export function whoOf({ title, tool }: AttentionItem): string {
  const name = tool === '' ? '' : safeText(agentName(tool), nameCharactersMax)
  const named = safeText(title, nameCharactersMax)
  return name === '' || name === named ? named : `${named} (${name})`
}

/** What it says, so that only the words of agents that are known stand there by themselves. */
export function saidOf({ message, kind, tool }: AttentionItem): string {
  const isNamed = message === '' || (kind !== 'program' && isKnownAgent(tool))
  return isNamed ? message : `Message: ${message}`
}

/** `2 need you`, of those that nobody has looked at and those that wait still; '' of none. */
export function countWords(count: number): string {
  return count === 0 ? '' : needYou(count)
}
