/**
 * Finds the keys that leave `vibeflow attach` in what the user types, and holds back what may
 * become them.
 */
import { CommandError } from '../exit-codes.ts'

export const defaultDetachKeys = 'ctrl+\\,ctrl+\\'

/** `ctrl+a,d`: keys by comma, each a character or `ctrl+` and a character. */
export function parseDetachKeys(text: string): readonly (readonly string[])[] {
  const keys = text.split(',').map((key) => key.trim().toLowerCase())
  if (text.trim() === '')
    throw new CommandError('usage', '--detach-keys names keys, such as ctrl+a,d.')
  return keys.map((key) => {
    const letter = /^ctrl\+([a-z@[\]\\^_])$/.exec(key)?.[1]
    if (letter !== undefined) {
      const code = letter.toUpperCase().charCodeAt(0)
      const plain = letter.charCodeAt(0)
      // Also as the kitty protocol and modifyOtherKeys send it, if the program has turned them on.
      return [
        String.fromCharCode(code & 0x1f),
        `\x1b[${plain};5u`,
        `\x1b[${plain};5:1u`,
        `\x1b[27;5;${plain}~`,
      ]
    }
    if (/^[\x21-\x7e]$/.test(key)) return [key]
    throw new CommandError(
      'usage',
      `${key} is no key for --detach-keys: a character, or ctrl+ and a letter.`,
    )
  })
}

export class DetachKeys {
  readonly #keys: readonly (readonly string[])[]
  /** Keys of the sequence that were seen, as they came. */
  #seen: string[] = []

  constructor(keys: readonly (readonly string[])[]) {
    this.#keys = keys
  }

  /** What goes to the session, and whether the user leaves. Text is latin1: bytes as characters. */
  feed(typed: string): { readonly passed: string; readonly detach: boolean } {
    let passed = ''
    let rest = typed
    while (rest !== '') {
      const hit = this.#keys[this.#seen.length]?.find((form) => rest.startsWith(form))
      if (hit !== undefined) {
        this.#seen.push(hit)
        rest = rest.slice(hit.length)
        if (this.#seen.length === this.#keys.length) {
          this.#seen = []
          return { passed, detach: true }
        }
        continue
      }
      const [held] = this.#seen
      if (held !== undefined) {
        // it was no leaving: the first was meant for the program, the rest is looked at again
        passed += held
        rest = this.#seen.slice(1).join('') + rest
        this.#seen = []
        continue
      }
      passed += rest.slice(0, 1)
      rest = rest.slice(1)
    }
    return { passed, detach: false }
  }
}
