/** Tests the active theme, from options and from the user's choice. */
import { afterEach, expect, test, vi } from 'vitest'
import { defaults } from '../../src/core/config/table.ts'
import { Appearance } from '../../src/renderer/look/looks.ts'

afterEach(() => vi.unstubAllGlobals())

test('a chosen theme outlasts other colors and ends with a new configured theme', () => {
  vi.stubGlobal('window', {
    matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
  })
  vi.stubGlobal('document', { documentElement: { style: { setProperty: () => undefined } } })
  const looks = new Appearance()
  const seen = () => [looks.now.value.theme.name, looks.now.value.theme.background]
  const { colors } = defaults
  looks.setOptions({ colors: { ...colors, preset: 'Dracula' }, ownColors: [] })
  looks.choose('Nord')
  const chosen = seen()
  looks.setOptions({
    colors: { ...colors, preset: 'Dracula', tab_bar: '#203040ff', background: '#101418ff' },
    ownColors: ['tab_bar', 'background'],
  })
  const other = seen()
  looks.setOptions({ colors: { ...colors, preset: 'One Half Dark' }, ownColors: [] })
  expect([chosen, other, seen()]).toEqual([
    ['Nord', '#2e3440'],
    ['Nord', '#101418'],
    ['One Half Dark', '#282c34'],
  ])
})
