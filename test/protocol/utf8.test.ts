/** Our own look at UTF-8 agrees with the engine's decoder. */
import { expect, test } from 'vitest'
import { decodeUtf8 } from '../../src/protocol/text/utf8.ts'
import { below, pick, seeded } from '../support/random.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function byEngine(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes)
  } catch {
    return null // it throws for every byte string that is not UTF-8
  }
}

test('every string of two bytes decodes as the platform decodes it', () => {
  const different: string[] = []
  for (let pair = 0; pair < 65_536; pair += 1) {
    const bytes = Uint8Array.of(pair >> 8, pair & 255)
    if (decodeUtf8(bytes) !== byEngine(bytes)) different.push(pair.toString(16))
  }
  expect(different).toEqual([])
})

test("random bytes at the table's borders decode as the platform does, seed 1", () => {
  const random = seeded(1)
  const borders = [
    0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec,
    0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
  ]
  for (let round = 0; round < 50_000; round += 1) {
    const bytes = Uint8Array.from({ length: below(random, 9) }, () => pick(random, borders))
    expect(decodeUtf8(bytes), Buffer.from(bytes).toString('hex')).toBe(byEngine(bytes))
  }
})

test('every character decodes, short and long', () => {
  for (let code = 0; code <= 0x10ffff; code += code < 0x800 ? 1 : 97) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const text = String.fromCodePoint(code)
    for (const whole of [text, `${'x'.repeat(80)}${text}y`]) {
      if (decodeUtf8(Buffer.from(whole)) !== whole) throw new Error(`U+${code.toString(16)}`)
    }
  }
})
