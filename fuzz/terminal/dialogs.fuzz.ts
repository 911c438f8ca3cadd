/**
 * Hard commands in the dialogs of agents, and sequences after them: what the list shows is the
 * whole command, or no key can be sent from there (docs/reference/screen-rules.md, "Answering").
 */
import {
  dialogsOf,
  isAnswerable,
  printings,
  readDialog,
  shows,
  terminalWith,
  widthTables,
} from '../../test/support/dialogs/drawn-dialogs.ts'
import { hardCommand } from '../../test/support/dialogs/hard-commands.ts'
import { Choices, holds, type FuzzRun } from '../support/support.ts'

export const name = 'dialogs'

const tables = Object.keys(widthTables) as (keyof typeof widthTables)[]

/** Written over the dialog: none of it changes what the command is. */
const later = [
  ...['', '', '', '', '\x1b[?25l', '\x1b[0m', '\x1b7\x1b8', '\x1b[1;1H', '\x1b[99;99H'],
  ...['\x1b[?69h\x1b[3;30s', '\x1b[4;2H\x1b#6', '\x1b]10;#000000\x07', '\x1b]4;1;#000000\x07'],
]

export function run({ random, iterations, deadlineMs, attempt }: FuzzRun): void {
  for (let round = 0; round < iterations && performance.now() < deadlineMs; round += 1) {
    const input = Uint8Array.from({ length: 8 + Math.floor(random() * 60) }, () =>
      Math.floor(random() * 256),
    )
    attempt(input, () => replay(input))
  }
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const chance = () => (choices.byte() * 256 + choices.byte()) / 65_536
  const agent = choices.pick(Object.keys(dialogsOf))
  const cols = 40 + (choices.byte() % 120)
  const rows = 16 + (choices.byte() % 60)
  const width = widthTables[choices.pick(tables)]
  const printing = printings[choices.pick(Object.keys(printings))]!
  const mode = choices.pick(['', '\x1b[?2027h'])
  const after = choices.pick(later)
  const command = hardCommand(chance, cols)
  const printed = mode + printing(dialogsOf[agent]!(command, { cols, width })) + after
  const read = readDialog(agent, terminalWith(printed, cols, rows))
  holds(
    !isAnswerable(read) || shows(read, command),
    `${agent} at ${cols} columns shows ${JSON.stringify(read.lines)} of ${JSON.stringify(command)}`,
  )
  holds(
    read.dialog === null || (read.dialog.problem === null) === isAnswerable(read),
    'a problem with choices, or none without',
  )
}
