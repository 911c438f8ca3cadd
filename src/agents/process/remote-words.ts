/** Where in the words of `ssh`, `docker exec` and their like the host or container stands. Pure. */

export interface Grammar {
  /** Letters of options that have a value. */
  readonly valued: string
  readonly long?: readonly string[]
  /** Options stand behind the name too. */
  readonly behind?: true
  /** One of these options has the name for its value. */
  readonly nameIn?: readonly string[]
}

/** The first string of getopt in OpenSSH's ssh.c: letters followed by a colon. */
export const sshGrammar: Grammar = { valued: 'bceilmopwBDEFIJLOPQRSW', behind: true }

/** Of `docker` and `podman`, and of their `exec`. */
export const execGrammar: Grammar = {
  valued: 'uwe',
  long: [
    ...['--user', '--workdir', '--env', '--env-file', '--detach-keys', '--preserve-fds'],
    // before the verb
    ...['--log-level', '--host', '--context', '--connection', '--url', '--config'],
  ],
}

export interface Words {
  /** All up to the name and, where they may stand there, behind it; with the name. */
  readonly options: readonly string[]
  /** null: there is none. */
  readonly name: string | null
  readonly command: readonly string[]
  /** Letters of the options that were given, each without its value. */
  readonly letters: ReadonlySet<string>
}

/** As getopt reads them: the name is what is no option, whatever it looks like behind `--`. */
export function splitOptions(words: readonly string[], grammar: Grammar): Words {
  const letters = new Set<string>()
  const at = pastOptions(words, 0, grammar, letters)
  const name = words[at] ?? null
  if (name === null) return { options: words, name, command: [], letters }
  const end = grammar.behind === true ? pastOptions(words, at + 1, grammar, letters) : at + 1
  return { options: words.slice(0, end), name, command: words.slice(end), letters }
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
      if (letter === word.length - 1) at += 1 // its value is the next word
      break
    }
  }
  return Math.min(at, words.length)
}
