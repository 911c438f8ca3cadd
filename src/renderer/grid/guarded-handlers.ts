/**
 * What one sequence makes xterm.js 6.0.0 throw ends with that sequence. By itself it leaves its parser in the middle of it: the rest of what was written, up to 32 KiB, is lost, and the
 * beginning of the next is taken for the sequence's end. Held by test/attack/freezing-parser.test.ts.
 */
import { assert } from '../../core/assert.ts'

type Method = (...values: unknown[]) => unknown

/** Of the public methods those that the parser does not call. */
const others: ReadonlySet<string> = new Set(['constructor', 'dispose', 'getAttrData', 'markRangeDirty', 'parse', 'registerCsiHandler', 'registerDcsHandler', 'registerEscHandler', 'registerOscHandler'])

/** `failed` is told each time. Last of all that is put in the place of the handler's methods. */
export function guardHandlers(handler: object, failed: (error: unknown) => void): void {
  const methods = handler as Record<string, Method>
  const names = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(handler)))
    .filter(([name, { value }]) => typeof value === 'function' && !name.startsWith('_') && !others.has(name)).map(([name]) => name)
  assert(['print', 'lineFeed', 'eraseInDisplay', 'setTitle'].every((name) => names.includes(name)), 'xterm.js dispatches to the methods that this file was written for')
  for (const name of names) {
    const method = (methods[name] as Method).bind(handler) // one of its methods
    methods[name] = (...values) => {
      try {
        return method(...values)
      } catch (error) {
        failed(error)
        return true // as if it had been done: no other handler is asked
      }
    }
  }
}
