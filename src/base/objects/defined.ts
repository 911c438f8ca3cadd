/** Returns the fields whose value is not `undefined`. */
export function defined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  // Same names, fewer entries.
  return Object.fromEntries(entries) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}
