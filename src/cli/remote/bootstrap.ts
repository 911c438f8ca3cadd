/**
 * The words that bring our files to another machine or into a container: a command for its login
 * shell, whatever that is, in which all content is base64. Pure but for zlib.
 */
import { gzipSync } from 'node:zlib'
import { shellQuoted } from '../../base/text/shell-words.ts'

export interface Payload {
  /** The script of src/integrations/shell/remote. */
  readonly setup: string
  /** Path below the private folder -> content. */
  readonly files: ReadonlyMap<string, string>
  /** Shells are made to load the scripts among them. */
  readonly isMarked: boolean
  /** Names that may be run. */
  readonly programs: readonly string[]
  readonly terminfo: { readonly term: string; readonly compiled: Uint8Array } | null
  /** What the other side's environment gets. */
  readonly environment: Readonly<Record<string, string>>
  /**
   * In place of a login shell: of a host one line for that shell, of a container its words. null:
   * none was given.
   */
  readonly command: string | readonly string[] | null
  /** A host: its login shows the message of the day, and its shell runs the command. */
  readonly isHost: boolean
}

/** Linux takes no longer word of a command, with the NUL behind it (MAX_ARG_STRLEN). */
const wordBytesMax = 131_071

/**
 * Read by sh, but passed on by any login shell: no quote, exclamation mark, double backslash or end
 * of a line may stand in it. Where nothing can be unpacked it becomes a login shell by itself; with
 * a command, which is in what cannot be unpacked, it ends with 97. Argument 1: what the start is
 * known by, 2: the payload, 3: not empty for a command, 4: not empty where a
 * message of the day is shown.
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

/** What the other side prints first, once it has begun; `nonce`: letters and digits. */
export function startMark(nonce: string): Uint8Array {
  return new TextEncoder().encode(`\x1b_vibeflow;${nonce}\x1b\\`)
}

/** As a program and its arguments; `nonce`: '' prints no mark. null: too much for one word. */
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

/** The same as one command of a login shell: sshd hands it over so. */
export function bootstrapCommand(payload: Payload, nonce: string): string | null {
  const words = bootstrapWords(payload, nonce)
  if (words === null) return null
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

/** Lines of base64, which some decoders want short. */
function wrapped(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n').trimEnd()
}
