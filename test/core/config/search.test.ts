/** What the search of the settings finds. */
import { expect, test } from 'vitest'
import { searchOptions } from '../../../src/core/config/search.ts'
import { optionLabel } from '../../../src/core/config/label.ts'
import { entries } from '../../../src/core/config/table.ts'

const found = (text: string) => searchOptions(text).map(({ name }) => name)

test('an option is found by its name, its label and its description', () => {
  expect(found('tabs.position')[0]).toBe('tabs.position')
  expect(found('maximum')).toContain('scrollback.memory_max_mib')
  expect(found('Maximum MEMORY')[0]).toBe('scrollback.memory_max_mib') // its label
  expect(found('smaller limit')).toContain('scrollback.memory_max_mib') // its description
  expect(found('drop-down')).toContain('drop_down.key') // its section, as the list names it
  expect(found('font family')[0]).toBe('fonts.priority')
  expect(found('no such words')).toEqual([])
})

test('each option is found by the label that its row shows', () => {
  expect(entries.filter(({ key, name }) => !found(optionLabel(key)).includes(name))).toEqual([])
})

test('an option with the name comes before one with the description, each once', () => {
  const names = found('maximum')
  expect(new Set(names).size).toBe(names.length)
  const called = entries
    .filter(({ name, key }) => `${name} ${optionLabel(key)}`.toLowerCase().includes('maximum'))
    .map(({ name }) => name)
  expect(called.length).toBeGreaterThan(0)
  expect(names.slice(0, called.length)).toEqual(called)
})
