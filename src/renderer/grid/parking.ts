/**
 * Drops grids that were hidden for a while, because each takes half a megabyte in the page. A frame
 * of a few kilobytes is kept, from which the grid is created again when it is needed.
 */
import type { SessionId } from '../../core/ids.ts'
import type { Clock } from '../../base/clock.ts'
import type { Parked } from './grid-ports.ts'
import { collectParked, parkMs, unparkedMax } from './limits.ts'

/** The used part of a grid. */
interface Parkable {
  readonly id: SessionId
  park(done: (parked: Parked | null) => void): void
}

interface ParkingPorts<Grid> {
  /** Removes the grid, which is made again on demand. */
  readonly giveUp: (grid: Grid) => void
  /** Collects garbage. V8 would wait until the page needs much memory, which may be never. */
  readonly collect: () => void
}

export class Parking<Grid extends Parkable> {
  readonly #parked = new Map<SessionId, Parked>()
  /** Hidden grids, least recently visible first, and when each may be given up. */
  readonly #hidden = new Map<Grid, number>()
  /** Grids that could not be given up, and when to try again. Infinity if undecided. */
  readonly #tried = new Map<Grid, number>()
  readonly #clock: Clock
  readonly #ports: ParkingPorts<Grid>
  #cancel: (() => void) | null = null
  /** Given-up grids whose memory has not been collected. */
  #garbage = 0

  constructor(clock: Clock, ports: ParkingPorts<Grid>) {
    this.#clock = clock
    this.#ports = ports
  }

  /** Called when a grid was hidden, or was used while hidden. */
  hidden(grid: Grid): void {
    this.forget(grid)
    this.#hidden.set(grid, this.#clock.now() + parkMs)
    this.#arm()
  }

  /** Called when a grid is visible or removed. */
  forget(grid: Grid): void {
    this.#hidden.delete(grid)
    this.#tried.delete(grid)
  }

  /** Returns and forgets the state of a grid that is made now. */
  take(id: SessionId): Parked | undefined {
    const parked = this.#parked.get(id)
    this.#parked.delete(id)
    return parked
  }

  /** Forgets the state of other tabs. */
  keep(ids: ReadonlySet<SessionId>): void {
    for (const id of this.#parked.keys()) if (!ids.has(id)) this.#parked.delete(id)
  }

  /** The next grid to give up. The last hidden ones stay, for going back and forth. */
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

  /** Drops one grid. */
  #park(): void {
    const [grid, at] = this.#next ?? [null, Infinity]
    if (grid === null || at > this.#clock.now()) {
      this.#arm()
      return
    }
    this.#hidden.delete(grid)
    this.#tried.set(grid, Infinity)
    grid.park((parked) => {
      // a caller that requested the grid since may still use it
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
