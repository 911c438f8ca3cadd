/** Problems of tables that read themselves. */
import { didYouMean } from '../../../base/numbers/nearest.ts'
import type { SectionProblem } from '../option.ts'
import { quotedValue } from '../written.ts'

/** @param key relative to the section */
export function wrong(key: string, text: string, kind = 'invalid_value'): SectionProblem {
  return { key, kind, severity: 'error', text }
}

/** @param key relative to the section; empty for the section itself */
export function invalid(
  section: string,
  key: string,
  value: unknown,
  allowed: string,
  kind?: string,
): SectionProblem {
  const name = key === '' ? section : `${section}.${key}`
  return wrong(key, `invalid value for ${name}: ${quotedValue(value)}. Allowed: ${allowed}.`, kind)
}

export function unknownKey(section: string, key: string, meant: string | null): SectionProblem {
  const text = `unknown key ${section}.${key}.${didYouMean(meant)}`
  return { key, kind: 'unknown_key', severity: 'warning', text }
}
