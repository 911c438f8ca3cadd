/** The line at whose end the cursor is. */
import { expect, test } from 'vitest'
import { lineAtCursor } from '../../../src/core/worker/cursor-line.ts'
import { Terminal } from '../../../src/terminal/terminal.ts'

const rows: readonly (readonly [string, string, string | null])[] = [
  ['a question', 'one\r\nContinue? [y/N] ', 'Continue? [y/N] '],
  ['a question without a space', 'Continue?', 'Continue?'],
  ['a space that was not printed', 'Continue?\x1b[C', 'Continue? '],
  ['colors', '\x1b[1mName:\x1b[0m ', 'Name: '],
  ['a line that was printed again', 'working...\r\x1b[KName: ', 'Name: '],
  ['a wrapped line', 'Enter passphrase for key of me: ', 'Enter passphrase for key of me: '],
  ['a line that fills the row', 'x'.repeat(19) + '?', 'x'.repeat(19) + '?'],
  ['wide characters', 'お名前: ', 'お名前: '],
  ['a long line, from its fourth row from the end', 'abcd'.repeat(30), 'abcd'.repeat(20)],
  ['an empty line', 'Name: \r\n', null],
  ['text after the cursor', 'Name: [me]\x1b[4D', null],
  ['the start of a line', 'Name: \r', null],
  ['a full screen', '\x1b[?1049hName: ', null],
]
test.each(rows)('of %s', (_, output, line) => {
  const terminal = new Terminal({ cols: 20, rows: 8, scrollback: 100 })
  terminal.write(new TextEncoder().encode(output), 0)
  expect(lineAtCursor(terminal)).toBe(line)
})
