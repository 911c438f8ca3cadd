/** Text from a pty on its way to people. */
import { describe, expect, it } from 'vitest'
import { safeText, titleCharactersMax } from '../../../src/base/text/safe-text.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { inputOf, vectors } from '../../support/vectors.ts'

/** As in SECURITY.md; the joiner and the emoji presentation stay within emoji. */
const unwanted = new RegExp(
  '(?![\\u200d\\ufe0f])' +
    '[\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}' +
    '\\u2028\\u2029\\u{e0000}-\\u{e007f}]',
  'u',
)

describe('safe text', () => {
  it.each(vectors('title_sanitise').map((vector) => [vector.id, vector] as const))(
    'does what vector %s expects',
    (_id, vector) => {
      const clean = safeText(inputOf(vector), titleCharactersMax)
      if (vector['expect_len'] !== undefined) expect([...clean].length).toBe(vector['expect_len'])
      else expect(clean).toBe(vector['expect'])
    },
  )

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

  it('keeps the emoji presentation only after an emoji, and within a keycap', () => {
    expect(safeText('❤\ufe0f 1\ufe0f\u20e3 👁\ufe0f\u200d🗨\ufe0f', 20)).toBe(
      '❤\ufe0f 1\ufe0f\u20e3 👁\ufe0f\u200d🗨\ufe0f',
    )
    expect(safeText('r\ufe0foot 1\ufe0f ❤\ufe0f\ufe0f ❤\ufe0e', 20)).toBe('root 1 ❤\ufe0f ❤')
    expect(safeText('#\ufe0f\u200d\u20e3', 20)).toBe('#\u20e3')
  })

  it('removes all unwanted code points within a word, and keeps every other one', () => {
    const wrong: string[] = []
    for (let block = 0; block <= 0x10ffff; block += 256) {
      const all = Array.from({ length: 256 }, (_, at) => String.fromCodePoint(block + at))
      const wanted = all.map((one) =>
        unwanted.test(one) || one === '\u200d' || one === '\ufe0f' ? '' : one,
      ) // no emoji precedes it
      if (safeText(`o${all.join('o')}o`, 1_024) !== `o${wanted.join('o')}o`.normalize('NFC'))
        wrong.push(block.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('is total, idempotent, clean and within its cap for any text', () => {
    const random = seeded(4)
    const alphabet = [
      ...['a', ' ', '\u001b', '\u009b', '\u202e', '\u200d', '\u200b', '\ufe0f', '\u00ad'],
      ...['\u034f', '\u3164', '\u20e3', '1', '❤', '👩', '💻', '🏽', '\ud83d', '\udc69', 'é', 'e'],
      ...['\u0301', '\u{e0041}', '中', '\u2028', '🇩', '🇪'],
    ]
    for (let round = 0; round < 1_500; round += 1) {
      const text = Array.from({ length: below(random, 20) }, () => pick(random, alphabet)).join('')
      const max = 1 + below(random, 12)
      const clean = safeText(text, max)
      expect(clean, JSON.stringify(text)).not.toMatch(unwanted)
      expect([...clean].length).toBeLessThanOrEqual(max)
      expect(safeText(clean, max), JSON.stringify(text)).toBe(clean)
    }
  })
})
