/** The defaults with `{ 'ui.font_size': 15 }` and the like, read as a file's values are. */
import { defaults, entries, type ColorKey, type Options } from '../../../src/core/config/table.ts'

export function having(change: Readonly<Record<string, unknown>>): Options {
  const made = structuredClone(defaults) as unknown as Record<string, Record<string, unknown>>
  const own: ColorKey[] = []
  for (const [name, value] of Object.entries(change)) {
    const entry = entries.find((one) => one.name === name)
    const read = entry?.option.read(value)
    if (entry === undefined || read?.ok !== true)
      throw new Error(`${name} cannot be ${String(value)}`)
    Object.assign(made[entry.section] ?? {}, { [entry.key]: read.value })
    if (entry.section === 'colors') own.push(entry.key as ColorKey) // of the table
  }
  return { ...made, ownColors: own } as unknown as Options
}
