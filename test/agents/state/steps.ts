/** Evidence and timelines of the traps. */
import type { StateOptions } from '../../../src/agents/state/configuration.ts'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import { Timeline } from '../../support/timeline.ts'

export const tab = (configuration: Partial<StateOptions> = {}) => new Timeline(configuration)
export const changes = (line: Timeline) => line.view.history.map(({ at, to }) => `${to}@${at}`)
export const input = (kind: 'text' | 'submit' | 'interrupt' | 'paste'): Evidence => ({
  type: 'input',
  input: kind,
})
export const front = (foreground: 'shell' | 'other' | 'unknown', descends = false): Evidence => ({
  type: 'process',
  foreground,
  descends,
})
/** A listed tool printed something and went quiet. */
export const guessedWaiting = () => tab().arm().output().to(4_000)
