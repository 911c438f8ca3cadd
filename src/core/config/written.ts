/** Values as TOML writes them, for documents, templates and `--print-config`. */

/** A value on one line. */
export function tomlValue(value: unknown): string {
  if (typeof value === 'string') return tomlText(value)
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const rows = Object.entries(value).map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`)
    return rows.length === 0 ? '{}' : `{ ${rows.join(', ')} }`
  }
  return String(value)
}

export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlText(key)
}

/** Single quotes where they save backslashes, as a person would. */
function tomlText(text: string): string {
  if (/["\\]/.test(text) && !/['\u0000-\u001f\u007f]/.test(text)) return `'${text}'`
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/[\u0000-\u001f\u007f]/g, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
  return `"${escaped}"`
}
