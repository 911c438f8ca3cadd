/** Working directory: a `file:` URL (OSC 7), or a path (9;9, 1337;CurrentDir, 633;P;Cwd). */
import { pathBytesMax } from '../limits.ts'
import { percentDecode } from '../text/percent.ts'
import { hasControl } from '../text/text.ts'
import { encodeUtf8 } from '../text/utf8.ts'

const scheme = 'file://'

/** A URL of OSC 7: its host, and its path from the slash on. kitty's has a path without escapes. */
const address = /^(file|kitty-shell-cwd):\/\/([^/]*)(\/.*)$/s

/** A `%` that escapes nothing stands for itself, as in `/tmp/100%`. */
const plainPercent = /%(?![0-9A-Fa-f]{2})/g

/**
 * Parses the decoded payload after `7;`. Returns `null` for another host, a user, a query, or a
 * path that is not absolute. Does not check whether the directory exists.
 * @param hostname this machine's name
 */
export function parse7(body: string, hostname: string): string | null {
  const [, scheme, host = '', path = ''] = address.exec(body) ?? []
  if (!['', 'localhost', hostname.toLowerCase()].includes(host.toLowerCase())) return null
  if (path.length > pathBytesMax * 3) return null
  if (scheme === 'kitty-shell-cwd') return parsePath(path)
  if (path.includes('?')) return null
  const decoded = percentDecode(path.replace(plainPercent, '%25'))
  return decoded.ok ? parsePath(decoded.value) : null
}

/** Parses a directory on another machine, whose name is in lower case, else `null`. */
export function parse7Elsewhere(
  body: string,
  hostname: string,
): { readonly host: string; readonly path: string } | null {
  const [, scheme = '', name = '', rest = ''] = address.exec(body) ?? []
  const host = name.toLowerCase()
  if (!/^[a-z0-9][a-z0-9._-]{0,252}$/.test(host) || parse7(body, hostname) !== null) return null
  const path = parse7(`${scheme}://${rest}`, hostname)
  return path === null ? null : { host, path }
}

/** Returns the payload after `7;`, or `null` if `parse7` would reject the path. */
export function format7(path: string, hostname: string): string | null {
  const host = hostname.toLowerCase()
  const encoded = encodeURIPath(path)
  const body = `${scheme}${host}${encoded}`
  return parse7(body, hostname) === path ? body : null
}

/** Returns an absolute path without controls, else `null`. Two leading slashes name a host. */
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

/** Percent-encodes all bytes except the ones allowed literally in a URL path. */
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
