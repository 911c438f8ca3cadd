/** Each option has a field that shows its default and reads it back as it was. */
import { expect, test } from 'vitest'
import { fieldOf, fieldText, readField } from '../../../src/core/config/field.ts'
import { savable } from '../../../src/core/config/savable.ts'
import { entries } from '../../../src/core/config/table.ts'

const optionOf = (name: string) => entries.find((entry) => entry.name === name)!.option

test('every default passes its field unchanged, and may be saved', () => {
  for (const { name, option } of entries) {
    const value = readField(option, fieldOf(option), fieldText(option.default))
    expect([name, value]).toEqual([name, option.default])
    expect([name, savable.safeParse({ name, value }).success]).toEqual([name, true])
  }
})

test.each([
  ['ui.shapes', { kind: 'switch' }],
  ['tabs.position', { kind: 'choice', of: ['top', 'left', 'right', 'bottom'] }],
  ['fonts.size', { kind: 'number', least: 6, most: 72, step: 0.1 }],
  ['cursor.blink_ms', { kind: 'number', least: 0, most: 5_000, step: 1 }],
  ['colors.background', { kind: 'colour' }],
  ['fonts.priority', { kind: 'lines', of: null }],
  ['shell.env', { kind: 'pairs' }],
  ['fonts.weight', { kind: 'text' }],
])('the field of %s', (name, field) => {
  expect(fieldOf(optionOf(name))).toEqual(field)
})

test.each([
  ['fonts.size', '15.5', 15.5],
  ['fonts.size', '5', null],
  ['fonts.size', '', null],
  ['fonts.weight', '300', 300],
  ['fonts.weight', 'bold', 'bold'],
  ['fonts.weight', 'fat', null],
  ['ui.font', '13', '13'],
  ['colors.background', '#101418', '#101418'],
  ['colors.background', 'black', null],
  ['fonts.priority', 'A\n\n B ', ['A', ' B ']],
  ['shell.env', 'A = b = c\nC=d', { A: 'b = c', C: 'd' }],
  ['shell.env', 'A', null],
  ['shell.env', '1A = x', null],
])('%s of %o', (name, text, value) => {
  const option = optionOf(name)
  expect(readField(option, fieldOf(option), text)).toEqual(value)
})

test('only options of the table with valid values may be saved', () => {
  const may = (option: unknown) => savable.safeParse(option).success
  expect([
    may({ name: 'fonts.size', value: null }),
    may({ name: 'fonts.size', value: 5 }),
    may({ name: 'fonts.size', value: '15' }),
    may({ name: 'fonts.sise', value: 15 }),
    may({ name: 'shortcuts.new_tab', value: ['ctrl+a>c'] }),
    may({ name: 'shortcuts.new_tab', value: null }),
    may({ name: 'shortcuts.new_tab', value: ['a'] }),
    may({ name: 'shortcuts.new_tab', value: 'ctrl+a' }),
    may({ name: 'shortcuts.preset', value: 'kitty' }),
    may({ name: 'shortcuts.send', value: ['ctrl+a'] }),
    may({ name: 'import', value: ['x'] }),
    may({ name: 'fonts.size', value: 15, more: 1 }),
    may(null),
  ]).toEqual([true, false, false, false, true, true, ...Array<boolean>(7).fill(false)])
})
