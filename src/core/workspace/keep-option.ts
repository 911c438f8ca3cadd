/** *Save* on a setting: has it written into the user's file, and says what came of it. */
import type { MainMessage } from '../ipc/contract.ts'
import type { Savable } from '../config/savable.ts'

export function keepOption(
  { name, value }: Savable,
  save: ((option: Savable) => string | null) | undefined,
  send: (message: MainMessage) => void,
): void {
  const problem =
    // one of them, as it came
    save === undefined ? 'there is no configuration to save in.' : save({ name, value } as Savable)
  if (problem === null) send({ kind: 'page/toast', text: `Saved: ${name} = ${String(value)}` })
  else send({ kind: 'page/notice', level: 'warning', text: problem })
}
