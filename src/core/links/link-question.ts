/**
 * Asks before opening a deceptive link: its text names another destination, its host contains
 * look-alike letters, or part of it is hidden. The real destination comes first, complete and in
 * ASCII. Linear in the text. Pure.
 */
import { anyOf } from '../../base/text/any-of.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { hostCharactersMax, linkBytesMax, linkTextMax } from './limits.ts'
import { filePath, judgeAddress } from './links.ts'
import { mailOf, type Mail } from './mail.ts'

export interface LinkQuestion {
  /** The host, the recipients or the file. */
  readonly place: string
  /** The host as the link writes it, if its letters can be mistaken for others. */
  readonly written: string | null
  /** The complete address that will be opened. */
  readonly address: string
  /** The visible text of the link; `null` if the address itself is shown. */
  readonly text: string | null
  /** A part of it is out of view or may be covered. */
  readonly isUnseen: boolean
}

/** `text`: text of an OSC 8 link; `null` if the address itself is shown. */
export interface LinkLook {
  readonly text: string | null
  /** All of it is visible, including its end (sight.ts). */
  readonly isWhole: boolean
}

/** Returns `null` if nothing is deceptive, or if the address is not opened at all. */
export function linkQuestion(
  address: string,
  { text, isWhole }: LinkLook,
  schemes: readonly string[],
): LinkQuestion | null {
  const isUnseen = !isWhole
  const path = schemes.includes('file') ? filePath(address) : null
  if (path !== null)
    return isUnseen || (text !== null && namesAnotherFile(text, path))
      ? {
          place: visible(path),
          written: null,
          address: new URL(address).href,
          text: text === null ? null : shown(text),
          isUnseen,
        }
      : null
  const verdict = judgeAddress(address, schemes)
  if (!('href' in verdict)) return null
  const { hostname } = new URL(verdict.href)
  const mail = verdict.href.startsWith('mailto:') ? mailOf(verdict.href) : null
  const written = writtenHost(address)
  const confusable = hostname !== '' && isHomograph(written)
  if (
    isWhole &&
    !confusable &&
    (text === null ||
      !(mail === null ? namesAnotherHost(text, hostname) : namesAnotherRecipient(text, mail)))
  )
    return null
  return {
    place:
      mail === null
        ? hostname
        : mail.recipients.length === 0
          ? 'No recipient'
          : visible(mail.recipients.join(', ')),
    written: confusable ? visible(written) : null,
    address: verdict.href,
    text: text === null ? null : shown(text),
    isUnseen,
  }
}

/** Returns an address as the status line shows it: the contacted host, then the rest. */
export function shownAddress(whole: string): string {
  const address = whole.slice(0, linkBytesMax)
  const { protocol, hostname, port } = URL.canParse(address)
    ? new URL(address)
    : { protocol: '', hostname: '', port: '' }
  if (hostname === '') return safeText(visible(address), nameCharactersMax)
  const rest = address.replace(/^[^:]*:[\\/]*[^\\/?#]*/, '')
  return (
    `${protocol}//${hostname}${port === '' ? '' : `:${port}`}` +
    `${safeText(visible(rest), nameCharactersMax)}`
  )
}

/** Whether any host in the text is another one. Text without a host makes no promise. */
function namesAnotherHost(text: string, hostname: string): boolean {
  if (text.length > linkTextMax) return true
  const target = bare(hostname)
  return promisedHosts(text).some(({ host, isFile }) => host !== target && !isFile)
}

function namesAnotherRecipient(text: string, { recipients }: Mail): boolean {
  if (text.length > linkTextMax) return true
  const hosts = new Set(recipients.map((one) => hostOf(one.slice(one.lastIndexOf('@') + 1))))
  const addresses = folded(text)
    .split(/[\s<>()[\]{},;:"'`“”‘’]+/u)
    .filter((word) => /^[^@]+@[^@]+$/.test(word))
  return (
    promisedHosts(text).some(({ host, isFile }) => !hosts.has(host) && !isFile) ||
    addresses.some((one) => !recipients.includes(one.toLowerCase().replace(/\.+$/, '')))
  )
}

/**
 * Returns the hosts that a reader sees in a text. `isFile`: it has a file's ending and nothing
 * before it marks a host. `host`: as it would be contacted; `null` for an impossible name, which is
 * a promise all the same.
 */
function promisedHosts(text: string): { readonly host: string | null; readonly isFile: boolean }[] {
  const plain = folded(text)
  const found: { host: string | null; isFile: boolean }[] = []
  // Runs of a host's characters; quotes or arrows next to them are not part of them. Greedy, so
  // that nothing is tried twice.
  for (const { 0: run, index } of plain.matchAll(/[\p{L}\p{N}\p{M}._-]+|\[[\da-f:.]+\]/giu)) {
    const scheme = plain.startsWith('://', index - 3)
    for (const name of run.startsWith('[') ? [run] : run.split(/\.{2,}/).map(trimmed)) {
      if (!(scheme ? name !== '' : isHostName(name))) continue
      const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
      found.push({
        host: hostOf(name),
        isFile: !scheme && !/^www\./i.test(name) && fileEndings.has(ending),
      })
    }
  }
  return found
}

/** Removes the marks at both ends. An expression for the end would be tried at each mark. */
function trimmed(name: string): string {
  let [from, to] = [0, name.length]
  while (from < to && marks.includes(name.charAt(from))) from += 1
  while (from < to && marks.includes(name.charAt(to - 1))) to -= 1
  return name.slice(from, to)
}

const marks = '._-'

function isHostName(name: string): boolean {
  return (
    /^(?:\[.*\]|localhost|\d{1,3}(?:\.\d{1,3}){3})$/iu.test(name) ||
    /^.*\.(?:\p{L}[\p{L}\p{M}]+|xn--[\da-z-]+)$/iu.test(name)
  )
}

/** Characters listed as confusable with a dot (confusables.txt), and ideographic ones. */
const dots = /[\u0660\u06f0\u0701\u0702\u3002\ua4f8\ua60e\uff61\u{10a50}\u{1d16d}]/gu

/** Replaces variants of letters, dots and slashes that readers or hosts take for the plain ones. */
function folded(text: string): string {
  return visible(text)
    .normalize('NFKC')
    .replace(dots, '.')
    .replace(/[\u2044\u2215\u29f8]/g, '/')
}

/** File endings that are not top-level domains, as `.rs`, `.md` and `.sh` are. */
const fileEndings: ReadonlySet<string> = new Set(
  `ts js tsx jsx mjs cjs json jsonl toml yaml yml lock txt log csv html htm css scss xml svg png
  jpg jpeg gif pdf conf cfg ini cpp hpp rb go lua php sql tex diff patch proto gradle exe dll
  tar gz xz`.split(/\s+/),
)

function hostOf(name: string): string | null {
  const address = `http://${name}/`
  return name.length <= hostCharactersMax && URL.canParse(address)
    ? bare(new URL(address).hostname)
    : null
}

const bare = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')

/**
 * Whether the text of a link to a file names another file. A name may be the end of the path.
 * Labels without a slash or an ending make no promise; a host in them does.
 */
function namesAnotherFile(text: string, path: string): boolean {
  if (text.length > linkTextMax) return true
  const whole = `${path.replace(/\/+$/, '')}/`
  const isNamed = (name: string) => name !== '' && whole.endsWith(`/${name}/`)
  const plain = visible(text)
  if (isNamed(fileName(plain))) return false
  if (/:\/\//.test(plain) && !/^file:/i.test(plain)) return true
  return plain
    .split(/[\s"'`()<>[\]{}|,;“”‘’→←│]+/u)
    .map((word) => ({ word, name: fileName(word) }))
    .some(
      ({ word, name }) =>
        (word.includes('/') || /\.\p{L}[\p{L}\p{N}_+-]{0,15}$/u.test(name)) && !isNamed(name),
    )
}

/** Removes quotes, a position, marks of `ls -F` or of a sentence, and the start directory. */
function fileName(word: string): string {
  return word
    .trim()
    .replace(/^(?:file:\/\/[^/]{0,253})?["']?(?:~|…|\.{1,3})?(?:\/\.{1,2}(?=\/))*\/?/, '')
    .replace(/["']?[*@=|/.,:;!?]{0,3}$/, '')
    .replace(/(?::\d{1,7}){1,2}$|#L?\d{1,7}$/, '')
}

/** Returns the host in the letters of the address. */
function writtenHost(address: string): string {
  const authority = /^[^:]*:[\\/]*([^\\/?#]*)/.exec(address)?.[1] ?? ''
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase()
}

const latin = /[a-z]/
/** Letters allowed next to Latin ones in a host: with marks, a few more, and those of East Asia. */
const plain = anyOf('u', [
  /^(?:[a-z]\p{M}*|[0-9.:_[\]-]|[ßæœøłđðþー])$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+\p{M}*$/u,
])
/** Signs, which may look like the ones of an address, and invisible characters. */
const signs = /[^\p{L}\p{M}\p{N}.:_[\]-]/u
/** Strokes drawn like a slash or a hyphen, next to a letter of another script. */
const strokes =
  /[a-z][ノンソゾ丶丿〳ー一\u2044\u2215\u29f8]|[ノンソゾ丶丿〳ー一\u2044\u2215\u29f8][a-z]/u

/**
 * Returns whether a host may be mistaken for another one. A name in one script is never mistaken.
 */
function isHomograph(host: string): boolean {
  const isMixed =
    latin.test(host) &&
    [...host.normalize('NFC')].some((character) => !plain.test(character.normalize('NFD')))
  return isMixed || signs.test(host) || strokes.test(host)
}

/** Removes characters that are invisible or change the direction. */
function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu, '')
}

const shown = (text: string) => safeText(visible(text), linkTextMax)
