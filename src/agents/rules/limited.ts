/**
 * Judges by rules with a time limit. A user's expressions may run forever on a program's text, and
 * no check at load time finds all of these (worst-case.ts). The slow rule is named so that it can
 * be switched off. Shipped rules run without a limit; tests check their cost.
 */
import type { Millis } from '../../base/clock.ts'
import { blamedMsMin, judgingMsMax, judgingTriesMax } from './limits.ts'
import { judge } from './rules.ts'
import type { RuleOutcome, ScreenRegion, RegionText, Rule, RuleName } from './rules.ts'

/** Runs work and interrupts it after `ms` ms, even inside an expression (host/shadow/limit.ts). */
export type Limit = <Value>(work: () => Value, ms: number) => Value | 'late'

export interface RuleOff {
  readonly name: RuleName
  /** Reason, as the end of a sentence that starts with the rule's name. */
  readonly why: string
}

type RuleVerdict = { readonly outcome: RuleOutcome | null } | { readonly off: RuleOff }

export interface Limited {
  readonly limit: Limit
  /** CPU time of this thread so far. */
  readonly spent: () => Millis
}

/** @returns the strongest rule that matches, or the user's rule to switch off and try again */
export function judgeWithin(
  rules: readonly Rule[],
  textOf: (region: ScreenRegion) => RegionText | null,
  { limit, spent }: Limited,
): RuleVerdict {
  if (!rules.some(({ own }) => own !== undefined)) return { outcome: judge(rules, textOf) }
  const spentBy = new Map<RuleName, Millis>()
  let tried: Rule | null = null
  let since = spent()
  const trying = (rule: Rule | null) => {
    const at = spent()
    if (tried?.own !== undefined) spentBy.set(tried.own, (spentBy.get(tried.own) ?? 0) + at - since)
    tried = rule
    since = at
  }
  for (let tries = 0; tries < judgingTriesMax; tries += 1) {
    try {
      const outcome = limit(() => judge(rules, textOf, trying), judgingMsMax)
      if (outcome !== 'late') return { outcome }
    } catch (error) {
      const name = (tried as Rule | null)?.own // set by a callback, which the compiler does not see
      if (name === undefined) throw error
      return {
        off: {
          name,
          why: `failed: ${error instanceof Error ? error.message : String(error)}`,
        },
      }
    }
    trying(null)
  }
  const [slowest] = [...spentBy].sort(([, one], [, other]) => other - one)
  // Only shipped rules were slow, or the machine paused: report nothing this time.
  return slowest === undefined || slowest[1] < blamedMsMin
    ? { outcome: null }
    : {
        off: {
          name: slowest[0],
          why: `took more than ${judgingMsMax} ms ${judgingTriesMax} times in a row`,
        },
      }
}

/** As `limit`, but `ms` is CPU time: on a busy machine, others may use the time of a clock. */
export function withinCpu<Value>({ limit, spent }: Limited, work: () => Value, ms: number) {
  const from = spent()
  let done = limit(work, ms)
  while (done === 'late' && spent() - from < ms) done = limit(work, ms)
  return done
}

/** Returns the rule's name for problems and Why. */
export function ruleText({ agent, rule }: RuleName): string {
  return `${agent}, rule ${rule}`
}

export function sameName(one: RuleName, other: RuleName): boolean {
  return one.agent === other.agent && one.rule === other.rule
}
