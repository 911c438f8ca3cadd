/**
 * Inputs and expectations of the protocol groups in the shared vectors (test/data/README.md,
 * "Common fields").
 */
import type { Vector } from '../support/vectors.ts'

interface Build {
  readonly prefix?: string
  readonly repeat?: string
  readonly count?: number
  readonly base64_of?: { readonly repeat: string; readonly count: number }
  readonly suffix?: string
  readonly total?: number
}

/** The bytes of `input` or `input_build`. */
export function inputBytes(vector: Vector): Uint8Array {
  const { input, input_build: build } = vector as { input?: { hex: string }; input_build?: Build }
  return input !== undefined ? fromHex(input.hex) : buildBytes(build as Build)
}

/** The text of `body` or `body_build`. */
export function bodyText(vector: Vector): string {
  return typeof vector['body'] === 'string'
    ? vector['body']
    : new TextDecoder().decode(buildBytes(vector['body_build'] as Build))
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}

/**
 * A result as the vectors write it: `{ ok }` or `{ error }`, long texts by their length where the
 * vector gives a length.
 */
export function asExpected(
  result: { readonly ok: boolean; readonly value?: unknown; readonly problem?: string },
  expected: unknown,
): unknown {
  if (!result.ok) return { error: result.problem }
  if (typeof result.value === 'object' && result.value !== null && 'query' in result.value)
    return result.value
  return { ok: withLengths(result.value, (expected as { ok?: unknown }).ok) }
}

/** `x_len` stands for the length of the field `x`. */
export function withLengths(value: unknown, expected: unknown): unknown {
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof expected !== 'object' ||
    expected === null
  )
    return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) =>
      `${key}_len` in expected
        ? [`${key}_len`, (field as string | unknown[]).length]
        : [key, field],
    ),
  )
}

function buildBytes({
  prefix = '',
  repeat = '',
  count = 0,
  base64_of: base64,
  suffix = '',
  total,
}: Build): Uint8Array {
  const middle =
    base64 === undefined
      ? Buffer.from(repeat.repeat(count))
      : Buffer.from(Buffer.from(base64.repeat.repeat(base64.count)).toString('base64'))
  const bytes = Buffer.concat([shown(prefix), middle, shown(suffix)])
  if (total !== undefined && bytes.length !== total)
    throw new Error(`built ${bytes.length} bytes, not ${total}`)
  return Uint8Array.from(bytes)
}

/** Printable ASCII as it is, a doubled backslash, `\xNN` for all else. */
function shown(text: string): Buffer {
  return Buffer.from(
    text.replace(/\\(\\|x([0-9a-fA-F]{2}))/g, (_, all: string, hex: string | undefined) =>
      hex === undefined ? all : String.fromCharCode(parseInt(hex, 16)),
    ),
    'latin1',
  )
}
