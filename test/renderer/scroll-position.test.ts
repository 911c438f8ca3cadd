/** What becomes of an erasing that waits until the user has read. */
import xterm from '@xterm/headless'
import { expect, test } from 'vitest'
import { ScrollPosition } from '../../src/renderer/grid/scroll-position.ts'

test.each([['the erasing waits until the user is back at the end', '', [15]], ['RIS ends the waiting: what is printed after it stays', '\x1bc', []]])('%s', async (_name, then, wanted) => {
  const terminal = new xterm.Terminal({ cols: 20, rows: 5, allowProposedApi: true })
  const dropped: number[] = []
  new ScrollPosition(terminal as never, { dropRows: (count: number) => dropped.push(count) } as never, { rowAt: (row: number) => row } as never, () => undefined)
  const write = (text: string) => new Promise<void>((resolve) => { terminal.write(text, resolve) })
  await write('\r\n'.repeat(19))
  terminal.scrollLines(-3)
  await write(`\x1b[3J${then}`)
  expect(dropped).toEqual([])
  terminal.scrollToBottom()
  await write('\r\n'.repeat(30))
  expect(dropped).toEqual(wanted)
})
