/** Tests [quick_select]: reading, and problems in it. */
import { expect, test } from 'vitest'
import { quickPatternsMax } from '../../../src/core/config/limits.ts'
import { printToml } from '../../../src/core/config/print.ts'
import { readOptions } from '../../../src/core/config/read.ts'
import { defaults, isOptions, type Options } from '../../../src/core/config/table.ts'
import { parseToml } from '../../../src/host/config/parse-toml.ts'

function read(text: string, before: Options | null = null) {
  const parsed = parseToml(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  const { options, problems } = readOptions({
    documents: [{ file: 'f', table: parsed.table, placeOf: parsed.placeOf }],
    before,
  })
  return {
    options,
    quick: options.quick_select,
    said: problems.map(({ place, severity, text: words }) => [place?.line, severity, words]),
  }
}

const file = `
[[quick_select.patterns]]
name = "ticket"
regex = '\\b[A-Z]+-\\d+\\b'
url = "https://tracker.example/browse/{match}"
[[quick_select.patterns]]
name = "test"
regex = 'test_\\w+'
action = "insert"
`

test('patterns are read, printed and read again', () => {
  const { options, quick, said } = read(file)
  expect([said, isOptions(options), isOptions(defaults)]).toEqual([[], true, true])
  expect(quick.patterns).toEqual([
    {
      name: 'ticket',
      regex: '\\b[A-Z]+-\\d+\\b',
      action: 'open',
      url: 'https://tracker.example/browse/{match}',
    },
    { name: 'test', regex: 'test_\\w+', action: 'insert', url: '' },
  ])
  expect(read(printToml(options, 'changed')).quick).toEqual(quick)
})

test("a pattern's mistake names its line and key, and the others count", () => {
  const { quick, said } = read(`
[[quick_select.patterns]]
name = "bad"
regex = '('
[[quick_select.patterns]]
name = "good"
regex = 'a'
regexp = 'b'
[[quick_select.patterns]]
name = "act"
regex = 'a'
action = "run"
[[quick_select.patterns]]
name = "host"
regex = 'a'
url = "https://{match}.example/"
[[quick_select.patterns]]
regex = 'a'
`)
  expect(quick.patterns.map(({ name }) => name)).toEqual(['good'])
  expect(said).toEqual([
    [4, 'error', 'quick_select.patterns[0].regex is "(": unterminated group.'],
    [8, 'warning', 'unknown key quick_select.patterns[1].regexp. Did you mean regex?'],
    [
      12,
      'error',
      'invalid value for quick_select.patterns[2].action: "run". Allowed: one of "copy", "open", ' +
        '"insert", "edit".',
    ],
    [
      16,
      'error',
      'invalid value for quick_select.patterns[3].url: "https://{match}.example/". Allowed: a ' +
        'URL with {match} after its host, such as "https://tracker.example/{match}".',
    ],
    [
      17,
      'error',
      'quick_select.patterns[4] has no name. Required: a string of up to 64 characters.',
    ],
  ])
})

test('a value that is not a list keeps the patterns, and a long list is truncated', () => {
  const before = read(file).options
  for (const [text, words] of [
    ['quick_select = 3', 'invalid value for quick_select: 3. Allowed: a table: [quick_select].'],
    [
      '[quick_select]\npatterns = "a"',
      'invalid value for quick_select.patterns: "a". Allowed: tables: [[quick_select.patterns]].',
    ],
  ] as const) {
    const { quick, said } = read(text, before)
    expect(quick).toEqual(before.quick_select)
    expect(said.map(([, , one]) => one)).toEqual([words])
  }
  const many = read('[[quick_select.patterns]]\nname = "a"\nregex = "a"\n'.repeat(40))
  expect([many.quick.patterns.length, many.said.length]).toEqual([quickPatternsMax, 1])
})
