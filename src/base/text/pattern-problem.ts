/** Returns the error of a regular expression without the pattern; `null` if it is valid. */
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
