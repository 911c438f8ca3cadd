/** TOML values for documents, templates and `--print-config`. */
import { unwanted } from '../../base/text/safe-text.ts'
import { configValueCharactersMax } from './limits.ts'

/** Returns a value on one line. */
export function tomlValue(value: unknown): string {
  if (typeof value === 'string') return tomlText(value)
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const rows = Object.entries(value).map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`)
    return rows.length === 0 ? '{}' : `{ ${rows.join(', ')} }`
  }
  return String(value)
}

/** Returns a value for a sentence: on one line, up to `configValueCharactersMax` characters. */
export function quotedValue(value: unknown): string {
  const letters = [...(value instanceof Date ? 'a date' : tomlValue(value))]
  const cut = letters.length > configValueCharactersMax
  return cut ? `${letters.slice(0, configValueCharactersMax).join('')}…` : letters.join('')
}

export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlText(key)
}

/** Uses single quotes if they avoid backslashes, and escapes invisible characters. */
function tomlText(text: string): string {
  if (/["\\]/.test(text) && !text.includes("'") && text.search(unwanted) === -1) return `'${text}'`
  const escaped = text.replace(/["\\]/g, '\\$&').replace(unwanted, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
  })
  return `"${escaped}"`
}
