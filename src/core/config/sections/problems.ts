/** What the tables that read themselves report. */
import { didYouMean } from '../../../base/nearest.ts'
import type { SectionProblem } from '../option.ts'
import { quotedValue } from '../written.ts'

/** @param key below the section's name */
export function wrong(key: string, text: string, kind = 'invalid_value'): SectionProblem {
  return { key, kind, severity: 'error', text }
}

/** @param key below the section's name; '': the section itself */
export function invalid(
  section: string,
  key: string,
  value: unknown,
  allowed: string,
  kind?: string,
): SectionProblem {
  const name = key === '' ? section : `${section}.${key}`
  return wrong(key, `${name} is ${quotedValue(value)}. Allowed: ${allowed}.`, kind)
}

export function unknownKey(section: string, key: string, meant: string | null): SectionProblem {
  const text = `unknown key ${section}.${key}.${didYouMean(meant)}`
  return { key, kind: 'unknown_key', severity: 'warning', text }
}
