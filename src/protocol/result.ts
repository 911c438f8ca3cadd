/** Result of parsers and formatters, which never throw: a value, or a word of a closed list. */

export const problems = [
  /** Another number, or not an OSC sequence. Only from parsers of complete frames. */
  'not-ours',
  /** ESC without `\`, CAN or SUB inside the string. */
  'cut',
  /** More bytes than the dialect allows, introducer and terminator included. */
  'too-long',
  /** Missing end, bad UTF-8, JSON or number; in a formatter, a value the dialect cannot carry. */
  'malformed',
  /** A bad percent escape, or escaped bytes that are not UTF-8. */
  'bad-encoding',
  'missing-state',
  'unknown-state',
  /** Invalid path in an OSC 7501 `id`. */
  'bad-id',
  /** Invalid base64, or invalid text in it. */
  'bad-text',
  'missing-field',
  'unknown-op',
  'unsupported-version',
  'empty',
] as const

export type Problem = (typeof problems)[number]

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem }

export function ok<Value>(value: Value): Result<Value> {
  return { ok: true, value }
}

export function fail(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem }
}
