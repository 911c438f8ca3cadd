/**
 * One question to the user, whatever the surface: the exact texts that will be executed or sent,
 * how they are drawn, whether all of them have been in view, and the approval that a sender takes
 * (SECURITY.md, "You see all of it, and only that is sent"). Pure.
 */
import { assert } from '../../base/assert.ts'
import type { Millis } from '../../base/clock.ts'
import { spelled, type SpelledPiece } from './spelled.ts'

/**
 * Time that a text must have been in view before it can be approved. A key or click before that was
 * meant for whatever the user saw earlier.
 */
export const readableAfterMs: Millis = 500

/**
 * UTF-16 units of a text that are drawn. A longer text is never seen as a whole, so only a paste
 * can be approved at this length, unread.
 */
export const drawnMax = 65_536

/** UTF-16 units and line ends of the end that are drawn apart: a long text can't hide its end. */
const endMax = 200
const endLinesMax = 4

/** Difference by which a drawn part may miss an edge: layouts round to pixels. */
const roundingMax = 1

/** The part [from, to) of a drawn text of height `total`, in any unit. */
export interface VisiblePart {
  readonly from: number
  readonly to: number
  readonly total: number
}

/**
 * Proof that the user has approved exactly these texts. Only `Consent.approve` makes one: senders
 * take an `Approval` and send its texts, so they can't send anything else.
 */
class Approved {
  /** Makes the type nominal: an object with the same fields is not an approval. */
  readonly #made = true
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  /** Returns the first text: the one that is executed or sent. The others say where and whose. */
  get text(): string {
    assert(this.#made && this.texts[0] !== undefined, 'an approval holds a text')
    return this.texts[0]
  }
}
export type Approval = Approved

export class Consent {
  /** Exact texts that are asked about. The first is executed or sent. */
  readonly texts: readonly string[]
  readonly #now: () => Millis
  readonly #afterMs: Millis
  /** Parts of each text that have been in view, sorted and apart; null: all of it has. */
  readonly #seen: (VisiblePart[] | null)[]
  readonly #pieces: (readonly SpelledPiece[] | undefined)[] = []
  readonly #askedAt: Millis
  /** Where each text was drawn last. */
  readonly #places: (string | undefined)[] = []
  #movedAt: Millis
  #wholeAt: Millis | null = null

  /**
   * @param texts exact texts, none of them cut or cleaned
   * @param now reads a clock that never goes back
   * @param afterMs time that all of it must have been in view
   */
  constructor(texts: readonly string[], now: () => Millis, afterMs: Millis = readableAfterMs) {
    this.texts = texts
    this.#now = now
    this.#askedAt = this.#movedAt = now()
    this.#afterMs = afterMs
    this.#seen = texts.map(() => [])
  }

  /** Returns the pieces to draw of a text: of its first `drawnMax` units if it is longer. */
  pieces(index: number): readonly SpelledPiece[] {
    return (this.#pieces[index] ??= spelled(this.#text(index).slice(0, this.#drawnEnd(index))))
  }

  /** Returns the pieces of the end of a text, which are drawn apart where the text scrolls. */
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

  /** Returns how much of a text is not drawn; null: all of it is. */
  leftOut(index: number): { readonly characters: number; readonly lineEnds: number } | null {
    const rest = this.#text(index).slice(this.#drawnEnd(index))
    if (rest === '') return null
    return { characters: rest.length, lineEnds: rest.match(/\r\n?|\n/g)?.length ?? 0 }
  }

  /**
   * Records which part of a text is in view now. `null`: nothing of it. A part of another total
   * height belongs to another layout, and what was seen in earlier layouts no longer counts.
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
   * Records where a text is drawn. A click after a move was meant for what was there before.
   * @param place differs whenever the place in the window does
   */
  placed(index: number, place: string): void {
    if (this.#places[index] === place) return
    this.#places[index] = place
    this.#movedAt = this.#now()
  }

  /** Returns whether everything has been in its place for long enough to be clicked at. */
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

  /** All of every text has been in view. */
  get seen(): boolean {
    return this.#seen.every((seen) => seen === null)
  }

  /** Milliseconds until `approve` succeeds; 0: it does now; null: not all has been in view. */
  get waitMs(): Millis | null {
    return this.#waitMs(this.#now())
  }

  #waitMs(at: Millis): Millis | null {
    return this.#wholeAt === null ? null : Math.max(0, this.#wholeAt + this.#afterMs - at)
  }

  /**
   * Returns the approval, or null if not all of it had been in view for long enough.
   * @param at time of the key or click, which a busy page handles later
   */
  approve(at: Millis = this.#now()): Approval | null {
    return this.#waitMs(at) === 0 ? new Approved(this.texts) : null
  }

  /**
   * Returns the approval of a user who has chosen not to read all of it, or null if the question is
   * too new. Only for a button that says so, and only for text that is the user's own: a paste.
   * @param at as for `approve`
   */
  approveUnread(at: Millis = this.#now()): Approval | null {
    return at - this.#askedAt >= this.#afterMs ? new Approved(this.texts) : null
  }
}

/** Returns the last `max` units of a piece, or one less: never half a character. */
function lastOf({ source, named }: SpelledPiece, max: number): SpelledPiece {
  const text = source.slice(-max).replace(/^[\udc00-\udfff]/, '')
  return { source: text, shown: text, named }
}

/** Returns the same parts, sorted, those that touch joined. */
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
