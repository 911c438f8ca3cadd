/**
 * One pattern of several, so that long ones stand in lines.
 * @param flags of the whole; those of the parts count for nothing
 */
export function anyOf(flags: string, patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags)
}
