/** Tests the active theme, from options and from the user's choice. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaults } from '../../src/core/config/table.ts'
import { builtInDark } from '../../src/core/config/theme/bundled.ts'
import { Appearance } from '../../src/renderer/look/looks.ts'

beforeEach(() => {
  vi.stubGlobal('window', {
    matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
  })
  vi.stubGlobal('document', { documentElement: { style: { setProperty: () => undefined } } })
})
afterEach(() => vi.unstubAllGlobals())

const { colors } = defaults
const named = (preset: string) => ({ colors: { ...colors, preset }, ownColors: [] })

test('a chosen theme outlasts other colors and ends with a new configured theme', () => {
  const looks = new Appearance(() => undefined)
  const seen = () => [looks.now.value.theme.name, looks.now.value.theme.background]
  looks.setOptions(named('Dracula'))
  looks.choose('Nord')
  const chosen = seen()
  looks.setOptions({
    colors: { ...colors, preset: 'Dracula', tab_bar: '#203040ff', background: '#101418ff' },
    ownColors: ['tab_bar', 'background'],
  })
  const other = seen()
  looks.setOptions(named('One Half Dark'))
  expect([chosen, other, seen()]).toEqual([
    ['Nord', '#2e3440'],
    ['Nord', '#101418'],
    ['One Half Dark', '#282c34'],
  ])
})

test('requests the collection once, for a theme that is neither bundled nor of the user', () => {
  const request = vi.fn()
  const changed = vi.fn()
  const looks = new Appearance(request)
  looks.changed.add(changed)
  const mine = { ...builtInDark, name: 'Mine', background: '#101010' }
  looks.setOptions(named('Mine'))
  looks.setOwn([mine], [])
  looks.setOptions(named('nord'))
  looks.next()
  expect(request).not.toHaveBeenCalled()
  const tab = () => looks.of(named('far away')).theme.background
  looks.setOptions(named('Mine'))
  expect([looks.now.value.theme.name, tab(), tab()]).toEqual(['Mine', '#101010', '#101010'])
  expect(request).toHaveBeenCalledOnce()
  changed.mockClear()
  looks.setCollection([
    { ...builtInDark, name: 'Far Away', background: '#000033' },
    { ...builtInDark, name: 'mine', background: '#000044' },
  ])
  expect([tab(), changed.mock.calls.length]).toEqual(['#000033', 1])
  expect(looks.themes().filter(({ name }) => /^mine|^far away/i.test(name))).toEqual([
    mine,
    { ...builtInDark, name: 'Far Away', background: '#000033' },
  ])
  expect([looks.choose('far-away'), looks.now.value.theme.name]).toEqual([true, 'Far Away'])
  looks.setOptions(named('nowhere'))
  expect(request).toHaveBeenCalledOnce()
})

test('requests the collection for a configured theme only after the themes of the user', () => {
  const request = vi.fn()
  const looks = new Appearance(request)
  looks.setOptions(named('Far Away'))
  expect(request).not.toHaveBeenCalled()
  looks.setOwn([], [])
  expect(request).toHaveBeenCalledOnce()
  looks.setCollection([{ ...builtInDark, name: 'Far Away' }])
  expect(looks.now.value.theme.name).toBe('Far Away')
})
