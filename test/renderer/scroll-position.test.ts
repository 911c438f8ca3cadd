/** Tests the user's position in the history. */
import xterm from '@xterm/headless'
import { expect, test } from 'vitest'
import { ScrollPosition } from '../../src/renderer/grid/scroll-position.ts'

test('new lines are counted from when the user left the end, not those of a resize', async () => {
  const terminal = new xterm.Terminal({ cols: 20, rows: 5, allowProposedApi: true })
  let changes = 0
  const position = new ScrollPosition(
    terminal as never,
    { rowAt: (row: number) => row } as never,
    () => {
      changes += 1
    },
  )
  const write = (text: string) =>
    new Promise<void>((resolve) => {
      terminal.write(text, resolve)
    })
  await write('x'.repeat(15).concat('\r\n').repeat(19))
  terminal.scrollLines(-3)
  await write('y\r\n'.repeat(7))
  expect([position.away, position.newLines, changes > 0]).toEqual([true, 7, true])
  terminal.resize(40, 5)
  expect(position.newLines).toBeLessThanOrEqual(7)
  terminal.scrollToBottom()
  expect([position.away, position.newLines]).toEqual([false, 0])
})
