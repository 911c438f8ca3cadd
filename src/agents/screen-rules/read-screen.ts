/**
 * What an agent's rules make of a screen, and how that becomes evidence (docs/screen-rules.md).
 * Pure.
 */
import { judgeWithin, type Limited, type RuleOff } from '../rules/limited.ts'
import type { Rule } from '../rules/rules.ts'
import type { ScreenEvidence } from '../state/evidence.ts'
import { regionsOf } from './regions.ts'

/**
 * Those of an agent's rules that look at the screen. Title and progress rules are judged apart from
 * them (signals.ts).
 */
export function screenRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ region: { of } }) => of !== 'title' && of !== 'progress')
}

/**
 * @param rules screen rules, the strongest first @param rows of the screen, from the top,
 * right-trimmed, as rules see them (`asRulesSee`) @returns what it shows, or the user's rule that
 * takes too long on it
 */
export function readScreen(
  rules: readonly Rule[],
  rows: readonly string[],
  limited: Limited,
): ScreenEvidence | { readonly off: RuleOff } {
  const textOf = regionsOf(rows)
  const judged = judgeWithin(rules, textOf, limited)
  if ('off' in judged) return judged
  const { outcome } = judged
  if (outcome === null)
    return rows.every((row) => row === '')
      ? { type: 'screen', state: null, blank: true }
      : { type: 'screen', state: null }
  const { state, kind } = outcome
  const region = state === 'idle' ? rules.find(({ id }) => id === outcome.rule)?.region : undefined
  return {
    type: 'screen',
    state,
    rule: outcome.rule,
    ...(kind === undefined ? {} : { kind }),
    // An input box counts once it has not changed for a while; a spinner changes as long as it
    // turns, and counts all the same.
    ...(region === undefined ? {} : { digest: digestOf(textOf(region)?.joined ?? '') }),
  }
}

/** FNV-1a, 32 bits: two boxes that are taken for one would be 1.5 s early, nothing worse. */
function digestOf(text: string): number {
  let digest = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193)
  return digest >>> 0
}
