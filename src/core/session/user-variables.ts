/**
 * Variables that output sets (OSC 1337, `SetUserVar`). Any output can contain such sequences, so
 * they are only listed for scripts, and change nothing else.
 */
import { safeText } from '../../base/text/safe-text.ts'
import { userVariableBytesMax, type UserVariable } from '../../protocol/index.ts'
import { userVariablesMax } from './limits.ts'

export class UserVariables {
  /** Values as sent, by name, in the order in which they were set. */
  readonly #values = new Map<string, string>()

  /** Cleaned values by name; `undefined` without variables. Cleaned only when they are read. */
  get shown(): Readonly<Record<string, string>> | undefined {
    if (this.#values.size === 0) return undefined
    return Object.fromEntries(
      [...this.#values].map(([name, value]) => [name, safeText(value, userVariableBytesMax)]),
    )
  }

  /** Sets or removes a variable. Beyond the limit, the one set longest ago is removed. */
  take({ variable, value }: UserVariable): void {
    this.#values.delete(variable)
    if (value === null) return
    this.#values.set(variable, value)
    const [first] = this.#values.keys()
    if (this.#values.size > userVariablesMax && first !== undefined) this.#values.delete(first)
  }

  forget(): void {
    this.#values.clear()
  }
}
