/** Control data of a kitty graphics command: `key=value` pairs before the `;`. */

/** Keys with a letter as value; all others have numbers. */
const letters: ReadonlySet<string> = new Set(['a', 't', 'o', 'd'])

export class KittyCommand {
  readonly #values = new Map<string, string>()
  readonly #numbers = new Map<string, number>()

  static parse(text: string): KittyCommand | null {
    const command = new KittyCommand()
    for (const pair of text.split(',')) {
      if (pair === '') continue
      const match = /^([A-Za-z])=(?:(-?\d{1,10})|([A-Za-z]))$/.exec(pair)
      if (match === null) return null
      const [, key, number, letter] = match
      const isLetter = letters.has(key!)
      if (isLetter !== (letter !== undefined)) return null
      if (letter !== undefined) command.#values.set(key!, letter)
      else command.#numbers.set(key!, Number(number))
    }
    return command
  }

  /** For `a`, `t`, `o`, `d`. */
  letter(key: string, otherwise: string): string {
    return this.#values.get(key) ?? otherwise
  }

  /** As sent, limited to 32 bits. */
  signed(key: string): number {
    return Math.max(-0x8000_0000, Math.min(0x7fff_ffff, this.#numbers.get(key) ?? 0))
  }

  /** Unsigned 32 bits; negative values become 0. */
  number(key: string, otherwise = 0): number {
    return Math.max(0, Math.min(0xffff_ffff, this.#numbers.get(key) ?? otherwise))
  }

  /** Whether it may continue the previous data: `m`, `q`, and the action, as from icat of 2022. */
  get continues(): boolean {
    return (
      [...this.#numbers.keys()].every((key) => key === 'm' || key === 'q') &&
      [...this.#values].every(([key, value]) => key === 'a' && 'tTf'.includes(value))
    )
  }
}
