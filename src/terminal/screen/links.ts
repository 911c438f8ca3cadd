/** OSC 8 links by number. A link gets its number when its first character is printed. */
import { cellLinkBytesMax, linkIdBytesMax, linksMax } from '../limits.ts'

export interface Link {
  readonly uri: string
  /** The program's id, which joins pieces of text to one link, or "". */
  readonly id: string
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Parses `OSC 8 ; id=NAME:... ; URI`. Returns `null` to end the link (an empty URI without
 * parameters, or a URI or id that is too long), `undefined` if it has no effect.
 * @param rest text after "8;"
 */
export function openedLink(rest: string): Link | null | undefined {
  const semicolon = rest.indexOf(';')
  if (semicolon === -1) return undefined
  const parameters = rest.slice(0, semicolon).trim()
  const given = rest.slice(semicolon + 1)
  if (given === '') return parameters === '' ? null : undefined
  const copied = rest.length > cellLinkBytesMax
  const uri = within(given, cellLinkBytesMax, copied)
  const id = within(
    parameters
      .split(':')
      .find((part) => part.startsWith('id='))
      ?.slice(3) ?? '',
    linkIdBytesMax,
    copied,
  )
  return uri === null || id === null ? null : { uri, id }
}

/** Returns the text, copied if it is a slice of a longer one, or `null` if it is too long. */
function within(text: string, bytesMax: number, copied: boolean): string | null {
  if (text.length > bytesMax) return null
  // a UTF-16 unit has at most three bytes
  if (!copied && text.length * 3 <= bytesMax) return text
  const bytes = encoder.encode(text)
  return bytes.length > bytesMax ? null : decoder.decode(bytes)
}

/** The newest links. Numbers repeat after 134 million. */
export class Links {
  /** Beyond: the oldest is freed. Tests set less. */
  limit = linksMax
  freed = 0
  /** First number that is new to kept.ts; `null` for all. */
  fresh: number | null = null
  readonly #links = new Map<number, Link>()
  /** Numbers by id, then by URI, to avoid copies of both. */
  readonly #named = new Map<string, Map<string, number>>()
  #next = 1
  /** All numbers from here to `#next` are used. */
  #oldest = 1

  get size(): number {
    return this.#links.size
  }

  /** Positions for `adopt`. */
  get state(): { readonly next: number; readonly oldest: number; readonly freed: number } {
    return { next: this.#next, oldest: this.#oldest, freed: this.freed }
  }

  /** Returns existing links from number `from` on, by default all, oldest first. */
  *since(from = this.#oldest): Generator<readonly [number: number, uri: string, id: string]> {
    for (
      let number = this.#links.has(from) || from === this.#next ? from : this.#oldest;
      number !== this.#next;
      number = behind(number)
    ) {
      const { uri, id } = this.#links.get(number)! // all numbers from the oldest on
      yield [number, uri, id]
    }
  }

  /** Restores another table from these entries and perhaps more. */
  adopt(
    all: Iterable<readonly [number: number, uri: string, id: string]>,
    { next, oldest, freed }: Links['state'],
  ): void {
    const known = new Map([...all].map(([number, uri, id]) => [number, { uri, id }]))
    this.#oldest = oldest
    this.freed = freed
    for (this.#next = oldest; this.#next !== next; ) {
      this.#add(this.#next, known.get(this.#next) ?? { uri: '', id: '' })
      this.#next = behind(this.#next)
    }
  }

  get(number: number): Link | undefined {
    return this.#links.get(number)
  }

  /** Returns a link's number, even if not created yet. Links without an id are always new. */
  numberOf({ id, uri }: Link): number {
    return (id === '' ? undefined : this.#named.get(id)?.get(uri)) ?? this.#next
  }

  /** Creates a link for printed text, and frees the oldest if there are too many. */
  make(link: Link): number {
    const number = this.numberOf(link)
    if (number !== this.#next) return number
    this.#next = behind(number)
    this.#add(number, link)
    if (this.#links.size > this.limit) this.#freeOldest()
    return number
  }

  #add(number: number, link: Link): void {
    this.#links.set(number, link)
    if (link.id === '') return
    const same = this.#named.get(link.id) ?? new Map<string, number>()
    this.#named.set(link.id, same.set(link.uri, number))
  }

  #freeOldest(): void {
    const number = this.#oldest
    const { id, uri } = this.#links.get(number)! // `make` has just added one
    this.#oldest = behind(number)
    this.freed += 1
    this.#links.delete(number)
    const same = this.#named.get(id)
    same?.delete(uri)
    if (same?.size === 0) this.#named.delete(id)
  }
}

/** Numbers have 27 bits: see keyOf in interned.ts. */
function behind(number: number): number {
  return (number % 0x7ffffff) + 1
}
