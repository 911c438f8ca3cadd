/** Output of `--print-config`: settings as valid TOML, or as JSON. */
import { defaults, freeEntries, sectionEntries, type Options } from './table.ts'
import { safeJson } from '../../base/text/safe-text.ts'
import { tomlKey, tomlValue } from './written.ts'

/** By table and key; `changed` contains only differences from the defaults. */
type Tables = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export function printToml(options: Options, which: 'all' | 'changed'): string {
  return Object.entries(tables(options, which))
    .map(
      ([name, table]) =>
        `[${name}]\n${Object.entries(table)
          .map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}\n`)
          .join('')}`,
    )
    .join('\n')
}

export function printJson(options: Options, which: 'all' | 'changed'): string {
  return `${safeJson(tables(options, which), 2)}\n`
}

function tables(options: Options, which: 'all' | 'changed'): Tables {
  const named = options as unknown as Tables // each table of the table
  const standard = defaults as unknown as Tables
  const all = [
    ...sectionEntries().map(([name]) => [name, named[name] ?? {}, standard[name] ?? {}] as const),
    ...freeEntries().map(
      ([name, free]) => [name, free.print(named[name]), free.print(standard[name])] as const,
    ),
  ]
  return Object.fromEntries(
    all.flatMap(([name, table, standard]) => {
      const kept = Object.entries(table).filter(
        ([key, value]) =>
          which === 'all' || JSON.stringify(value) !== JSON.stringify(standard[key]),
      )
      return kept.length === 0 ? [] : [[name, Object.fromEntries(kept)]]
    }),
  )
}
