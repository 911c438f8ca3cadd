/** The table of options, and what is made of it. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldColour, parseColour } from '../../../src/core/config/colour.ts'
import { configDocument } from '../../../src/core/config/document.ts'
import { actionsDocument } from '../../../src/core/config/keys/actions-document.ts'
import { entriesMax } from '../../../src/core/config/limits.ts'
import { manualOptions } from '../../../src/core/config/manual.ts'
import { printJson, printToml } from '../../../src/core/config/print.ts'
import { configSchema } from '../../../src/core/config/schema.ts'
import {
  defaults,
  entries,
  isOptions,
  sectionEntries,
  type OptionEntry,
} from '../../../src/core/config/table.ts'
import { configTemplate } from '../../../src/core/config/template.ts'
import { actionNames } from '../../../src/core/config/keys/actions.ts'
import { vectors } from '../../support/vectors.ts'
import { root } from '../../tidy/tree.ts'

const entry = (name: unknown): OptionEntry | undefined => entries.find((one) => one.name === name)

test.each(vectors('colour_spec').map((vector) => [vector.id, vector] as const))(
  '%s',
  (_, { value, expect: wanted }) => {
    expect(parseColour(String(value))).toEqual(wanted === 'error' ? null : wanted)
  },
)

test('equal colors are stored as equal texts', () => {
  expect(['#6699ff', '#6699FFff'].map(heldColour)).toEqual(['#6699FFFF', '#6699FFFF'])
})

test.each(vectors('config_clamp').map((vector) => [vector.id, vector] as const))(
  '%s',
  (_, { key, default: standard, min, max }) => {
    const option = entry(key)?.option
    const least = Number(min)
    const most = Number(max)
    expect([
      option?.default,
      option?.read(least - 1),
      option?.read(least),
      option?.read(most),
      option?.read(most + 1),
      option?.read(2n ** 63n - 1n),
    ]).toEqual([
      standard,
      { ok: true, value: least, clamped: least - 1 },
      { ok: true, value: least },
      { ok: true, value: most },
      { ok: true, value: most, clamped: most + 1 },
      { ok: true, value: most, clamped: Number(2n ** 63n - 1n) },
    ])
  },
)

test.each([
  ['Fira Code, Noto Color Emoji', ['Fira Code', 'Noto Color Emoji']],
  [`'A, B' ,"C D",, E's "F`, ['A, B', 'C D', `E's "F`]],
  [
    ['A', ' B, C '],
    ['A', 'B', 'C'],
  ],
  [' ', []],
])('%j as families of fonts', (written, value) => {
  expect(entry('fonts.priority')?.option.read(written)).toEqual({ ok: true, value })
})

test('a text of unclosed quotes is read in time', () => {
  const read = entry('fonts.priority')?.option.read
  const texts = ['" x,', `"' ,`, '",', `' "`].map((one) => one.repeat(50_000))
  expect(texts.map((one) => read?.(one)?.ok)).toEqual(texts.map(() => false))
})

test('a list of too many fonts, a number and a nested list are refused', () => {
  const read = entry('fonts.priority')?.option.read
  const names = Array.from({ length: entriesMax + 1 }, () => 'A')
  const refused = [names.join(), names, 7, [7], [['A']]]
  expect(refused.map((one) => read?.(one))).toEqual(
    refused.map(() => ({ ok: false, problem: 'invalid_value' })),
  )
})

test('the options of the original configuration keep their names and defaults', () => {
  const named = {
    'ai.debounce_ms': 100,
    'ai.heuristic_silence_ms': 4_000,
    'ai.stale_state_timeout_s': 30,
    'clipboard.primary': true,
    'colors.menu_bg': '#1A1A22FF',
    'cursor.blink_ms': 500,
    'scrollback.history_lines': 10_000,
  }
  expect(
    Object.fromEntries(Object.keys(named).map((name) => [name, entry(name)?.option.default])),
  ).toEqual(named)
})

test('every default passes its own reading and the guard of the pipe', () => {
  const misread = entries
    .filter(
      ({ option }) =>
        JSON.stringify(option.read(option.default)) !==
        JSON.stringify({ ok: true, value: option.default }),
    )
    .map(({ name }) => name)
  expect([misread, isOptions(defaults)]).toEqual([[], true])
})

test('the guard of the pipe refuses values that are not options', () => {
  const { ui, ...others } = defaults
  const wrong: readonly unknown[] = [
    null,
    [],
    'options',
    others,
    { ...defaults, more: {} },
    { ...defaults, ui: [] },
    { ...others, __proto__: { ui } },
    { ...defaults, ui: { ...ui, more: 1 } },
    { ...defaults, ui: { ...ui, font_size: '13' } },
    { ...defaults, ai: { ...defaults.ai, tools: 'claude' } },
    { ...defaults, ownColors: {} },
    { ...defaults, window: { ...defaults.window, title: 5 } },
  ]
  expect([
    wrong.filter(isOptions),
    isOptions({ ...defaults, fonts: { ...defaults.fonts, weight: 400 } }),
  ]).toEqual([[], true])
})

test('every option has a description', () => {
  expect(
    entries
      .filter(({ option }) => option.text.length < 8 || !option.text.endsWith('.'))
      .map(({ name }) => name),
  ).toEqual([])
})

test('every option has a label of its own in sentence case, of up to 32 characters', () => {
  // names keep their uppercase letters
  const names = /\b(?:ANSI|MCP|TERM|URL|Esc|Shift\+Enter|MiB|KiB|GB)\b/g
  const isLabel = (label: string) =>
    label.length <= 32 && /^[A-Z][^A-Z_]*$/.test(label.replace(names, 'X').replace(/(?<=.)X/g, ''))
  const wrong = entries
    .filter(({ option }) => !isLabel(option.label))
    .map(({ name, option }) => [name, option.label])
  const labels = entries.map(({ section, option }) => `${section}: ${option.label}`)
  expect({
    wrong,
    twice: labels.filter((label, index) => labels.indexOf(label) !== index),
  }).toEqual({ wrong: [], twice: [] })
})

test('no text of an option or a section names a file of the documentation', () => {
  const texts = [
    configTemplate(),
    manualOptions(),
    ...sectionEntries().map(([, { title }]) => title),
    ...entries.flatMap(({ option }) => [option.label, option.text, option.type, option.allowed]),
  ]
  expect(texts.filter((text) => /\b[\w-]+\.md\b/.test(text))).toEqual([])
})

// To regenerate them: node node_modules/vitest/vitest.mjs run --config test/vitest.config.ts
// test/core/config/table -u
test('docs/reference/config.md and the JSON schema are made from the table', async () => {
  await expect(configDocument()).toMatchFileSnapshot(join(root, 'docs/reference/config.md'))
  await expect(`${JSON.stringify(configSchema(), null, 2)}\n`).toMatchFileSnapshot(
    join(root, 'docs/reference/config.schema.json'),
  )
})

test('docs/reference/actions.md is made from the table', async () => {
  await expect(actionsDocument()).toMatchFileSnapshot(join(root, 'docs/reference/actions.md'))
})

test('the template shows every option and every action as a comment', () => {
  const lines = configTemplate().split('\n')
  const shown = (key: string) => lines.some((line) => line.startsWith(`# ${key} = `))
  expect({
    uncommented: lines.filter((line) => line !== '' && !line.startsWith('#')),
    missing: [
      ...entries.filter(({ key }) => !shown(key)).map(({ name }) => name),
      ...actionNames.filter((name) => !shown(name)),
    ],
  }).toEqual({ uncommented: [], missing: [] })
})

test('the man page names every option, and no line of it is a request by chance', () => {
  const lines = manualOptions().split('\n')
  const stray = lines.filter((line) => /^[.']/.test(line) && !/^\.(SH|SS|TP|B)( |$)/.test(line))
  expect({ stray, items: lines.filter((line) => line === '.TP').length }).toEqual({
    stray: [],
    items: entries.length,
  })
})

test('printed options are a valid file, of changed ones only on request', () => {
  const changed = {
    ...defaults,
    ui: { ...defaults.ui, font_size: 15 },
    ai: { ...defaults.ai, tools: ['mytool'], aliases: { 'a b': 'c"d' } },
  }
  expect(printToml(changed, 'changed')).toBe(
    '[ui]\nfont_size = 15\n\n[ai]\ntools = ["mytool"]\naliases = { "a b" = \'c"d\' }\n',
  )
  expect(JSON.parse(printJson(changed, 'changed'))).toEqual({
    ai: { tools: ['mytool'], aliases: { 'a b': 'c"d' } },
    ui: { font_size: 15 },
  })
  expect(printToml(defaults, 'all')).toContain(
    '[colors]\npreset = ""\npreset_light = ""\npreset_dark = ""\nforeground = "#E5E5E5FF"\n',
  )
})

test('no option is named twice', () => {
  const names = entries.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
