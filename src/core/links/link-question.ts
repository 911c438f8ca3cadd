/**
 * The question before a link is opened whose look deceives: its text names another place than it
 * leads to, its host is written with letters that look like others, or it is not seen whole. The
 * place that will be contacted comes first, whole and in ASCII. Linear in the text. Pure.
 */
import { anyOf } from '../../base/text/any-of.ts'
import { linkBytesMax } from './limits.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { hostCharactersMax, linkTextMax } from './limits.ts'
import { filePath, judgeAddress } from './links.ts'
import { mailOf, type Mail } from './mail.ts'

export interface LinkQuestion {
  /** The host, the recipients or the file. */
  readonly place: string
  /** The host in the letters in which the link writes it, where those can be taken for others. */
  readonly written: string | null
  /** Whole, as it will be opened. */
  readonly address: string
  /** What is seen of the link, without what cannot be seen; null: the address itself. */
  readonly text: string | null
  /** A part of it is out of view, or may be covered. */
  readonly isUnseen: boolean
}

/** `text`: what an OSC 8 link shows; null: the address itself is what is seen. */
export interface LinkLook {
  readonly text: string | null
  /** The user sees all of it, and where it ends (sight.ts). */
  readonly isWhole: boolean
}

/** Returns null if nothing deceives, or if the address is not opened at all. */
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
          ? 'Nobody yet'
          : visible(mail.recipients.join(', ')),
    written: confusable ? visible(written) : null,
    address: verdict.href,
    text: text === null ? null : shown(text),
    isUnseen,
  }
}

/**
 * An address as the foot of the window shows it: its host as it will be contacted, then the rest.
 */
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

/**
 * Does the text name a host that is not this one? Every host in it is judged; text without one
 * makes no promise.
 */
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
 * Hosts that a reader sees in a text. `isFile`: its ending is one of files, and nothing in front of
 * it says that it is a host. `host`: as it would be contacted; null: no host can be called so,
 * which is a promise all the same.
 */
function promisedHosts(text: string): { readonly host: string | null; readonly isFile: boolean }[] {
  const plain = folded(text)
  const found: { host: string | null; isFile: boolean }[] = []
  // Runs of a host's characters: whatever stands beside them, quotes or arrows, is no part of them.
  // Greedy, so that nothing is tried twice.
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

/**
 * Without the marks at its ends. A loop: an expression for the end would be tried at each of many
 * marks.
 */
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

/** Characters that Unicode calls confusable with a dot (confusables.txt), and ideographic ones. */
const dots = /[\u0660\u06f0\u0701\u0702\u3002\ua4f8\ua60e\uff61\u{10a50}\u{1d16d}]/gu

/**
 * As a reader sees it: forms of letters, of dots and of slashes that hosts or readers take for the
 * plain ones.
 */
function folded(text: string): string {
  return visible(text)
    .normalize('NFKC')
    .replace(dots, '.')
    .replace(/[\u2044\u2215\u29f8]/g, '/')
}

/**
 * Endings of names that a text means as files, for none of them is a top-level domain. `.rs`, `.md`
 * and `.sh` are: whose text ends so is asked about.
 */
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
 * Does the text of a link to a file name another one? A name may be a part of the path from some
 * folder on. Labels without a slash or an ending make no promise; a host in it does.
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

/**
 * Without quotes, a place in it, marks of `ls -F` or of a sentence, and where it is counted from.
 */
function fileName(word: string): string {
  return word
    .trim()
    .replace(/^(?:file:\/\/[^/]{0,253})?["']?(?:~|…|\.{1,3})?(?:\/\.{1,2}(?=\/))*\/?/, '')
    .replace(/["']?[*@=|/.,:;!?]{0,3}$/, '')
    .replace(/(?::\d{1,7}){1,2}$|#L?\d{1,7}$/, '')
}

/** Of the letters in which an address writes its host. */
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
/** Signs, which may look like those of an address, and what draws nothing. */
const signs = /[^\p{L}\p{M}\p{N}.:_[\]-]/u
/** Strokes that are drawn as a slash or a hyphen is, beside a letter that they do not belong to. */
const strokes =
  /[a-z][ノンソゾ丶丿〳ー一\u2044\u2215\u29f8]|[ノンソゾ丶丿〳ー一\u2044\u2215\u29f8][a-z]/u

/** Whether a host may be read as another one. A name of one script alone is what it seems. */
function isHomograph(host: string): boolean {
  const isMixed =
    latin.test(host) &&
    [...host.normalize('NFC')].some((character) => !plain.test(character.normalize('NFD')))
  return isMixed || signs.test(host) || strokes.test(host)
}

/** Without what cannot be seen or turns the direction. */
function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu, '')
}

const shown = (text: string) => safeText(visible(text), linkTextMax)
