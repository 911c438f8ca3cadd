/** Applies an agent's rules to a screen and returns evidence (docs/reference/screen-rules.md). */
import { judgeWithin, type Limited, type RuleOff } from '../rules/limited.ts'
import { holds, type Rule } from '../rules/rules.ts'
import type { ScreenEvidence } from '../state/evidence.ts'
import { regionsOf } from './regions.ts'

/** Returns the rules that read the screen. signals.ts handles title and progress rules. */
export function screenRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ region: { of } }) => of !== 'title' && of !== 'progress')
}

/**
 * Returns the state on the screen, or the user's rule that takes too long on it.
 *
 * @param rules screen rules, strongest first
 * @param rows rows from the top, right-trimmed, from `asRulesSee`
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
    ...(state === 'waiting' && mayShowPrompt(rules, textOf) ? { atPrompt: true } : {}),
    // An input box counts after it has been unchanged for a while. A spinner changes all the time
    // and still counts.
    ...(region === undefined ? {} : { digest: digestOf(textOf(region)?.joined ?? '') }),
  }
}

/**
 * Returns whether the agent's prompt is shown, or may be: no shipped rule can recognize it. Rules
 * of the user are not timed here.
 */
function mayShowPrompt(rules: readonly Rule[], textOf: ReturnType<typeof regionsOf>): boolean {
  const prompts = rules.filter(({ state, own }) => state === 'idle' && own === undefined)
  return (
    prompts.length === 0 ||
    prompts.some((rule) => {
      const text = textOf(rule.region)
      return text !== null && holds(rule, text)
    })
  )
}

/** Returns a digest of the agent's prompt and the rows around it, or 0 if it is empty. */
export function readBox(prompt: Rule, rows: readonly string[]): number {
  const textOf = regionsOf(rows)
  const region = textOf(prompt.region)
  if (region === null || holds(prompt, region)) return 0
  const around = prompt.region.of === 'screen' ? textOf({ of: 'bottom', rows: boxRows }) : region
  return digestOf(around?.joined ?? '') || 1
}

/** Rows for the digest of a box that is searched on the whole screen. */
const boxRows = 14

/** FNV-1a, 32 bits. A collision of two boxes only makes one count 1.5 s too early. */
function digestOf(text: string): number {
  let digest = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193)
  return digest >>> 0
}
