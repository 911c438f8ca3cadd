/** What TOML and JSON give, taken apart. */

export type Table = Readonly<Record<string, unknown>>

/** No list, and no date of TOML. */
export function isTable(value: unknown): value is Table {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  )
}
