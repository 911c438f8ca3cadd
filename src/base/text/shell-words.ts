/** Splits command lines of resume hints (OSC 88), and quotes words for a tab's shell. */

/** Splits at spaces outside quotes, and unescapes. `null` for an open quote or last backslash. */
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

/** Quotes one word for a POSIX shell, whatever it contains. */
export function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** Shells in which single quotes protect everything but themselves. */
const posixShells: readonly string[] = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'mksh']

/** Characters that no shell expands anywhere in a word; zsh expands a leading `=`. */
const plain = /^[A-Za-z0-9_./:+-][A-Za-z0-9_./:+=-]*$/

/** Shells read this as an assignment if it is the first word and unquoted. */
const assignment = /^[^/]*=/

/**
 * Returns the words as one line for the named shell, or `null` if a word needs quotes and the
 * shell's quoting is not fully reliable (csh expands `!` inside quotes).
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
