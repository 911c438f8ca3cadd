/** Parses a hook's JSON. Returns its fields, or a problem without any input. */
export function readEvent(
  json: string,
): { readonly fields: Readonly<Record<string, unknown>> } | { readonly problem: string } {
  let event: unknown
  try {
    event = JSON.parse(json)
  } catch {
    return { problem: 'standard input is not JSON' } // the parser's own message would quote it
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return { problem: 'standard input is not a JSON object' }
  return { fields: event as Readonly<Record<string, unknown>> }
}
