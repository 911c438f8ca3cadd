/** A value that takes long to read. It is read while someone asks for it, and up to so often. */
import type { Clock, Millis } from '../../../base/clock.ts'
import type { SessionId } from '../../ids.ts'
import { changeLookMs } from '../limits.ts'

/** Part of the time that reading may take: a fifth. */
const restFactor = 5

export class SlowLook<Value> {
  readonly #clock: Clock
  readonly #read: () => Promise<Value | null>
  #last: Value | null = null
  #lookedAt: Millis = Number.NEGATIVE_INFINITY
  #tookMs: Millis = 0
  #looking: Promise<void> | null = null
  #turn = 0

  /** @param read returns `null` if it failed, and never rejects */
  constructor(clock: Clock, read: () => Promise<Value | null>) {
    this.#clock = clock
    this.#read = read
  }

  /** The last value; `null` if unknown. Reads it again if it is old. */
  get last(): Value | null {
    void this.get()
    return this.#last
  }

  /** Returns the value, at most `changeLookMs` old, or older if reading takes long. */
  async get(): Promise<Value | null> {
    const wait = Math.max(changeLookMs, restFactor * this.#tookMs)
    if (this.#looking !== null || this.#clock.now() - this.#lookedAt >= wait) await this.#look()
    return this.#last
  }

  /** Forgets the value. A reading that has started does not count. */
  forget(): void {
    this.#turn += 1
    this.#last = null
    this.#lookedAt = Number.NEGATIVE_INFINITY
    this.#tookMs = 0
    this.#looking = null
  }

  #look(): Promise<void> {
    this.#looking ??= this.#readNow(this.#turn)
    return this.#looking
  }

  async #readNow(turn: number): Promise<void> {
    const at = this.#clock.now()
    const value = await this.#read()
    if (turn !== this.#turn) return
    this.#looking = null
    this.#lookedAt = this.#clock.now()
    this.#tookMs = this.#lookedAt - at
    this.#last = value ?? this.#last
  }
}

/** Reads a value of each session. Unknown ones are omitted. */
export async function readEach<Session extends { readonly id: SessionId }, Value>(
  sessions: readonly Session[],
  read: (session: Session) => Promise<Value | null>,
): Promise<Readonly<Record<string, Value>>> {
  const all = await Promise.all(sessions.map(async (one) => [one.id, await read(one)] as const))
  return Object.fromEntries(all.flatMap(([id, value]) => (value === null ? [] : [[id, value]])))
}
