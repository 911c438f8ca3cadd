/** Lists of tables, such as `[[on]]`: reading, messages and documentation. */
import { z } from 'zod'
import { isTable } from '../../../base/objects/is-table.ts'
import { nearest } from '../../../base/numbers/nearest.ts'
import type { FreeSection, SectionProblem } from '../option.ts'
import { quotedValue } from '../written.ts'
import { unknownKey, wrong } from './problems.ts'

interface TableList<Written extends z.ZodObject, Row> {
  /** `on`, for `[[on]]`. */
  readonly name: string
  readonly title: string
  /** Tables that are read. */
  readonly most: number
  /** Schema of one table as the user writes it. */
  readonly one: () => Written
  readonly rowOf: (written: z.infer<Written>) => Row
  /** Type, default and description of each key. */
  readonly keys: Readonly<Record<string, readonly [string, string, string]>>
  /** A sentence about all tables. */
  readonly about: string
  /** Lines of an example in TOML. */
  readonly example: readonly string[]
}

/**
 * Makes the section. A table with an invalid or unknown key is ignored: a missing key may be a
 * condition, without which it would apply more often.
 */
export function tableList<Written extends z.ZodObject, Row extends object>({
  name,
  title,
  most,
  one,
  rowOf,
  keys,
  about,
  example,
}: TableList<Written, Row>): FreeSection<readonly Row[]> {
  const readOne = (
    place: string,
    value: unknown,
    report: (problem: SectionProblem) => void,
  ): Row[] => {
    if (!isTable(value)) {
      const text = `${name}${place} must be a table ([[${name}]]), but is ${quotedValue(value)}.`
      report(wrong(place, text))
      return []
    }
    const names = Object.keys(keys)
    const known = Object.entries(value).filter(([key]) => names.includes(key))
    for (const key of Object.keys(value))
      if (!names.includes(key)) {
        const problem = unknownKey(`${name}${place}`, key, nearest(key, names))
        report({ ...problem, key: `${place}.${key}` })
      }
    const read = one().safeParse(Object.fromEntries(known))
    if (read.success) return known.length === Object.keys(value).length ? [rowOf(read.data)] : []
    for (const key of new Set(read.error.issues.map(({ path }) => String(path[0] ?? ''))))
      report(
        value[key] === undefined
          ? wrong(place, `${name}${place} has no ${key}. Required: ${keys[key]?.[0]}.`)
          : wrong(
              `${place}.${key}`,
              `invalid value for ${name}${place}.${key}: ${quotedValue(value[key])}. ` +
                `Allowed: ${keys[key]?.[0]}.`,
            ),
      )
    return []
  }
  return {
    title,
    isList: true,
    default: [],
    get written() {
      return z.array(one()).max(most)
    },
    read: (tables, below, before, report) => {
      if (!Array.isArray(tables)) {
        const text = `${name} must be tables ([[${name}]]), but is ${quotedValue(tables)}.`
        report(wrong('', text))
        return before ?? below
      }
      if (tables.length > most) {
        const text = `There are ${tables.length} [[${name}]] tables: the first ${most} are read.`
        report(wrong('', text))
      }
      return tables
        .slice(0, most)
        .flatMap((table: unknown, index) => readOne(`[${index}]`, table, report))
    },
    print: (rows) =>
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
      ),
    document: [
      `Up to ${most} tables \`[[${name}]]\` are read. ${about}`,
      '',
      '| key | type | default | description |',
      '|---|---|---|---|',
      ...Object.entries(keys).map(([key, cells]) => `| \`${key}\` | ${cells.join(' | ')} |`),
      '',
      '```toml',
      ...example,
      '```',
      '',
      'A table with an invalid or unknown key is ignored.',
    ].join('\n'),
    template: ['  For example:', ...example.map((line) => `  ${line}`)],
  }
}
