/**
 * Grids that nobody has seen for a while are given up: each takes half a megabyte of the page. What
 * is kept of one is a frame of its session, of a few kilobytes; it is made anew by that, as it was,
 * when it is shown or asked for.
 */
import type { SessionId } from '../../core/ids.ts'
import type { Clock } from '../../base/clock.ts'
import type { Parked } from './grid-ports.ts'
import { collectParked, parkMs, unparkedMax } from './limits.ts'

/** What is used of a grid. */
export interface Parkable {
  readonly id: SessionId
  park(done: (parked: Parked | null) => void): void
}

export interface ParkingPorts<Grid> {
  /** The grid is made anew when it is wanted. */
  readonly giveUp: (grid: Grid) => void
  /**
   * Much has become garbage. By itself V8 would collect it when the page needs much memory next,
   * which may be never.
   */
  readonly collect: () => void
}

export class Parking<Grid extends Parkable> {
  readonly #parked = new Map<SessionId, Parked>()
  /** Grids out of view, the one seen longest ago first, and when each may go. */
  readonly #hidden = new Map<Grid, number>()
  /**
   * Those that could not go then, and when they are tried again. Infinity: it is not known yet
   * whether they can.
   */
  readonly #tried = new Map<Grid, number>()
  readonly #clock: Clock
  readonly #ports: ParkingPorts<Grid>
  #cancel: (() => void) | null = null
  /** Grids that have been given up, whose memory has not been collected. */
  #garbage = 0

  constructor(clock: Clock, ports: ParkingPorts<Grid>) {
    this.#clock = clock
    this.#ports = ports
  }

  /** It has been made or asked for while it is out of view, or has just left it. */
  hidden(grid: Grid): void {
    this.forget(grid)
    this.#hidden.set(grid, this.#clock.now() + parkMs)
    this.#arm()
  }

  /** It is in view, or no more. */
  forget(grid: Grid): void {
    this.#hidden.delete(grid)
    this.#tried.delete(grid)
  }

  /** What is kept of a grid, which is made now. */
  take(id: SessionId): Parked | undefined {
    const parked = this.#parked.get(id)
    this.#parked.delete(id)
    return parked
  }

  /** Nothing is kept of other tabs than these. */
  keep(ids: ReadonlySet<SessionId>): void {
    for (const id of this.#parked.keys()) if (!ids.has(id)) this.#parked.delete(id)
  }

  /** Those seen last stay: who goes back and forth waits for nothing. */
  get #next(): readonly [Grid, number] | null {
    let [next] = this.#hidden.size > unparkedMax ? this.#hidden : []
    for (const one of this.#tried) if (one[1] < (next?.[1] ?? Infinity)) next = one
    return next ?? null
  }

  #arm(): void {
    this.#cancel?.()
    const next = this.#next
    this.#cancel =
      next === null
        ? null
        : this.#clock.after(Math.max(0, next[1] - this.#clock.now()), () => this.#park())
  }

  /** One at a time. */
  #park(): void {
    const [grid, at] = this.#next ?? [null, Infinity]
    if (grid === null || at > this.#clock.now()) {
      this.#arm()
      return
    }
    this.#hidden.delete(grid)
    this.#tried.set(grid, Infinity)
    grid.park((parked) => {
      // who has asked for it meanwhile may use it still
      if (this.#tried.has(grid)) {
        if (parked === null) this.#tried.set(grid, this.#clock.now() + parkMs)
        else {
          this.#tried.delete(grid)
          this.#parked.set(grid.id, parked)
          this.#ports.giveUp(grid)
          this.#garbage += 1
        }
      }
      if (this.#garbage >= collectParked && this.#hidden.size <= unparkedMax) {
        this.#garbage = 0
        this.#ports.collect()
      }
      this.#arm()
    })
  }
}
