/**
 * Links of OSC 8: what an opener says, and the table that cells refer to by number. A link gets its
 * number when the first character is printed in it.
 */
import { cellLinkBytesMax, linkIdBytesMax, linksMax } from '../limits.ts'

export interface Link {
  readonly uri: string
  /** The program's own name for it, which makes several pieces of text one link; "" without. */
  readonly id: string
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * What `OSC 8 ; id=NAME:... ; URI` opens; null: text has no link from now on, which an empty URI
 * without parameters says, and an address or a name that is too long comes to. undefined: it says
 * nothing.
 * @param rest what stands behind "8;"
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

/**
 * The text, or null if it is longer than so many bytes.
 * @param copied it was cut from a long string, which a slice would keep as a whole
 */
function within(text: string, bytesMax: number, copied: boolean): string | null {
  if (text.length > bytesMax) return null
  // a unit of UTF-16 takes three bytes at most
  if (!copied && text.length * 3 <= bytesMax) return text
  const bytes = encoder.encode(text)
  return bytes.length > bytesMax ? null : decoder.decode(bytes)
}

/** The newest links, by numbers that come round after 134 million. */
export class Links {
  /** More are not kept: the oldest is freed. Fewer in tests. */
  limit = linksMax
  /** Links that have been freed since the beginning. */
  freed = 0
  /** Those from this number on are new to who keeps them (kept.ts); null: all are. */
  fresh: number | null = null
  readonly #links = new Map<number, Link>()
  /** By id, then by URI: one text of both would be another copy of each. */
  readonly #named = new Map<string, Map<string, number>>()
  #next = 1
  /** All numbers from here to the next one are taken. */
  #oldest = 1

  get size(): number {
    return this.#links.size
  }

  /** Where numbers are, for `adopt`. */
  get state(): { readonly next: number; readonly oldest: number; readonly freed: number } {
    return { next: this.#next, oldest: this.#oldest, freed: this.freed }
  }

  /**
   * Those made since `next` was this number, as far as they are still there; absent: all. The
   * oldest first.
   */
  *since(from = this.#oldest): Generator<readonly [number: number, uri: string, id: string]> {
    for (
      let number = this.#links.has(from) || from === this.#next ? from : this.#oldest;
      number !== this.#next;
      number = behind(number)
    ) {
      const { uri, id } = this.#links.get(number)! // all numbers from the oldest one on
      yield [number, uri, id]
    }
  }

  /** As another table had them, of these and perhaps more. */
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

  /**
   * The number that a link has, or would have if it were made now. A link with a name is the same
   * each time; one without is new.
   */
  numberOf({ id, uri }: Link): number {
    return (id === '' ? undefined : this.#named.get(id)?.get(uri)) ?? this.#next
  }

  /** Text has been printed in it. The oldest link is freed for one too many. */
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
