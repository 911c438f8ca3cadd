/** *Save* on a setting: has it written into the user's file, and says what came of it. */
import type { MainMessage } from '../ipc/contract.ts'
import type { Savable } from '../config/savable.ts'
import { tomlValue } from '../config/written.ts'

export function keepOption(
  option: Savable,
  save: ((option: Savable) => string | null) | undefined,
  send: (message: MainMessage) => void,
): void {
  const { name, value } = option
  const problem = save === undefined ? 'there is no configuration to save in.' : save(option)
  if (problem !== null) send({ kind: 'page/notice', level: 'warning', text: problem })
  else
    send({
      kind: 'page/toast',
      text: value === null ? `Removed: ${name}` : `Saved: ${name} = ${tomlValue(value)}`,
    })
}
