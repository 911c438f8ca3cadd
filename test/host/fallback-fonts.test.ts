/**
 * Tests the font families added for characters that the configured fonts lack, from fontconfig's
 * answer.
 */
import { expect, test } from 'vitest'
import { fallbackFamilies, fallbackFonts } from '../../src/host/desktop/fallback-fonts.ts'

test('lists Chinese, Japanese and Korean fonts first, then emoji, symbols, others once', () => {
  expect(
    fallbackFamilies(
      [
        ...['DejaVu Sans Mono|aa|en|fr', 'DejaVu Sans Mono|aa|en'],
        ...['DejaVu Math TeX Gyre|aa|en|und-zmth', 'DejaVu Sans|aa|ab|ar'],
        'Noto Sans CJK JP|aa|en|ja|ko|zh-cn|zh-tw',
        ...['NanumGothicCoding|en|ko', 'Noto Sans Symbols2|', 'Noto Color Emoji|und-zsye', ''],
      ].join('\n'),
    ),
  ).toEqual([
    ...['Noto Sans CJK JP', 'NanumGothicCoding', 'Noto Color Emoji', 'DejaVu Math TeX Gyre'],
    ...['Noto Sans Symbols2', 'DejaVu Sans Mono', 'DejaVu Sans'],
  ])
})

test('lists up to a dozen families, none with an overlong name', () => {
  const many = Array.from({ length: 200 }, (_, index) => `Script ${index}|xx`)
  expect(fallbackFamilies([`${'x'.repeat(101)}|ja`, ...many, 'Han|ja'].join('\n'))).toEqual([
    'Han',
    ...Array.from({ length: 11 }, (_, index) => `Script ${index}`),
  ])
})

test('lists none where fontconfig is missing or answers nothing', async () => {
  expect(await fallbackFonts('no-such-fc-match')).toEqual([])
  expect(fallbackFamilies('')).toEqual([])
})
