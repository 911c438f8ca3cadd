/** Which addresses a click may open (behaviour/security.md 7): a closed list of schemes, nothing hidden, parsed by the URL grammar. */
import { defaults } from '../config/table.ts'
import { linkBytesMax } from '../ipc/limits.ts'

/** Whatever the user's list says: they run what they hold. `file` addresses go another way: `localFile`. */
const never: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:', 'vibeflow:', 'file:'])

// Controls, blanks, direction marks and invisible characters have no place in an address: they hide where it leads.
const hidden = /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/u

/** The address as it may be handed to the desktop, or null. `schemes`: without the colon (`links.schemes`). */
export function openableAddress(address: string, schemes: readonly string[] = defaults.links.schemes): string | null {
  if (address.length === 0 || byteLength(address) > linkBytesMax || hidden.test(address) || !URL.canParse(address)) return null
  const { protocol, href, hostname } = new URL(address)
  if (never.has(protocol) || !schemes.includes(protocol.slice(0, -1))) return null
  if ((protocol === 'http:' || protocol === 'https:') && hostname === '') return null
  return byteLength(href) > linkBytesMax ? null : href
}

/** The path of a `file:` address of this machine, or null. */
export function localFile(address: string, ownHost: string): string | null {
  if (byteLength(address) > linkBytesMax || hidden.test(address) || !/^file:/i.test(address) || !URL.canParse(address)) return null
  const { hostname, pathname } = new URL(address)
  if (hostname !== '' && hostname !== 'localhost' && hostname !== ownHost.toLowerCase()) return null
  try {
    const path = decodeURIComponent(pathname)
    return path.startsWith('/') && !/\p{Cc}/u.test(path) ? path : null
  } catch {
    return null // a percent sign that begins no UTF-8
  }
}

function byteLength(text: string): number {
  return text.length > linkBytesMax ? text.length : new TextEncoder().encode(text).length
}
