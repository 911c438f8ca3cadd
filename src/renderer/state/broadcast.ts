/**
 * Which terminals get what is typed into one of them. It lives with the page: a reload or a restart
 * ends it, and nothing that is opened later takes part.
 */
import { Observable } from './cell.ts'

const nobody: ReadonlySet<string> = new Set()

export class Broadcast {
  /** Ids of panes; none: it is off. Two at least otherwise. */
  readonly receivers = new Observable(nobody)

  get on(): boolean {
    return this.receivers.value.size > 0
  }

  /** @returns false when there are not two to type into */
  begin(panes: readonly string[]): boolean {
    const receivers = new Set(panes)
    if (receivers.size > 1) this.receivers.set(receivers)
    return receivers.size > 1
  }

  end(): void {
    this.receivers.set(nobody)
  }

  /** Where input of this pane goes: one that takes no part keeps its own. */
  of(pane: string): readonly string[] {
    const receivers = this.receivers.value
    return receivers.has(pane) ? [...receivers] : [pane]
  }

  /** Only these panes are left in the window. */
  keep(known: ReadonlySet<string>): void {
    if (!this.on) return
    const left = [...this.receivers.value].filter((pane) => known.has(pane))
    if (left.length === this.receivers.value.size) return
    if (!this.begin(left)) this.end()
  }
}
