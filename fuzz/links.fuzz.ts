/**
 * Tests links with any address and text. An opened address has an allowed scheme and no user name.
 * The shown host is the host that will be contacted, shown completely, and no shown part is hidden.
 * In an input, the first NUL ends the address and starts the text.
 */
import { anyOf } from '../src/base/text/any-of.ts'
import { planFor } from '../src/core/links/file-kinds.ts'
import { findLinks } from '../src/core/links/find-links.ts'
import { linkQuestion, shownAddress } from '../src/core/links/link-question.ts'
import { filePath, judgeAddress, localFile } from '../src/core/links/links.ts'
import { mailOf } from '../src/core/links/mail.ts'
import { holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'links'

const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))
const hosts = [
  'bank.example',
  'evil.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'xn--80ak6aa92e.com',
  '\u0430\u0440\u0440\u04cf\u0435.com',
  '\u4f8b\u3048.jp',
  '2130706433',
  '0x7f.1',
  'a.'.repeat(130),
]
const parts = [
  ...hosts,
  'https://',
  'http://',
  'https:',
  'mailto:',
  'file:///',
  'file://',
  'ssh://',
  'javascript:',
  'data:',
  'vibeflow:',
  '://',
  '//',
  '/',
  '\\',
  '@',
  ':',
  ':443',
  '.',
  '-',
  '?',
  '#',
  '%',
  '%00',
  '%2f',
  '%0a',
  '%40',
  '%E2%80%AE',
  '%252e',
  '\0',
  '\0',
  ' ',
  'user:pass@',
  'a@b.example',
  '?attach=',
  '&subject=',
  '&body=',
  '&bcc=',
  '&cc=',
  '&to=',
  'www.',
  'notes.txt',
  'src/a.ts',
  'a.desktop',
  '\x1b',
  '\r\n',
  '\t',
  "'",
  '"',
  ...[
    '\u3002',
    '\uff0e',
    '\uff61',
    '\u2024',
    '\u2044',
    '\uff0f',
    '\uff20',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200d',
    '\u00ad',
    '\u3164',
    '\u115f',
    '\u180e',
    '\ufe0f',
    '\u2764',
    '\u0337',
    '\u{e0041}',
    '\u2192',
    '\u201c',
    '\u2026',
    '\u30ce',
    '\u03bf',
    '\u05d0',
    '\u0661',
    '\ufeff',
    '\u2028',
  ],
].map(utf8)
const schemes = ['https', 'http', 'mailto', 'file', 'ssh']
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 24)
}

export function replay(input: Uint8Array): void {
  const whole = new TextDecoder().decode(input)
  const [address = '', text = null] = whole.split(/\0(.*)/s)
  opened(address)
  asked(address, text)
  for (const link of findLinks(whole, { addresses: true, paths: true, schemes })) {
    if (link.kind === 'address') {
      opened(link.address)
      asked(link.address, null)
    }
  }
  judged(address, input)
}

/** The desktop is given pictures, PDF, sound and video under names of their kind. */
function judged(name: string, head: Uint8Array): void {
  const viewed = anyOf('i', [
    /\.(?:png|jpe?g|gif|webp|bmp|tiff?|avif|hei[cf]|ico|jxl|pdf)$/,
    /\.(?:mp3|wav|flac|og[gav]|opus|m4[av]|mp4|mov|mkv|webm|avi)$/,
  ])
  for (const executable of [false, true]) {
    const isViewed = planFor({ name, head, executable }) === 'view'
    holds(!isViewed || (viewed.test(name) && !executable), 'the desktop is given another kind')
  }
}

function opened(address: string): void {
  const path = localFile(address, 'thishost')
  holds(path === null || (path.startsWith('/') && !/\p{Cc}/u.test(path)), 'a path that is none')
  const verdict = judgeAddress(address, schemes)
  if ('refused' in verdict) {
    holds(!unseen.test(verdict.refused), 'a refusal shows what is not seen')
    return
  }
  const { protocol, username, password, hostname, href } = new URL(verdict.href)
  holds(schemes.includes(protocol.slice(0, -1)) && protocol !== 'file:', 'another scheme is opened')
  holds(username === '' && password === '', 'a user name is opened')
  holds(
    /^[\x21-\x7e]+$/.test(verdict.href) && href === verdict.href,
    'what is opened is not what was judged',
  )
  holds(!hostname.startsWith('-') && hostname.length <= 253, 'no host')
  if (protocol !== 'mailto:') {
    holds(
      shownAddress(verdict.href).startsWith(`${protocol}//${hostname}`),
      'the foot shows another host',
    )
    return
  }
  const fields = [...new URLSearchParams(href.slice(href.indexOf('?') + 1)).keys()]
  holds(
    !href.includes('?') || fields.every((field) => ['to', 'cc', 'subject', 'body'].includes(field)),
    'mail with another field',
  )
  holds(mailOf(href)?.href === href, 'mail is not the same when it is read again')
}

function asked(address: string, text: string | null): void {
  holds(!unseen.test(shownAddress(address)), 'the foot shows what is not seen')
  const isAsked = linkQuestion(address, { text, isWhole: false }, schemes) !== null
  const isOpened =
    'href' in judgeAddress(address, schemes) ||
    (schemes.includes('file') && filePath(address) !== null)
  holds(isAsked === isOpened, 'what is not seen whole is opened without a question')
  const question = linkQuestion(address, { text, isWhole: true }, schemes)
  if (question === null) return
  holds(
    [question.place, question.written ?? '', question.address, question.text ?? ''].every(
      (shown) => !unseen.test(shown),
    ),
    'the question shows what is not seen',
  )
  const { hostname, protocol, href } = new URL(question.address)
  holds(href === question.address, 'the question shows another address')
  if (protocol !== 'mailto:' && protocol !== 'file:')
    holds(
      question.place === hostname && question.place === new URL(address).hostname,
      'the question shows another host',
    )
}
