/**
 * `mailto:` addresses (RFC 6068): recipients, and fields that a mail program may get. Attachment
 * fields would send a file; Bcc, which compose windows hide, would send it elsewhere. The address
 * is rebuilt from the parsed fields, so that nothing else passes. Pure.
 */

export interface Mail {
  readonly href: string
  /** As named, in lowercase. */
  readonly recipients: readonly string[]
}

const fields: ReadonlySet<string> = new Set(['to', 'cc', 'subject', 'body'])

/** Returns `null` for other fields, also in twice encoded text (CVE-2022-4055 of xdg-email). */
export function mailOf(address: string): Mail | null {
  const [path = '', query = ''] = split(address.slice('mailto:'.length).replace(/#.*$/s, ''), '?')
  const to = decoded(path)
  if (to === null || !plain(to)) return null
  const recipients = [to]
  const parts: string[] = []
  for (const pair of query === '' ? [] : query.split('&')) {
    const [key = '', raw = ''] = split(pair, '=')
    const name = decoded(key)?.toLowerCase()
    const value = decoded(raw)
    if (name === undefined || !fields.has(name) || value === null) return null
    if (!(name === 'body' ? plain(value.replace(/\r?\n|\t/g, ' ')) : plain(value))) return null
    if (name === 'to' || name === 'cc') recipients.push(value)
    parts.push(`${name}=${encoded(value)}`)
  }
  return {
    href:
      `mailto:${encoded(to).replaceAll('%40', '@').replaceAll('%2C', ',')}` +
      `${parts.length === 0 ? '' : `?${parts.join('&')}`}`,
    recipients: recipients
      .flatMap((list) => list.split(','))
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== ''),
  }
}

/** Whether it contains no control or invisible character, and no field of its own. */
function plain(value: string): boolean {
  const again = value.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return (
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Surrogate}/u.test(value) &&
    !/attach(?:ment)?\s{0,8}=|bcc\s{0,8}=/i.test(again)
  )
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null // a percent sign that starts no UTF-8
  }
}

/** An apostrophe ends a value for programs that build a command from it. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

function split(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}
