/** Texts with fields that the user lays out: `{project} · {state}`, `{title} - vibeflow`. */

/**
 * Puts fields in. What stands between ` · ` or ` - ` is a part; a part all of whose fields are
 * empty is left out with its separator. A field of no such name stays as it is written: the user
 * sees what was mistyped.
 */
export function fill(template: string, fields: Readonly<Record<string, string>>): string {
  return filledParts(template, fields)
    .map(({ text }) => text)
    .join('')
}

export interface FilledPart {
  /** The only field of the part, else null. */
  readonly field: string | null
  /** With the separator before it. */
  readonly text: string
}

/** The parts one by one, for a line in which some may be cut before others. */
export function filledParts(
  template: string,
  fields: Readonly<Record<string, string>>,
): readonly FilledPart[] {
  const parts: FilledPart[] = []
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
    parts.push({
      field: names.length === 1 ? (names[0] ?? null) : null,
      text: `${parts.length === 0 ? '' : (pieces[index - 1] ?? '')}${text}`,
    })
  }
  return parts
}
