/** User-defined templates with fields: `{project} · {state}`, `{title} - vibeflow`. */

/**
 * Fills in the fields. ` · ` and ` - ` separate parts. A part whose fields are all empty, or that
 * names a place which another field has shown, is omitted with its separator. Unknown fields are
 * kept as written, so that the user sees the typo.
 */
export function fill(template: string, fields: Readonly<Record<string, string>>): string {
  return filledParts(template, fields)
    .map(({ text }) => text)
    .join('')
}

/** Fields that may name the same place, as a branch with its project's name. */
const places: readonly string[] = ['project', 'branch', 'directory']

export interface FilledPart {
  /** The part's only field, else `null`. */
  readonly field: string | null
  /** Text of the part, including the separator before it. */
  readonly text: string
}

/** Returns the parts one by one, for a line that truncates some before others. */
export function filledParts(
  template: string,
  fields: Readonly<Record<string, string>>,
): readonly FilledPart[] {
  const parts: FilledPart[] = []
  const shown = new Map<string, string>()
  const pieces = template.split(/( · | - )/)
  for (let index = 0; index < pieces.length; index += 2) {
    const written = pieces[index] ?? ''
    const names = [...written.matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']) => name)
      .filter((name) => Object.hasOwn(fields, name))
    if (names.length > 0 && names.every((name) => fields[name] === '')) continue
    const text = written.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(fields, name) ? (fields[name] ?? '') : whole,
    )
    if (text === '' && names.length === 0 && pieces.length > 1) continue
    const field = names.length === 1 ? (names[0] ?? null) : null
    if (field !== null && places.includes(field)) {
      if ((shown.get(text) ?? field) !== field) continue
      shown.set(text, field)
    }
    parts.push({
      field,
      text: `${parts.length === 0 ? '' : (pieces[index - 1] ?? '')}${text}`,
    })
  }
  return parts
}
