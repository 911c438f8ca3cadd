/** Output of `--print-config`: settings as valid TOML, or as JSON. */
import { defaults, freeEntries, sectionEntries, type Options } from './table.ts'
import { safeJson } from '../../base/text/safe-text.ts'
import { tomlKey, tomlValue } from './written.ts'

type Table = Readonly<Record<string, unknown>>

/** Tables by name, or lists of tables; `changed` contains only differences from the defaults. */
type Tables = Readonly<Record<string, Table | readonly Table[]>>

export function printToml(options: Options, which: 'all' | 'changed'): string {
  return Object.entries(tables(options, which))
    .flatMap(([name, table]) =>
      Array.isArray(table)
        ? table.map((one: Table) => `[[${name}]]\n${lines(one)}`)
        : [`[${name}]\n${lines(table as Table)}`],
    )
    .join('\n')
}

function lines(table: Table): string {
  return Object.entries(table)
    .map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}\n`)
    .join('')
}

export function printJson(options: Options, which: 'all' | 'changed'): string {
  return `${safeJson(tables(options, which), 2)}\n`
}

function tables(options: Options, which: 'all' | 'changed'): Tables {
  const named = options as unknown as Readonly<Record<string, Table>> // each table of the table
  const standard = defaults as unknown as Readonly<Record<string, Table>>
  const all = [
    ...sectionEntries().map(([name]) => [name, named[name] ?? {}, standard[name] ?? {}] as const),
    ...freeEntries().map(
      ([name, free]) => [name, free.print(named[name]), free.print(standard[name])] as const,
    ),
  ]
  return Object.fromEntries(
    all.flatMap(([name, table, standard]): [string, Table | readonly Table[]][] => {
      if (Array.isArray(table)) return table.length === 0 ? [] : [[name, table as readonly Table[]]]
      const kept = Object.entries(table).filter(
        ([key, value]) =>
          which === 'all' || JSON.stringify(value) !== JSON.stringify((standard as Table)[key]),
      )
      return kept.length === 0 ? [] : [[name, Object.fromEntries(kept)]]
    }),
  )
}
