/**
 * One question to the user on any surface: the exact texts that will be executed or sent, how they
 * are drawn, whether all of them were visible, and the approval that senders require
 * (docs/contributing/internals/security.md, "You see all of it, and only that is sent"). Pure.
 */
import { assert } from '../../base/assert.ts'
import type { Millis } from '../../base/clock.ts'
import { spelled, type SpelledPiece } from './spelled.ts'

/** Time a text must have been visible. Earlier clicks were meant for the content before it. */
export const readableAfterMs: Millis = 500

/** UTF-16 units that are drawn. A longer text can only be approved as an unread paste. */
export const drawnMax = 65_536

/** Units and line ends of the separately drawn end, so that a long text can't hide it. */
const endMax = 200
const endLinesMax = 4

/** Tolerance for edges of a drawn part: layouts round to pixels. */
const roundingMax = 1

/** The part [from, to) of a drawn text of height `total`, in any unit. */
export interface VisiblePart {
  readonly from: number
  readonly to: number
  readonly total: number
}

/**
 * Proof that the user approved exactly these texts. Only `Consent.approve` creates one. Senders
 * take an `Approval` and send its texts, so they can't send any other text.
 */
class Approved {
  /** Makes the type nominal: an object with the same fields is not an approval. */
  readonly #made = true
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  /** The first text, which is executed or sent. The others name its place and owner. */
  get text(): string {
    assert(this.#made && this.texts[0] !== undefined, 'an approval holds a text')
    return this.texts[0]
  }
}
export type Approval = Approved

export class Consent {
  /** Exact texts of the question. The first is executed or sent. */
  readonly texts: readonly string[]
  readonly #now: () => Millis
  readonly #afterMs: Millis
  /** Visible parts of each text so far, sorted and disjoint; `null` once all of it was visible. */
  readonly #seen: (VisiblePart[] | null)[]
  readonly #pieces: (readonly SpelledPiece[] | undefined)[] = []
  readonly #askedAt: Millis
  /** Last position of each text. */
  readonly #places: (string | undefined)[] = []
  #movedAt: Millis
  #wholeAt: Millis | null = null

  /**
   * @param texts exact texts, not truncated or sanitized
   * @param now reads a monotonic clock
   * @param afterMs time that all of it must have been visible
   */
  constructor(texts: readonly string[], now: () => Millis, afterMs: Millis = readableAfterMs) {
    this.texts = texts
    this.#now = now
    this.#askedAt = this.#movedAt = now()
    this.#afterMs = afterMs
    this.#seen = texts.map(() => [])
  }

  /** Returns the pieces to draw of a text, up to its first `drawnMax` units. */
  pieces(index: number): readonly SpelledPiece[] {
    return (this.#pieces[index] ??= spelled(this.#text(index).slice(0, this.#drawnEnd(index))))
  }

  /** Returns the pieces of a text's end, which are drawn separately if the text scrolls. */
  end(index: number): readonly SpelledPiece[] {
    const isLong = this.#text(index).length > drawnMax
    const all = isLong ? spelled(this.#text(index).slice(-drawnMax)) : this.pieces(index)
    const end: SpelledPiece[] = []
    let [room, lines] = [endMax, endLinesMax]
    for (const piece of all.toReversed()) {
      if (room <= 0 || (lines === 0 && piece.shown.endsWith('\n'))) break
      end.unshift(piece.named ? piece : lastOf(piece, room))
      room -= piece.shown.length
      if (piece.shown.endsWith('\n')) lines -= 1
    }
    return end
  }

  /** Returns how much of a text is not drawn; `null` if all of it is. */
  leftOut(index: number): { readonly characters: number; readonly lineEnds: number } | null {
    const rest = this.#text(index).slice(this.#drawnEnd(index))
    if (rest === '') return null
    return { characters: rest.length, lineEnds: rest.match(/\r\n?|\n/g)?.length ?? 0 }
  }

  /**
   * Records the visible part of a text; `null` for none. A different total height means a new
   * layout, and parts seen in earlier layouts no longer count.
   */
  saw(index: number, part: VisiblePart | null): void {
    const before = this.#seen[index]
    if (part === null || before === null || before === undefined) return
    if (this.#text(index).length > drawnMax) return
    const seen = united([...before.filter(({ total }) => total === part.total), part])
    const [first] = seen
    const isWhole =
      first !== undefined && first.from <= roundingMax && first.to >= part.total - roundingMax
    this.#seen[index] = isWhole ? null : seen
    if (this.seen) this.#wholeAt ??= this.#now()
  }

  /**
   * Records where a text is drawn. A click after a move was meant for the content that was there
   * before.
   * @param place changes with the position in the window
   */
  placed(index: number, place: string): void {
    if (this.#places[index] === place) return
    this.#places[index] = place
    this.#movedAt = this.#now()
  }

  /** Whether everything has been in position long enough to be clicked. */
  isSettled(at: Millis): boolean {
    return at - this.#movedAt >= this.#afterMs
  }

  /** Returns where the drawn part of a text ends: never within a character or a CR LF. */
  #drawnEnd(index: number): number {
    const text = this.#text(index)
    if (text.length <= drawnMax) return text.length
    return /[\ud800-\udbff\r]/.test(text.charAt(drawnMax - 1)) ? drawnMax - 1 : drawnMax
  }

  #text(index: number): string {
    return this.texts[index] ?? ''
  }

  /** Whether all of every text was visible. */
  get seen(): boolean {
    return this.#seen.every((seen) => seen === null)
  }

  /** Whether a part was not visible long after it was asked, so the user must scroll. */
  get unread(): boolean {
    return !this.seen && this.#now() - this.#askedAt >= this.#afterMs
  }

  /** Milliseconds until `approve` succeeds; `null` if not everything was visible yet. */
  get waitMs(): Millis | null {
    return this.#waitMs(this.#now())
  }

  #waitMs(at: Millis): Millis | null {
    return this.#wholeAt === null ? null : Math.max(0, this.#wholeAt + this.#afterMs - at)
  }

  /**
   * Returns the approval; `null` if not everything was visible long enough.
   * @param at time of the key or click, which a busy page handles later
   */
  approve(at: Millis = this.#now()): Approval | null {
    return this.#waitMs(at) === 0 ? new Approved(this.texts) : null
  }

  /**
   * Returns the approval of a user who chose not to read everything; `null` if the question is too
   * new. Only for a button that states this, and for the user's own text: a paste.
   * @param at as for `approve`
   */
  approveUnread(at: Millis = this.#now()): Approval | null {
    return at - this.#askedAt >= this.#afterMs ? new Approved(this.texts) : null
  }
}

/** Returns the last `max` units of a piece, or one less, so that no character is split. */
function lastOf({ source, named }: SpelledPiece, max: number): SpelledPiece {
  const text = source.slice(-max).replace(/^[\udc00-\udfff]/, '')
  return { source: text, shown: text, named }
}

/** Returns the same parts sorted, with adjacent ones joined. */
function united(parts: readonly VisiblePart[]): VisiblePart[] {
  const joined: VisiblePart[] = []
  for (const part of parts.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last !== undefined && part.from <= last.to + roundingMax)
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, part.to) }
    else joined.push(part)
  }
  return joined
}
