/** The shared vectors, read as they are. Their format is explained in test/data/README.md. */
import { readFileSync } from 'node:fs'

export interface Vector {
  readonly id: string
  readonly note?: string
  readonly [field: string]: unknown
}

const groups = JSON.parse(
  readFileSync(new URL('../data/protocol-vectors.json', import.meta.url), 'utf8'),
) as Record<string, Vector[]>

export function vectors(group: string): readonly Vector[] {
  const found = groups[group]
  if (found === undefined) throw new Error(`no group of vectors is called ${group}`)
  return found
}

/** `input`, or what `input_build` describes. */
export function inputOf(vector: Vector): string {
  if (typeof vector['input'] === 'string') return vector['input']
  const { repeat, count } = vector['input_build'] as { repeat: string; count: number }
  return repeat.repeat(count)
}

/** The bytes of a text in `show` notation, with plain text between them. */
export function bytesOfShown(prefix: string, between: string, suffix: string): Uint8Array {
  const bytes = (shown: string) =>
    Uint8Array.from(
      shown.replace(/\\(?:\\|x([0-9a-f]{2}))/g, (_, hex: string | undefined) =>
        hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16)),
      ),
      (character) => character.charCodeAt(0),
    )
  return Buffer.concat([bytes(prefix), new TextEncoder().encode(between), bytes(suffix)])
}
