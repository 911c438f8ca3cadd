/** Text from a pty on its way to people. */
import { describe, expect, it } from 'vitest'
import { safeText, titleCharactersMax } from '../../../src/core/text/safe-text.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { inputOf, vectors } from '../../support/vectors.ts'

const unwanted = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u200b\u200c\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/u

describe('safe text', () => {
  it.each(vectors('title_sanitise').map((vector) => [vector.id, vector] as const))('does what vector %s says', (_id, vector) => {
    const clean = safeText(inputOf(vector), titleCharactersMax)
    if (vector['expect_len'] !== undefined) expect([...clean].length).toBe(vector['expect_len'])
    else expect(clean).toBe(vector['expect'])
  })

  it('never cuts a grapheme cluster', () => {
    expect(safeText('ab👩‍👩‍👧‍👦', 4)).toBe('ab')
    expect(safeText('e\u0301e\u0301', 1)).toBe('é')
    expect(safeText('x\u0323\u0302\u0301', 2)).toBe('')
  })

  it('keeps a joiner only between two emoji', () => {
    expect(safeText('a\u200db', 9)).toBe('ab')
    expect(safeText('👩\u200d', 9)).toBe('👩')
    expect(safeText('👩\u200b\u200d💻', 9)).toBe('👩‍💻')
    expect(safeText('👩🏽\u200d💻', 9)).toBe('👩🏽‍💻')
  })

  it('is total, idempotent, clean and within its cap for any text', () => {
    const random = seeded(4)
    const alphabet = ['a', ' ', '\u001b', '\u009b', '\u202e', '\u200d', '\u200b', '\ufe0f', '👩', '💻', '🏽', '\ud83d', '\udc69', 'é', 'e', '\u0301', '\u{e0041}', '中', '\u2028', '🇩', '🇪']
    for (let round = 0; round < 5_000; round += 1) {
      const text = Array.from({ length: below(random, 20) }, () => pick(random, alphabet)).join('')
      const max = 1 + below(random, 12)
      const clean = safeText(text, max)
      expect(clean, JSON.stringify(text)).not.toMatch(unwanted)
      expect([...clean].length).toBeLessThanOrEqual(max)
      expect(safeText(clean, max), JSON.stringify(text)).toBe(clean)
    }
  })
})
