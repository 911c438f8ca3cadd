/** Tests the search in the settings. */
import { expect, test } from 'vitest'
import { actionNames } from '../../../src/core/config/keys/actions.ts'
import { namesAction, searchActions, searchOptions } from '../../../src/core/config/search.ts'
import { entries } from '../../../src/core/config/table.ts'

const found = (text: string) => searchOptions(text).map(({ name }) => name)

test('an option is found by its name, its label and its description', () => {
  expect(found('tabs.position')[0]).toBe('tabs.position')
  expect(found('memory')).toContain('scrollback.memory_max_mib')
  expect(found('MEMORY per tab')[0]).toBe('scrollback.memory_max_mib') // its label
  expect(found('smaller')).toContain('scrollback.memory_max_mib') // its description
  expect(found('drop-down terminal')).toContain('drop_down.key') // its section
  expect(found('font family')[0]).toBe('fonts.priority')
  expect(found('no such words')).toEqual([])
})

test('each option is found by the label that its row shows', () => {
  expect(entries.filter(({ name, option }) => !found(option.label).includes(name))).toEqual([])
})

test('an option with the name comes before one with the description, each once', () => {
  const names = found('title')
  expect(new Set(names).size).toBe(names.length)
  const called = entries
    .filter(({ name, option }) => `${name} ${option.label}`.toLowerCase().includes('title'))
    .map(({ name }) => name)
  expect(called.length).toBeGreaterThan(0)
  expect(names.slice(0, called.length)).toEqual(called)
})

test.each([
  ...[
    ['zoom in', 'font_larger'],
    ['zoom out', 'font_smaller'],
    ['fullscreen', 'toggle_fullscreen'],
  ],
  ...[
    ['split vertical', 'split_right'],
    ['split horizontal', 'split_down'],
  ],
  ...[
    ['clear', 'clear_scrollback'],
    ['search', 'find'],
    ['preferences', 'settings'],
  ],
  ...[
    ['detach', 'move_tab_to_new_window'],
    ['clone', 'duplicate_tab'],
    ['synchronize', 'toggle_broadcast'],
  ],
  ...[
    ['undo close', 'reopen_closed_tab'],
    ['exit', 'quit'],
    ['hotkeys', 'show_keys'],
  ],
])('a search finds shortcuts by words of other terminals: %s', (words, name) => {
  expect(searchActions(words)).toContain(name)
})

test('a search lists labels with the words before other names', () => {
  expect(searchActions('vertical tabs')).toEqual(['toggle_sidebar'])
  expect(searchActions('copy')[0]).toBe('copy')
  expect(searchActions('zoom').slice(0, 2)).toEqual(['zoom_pane', 'font_larger'])
})

test('a search finds shortcuts by their label, and all of them by "keys"', () => {
  expect(searchActions('split right')).toEqual(['split_right'])
  expect(searchActions('zoom key')).toContain('zoom_pane')
  expect(searchActions('keyboard shortcuts').length).toBe(actionNames.length)
  expect(searchActions(' - ')).toEqual([])
  expect(searchActions('no such thing')).toEqual([])
})

test('a label that is the search comes first, in shortcuts also above the options', () => {
  expect(searchActions('New tab ')[0]).toBe('new_tab')
  expect(['new tab', 'new', 'no such words', ''].map(namesAction)).toEqual([
    true,
    false,
    false,
    false,
  ])
  for (const { name, option } of entries) {
    const twins = entries.filter((entry) => entry.option.label === option.label)
    expect(twins.map((entry) => entry.name)).toContain(found(option.label)[0])
    expect(namesAction(option.label), name).toBe(false)
  }
})
