/** What the settings window calls options. */
import { expect, test } from 'vitest'
import { optionLabel } from '../../../src/core/config/label.ts'
import { entries } from '../../../src/core/config/table.ts'

test('a key is shown in words, with its unit', () => {
  const keys = ['debounce_ms', 'memory_max_mib', 'allow_osc52_write', 'menu_bg', 's']
  expect(keys.map(optionLabel)).toEqual([
    'Debounce (ms)',
    'Maximum memory (MiB)',
    'Allow OSC 52 write',
    'Menu background',
    'S',
  ])
})

test("a section's label is in words", () => {
  expect(['ui', 'ai', 'drop_down', 'quick_select'].map(optionLabel)).toEqual([
    ...['UI', 'AI', 'Drop-down', 'Quick select'],
  ])
})

test('no option has a bare unit or an abbreviation in its label', () => {
  const labels = entries.map(({ key }) => optionLabel(key))
  expect(labels.length).toBeGreaterThan(100)
  expect(labels.filter((label) => !/^[A-Z]/.test(label))).toEqual([])
  expect(
    labels.filter((label) =>
      /_| (?:ms|s|kib|mib|min|max|bg|dnd|env|osc)$|^(?:Osc|Mcp)\b/.test(label),
    ),
  ).toEqual([])
})
