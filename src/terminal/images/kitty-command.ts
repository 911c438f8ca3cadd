/** The control data of a command of kitty's graphics protocol: `key=value` pairs before the `;`. */

/** Those whose value is a letter; all others are numbers. */
const letters: ReadonlySet<string> = new Set(['a', 't', 'o', 'd'])

export class KittyCommand {
  readonly #values = new Map<string, string>()
  readonly #numbers = new Map<string, number>()

  /** null: it is malformed. */
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

  /** Of `a`, `t`, `o`, `d`. */
  letter(key: string, otherwise: string): string {
    return this.#values.get(key) ?? otherwise
  }

  /** As sent. */
  signed(key: string): number {
    return Math.max(-0x8000_0000, Math.min(0x7fff_ffff, this.#numbers.get(key) ?? 0))
  }

  /** 32 bits; a negative one is 0. */
  number(key: string, otherwise = 0): number {
    return Math.max(0, Math.min(0xffff_ffff, this.#numbers.get(key) ?? otherwise))
  }

  /**
   * It goes on with the data of the one before, if there was one: nothing stands in it but `m`,
   * `q`, and the action again, as kitty's own icat of 2022 has it.
   */
  get continues(): boolean {
    return (
      [...this.#numbers.keys()].every((key) => key === 'm' || key === 'q') &&
      [...this.#values].every(([key, value]) => key === 'a' && 'tTf'.includes(value))
    )
  }
}
