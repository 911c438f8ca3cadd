/**
 * Stores the forms of keys that a program has requested: the flags of the kitty keyboard protocol
 * with their stacks, one stack per screen. Source:
 * https://sw.kovidgoyal.net/kitty/keyboard-protocol/, "Progressive enhancement".
 */
import { flagStackMax } from './limits.ts'

/** Bits of the flags. */
export const disambiguate = 1
export const reportEvents = 2
export const reportAlternates = 4
export const reportAllKeys = 8
export const reportTextFlag = 16

/** Bits beyond these have no meaning yet. They are not stored, so that a query's answer is true. */
const known = 31

export class KittyFlags {
  /** The active flags are the last entry; pushed flags precede them. */
  #main: number[] = [0]
  #alternate: number[] = [0]

  flags(alternate: boolean): number {
    return this.#stack(alternate).at(-1) ?? 0
  }

  /** `CSI > flags u` */
  push(alternate: boolean, flags: number): void {
    const stack = this.#stack(alternate)
    stack.push(flags & known)
    if (stack.length > flagStackMax) stack.shift()
  }

  /** `CSI < count u`: a stack that is emptied leaves no flags. */
  pop(alternate: boolean, count: number): void {
    const stack = this.#stack(alternate)
    stack.length = Math.max(0, stack.length - Math.max(1, count))
    if (stack.length === 0) stack.push(0)
  }

  /**
   * Handles `CSI = flags ; mode u`. Mode 1 sets exactly these flags, 2 adds them, 3 removes them.
   * Any other mode is ignored.
   */
  set(alternate: boolean, flags: number, mode: number): void {
    const stack = this.#stack(alternate)
    const now = stack.at(-1) ?? 0
    const next = { 1: flags, 2: now | flags, 3: now & ~flags }[mode]
    if (next !== undefined) stack[stack.length - 1] = next & known
  }

  reset(): void {
    if (this.#main.length > 1 || this.#main[0] !== 0) this.#main = [0]
    if (this.#alternate.length > 1 || this.#alternate[0] !== 0) this.#alternate = [0]
  }

  copy(): KittyFlags {
    const copy = new KittyFlags()
    copy.#main = [...this.#main]
    copy.#alternate = [...this.#alternate]
    return copy
  }

  /**
   * Returns the sequences that give a fresh screen this stack; '' if no flag was ever requested.
   */
  sequences(alternate: boolean): string {
    const [first = 0, ...pushed] = this.#stack(alternate)
    return (
      `${first === 0 ? '' : `\x1b[=${first}u`}` +
      `${pushed.map((flags) => `\x1b[>${flags}u`).join('')}`
    )
  }

  /**
   * Returns the sequences that remove the flags set since `start`; '' if none were set. They turn
   * on nothing that is off: fish removes its own flags only after it has marked a command.
   */
  backTo(start: KittyFlags, alternate: boolean): string {
    const [now, then] = [this.#stack(alternate), start.#stack(alternate)]
    const first = now[0] === 0 ? 0 : (then[0] ?? 0)
    let same = 1
    while (same < now.length && now[same] === then[same]) same += 1
    if (same === now.length && first === now[0]) return ''
    const left = new KittyFlags()
    left.#main = [first, ...now.slice(1, same)]
    return `\x1b[<99u${left.sequences(false)}`
  }

  #stack(alternate: boolean): number[] {
    return alternate ? this.#alternate : this.#main
  }
}
