/**
 * Random commands in each agent's dialog: what the list shows holds the whole command, or the
 * dialog is not answerable there.
 */
import { describe, expect, it } from 'vitest'
import {
  dialogsOf,
  isAnswerable,
  printings,
  readDialog,
  shows,
  terminalWith,
  widthTables,
} from '../../support/dialogs/drawn-dialogs.ts'
import { hardCommand } from '../../support/dialogs/hard-commands.ts'
import { below, pick, seeded } from '../../support/random.ts'

const rounds = 50

const tables = Object.keys(widthTables) as (keyof typeof widthTables)[]
describe.each(Object.keys(dialogsOf))('the dialog of %s', (agent) => {
  it('shows the whole command in the list, or is not answerable there', {
    timeout: 600_000,
  }, () => {
    const random = seeded(agent.length * 1_000 + agent.charCodeAt(0))
    let answerable = 0
    for (let round = 0; round < rounds; round += 1) {
      const cols = 50 + below(random, 90)
      const command = hardCommand(random, cols)
      const table = pick(random, tables)
      const printing = pick(random, Object.keys(printings))
      const rows = dialogsOf[agent]!(command, { cols, width: widthTables[table] })
      const mode = pick(random, ['', '\x1b[?2027h'])
      const drawn = mode + printings[printing]!(rows)
      const read = readDialog(agent, terminalWith(drawn, cols, 30 + below(random, 40)))
      if (!isAnswerable(read)) continue
      answerable += 1
      if (!shows(read, command))
        expect.fail(
          `round ${round}: ${JSON.stringify({ cols, table, printing, mode, command })}\n` +
            read.lines.join('\n'),
        )
    }
    expect(answerable).toBeGreaterThan(rounds / 40)
  })

  it.each([50, 80, 120, 200])('is answerable about plain commands at %d columns', (cols) => {
    const long = `echo ${'word '.repeat(12)}| grep "x y" > out.txt`
    const kept = `if true; then\n    echo 'a  b'\nfi`
    const accents = 'echo "Grüße, 世界 👍" | tee Übersicht.md'
    const single = ['cline', 'opencode', 'droid'].includes(agent)
    const commands = single ? ['ls -l', 'echo "Grüße 世界"'] : ['ls -l', long, kept, accents]
    for (const command of commands)
      for (const printing of Object.values(printings)) {
        const rows = dialogsOf[agent]!(command, { cols, width: widthTables.terminal })
        const read = readDialog(agent, terminalWith(printing(rows), cols))
        expect(isAnswerable(read), command).toBe(true)
        expect(shows(read, command), read.lines.join('\n')).toBe(true)
        if (command === kept)
          expect(read.lines.join('\n')).toMatch(/^(.*)\S.* then\n.* {4}echo 'a {2}b'\n/m)
      }
  })
})
