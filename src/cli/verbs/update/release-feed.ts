/**
 * Parses the newest release in `latest-linux.yml`, as electron-builder and `npm run package`
 * (src/build/package/feed.mjs) write it. It comes from the network, so every value is validated.
 * Only that subset of YAML is supported: one key or list item per line.
 */

export interface ReleaseFile {
  /** File name next to the feed. */
  readonly name: string
  /** SHA-512 in Base64, 88 characters. */
  readonly sha512: string
  readonly bytes: number
}

export interface Release {
  readonly version: string
  readonly files: readonly ReleaseFile[]
}

type FeedProblem = 'no-version' | 'no-files' | 'bad-name' | 'bad-sum' | 'bad-size'

type FeedResult =
  | { readonly ok: true; readonly release: Release }
  | { readonly ok: false; readonly problem: FeedProblem }

/** A real feed has less than 2 KiB. */
export const releaseFeedBytesMax = 64 * 1024

/** Ten times the size of a package. A larger value is wrong or malicious. */
const packageBytesMax = 1024 ** 3

const versionForm = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\dA-Za-z]+(?:[.-][\dA-Za-z]+)*)?$/
/** Without path separators, and neither hidden nor an option. */
const nameForm = /^[\dA-Za-z][\w.+-]{0,199}$/
const sumForm = /^[\d+/A-Za-z]{86}==$/

export function parseFeed(text: string): FeedResult {
  const top = new Map<string, string>()
  const items: Map<string, string>[] = []
  for (const line of text.split(/\r?\n/)) {
    const [, lead = '', key = '', value = ''] =
      /^( *(?:- )?)([A-Za-z]\w*):[ \t]*(.*)$/.exec(line) ?? []
    if (key === '') continue
    if (lead === '') top.set(key, plain(value))
    else {
      if (lead.endsWith('- ')) items.push(new Map())
      items.at(-1)?.set(key, plain(value))
    }
  }
  const version = top.get('version') ?? ''
  if (!versionForm.test(version)) return { ok: false, problem: 'no-version' }
  if (items.length === 0) return { ok: false, problem: 'no-files' }
  const files: ReleaseFile[] = []
  for (const item of items) {
    const [name, sha512, size] = ['url', 'sha512', 'size'].map((key) => item.get(key) ?? '')
    if (!nameForm.test(name ?? '')) return { ok: false, problem: 'bad-name' }
    if (!sumForm.test(sha512 ?? '')) return { ok: false, problem: 'bad-sum' }
    const bytes = /^[1-9]\d{0,12}$/.test(size ?? '') ? Number(size) : NaN
    if (!(bytes <= packageBytesMax)) return { ok: false, problem: 'bad-size' }
    files.push({ name: name ?? '', sha512: sha512 ?? '', bytes })
  }
  return { ok: true, release: { version, files } }
}

/** Removes quotes from a scalar. */
function plain(value: string): string {
  const text = value.trim()
  return /^(['"]).*\1$/.test(text) ? text.slice(1, -1) : text
}

/** Compares with the precedence of Semantic Versioning 2.0.0, 11. Both must have the form above. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [parts(version), parts(than)]
  for (const index of [0, 1, 2]) {
    const difference = Number(one.core[index]) - Number(other.core[index])
    if (difference !== 0) return difference > 0
  }
  if (one.before.length === 0 || other.before.length === 0)
    return one.before.length < other.before.length
  for (const [index, word] of one.before.entries()) {
    const against = other.before[index]
    if (against === undefined) return true
    if (word !== against) return identifierIsHigher(word, against)
  }
  return false
}

function parts(version: string): { readonly core: string[]; readonly before: string[] } {
  const at = version.indexOf('-')
  const core = at === -1 ? version : version.slice(0, at)
  return { core: core.split('.'), before: at === -1 ? [] : version.slice(at + 1).split('.') }
}

/** Numbers are lower than words, and compared numerically. */
function identifierIsHigher(word: string, than: string): boolean {
  const [isNumber, otherIsNumber] = [word, than].map((one) => /^\d+$/.test(one))
  if (isNumber && otherIsNumber) return Number(word) > Number(than)
  return isNumber === otherIsNumber ? word > than : otherIsNumber === true
}
