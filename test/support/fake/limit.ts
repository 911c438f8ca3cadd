/** Rules judged without a limit: what is tried is known to end. */
import type { Limited } from '../../../src/agents/rules/limited.ts'
import type { Rule } from '../../../src/agents/rules/rules.ts'
import type { ScreenEvidence } from '../../../src/agents/state/evidence.ts'
import { readScreen } from '../../../src/agents/screen-rules/read-screen.ts'

export const unlimited: Limited = { limit: (work) => work(), spent: () => 0 }

export function readAll(rules: readonly Rule[], rows: readonly string[]): ScreenEvidence {
  const read = readScreen(rules, rows, unlimited)
  if ('off' in read) throw new Error(`${read.off.name.rule} ${read.off.why}`)
  return read
}
