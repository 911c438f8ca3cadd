/** Untyped table, as the TOML and JSON parsers return it. */

export type Table = Readonly<Record<string, unknown>>

/** Returns whether the value is a table: not an array, not a TOML date. */
export function isTable(value: unknown): value is Table {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  )
}
