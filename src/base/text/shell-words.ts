/**
 * Command lines of resume hints: OSC 88's `args` into words, and words into a line for the shell
 * of a tab, which no word can leave.
 */

/**
 * Splits at blanks; quotes of both kinds and backslashes keep what they hold. Nothing is expanded.
 * null: a quote has no end, or nothing follows a backslash.
 */
export function splitWords(text: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  const letters = [...text]
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as string
    if (letter === '\\' && quote !== "'") {
      at += 1
      if (at === letters.length) return null
      word = (word ?? '') + (letters[at] as string)
    } else if (quote !== null) {
      if (letter === quote) quote = null
      else word = (word ?? '') + letter
    } else if (letter === '"' || letter === "'") {
      quote = letter
      word ??= ''
    } else if (letter === ' ') {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + letter
  }
  if (quote !== null) return null
  return word === null ? words : [...words, word]
}

/** Quotes one word for a POSIX shell, whatever is in it. */
export function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** Single quotes hold everything but themselves. */
const posixShells: readonly string[] = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'mksh']

/** No shell expands these, wherever they stand; a leading `=` is zsh's. */
const plain = /^[A-Za-z0-9_./:+-][A-Za-z0-9_./:+=-]*$/

/** As the first word of a line, shells take this for an assignment unless it is quoted. */
const assignment = /^[^/]*=/

/**
 * The words as one line for this shell, by its name. null: a word needs quotes, and this shell's
 * are not known to hold everything (csh expands `!` within them).
 */
export function quotedLine(words: readonly string[], shell: string): string | null {
  const name = shell.replace(/^-/, '')
  const quote = posixShells.includes(name)
    ? shellQuoted
    : name === 'fish'
      ? (word: string) => `'${word.replace(/[\\']/g, '\\$&')}'`
      : null
  const isPlain = (word: string, at: number): boolean =>
    plain.test(word) && !(at === 0 && assignment.test(word))
  const quoted = words.map((word, at) => (isPlain(word, at) ? word : (quote?.(word) ?? null)))
  return quoted.includes(null) ? null : quoted.join(' ')
}
