/**
 * What parsers and formatters answer: a value, or one word of a closed list. They never throw and
 * never half-succeed.
 */

export const problems = [
  /** Another number, or no OSC sequence at all. Whole-frame parsers only. */
  'not-ours',
  /** ESC without `\`, CAN or SUB inside the string. */
  'cut',
  /** More bytes than the dialect allows, introducer and terminator included. */
  'too-long',
  /**
   * No end, bad UTF-8, bad JSON, a bad number; when formatting, a value that its dialect cannot
   * carry.
   */
  'malformed',
  /** A bad percent escape, or one of bytes that are no UTF-8. */
  'bad-encoding',
  'missing-state',
  'unknown-state',
  /** An OSC 7501 `id` that is no path. */
  'bad-id',
  /** Base64, or what it holds. */
  'bad-text',
  'missing-field',
  'unknown-op',
  'unsupported-version',
  /** Nothing in it that can be used. */
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
