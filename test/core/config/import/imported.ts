/** Plans the import of a text, without the user's files. */
import type { Foreign } from '../../../../src/core/config/import/foreign.ts'
import { planImport } from '../../../../src/core/config/import/plan.ts'
import type { OwnConfig } from '../../../../src/core/config/import/rows.ts'
import { foreignTerminals, type ForeignName } from '../../../../src/core/config/import/terminals.ts'
import { defaults } from '../../../../src/core/config/table.ts'
import { parseToml } from '../../../../src/host/config/parse-toml.ts'

const values = defaults as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>
/** The configuration of a new user. */
export const fresh: OwnConfig = {
  isSet: () => false,
  value: (name) => values[name.split('.')[0] ?? '']?.[name.split('.')[1] ?? ''],
  shortcuts: {},
}

export function imported(name: ForeignName, text: string, own: OwnConfig = fresh) {
  const foreign: Foreign = foreignTerminals[name]
  const read = foreign.parse(text, (toml) => {
    const parsed = parseToml(toml)
    return parsed.ok ? parsed : { problem: parsed.reason }
  })
  if ('problem' in read) throw new Error(read.problem)
  const plan = planImport(foreign, read.settings, own)
  const of = (wanted: string) =>
    plan.rows.filter(({ outcome }) => outcome === wanted).map(({ from, text: why }) => [from, why])
  return { ...plan, options: Object.fromEntries(plan.options), of }
}
