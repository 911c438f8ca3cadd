/**
 * Builds the command that brings vibeflow's files to another machine or container. It works in any
 * login shell, since all content is base64. Pure except for zlib.
 */
import { gzipSync } from 'node:zlib'
import { shellQuoted } from '../../../base/text/shell-words.ts'

export interface Payload {
  /** Script in src/integrations/shell/remote. */
  readonly setup: string
  /** Content by path below the private directory. */
  readonly files: ReadonlyMap<string, string>
  /** Whether shells load the scripts among the files. */
  readonly isMarked: boolean
  readonly programs: readonly string[]
  readonly terminfo: { readonly term: string; readonly compiled: Uint8Array } | null
  readonly environment: Readonly<Record<string, string>>
  /** Instead of a login shell: a shell line for a host, arguments for a container. */
  readonly command: string | readonly string[] | null
  /** A host: the login shows the message of the day, and the shell runs the command. */
  readonly isHost: boolean
}

/** Longest argument on Linux, without its NUL (MAX_ARG_STRLEN). */
const wordBytesMax = 131_071

/**
 * Run by sh, but passed on by any login shell: without quotes, exclamation marks, double
 * backslashes and line feeds. If unpacking fails, it starts a login shell, or exits with 97 if
 * there is a command, which is in the payload. Arguments: 1 the start mark, 2 the payload, 3 not
 * empty with a command, 4 not empty to show the message of the day.
 */
const begin = [
  'd=$(mktemp -d "${TMPDIR:-/tmp}/vibeflow.XXXXXXXX" 2>/dev/null)',
  ' && printf %s "$2" | base64 -d 2>/dev/null | gzip -dc >"$d/setup" 2>/dev/null',
  ' && . "$d/setup"; ',
  '[ -z "$d" ] || rm -rf "$d"; ',
  '[ -z "$3" ] || { shift 4; [ $# -eq 0 ] || exec "$@"; exit 97; }; ',
  '[ -z "$1" ] || printf "\\033_vibeflow;%s\\033\\134" "$1"; ',
  '[ -z "$4" ] || [ -e "$HOME/.hushlogin" ] || cat /run/motd.dynamic /etc/motd 2>/dev/null; ',
  's=${SHELL:-/bin/sh}; "$s" -n -l -c : </dev/null >/dev/null 2>&1 && exec "$s" -l; exec "$s"',
].join('')

/** Returns the first output of the remote side. `nonce` has letters and digits. */
export function startMark(nonce: string): Uint8Array {
  return new TextEncoder().encode(`\x1b_vibeflow;${nonce}\x1b\\`)
}

/** Returns a command, or `null` if too long for one argument. No mark if `nonce` is empty. */
export function bootstrapWords(payload: Payload, nonce: string): readonly string[] | null {
  const packed = gzipSync(script(payload, nonce), { level: 9 }).toString('base64')
  const { command, isHost } = payload
  const flags = [command === null ? '' : '1', isHost && command === null ? '1' : '']
  const words = [
    ...['sh', '-c', begin, 'vibeflow', nonce, packed, ...flags],
    ...(typeof command === 'object' && command !== null ? command : []),
  ]
  return words.join(' ').length + 16 > wordBytesMax ? null : words
}

/** Returns the same command as one line for a login shell, as sshd passes it. */
export function bootstrapCommand(payload: Payload, nonce: string): string | null {
  const words = bootstrapWords(payload, nonce)
  return words === null ? null : loginLine(words)
}

/** Returns words without quotes as one line for a login shell. */
export function loginLine(words: readonly string[]): string {
  return `exec ${words.map((word) => (/^[\w-]+$/.test(word) ? word : `'${word}'`)).join(' ')}`
}

function script(payload: Payload, nonce: string): string {
  const { setup, files, programs, isMarked, terminfo, environment, command, isHost } = payload
  const end = `VIBEFLOW_END_${nonce}`
  const folders = new Set([...files.keys()].flatMap(parents))
  const term = terminfo?.term ?? ''
  return [
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${shellQuoted(value)}`),
    `v_term=${shellQuoted(term)} v_first=${shellQuoted(term.charAt(0))}`,
    `v_hex=${term === '' ? '' : term.charCodeAt(0).toString(16)}`,
    `v_marks=${isMarked ? '1' : ''} v_host=${isHost ? '1' : ''}`,
    `v_has_command=${command === null ? '' : '1'}`,
    `v_command=${shellQuoted(typeof command === 'string' ? command : '')}`,
    'files() {',
    'set -C',
    ...[...folders].map((folder) => `mkdir -p "$d/${folder}" || return`),
    ...[...files].map(([path, content]) => written(path, content, end)),
    ...programs.map((path) => `chmod 700 "$d/${path}" || return`),
    'set +C',
    '}',
    'terminfo() {',
    terminfo === null ? 'false' : `base64 -d <<'${end}'\n${wrapped(terminfo.compiled)}\n${end}`,
    '}',
    setup,
  ].join('\n')
}

function written(path: string, content: string, end: string): string {
  return `cat >"$d/${path}" <<'${end}' || return\n${content.replace(/\n?$/, '\n')}${end}`
}

function parents(path: string): readonly string[] {
  const at = path.lastIndexOf('/')
  return at === -1 ? [] : [path.slice(0, at)]
}

/** Splits base64 into lines, which some decoders need. */
function wrapped(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n').trimEnd()
}
