/**
 * Reads configuration files of any bytes. Reading never throws, never changes JavaScript's own
 * objects, and returns options that pass their guard. It also returns the position of each key: at
 * that position the file has the last part of that key.
 */
import { problemLine, problemText } from '../src/core/config/problem.ts'
import { readOptions } from '../src/core/config/read.ts'
import { isTable } from '../src/base/objects/is-table.ts'
import { defaults, entries, isOptions, type Options } from '../src/core/config/table.ts'
import { actionNames } from '../src/core/config/keys/actions.ts'
import { chordText, parseChord } from '../src/core/config/keys/chords.ts'
import { chordsMax, sendCharactersMax, sendsMax } from '../src/core/config/keys/limits.ts'
import { presetNames } from '../src/core/config/keys/presets.ts'
import { parseToml } from '../src/host/config/parse-toml.ts'
import { holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'config'

const parts = [
  ...entries
    .filter((_, index) => index % 7 === 0)
    .flatMap(({ section, key }) => [`[${section}]\n`, `${key} = `, `${section}.${key} = `]),
  '\n',
  '\n',
  ' ',
  ' = ',
  '"',
  "'",
  '"""',
  "'''",
  '[',
  ']',
  '[[',
  ']]\n',
  '{',
  '}',
  ',',
  '.',
  '#',
  '\\',
  '\\u0063',
  'true\n',
  'false\n',
  '"text"\n',
  '"#112233"\n',
  '[1, 2]\n',
  '{ a = 1, b.c = 2 }\n',
  '1979-05-27T07:32:00Z\n',
  'inf\n',
  'nan\n',
  '-1\n',
  '1e9\n',
  '0x1F\n',
  '9223372036854775807\n',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'toString.call',
  'ui',
  'ai.tools',
  '\r\n',
  '\t',
  '\xef\xbb\xbf',
  '\xc3\xa4',
  '\xf0\x9f\x98\x80',
  '\x00',
]

/** Counts the properties that must not change. */
const own = () =>
  [
    Object,
    Object.prototype,
    Function.prototype,
    Object.prototype.hasOwnProperty,
    Object.prototype.toString,
  ]
    .map((one) => Object.getOwnPropertyNames(one).length + Object.getOwnPropertySymbols(one).length)
    .join()
const untouched = own()

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 24)
}

export function replay(input: Uint8Array): void {
  const text = new TextDecoder().decode(input)
  const parsed = parseToml(text)
  holds(own() === untouched, 'something was written to the objects of the language')
  if (!parsed.ok) {
    const rows = text.split('\n')
    const row = rows[parsed.place.line - 1]
    holds(
      row !== undefined && parsed.place.column >= 1 && parsed.place.column <= [...row].length + 1,
      `the place ${parsed.place.line}:${parsed.place.column} is not in the file`,
    )
    return
  }
  for (const { name, key } of keysOf(parsed.table)) {
    const place = parsed.placeOf(name)
    holds(place !== null, `no place for ${name}`)
    const there = [...(text.split('\n')[(place?.line ?? 0) - 1] ?? '')]
      .slice((place?.column ?? 0) - 1)
      .join('')
    // Keys in quotes may be written in other ways.
    holds(
      /^["']/.test(there) || there.startsWith(key),
      `${name} does not stand at ${place?.line}:${place?.column}`,
    )
  }
  const { options, problems } = readOptions({
    documents: [{ file: 'config.toml', table: parsed.table, placeOf: parsed.placeOf }],
    before: defaults,
  })
  holds(isOptions(options), 'the options do not pass their guard')
  for (const { section, key, name, option } of entries) {
    const held = (options[section] as Readonly<Record<string, unknown>>)[key]
    const again = option.read(held)
    holds(
      again.ok &&
        again.clamped === undefined &&
        JSON.stringify(again.value) === JSON.stringify(held),
      `${name} holds what may not be written`,
    )
  }
  holds(shortcutsHold(options.shortcuts), 'the shortcuts hold what may not be written')
  for (const problem of problems)
    holds(
      problemText(problem).length < 4_000 + text.length &&
        !problemLine(problem).includes('undefined'),
      'a problem without words',
    )
}

function shortcutsHold({ preset, actions, sends }: Options['shortcuts']): boolean {
  const all = [...Object.values(actions), ...sends.map(({ chords }) => chords)]
  return (
    presetNames.includes(preset) &&
    Object.keys(actions).length === actionNames.length &&
    sends.length <= sendsMax &&
    sends.every(({ text }) => text.length <= sendCharactersMax) &&
    all.every(
      (chords) =>
        chords.length <= chordsMax &&
        chords.every((chord) => {
          const read = parseChord(chord)
          return 'ok' in read && chordText(read.ok) === chord
        }),
    )
  )
}

function keysOf(
  table: Readonly<Record<string, unknown>>,
  above = '',
): { readonly name: string; readonly key: string }[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const name = above === '' ? key : `${above}.${key}`
    return [{ name, key }, ...(isTable(value) ? keysOf(value, name) : [])]
  })
}
