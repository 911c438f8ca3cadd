/** What is wrong with a regular expression that a user wrote. */

/**
 * null: nothing. What an engine says, without the pattern that it repeats: `Invalid regular
 * expression: /(/gu: Unterminated group`.
 */
export function patternProblem(source: string, flags: string): string | null {
  try {
    new RegExp(source, flags)
    return null
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const said = words.slice(words.lastIndexOf(': ') + 2)
    return said.charAt(0).toLowerCase() + said.slice(1)
  }
}
