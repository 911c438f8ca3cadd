/** Explains why each rule of an agent matches or not (`vibeflow rules test`). */
import { matches } from './rules.ts'
import type { RuleMatcher, ScreenRegion, RegionText, Rule } from './rules.ts'

interface Explained {
  readonly rule: Rule
  readonly holds: boolean
  /** Deciding reason, as the end of a sentence. */
  readonly why: string
}

/** @param textOf returns `null` if the region was not given */
export function explain(
  rules: readonly Rule[],
  textOf: (region: ScreenRegion) => RegionText | null,
): readonly Explained[] {
  return rules.map((rule) => {
    const text = textOf(rule.region)
    const missing = text === null ? null : firstWrong(rule, text)
    return {
      rule,
      holds: text !== null && missing === null,
      why:
        text === null
          ? `no ${rule.region.of} given`
          : (missing ?? 'all required matchers match, and no forbidden one'),
    }
  })
}

function firstWrong({ region, all, any, not }: Rule, text: RegionText): string | null {
  const where = regionName(region)
  if (text.rows.length === 0) return `${where} is empty`
  const absent = all.find((one) => !matches(one, text))
  if (absent !== undefined) return `all: ${shown(absent)} is not in ${where}`
  if (any.length > 0 && !any.some((one) => matches(one, text)))
    return `any: none of ${any.map(shown).join(', ')} is in ${where}`
  const forbidden = not.find((one) => matches(one, text))
  return forbidden === undefined ? null : `not: ${shown(forbidden)} is in ${where}`
}

export function regionName(region: ScreenRegion): string {
  return region.of === 'bottom' || region.of === 'top' ? `${region.of}:${region.rows}` : region.of
}

function shown(matcher: RuleMatcher): string {
  return matcher.of === 'text'
    ? JSON.stringify(matcher.lowered)
    : `${matcher.of} ${String(matcher.expression)}`
}
