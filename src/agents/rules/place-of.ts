/** Finds the position of a value in a rules file that JSON.parse has read. */
/** Both count from 1; columns count characters. */
interface Place {
  readonly line: number
  readonly column: number
}

export type ValuePath = readonly (string | number)[]

/**
 * Returns the position of the key or list item at `path`, or of its nearest existing ancestor.
 * @param text valid JSON
 * @returns `null` for an empty path: the file itself
 */
export function placeOf(text: string, path: ValuePath): Place | null {
  let offset: number | null = null
  let at = valueAt(text, 0)
  for (const step of path) {
    const found = child(text, at, step)
    if (found === null) break
    offset = found.key
    at = found.value
  }
  if (offset === null) return null
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}

/** Returns the path of an agent's table, or of the id of its rule. */
export function pathOf(
  document: unknown,
  { agent, rule }: { readonly agent: string | null; readonly rule: string | null },
): ValuePath {
  if (agent === null) return []
  const rules = field(field(field(document, 'agents'), agent), 'rules')
  const index = Array.isArray(rules) ? rules.findIndex((one) => field(one, 'id') === rule) : -1
  return rule === null || index === -1 ? ['agents', agent] : ['agents', agent, 'rules', index, 'id']
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** Returns where the key (or item) and the value start; for a repeated key, the last one. */
function child(
  text: string,
  container: number,
  step: string | number,
): { readonly key: number; readonly value: number } | null {
  const isTable = text[container] === '{'
  if (!isTable && text[container] !== '[') return null
  let found: { readonly key: number; readonly value: number } | null = null
  let at = valueAt(text, container + 1)
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    const key = at
    let name: string | number = index
    if (isTable) {
      const end = endOf(text, at)
      name = JSON.parse(text.slice(at, end)) as string
      at = valueAt(text, valueAt(text, end) + 1)
    }
    if (name === step) found = { key, value: at }
    at = valueAt(text, endOf(text, at))
    if (text[at] === ',') at = valueAt(text, at + 1)
  }
  return found
}

function valueAt(text: string, from: number): number {
  let at = from
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1
  return at
}

function endOf(text: string, from: number): number {
  let depth = 0
  let at = from
  do {
    const one = text[at]
    if (one === '"') {
      at += 1
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
      at += 1
    } else if (one === '{' || one === '[') {
      depth += 1
      at += 1
    } else if (one === '}' || one === ']') {
      depth -= 1
      at += 1
    } else if (depth > 0) at += 1
    else while (at < text.length && !' \t\r\n,]}:'.includes(text[at] ?? '')) at += 1
  } while (depth > 0 && at < text.length)
  return at
}
