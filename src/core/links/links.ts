/** Decides which addresses a click may open, parsed by the URL grammar. */
import { defaults } from '../config/table.ts'
import { anyOf } from '../../base/text/any-of.ts'
import { linkBytesMax } from './limits.ts'
import { hostCharactersMax } from './limits.ts'
import { mailOf } from './mail.ts'

/** Never opened, even if the user lists them. `localFile` handles `file`. */
const never: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'vibeflow:',
  'file:',
  'blob:',
  'filesystem:',
  'view-source:',
])

// Characters that hide where an address leads: controls, spaces, direction marks and invisible
// characters, a braille cell without dots, and the null note head. The selector that makes an emoji
// an image is visible, so it is excluded.
const hidden = anyOf('u', [
  /(?!(?<=\p{Extended_Pictographic})\ufe0f)[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u,
  /[\u2800\u{1d159}]/u,
])

/** `href`: for the desktop, as its host was checked. `refused`: the end of a sentence. */
export type AddressVerdict = { readonly href: string } | { readonly refused: string }

/** @param schemes without the colon (`links.schemes`) */
export function judgeAddress(
  address: string,
  schemes: readonly string[] = defaults.links.schemes,
): AddressVerdict {
  const opened = schemes.filter((one) => one === 'file' || !never.has(`${one}:`)).join(', ')
  const other = {
    refused:
      opened === ''
        ? 'links.schemes allows no URLs.'
        : `only these schemes are allowed, without hidden characters: ${opened} (links.schemes).`,
  }
  if (
    address.length === 0 ||
    byteLength(address) > linkBytesMax ||
    hidden.test(address) ||
    !URL.canParse(address)
  )
    return other
  const url = new URL(address)
  const { protocol, href, hostname, username, password } = url
  if (
    never.has(protocol) ||
    !schemes.includes(protocol.slice(0, -1)) ||
    byteLength(href) > linkBytesMax
  )
    return other
  if (protocol === 'mailto:') {
    const mail = mailOf(address)
    return mail === null
      ? {
          refused:
            'mailto links may only contain to, cc, subject and body, without hidden characters.',
        }
      : { href: mail.href }
  }
  if ((protocol === 'http:' || protocol === 'https:') && hostname === '') return other
  if (username !== '' || password !== '')
    return {
      refused:
        `it goes to ${hostname.slice(0, hostCharactersMax)} but contains a user name that can ` +
        'imitate another host.',
    }
  // Programs that get such an address would take a leading hyphen for an option.
  if (hostname.length > hostCharactersMax || hostname.startsWith('-'))
    return { refused: 'invalid host name.' }
  return { href }
}

/** Returns the path of a `file:` address on this machine; `null` for others. */
export function localFile(address: string, ownHost: string): string | null {
  const path = filePath(address)
  if (path === null) return null
  const { hostname } = new URL(address)
  return hostname === '' || hostname === 'localhost' || hostname === ownHost.toLowerCase()
    ? path
    : null
}

/** Returns the path of a `file:` address; `null` for others, and for `%2F` within a name. */
export function filePath(address: string): string | null {
  if (
    byteLength(address) > linkBytesMax ||
    hidden.test(address) ||
    !/^file:/i.test(address) ||
    !URL.canParse(address)
  )
    return null
  const { pathname } = new URL(address)
  try {
    const path = /%2f/i.test(pathname) ? '' : decodeURIComponent(pathname)
    return path.startsWith('/') && !/\p{Cc}/u.test(path) ? path : null
  } catch {
    return null // a percent sign that starts no UTF-8
  }
}

function byteLength(text: string): number {
  return text.length > linkBytesMax ? text.length : new TextEncoder().encode(text).length
}
