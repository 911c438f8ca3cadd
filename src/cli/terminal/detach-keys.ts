/** Detects the keys that leave `vibeflow attach`, and holds back a partial match. */
import { usageError } from '../command/exit-codes.ts'

export const defaultDetachKeys = 'ctrl+\\,ctrl+\\'

/** Parses `ctrl+a,d`: keys separated by commas, each a character or `ctrl+` and a character. */
export function parseDetachKeys(text: string): readonly (readonly string[])[] {
  const keys = text.split(',').map((key) => key.trim().toLowerCase())
  if (text.trim() === '') throw usageError('--detach-keys requires keys, such as ctrl+a,d.')
  return keys.map((key) => {
    const letter = /^ctrl\+([a-z@[\]\\^_])$/.exec(key)?.[1]
    if (letter !== undefined) {
      const code = letter.toUpperCase().charCodeAt(0)
      const plain = letter.charCodeAt(0)
      // Includes the forms of the kitty protocol and modifyOtherKeys.
      return [
        String.fromCharCode(code & 0x1f),
        `\x1b[${plain};5u`,
        `\x1b[${plain};5:1u`,
        `\x1b[27;5;${plain}~`,
      ]
    }
    if (/^[\x21-\x7e]$/.test(key)) return [key]
    throw usageError(
      `invalid key "${key}" in --detach-keys. Use a character, or ctrl+ and a letter.`,
    )
  })
}

export class DetachKeys {
  readonly #keys: readonly (readonly string[])[]
  /** Matched keys, as typed. */
  #seen: string[] = []

  constructor(keys: readonly (readonly string[])[]) {
    this.#keys = keys
  }

  /** Returns the input for the session in latin1, and whether to detach. */
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
        // No match: pass the first key on and check the rest again.
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
