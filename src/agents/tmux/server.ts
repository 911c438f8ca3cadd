/** Finds the tmux server of a client from its process (tmux(1)). */

export interface ClientProcess {
  readonly argv: readonly string[]
  readonly environment: ReadonlyMap<string, string>
  /** Initial directory. */
  readonly directory: string
  readonly user: number
}

/** Options of tmux(1) that take a value. */
const withValue = 'cfLST'

/** Returns the absolute path of the server's socket. */
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

/** Returns the options before the command: `-Lname`, `-L name` and `-2L name` are equal. */
function options(argv: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (!word.startsWith('-') || word === '-' || word === '--') break
    const index = [...word].findIndex((letter, n) => n > 0 && withValue.includes(letter))
    if (index === -1) continue
    const rest = word.slice(index + 1)
    const value = rest === '' ? argv[++at] : rest
    if (value !== undefined) found.set(word.charAt(index), value)
  }
  return found
}

export interface Version {
  /** As tmux writes it. */
  readonly text: string
  /** Control-mode clients can attach without affecting sizes: since 3.0. */
  readonly known: boolean
  /** `attach-session -f`, and panes that can be paused: since 3.2. */
  readonly flags: boolean
}

/** Parses `3.3a`, `next-3.5`, `openbsd-7.4`. A version without tmux's own number counts as new. */
export function versionOf(text: string): Version {
  const [, major, minor] = /^(?:next-)?(\d{1,3})\.(\d{1,3})/.exec(text) ?? []
  const number =
    major === undefined ? Number.POSITIVE_INFINITY : Number(major) * 1_000 + Number(minor)
  return { text, known: number >= 3_000, flags: number >= 3_002 }
}

/**
 * Returns the arguments that attach a control-mode client without changing the session: without
 * a size (which such a client has only if given one), and with `-E`, so that its environment does
 * not become the session's. `read-only` would restrict keys, which it has none of, but no command;
 * from tmux 3.7, it would stop `send-keys` of other programs.
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
    ...(version.flags ? ['-f', `ignore-size,pause-after=${pauseAfter}`] : ['-r']),
    '-t',
    session,
  ]
}
