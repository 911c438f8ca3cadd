/** Drawing of texts that are asked about, and the approval that senders take. */
import { describe, expect, it } from 'vitest'
import { Consent, drawnMax, readableAfterMs } from '../../../src/core/consent/consent.ts'
import { hasRightToLeft, spelled, spelledText } from '../../../src/core/consent/spelled.ts'
import { below, pick, seeded } from '../../support/random.ts'

// A literal with this flag needs a newer target of the compiler.
const emoji = new RegExp(['\\p', '{RGI_Emoji}'].join(''), 'gv')

const isPlainText = (text: string) => spelled(text).every((piece) => !piece.named)

describe('spelled', () => {
  it.each([
    ['rm -rf "$HOME"  x', 'rm -rf "$HOME"  x'],
    [
      'a\u2800b\u3164c\u00a0d\u200be\u{1d159}',
      'a‹\\u2800›b‹\\u3164›c‹\\u00a0›d‹\\u200b›e‹\\u{1d159}›',
    ],
    [
      'a\ufffcb\u{13441}c\u{13442}d\u2d7fe\u{1107f}f\u{16fe4}',
      'a‹\\ufffc›b‹\\u{13441}›c‹\\u{13442}›d‹\\u2d7f›e‹\\u{1107f}›f‹\\u{16fe4}›',
    ],
    ['\x1b[31m\x03\x7f\u0085', '‹ESC›[31m‹\\x03›‹\\x7f›‹\\u0085›'],
    ['a\r\nb\rc\nd', 'a‹↵›b‹↵›c‹↵›d'],
    [`a${'\n'.repeat(300)}b`, 'a‹300 line breaks›b'],
    [`a${' \t\n'.repeat(300)}  b`, 'a‹300 line breaks and 600 spaces›  b'],
    [`a${' '.repeat(32)}b`, `a${' '.repeat(32)}b`],
    [`a${' '.repeat(33)}b`, 'a‹33 spaces›b'],
    ['a\tb', 'a‹⇥›b'],
    ['a\t\t\tb', 'a‹⇥⇥⇥›b'],
    ['\u202eabc\u2066', '‹\\u202e›abc‹\\u2066›'],
    ['\ud800x', '‹\\ud800›x'],
    ['‹ESC› ‹40 blanks›', '‹\\u2039›ESC‹\\u203a› ‹\\u2039›40 blanks‹\\u203a›'],
    ['\ue0b0 \u0378', '‹\\ue0b0› ‹\\u0378›'],
  ])('names invisible characters: row %#', (text, shown) => expect(spelledText(text)).toBe(shown))

  it('keeps complete emoji, and names all other joiners and selectors', () => {
    expect(isPlainText('漢👨‍👩‍👧é1️⃣→#️⃣ ⚠️⚠ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽🇩🇪')).toBe(true)
    expect(spelledText('a\u200db\ufe0f')).toBe('a‹\\u200d›b‹\\ufe0f›')
  })

  it('keeps marks on letters, and spells marks that cover signs or pile up', () => {
    expect(isPlainText('e\u0301 हिन्दी ê')).toBe(true)
    expect(spelledText('/\u0338')).toBe('/‹\\u0338›')
    expect(spelledText(`a${'\u0301'.repeat(5)}`)).toBe(`a${'\u0301'.repeat(3)}‹\\u0301›‹\\u0301›`)
    expect(spelledText('\u0301x')).toBe('‹\\u0301›x')
  })

  it('loses no character and draws only characters of the closed list', () => {
    const random = seeded(39)
    const parts = ['a', ' ', '\t', '\n', '\r', '\u0301', '\u200d', '\ufe0f', '👩', '\ud83d', '漢']
    for (let round = 0; round < 1_500; round += 1) {
      const text = Array.from({ length: below(random, 20) }, () =>
        below(random, 3) === 0
          ? String.fromCodePoint(below(random, 0x110000))
          : pick(random, parts),
      ).join('')
      const pieces = spelled(text)
      expect(pieces.map(({ source }) => source).join(''), JSON.stringify(text)).toBe(text)
      for (const { shown, named } of pieces)
        if (named) expect(shown).toMatch(/^(?:ESC|\\[xu].*|(?:⇥\t)+|↵\n|\d+ .*\n?)$/u)
        else expect(shown.replaceAll(emoji, '')).toMatch(/^[\p{L}\p{N}\p{M}\p{P}\p{S} ]*$/u)
      expect(spelledText(text)).not.toMatch(/\p{Cc}/u)
    }
  })

  it('takes time in proportion to the text', () => {
    for (const text of [' \n', 'a\u0301', '\u200d', '👩\u200d', '\r', '!'])
      expect(
        spelled(text.repeat(20_000))
          .map(({ source }) => source)
          .join('').length,
      ).toBe(text.length * 20_000)
  })

  it('reports that letters can be reordered', () => {
    expect(hasRightToLeft('ls # שלום')).toBe(true)
    expect(hasRightToLeft('ls # مرحبا')).toBe(true)
    expect(hasRightToLeft('ls -l 漢字 é')).toBe(false)
  })
})

describe('consent', () => {
  const made = (texts: readonly string[] = ['ls']) => {
    const clock = { now: 1_000 }
    return { clock, consent: new Consent(texts, () => clock.now) }
  }

  it('is not approved by a key that was pressed earlier and handled late', () => {
    const { clock, consent } = made()
    consent.saw(0, { from: 0, to: 1, total: 1 })
    clock.now += readableAfterMs
    expect(consent.approve(clock.now - 1)).toBeNull()
    expect(consent.approveUnread(clock.now - 1)).toBeNull()
    expect(consent.approve(clock.now)?.text).toBe('ls')
  })

  it('is not approved before all of the text has been visible', () => {
    const { clock, consent } = made()
    expect(consent.approve()).toBeNull()
    consent.saw(0, { from: 0, to: 50, total: 100 })
    clock.now += readableAfterMs
    expect(consent.approve()).toBeNull()
    consent.saw(0, { from: 60, to: 100, total: 100 }) // the end alone does not count
    clock.now += readableAfterMs
    expect(consent.approve()).toBeNull()
    consent.saw(0, { from: 50, to: 60, total: 100 })
    clock.now += readableAfterMs
    expect(consent.approve()?.text).toBe('ls')
  })

  it('is not approved by a key that was meant for the text before', () => {
    const { clock, consent } = made()
    consent.saw(0, { from: 0, to: 10, total: 10 })
    expect(consent.seen).toBe(true)
    clock.now += readableAfterMs - 1
    expect(consent.approve()).toBeNull()
    expect(consent.waitMs).toBe(1)
    clock.now += 1
    expect(consent.approve()?.texts).toEqual(['ls'])
  })

  it('is unread once a part was not visible for long, not while it has just been asked', () => {
    const { clock, consent } = made()
    clock.now += readableAfterMs - 1
    expect(consent.unread).toBe(false) // a page that has not painted it yet
    clock.now += 1
    expect(consent.unread).toBe(true)
    consent.saw(0, { from: 0, to: 10, total: 10 })
    expect(consent.unread).toBe(false)
  })

  it('is not settled until every text has been in its place for long enough', () => {
    const { clock, consent } = made(['ls', '/tmp'])
    consent.placed(0, '10 10')
    consent.placed(1, '10 20')
    clock.now += readableAfterMs
    expect(consent.isSettled(clock.now)).toBe(true)
    expect(consent.isSettled(clock.now - 1)).toBe(false)
    consent.placed(0, '10 10')
    expect(consent.isSettled(clock.now)).toBe(true)
    consent.placed(1, '10 0')
    expect(consent.isSettled(clock.now + readableAfterMs - 1)).toBe(false)
    expect(consent.isSettled(clock.now + readableAfterMs)).toBe(true)
  })

  it('waits for every text', () => {
    const { clock, consent } = made(['ls', '/tmp'])
    consent.saw(0, { from: 0, to: 10, total: 10 })
    clock.now += readableAfterMs
    expect(consent.approve()).toBeNull()
    consent.saw(1, { from: 0, to: 10, total: 10 })
    clock.now += readableAfterMs
    expect(consent.approve()?.texts).toEqual(['ls', '/tmp'])
    expect(consent.approve()?.text).toBe('ls')
  })

  it('is approved unread only after the question has been visible', () => {
    const { clock, consent } = made()
    expect(consent.approveUnread()).toBeNull()
    clock.now += readableAfterMs
    expect(consent.approveUnread()?.text).toBe('ls')
    expect(consent.approve()).toBeNull()
  })

  it('shows the end of a text, whatever spaces follow it', () => {
    const end = (text: string) =>
      new Consent([text], () => 0)
        .end(0)
        .map(({ shown }) => shown)
        .join('')
    expect(end(`${'x'.repeat(1_000)}; rm${' '.repeat(900)}\n`)).toMatch(/; rm900 spaces↵\n$/)
    expect(end('a\nb\nc\nd\ne\nf')).toBe('b↵\nc↵\nd↵\ne↵\nf')
    expect(end(`${'x'.repeat(drawnMax)}y`)).toMatch(/^x{199}y$/)
    expect(end('👩'.repeat(300))).toMatch(/^(?:👩){99,100}$/u)
  })

  it('counts nothing that was seen in another layout', () => {
    const { clock, consent } = made()
    consent.saw(0, { from: 0, to: 50, total: 100 })
    consent.saw(0, { from: 100, to: 200, total: 200 })
    consent.saw(0, null)
    clock.now += readableAfterMs
    expect(consent.approve()).toBeNull()
  })
})
