/** The theme in force, as options and the user's choice have it. */
import { afterEach, expect, test, vi } from 'vitest'
import { gridDefaults } from '../../src/core/view/grid-options.ts'
import { Looks } from '../../src/renderer/look/looks.ts'

afterEach(() => vi.unstubAllGlobals())

// … and ends with another name in the configuration
test('a theme that was chosen outlasts other colours', () => {
  vi.stubGlobal('window', {
    matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
  })
  vi.stubGlobal('document', { documentElement: { style: { setProperty: () => undefined } } })
  const looks = new Looks()
  const seen = () => [looks.now.value.theme.name, looks.now.value.theme.background]
  const { colours } = gridDefaults
  looks.setOptions({ ...colours, preset: 'Dracula' })
  looks.choose('Nord')
  const chosen = seen()
  looks.setOptions({
    ...colours,
    preset: 'Dracula',
    chrome: { tab_bar: '#203040ff' },
    grid: { background: '#101418ff' },
  })
  const other = seen()
  looks.setOptions({ ...colours, preset: 'One Half Dark' })
  expect([chosen, other, seen()]).toEqual([
    ['Nord', '#2e3440'],
    ['Nord', '#101418ff'],
    ['One Half Dark', '#282c34'],
  ])
})
