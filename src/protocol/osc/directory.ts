/**
 * The working directory that a program reports: as a `file:` address (OSC 7) or as a plain path
 * (9;9, 1337;CurrentDir, 633;P;Cwd).
 */
import { pathBytesMax } from '../limits.ts'
import { percentDecode } from '../percent.ts'
import { hasControl } from '../text.ts'
import { encodeUtf8 } from '../utf8.ts'

const scheme = 'file://'

/**
 * The payload behind `7;`, decoded. `hostname`: this machine's own name. null: another host, a
 * user, a query, no absolute path. Whether the directory is there is for the moment of its use.
 */
export function parse7(body: string, hostname: string): string | null {
  const slash = body.indexOf('/', scheme.length)
  if (!body.startsWith(scheme) || slash === -1) return null
  const host = body.slice(scheme.length, slash).toLowerCase()
  if (host !== '' && host !== 'localhost' && host !== hostname.toLowerCase()) return null
  const encoded = body.slice(slash)
  if (encoded.length > pathBytesMax * 3 || /[?#]/.test(encoded)) return null
  const path = percentDecode(encoded)
  return path.ok ? parsePath(path.value) : null
}

/**
 * The same of another machine, whose name is in lower case. null: this machine's, no name that a
 * host can have, or no directory.
 */
export function parse7Elsewhere(
  body: string,
  hostname: string,
): { readonly host: string; readonly path: string } | null {
  const found = /^file:\/\/([A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}))\//.exec(body)
  const host = found?.[1]?.toLowerCase()
  if (host === undefined || parse7(body, hostname) !== null) return null
  const path = parse7(`${scheme}${body.slice(scheme.length + host.length)}`, hostname)
  return path === null ? null : { host, path }
}

/** The payload behind `7;` for this path. null: no path that `parse7` would take. */
export function format7(path: string, hostname: string): string | null {
  const host = hostname.toLowerCase()
  const encoded = encodeURIPath(path)
  const body = `${scheme}${host}${encoded}`
  return parse7(body, hostname) === path ? body : null
}

/**
 * A plain path, if it is absolute, without controls, and no longer than a path can be; else null.
 * Two slashes first would name a host where they are no slip of the shell's.
 */
export function parsePath(path: string): string | null {
  if (
    !path.startsWith('/') ||
    path.startsWith('//') ||
    path.length > pathBytesMax ||
    hasControl(path)
  )
    return null
  return encodeUtf8(path).length <= pathBytesMax ? path : null
}

/** All bytes but those that stand for themselves in a path of an address. */
function encodeURIPath(path: string): string {
  let encoded = ''
  for (const byte of encodeUtf8(path)) {
    const character = String.fromCharCode(byte)
    encoded +=
      byte < 0x80 && /[A-Za-z0-9/._~-]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return encoded
}
