/** Which addresses a click may open (behaviour/security.md 7): a closed list of schemes, nothing hidden, parsed by the URL grammar. */
import { linkBytesMax } from '../ipc/limits.ts'

/** Never opened, whatever `links.schemes` says; `file:` not yet: nobody looks whether it names a regular file that is no program. */
const never: ReadonlySet<string> = new Set(['javascript', 'data', 'vbscript', 'file'])

export const usualSchemes: readonly string[] = ['https', 'http', 'mailto']

// Controls, blanks, direction marks and invisible characters have no place in an address: they hide where it leads.
const hidden = /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/u

/** The address as it may be handed to the desktop, or null. `schemes`: without the colon (`links.schemes`). */
export function openableAddress(address: string, schemes: readonly string[] = usualSchemes): string | null {
  if (address.length === 0 || byteLength(address) > linkBytesMax || hidden.test(address) || !URL.canParse(address)) return null
  const { protocol, href, hostname } = new URL(address)
  const scheme = protocol.slice(0, -1)
  if (never.has(scheme) || !schemes.includes(scheme)) return null
  if ((scheme === 'http' || scheme === 'https') && hostname === '') return null
  return byteLength(href) > linkBytesMax ? null : href
}

function byteLength(text: string): number {
  return text.length > linkBytesMax ? text.length : new TextEncoder().encode(text).length
}
