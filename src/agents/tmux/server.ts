/** Which tmux server a client talks to, by what is known of the client's process (tmux(1)). */

export interface ClientProcess {
  /** Words of its command line. */
  readonly argv: readonly string[]
  readonly environment: ReadonlyMap<string, string>
  /** Where it began. */
  readonly directory: string
  readonly user: number
}

/** Options of tmux(1) that take a value. */
const withValue = 'cfLST'

/** Path of the server's socket, absolute. */
export function socketOf({ argv, environment, directory, user }: ClientProcess): string {
  const given = options(argv)
  const path = given.get('S')
  if (path !== undefined) return path.startsWith('/') ? path : `${directory}/${path}`
  const name = given.get('L')
  const inherited = environment.get('TMUX')?.split(',')[0] ?? ''
  if (name === undefined && inherited.startsWith('/')) return inherited
  const folder = environment.get('TMUX_TMPDIR') || '/tmp'
  return `${folder.replace(/(?<=.)\/+$/, '')}/tmux-${user}/${name ?? 'default'}`
}

/** Those before the command: `-Lname`, `-L name` and `-2L name` are the same. */
function options(argv: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at]!
    if (!word.startsWith('-') || word === '-' || word === '--') break
    const index = [...word].findIndex((letter, n) => n > 0 && withValue.includes(letter))
    if (index === -1) continue
    const rest = word.slice(index + 1)
    const value = rest === '' ? argv[++at] : rest
    if (value !== undefined) found.set(word[index]!, value)
  }
  return found
}

export interface Version {
  /** As tmux writes it. */
  readonly text: string
  /** Control-mode clients can be attached at all without an effect on sizes: from 3.0 on. */
  readonly known: boolean
  /** `attach-session -f`, and panes that can be paused: from 3.2 on. */
  readonly flags: boolean
}

/** `3.3a`, `next-3.5`, `openbsd-7.4`: what has no number of tmux's own is taken for a new one. */
export function versionOf(text: string): Version {
  const [, major, minor] = /^(?:next-)?(\d{1,3})\.(\d{1,3})/.exec(text) ?? []
  const number =
    major === undefined ? Number.POSITIVE_INFINITY : Number(major) * 1_000 + Number(minor)
  return { text, known: number >= 3_000, flags: number >= 3_002 }
}

/**
 * Words behind the program's name that attach a control-mode client which leaves the session as it
 * is: read only, without a size of its own (a control-mode client that is given none has none), and
 * without its environment becoming the session's (`-E`).
 */
export function attachWords(
  { socket, session, version }: { socket: string; session: string; version: Version },
  pauseAfter: number,
): readonly string[] {
  return [
    '-u',
    '-S',
    socket,
    '-C',
    'attach-session',
    '-E',
    ...(version.flags ? ['-f', `read-only,ignore-size,pause-after=${pauseAfter}`] : ['-r']),
    '-t',
    session,
  ]
}
