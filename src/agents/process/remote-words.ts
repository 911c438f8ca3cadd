/** Finds the host or container name in the arguments of `ssh`, `docker exec` and similar tools. */

export interface Grammar {
  /** Letters of options that take a value. */
  readonly valued: string
  readonly long?: readonly string[]
  /** Options may follow the name. */
  readonly behind?: true
  /** Options whose value is the name. */
  readonly nameIn?: readonly string[]
}

/** The first getopt string in OpenSSH's ssh.c: letters followed by a colon. */
export const sshGrammar: Grammar = { valued: 'bceilmopwBDEFIJLOPQRSW', behind: true }

/** Options of `docker` and `podman`, and of their `exec`. */
export const execGrammar: Grammar = {
  valued: 'uwe',
  long: [
    ...['--user', '--workdir', '--env', '--env-file', '--detach-keys', '--preserve-fds'],
    // before the subcommand
    ...['--log-level', '--host', '--context', '--connection', '--url', '--config'],
  ],
}

export interface Words {
  /** All arguments up to the name and, if allowed, the options after it; includes the name. */
  readonly options: readonly string[]
  readonly name: string | null
  readonly command: readonly string[]
  /** Letters of the given options, without values. */
  readonly letters: ReadonlySet<string>
}

/** Splits arguments as getopt does: the name is the first non-option, or anything after `--`. */
export function splitOptions(words: readonly string[], grammar: Grammar): Words {
  const letters = new Set<string>()
  const at = pastOptions(words, 0, grammar, letters)
  const name = words[at] ?? null
  if (name === null) return { options: words, name, command: [], letters }
  const end = grammar.behind === true ? pastOptions(words, at + 1, grammar, letters) : at + 1
  return { options: words.slice(0, end), name, command: words.slice(end), letters }
}

/** Returns options without a flag, which has no value: by its letter and by its long name. */
export function withoutFlag(
  words: readonly string[],
  { valued, long = [] }: Grammar,
  letter: string,
  longName: string,
): readonly string[] {
  const kept: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--') return [...kept, ...words.slice(at)]
    const isLetters = /^-[^-]/.test(word)
    let flags = isLetters ? 1 : 0
    while (isLetters && flags < word.length && !valued.includes(word.charAt(flags))) flags += 1
    const rest = `${word.slice(0, flags).replaceAll(letter, '')}${word.slice(flags)}`
    if (rest !== '-' && word !== longName && !word.startsWith(`${longName}=`)) kept.push(rest)
    const isValueNext = isLetters ? flags === word.length - 1 : long.includes(word)
    if (isValueNext) kept.push(...words.slice(at + 1, at + 2))
    if (isValueNext) at += 1
  }
  return kept
}

function pastOptions(
  words: readonly string[],
  from: number,
  { valued, long = [] }: Grammar,
  letters: Set<string>,
): number {
  let at = from
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--') return at + 1
    if (!word.startsWith('-') || word === '-') break
    if (word.startsWith('--')) {
      if (long.includes(word)) at += 1
      continue
    }
    for (let letter = 1; letter < word.length; letter += 1) {
      const one = word.charAt(letter)
      letters.add(one)
      if (!valued.includes(one)) continue
      if (letter === word.length - 1) at += 1 // its value is the next argument
      break
    }
  }
  return Math.min(at, words.length)
}
