/**
 * State from which a session's next worker continues: the last saved terminal, or how it started;
 * later changes other than output, by offset; and output to skip. The output itself is in the
 * session's ring.
 */
import { greatest, least } from '../../base/numbers/extremes.ts'
import type { Beginning, RecentOutput } from '../session/flow/recent-output.ts'
import { LastSnapshot } from './last-snapshot.ts'
import { repeatedMax, skippedLineBytesMax } from './limits.ts'
import type { AroundKept, FromShadow, KeptTerminal, Repeated, ToShadow } from './messages.ts'

/** How the terminal started. */
export interface Origin {
  readonly at: number
  readonly cols: number
  readonly rows: number
  readonly scrollback: number
  /** Numbering of its rows. */
  readonly numbering: number
}

/** Output from one offset up to another. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export class Past {
  readonly #history: RecentOutput
  #origin: Origin | null = null
  readonly #freed: ((bytes: number) => void) | undefined
  #last: LastSnapshot
  #at = 0
  #around: AroundKept | null = null
  #repeated: { readonly at: number; readonly message: Repeated }[] = []
  /** Number of the first entry of `#repeated`. */
  #first = 0
  #skipped: readonly Stretch[] = []

  /** @param freed as in `LastSnapshot` */
  constructor(history: RecentOutput, freed?: (bytes: number) => void) {
    this.#history = history
    this.#freed = freed
    this.#last = new LastSnapshot(freed)
  }

  /** `null` before the start. */
  get origin(): Origin | null {
    return this.#origin
  }

  /** Forgets everything; the next terminal is a fresh one. */
  begin(origin: Origin | null): void {
    this.#origin = origin
    this.#last.forget()
    this.#last = new LastSnapshot(this.#freed)
    this.#around = null
    this.#at = origin?.at ?? 0
    this.#first += this.#repeated.length
    this.#repeated = []
  }

  /** Records a message that the worker was sent at this offset. */
  record(at: number, message: Repeated): void {
    if (this.#origin === null) return
    this.#repeated.push({ at, message })
    if (this.#repeated.length <= repeatedMax) return
    this.#repeated.shift()
    this.#first += 1
  }

  kept({ repeated, allTables, parts, around }: Extract<FromShadow, { kind: 'kept' }>): void {
    this.#last.take(parts, allTables)
    this.#at = parts.at
    this.#around = { ...around, commands: around.commands ?? this.#around?.commands ?? null }
    const past = Math.max(0, repeated - this.#first)
    this.#repeated.splice(0, past)
    this.#first += past
    this.#skipped = this.#skipped.filter(({ to }) => to > this.#at)
  }

  /** Offset at which it continues. */
  get at(): number {
    return this.#at
  }

  /** The saved terminal; `null` if there is none. */
  get terminal(): KeptTerminal | null {
    const { kept } = this.#last
    return kept === null || this.#around === null
      ? null
      : { ...kept, at: this.#at, around: this.#around }
  }

  /** Messages to repeat, and the number of earlier ones. */
  get repeated(): {
    readonly before: number
    readonly messages: readonly { readonly at: number; readonly message: Repeated }[]
  } {
    return { before: this.#first, messages: this.#repeated }
  }

  /**
   * Excludes output, and the rest of its line, from feeding. Output before the saved terminal is
   * not fed anyway, and the line there is complete.
   */
  skip({ from, to }: Stretch): void {
    if (to <= this.#at) return
    // up to the end of its line, if that is near
    const one = { from, to: this.#history.lineAfter(to, skippedLineBytesMax) ?? to }
    const touched = this.#skipped.filter((other) => other.from <= one.to && other.to >= one.from)
    const whole = {
      from: Math.min(from, least(touched.map((other) => other.from))),
      to: Math.max(one.to, greatest(touched.map((other) => other.to))),
    }
    this.#skipped = [...this.#skipped.filter((other) => !touched.includes(other)), whole].sort(
      (other, another) => other.from - another.from,
    )
  }

  /** Returns where output continues, and in which modes. */
  beginning(): Beginning {
    const from = this.#at
    const skipped = this.#next(from)
    const at = skipped !== null && skipped.from <= from ? skipped.to : from
    if (at === 0 || at < this.#history.start) return this.#history.beginning()
    return { at, modes: at === from ? new Uint8Array(0) : this.#history.modes(at) }
  }

  /** Whether everything from the saved terminal up to this offset is skipped. */
  isSkippedUpTo(at: number): boolean {
    const skipped = this.#next(this.#at)
    return skipped !== null && skipped.from <= this.#at && skipped.to === at
  }

  /** Feeds output between two offsets, except skipped parts. Returns the offset it reached. */
  feed(channel: { readonly post: (message: ToShadow) => void }, from: number, to: number): number {
    let sent = from
    while (sent < to) {
      const skipped = this.#next(sent)
      const end = Math.min(to, Math.max(sent, skipped?.from ?? to))
      for (const { at, bytes } of this.#history.views(sent, end))
        channel.post({ kind: 'write', at, bytes })
      sent = end
      if (skipped === null || skipped.from > sent) continue
      sent = skipped.to
      channel.post({ kind: 'skip', at: sent, modes: this.#history.modes(sent) })
    }
    return sent
  }

  /** Returns the next skipped part that ends after an offset. */
  #next(at: number): Stretch | null {
    return this.#skipped.find(({ to }) => to > at) ?? null
  }
}
