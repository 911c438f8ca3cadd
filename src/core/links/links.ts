/** Which addresses a click may open (behaviour/security.md 7): a closed list of schemes, nothing hidden, parsed by the URL grammar. */
import { linkBytesMax } from '../ipc/limits.ts'

/** `links.schemes` until there is a configuration. */
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

// Controls, blanks, direction marks and invisible characters have no place in an address: they hide where it leads.
const hidden = /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/u

/** The address as it may be handed to the desktop, or null. */
export function openableAddress(address: string): string | null {
  if (address.length === 0 || byteLength(address) > linkBytesMax || hidden.test(address) || !URL.canParse(address)) return null
  const { protocol, href, hostname } = new URL(address)
  if (!schemes.has(protocol)) return null
  if (protocol !== 'mailto:' && hostname === '') return null
  return byteLength(href) > linkBytesMax ? null : href
}

function byteLength(text: string): number {
  return text.length > linkBytesMax ? text.length : new TextEncoder().encode(text).length
}
