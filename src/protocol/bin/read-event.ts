/** The JSON that an agent hands to its hook on standard input. */

/** @returns its fields, or why it has none: never with a part of the input */
export function readEvent(
  json: string,
): { readonly fields: Readonly<Record<string, unknown>> } | { readonly problem: string } {
  let event: unknown
  try {
    event = JSON.parse(json)
  } catch {
    return { problem: 'standard input is not JSON' } // the parser's own words would quote it
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return { problem: 'standard input is no JSON object' }
  return { fields: event as Readonly<Record<string, unknown>> }
}
