/** What a tab's state is called: colour alone tells nobody with other eyes, or none (behaviour/ui.md 14). */
import type { DisplayState, TabView } from '../../core/ipc/contract.ts'

const words: Readonly<Record<DisplayState, string>> = {
  active: '', idle: 'idle', working: 'working', waiting: 'needs you', done: 'done', error: 'failed',
}

/** A tab's name for a screen reader: title, subtitle, state. */
export function stateWords({ title, subtitle, state }: TabView): string {
  return [title, subtitle, words[state]].filter((part) => part !== '').join(', ')
}
