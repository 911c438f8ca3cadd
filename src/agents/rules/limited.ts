/**
 * Judges by rules that may be the user's, whose expressions may take for ever on what a program
 * prints: no check at load finds all of those (worst-case.ts). They run within a limit, and the one
 * that takes the time is named, to be switched off. What we ship runs as it is: tests hold it to
 * its cost.
 */
import type { Millis } from '../../base/clock.ts'
import { blamedMsMin, judgingMsMax, judgingTriesMax } from './limits.ts'
import {
  judge,
  type RuleOutcome,
  type ScreenRegion,
  type RegionText,
  type Rule,
  type RuleName,
} from './rules.ts'

/**
 * Runs work and stops it after so many milliseconds, wherever it is, also within one expression.
 * Given by the host (host/shadow/limit.ts).
 */
export type Limit = <Value>(work: () => Value, ms: number) => Value | 'late'

export interface RuleOff {
  readonly name: RuleName
  /** As the end of a sentence that begins with its name. */
  readonly why: string
}

export type RuleVerdict = { readonly outcome: RuleOutcome | null } | { readonly off: RuleOff }

export interface Limited {
  readonly limit: Limit
  /** Processor time of this thread so far. */
  readonly spent: () => Millis
}

/**
 * @returns the strongest rule that holds, or the user's rule without which it is to be tried again
 */
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
          why: `cannot be tried: ${error instanceof Error ? error.message : String(error)}`,
        },
      }
    }
    trying(null)
  }
  const [slowest] = [...spentBy].sort(([, one], [, other]) => other - one)
  // It was late at rules of ours, or had no processor: the machine stood still. Nothing is said
  // this time.
  return slowest === undefined || slowest[1] < blamedMsMin
    ? { outcome: null }
    : {
        off: {
          name: slowest[0],
          why:
            `took more than ${judgingMsMax} ms on what the program showed, ${judgingTriesMax} ` +
            'times in a row',
        },
      }
}

/** As problems and Why name it. */
export function ruleText({ agent, rule }: RuleName): string {
  return `${agent}, rule ${rule}`
}

export function sameName(one: RuleName, other: RuleName): boolean {
  return one.agent === other.agent && one.rule === other.rule
}
