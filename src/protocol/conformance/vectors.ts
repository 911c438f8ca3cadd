/**
 * The shared vectors as the package ships them (`vectors.json`, built from test/data): inputs and
 * expectations of each group, in the notation of test/data/README.md, "Common fields".
 */
import { readFileSync } from 'node:fs'
import type { Frame } from '../osc/osc1338.ts'

export interface Vector {
  readonly id: string
  readonly note?: string
  readonly [field: string]: unknown
}

export type Vectors = Readonly<Record<string, readonly Vector[]>>

/** Groups of the shared data that concern this package or a terminal's stream. */
export const shippedGroups: readonly string[] = (
  'percent_encode percent_decode serialise parse osc7501_parse osc26_parse osc88_parse ' +
  'osc21337_parse osc133_body osc633_body osc7_body osc9_body osc52_body warp_json tmux_wrap ' +
  'dispatch'
).split(' ')

export function readVectors(file: URL): Vectors {
  return JSON.parse(readFileSync(file, 'utf8')) as Vectors
}

interface Build {
  readonly prefix?: string
  readonly repeat?: string
  readonly count?: number
  readonly base64_of?: { readonly repeat: string; readonly count: number }
  readonly suffix?: string
  readonly total?: number
}

/** Returns the bytes of `input` or `input_build`. */
export function inputBytes(vector: Vector): Uint8Array {
  const { input, input_build: build } = vector as { input?: { hex: string }; input_build?: Build }
  return input !== undefined ? fromHex(input.hex) : buildBytes(build as Build)
}

/** Returns the text of `body` or `body_build`. */
export function vectorText(vector: Vector): string {
  return typeof vector['body'] === 'string'
    ? vector['body']
    : new TextDecoder().decode(buildBytes(vector['body_build'] as Build))
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}

/** Returns a result in the vectors' notation, with lengths where the vector has them. */
export function asExpected(
  result: { readonly ok: boolean; readonly value?: unknown; readonly problem?: string },
  expected: unknown,
): unknown {
  if (!result.ok) return { error: result.problem }
  if (typeof result.value === 'object' && result.value !== null && 'query' in result.value)
    return result.value
  return { ok: withLengths(result.value, (expected as { ok?: unknown }).ok) }
}

/** Replaces the field `x` by its length if `x_len` is expected. */
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

/** Returns the chunks of a stream, given or built. */
export function chunksOf(vector: Vector): readonly Uint8Array[] {
  const { chunks, chunks_build: builds } = vector as {
    chunks?: readonly { hex: string }[]
    chunks_build?: readonly (Build & { hex?: string })[]
  }
  return chunks !== undefined
    ? chunks.map(({ hex }) => fromHex(hex))
    : (builds ?? []).map((build) =>
        build.hex === undefined ? buildBytes(build) : fromHex(build.hex),
      )
}

/** Returns `frame`, or builds `frame_build`, where a text is `{ repeat, count }`. */
export function frameOf(vector: Vector): Frame {
  if (vector['frame'] !== undefined) return vector['frame'] as Frame
  const built = Object.entries(
    vector['frame_build'] as Record<string, string | { repeat: string; count: number }>,
  )
  return Object.fromEntries(
    built.map(([key, value]) => [
      key,
      typeof value === 'string' ? value : value.repeat.repeat(value.count),
    ]),
  ) as unknown as Frame
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

/** Decodes printable ASCII, a doubled backslash, and `\xNN` for every other byte. */
function shown(text: string): Buffer {
  return Buffer.from(
    text.replace(/\\(\\|x([0-9a-fA-F]{2}))/g, (_, all: string, hex: string | undefined) =>
      hex === undefined ? all : String.fromCharCode(parseInt(hex, 16)),
    ),
    'latin1',
  )
}
