/** Messages from a broken page: the gate never throws, and admits only what its table describes. */
import { pageMessages } from '../src/core/ipc/contract.ts'
import { pageGate } from '../src/core/ipc/gate.ts'
import { Choices, holds, tryBytes, type FuzzRun } from './support/support.ts'
import { messageFields } from '../test/support/windows/message-fields.ts'

export const name = 'page-gate'

const kinds = [
  ...Object.keys(pageMessages),
  'tab/output',
  '',
  '__proto__',
  'constructor',
  'toString',
]
const fields = [...messageFields, 'kind']

export function run(run: FuzzRun): void {
  tryBytes(run, ['\x00\x01\x02', '\x10', '\x20', '\xff'], replay, 30)
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const message = object(choices, 0)
  if (choices.byte() % 8 !== 0) message['kind'] = choices.pick(kinds)
  const admitted = pageGate({ perSecondMax: 10, causedPerSecondMax: 10, now: () => 0 }).admit(
    choices.byte() % 16 === 0 ? value(choices, 0) : message,
  )
  if (admitted === null) return
  holds(
    Object.hasOwn(pageMessages, admitted.kind),
    `an unknown kind was admitted: ${admitted.kind}`,
  )
  holds(Object.getPrototypeOf(admitted) === Object.prototype, 'the prototype was changed')
  const { kind, ...body } = admitted
  holds(pageMessages[kind].safeParse(body).success, 'what was admitted does not pass its own guard')
}

function object(choices: Choices, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (let count = choices.byte() % 7; count > 0; count -= 1) {
    Object.defineProperty(made, choices.pick(fields), {
      value: value(choices, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return made
}

function value(choices: Choices, depth: number): unknown {
  const makers: (() => unknown)[] = [
    () => undefined,
    () => null,
    () => true,
    () => false,
    () => choices.byte(),
    () => -choices.byte(),
    () => choices.byte() / 7,
    () => Number.NaN,
    () => 2 ** 53,
    () => 'clipboard',
    () => 'primary',
    () => 'a',
    () => 'x'.repeat(choices.byte()),
    () => new Uint8Array(choices.byte()),
    () => new ArrayBuffer(3),
    () => [1],
    () => 5n,
    () => ({
      kind: choices.pick(['status', 'cursor', 'mode', 'palette', 'size', 'nothing']),
      row: choices.byte(),
      column: choices.byte(),
      dec: true,
      mode: choices.byte(),
      value: choices.byte() % 6,
      index: choices.byte(),
      code: 14,
      height: 1,
      width: 1,
      colour: [1, 2, choices.byte() * 2],
      terminator: 'bel',
    }),
    () => (depth > 3 ? 0 : object(choices, depth + 1)),
  ]
  return choices.pick(makers)()
}
