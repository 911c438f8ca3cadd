/** Which prompts a grid knows of, by the real parser and markers of xterm.js. */
import xterm from '@xterm/headless'
import type { Terminal } from '@xterm/xterm'
import { expect, test } from 'vitest'
import { Prompts } from '../../src/renderer/grid/prompts.ts'

const mark = (data: string) => `\x1b]133;${data}\x07`
const ran = (command: string, output: string, exit: number) => `${mark('A')}$ ${mark('B')}${command}\r\n${mark('C')}${output}${mark(`D;${exit}`)}`

function make() {
  const terminal = new xterm.Terminal({ cols: 40, rows: 10, allowProposedApi: true })
  const prompts = new Prompts(terminal as unknown as Terminal) // the headless terminal has what of the other one is used here
  const write = (text: string) => new Promise<void>((resolve) => { terminal.write(text, resolve) })
  const known = () => prompts.commands.map(({ prompt, exit }) => [prompt.line, exit])
  return { prompts, write, known }
}

test.each([['on the screen', ''], ['by a program that has the alternate screen', '\x1b[?1049h']])('RIS %s forgets the prompts of what it erases, and the command that it ends in', async (_name, before) => {
  const { prompts, write, known } = make()
  await write(`${ran('false', '', 1)}${ran('ls', 'a\r\nb\r\n', 0)}${mark('A')}$ ${mark('B')}reset\r\n${mark('C')}`)
  const { version } = prompts
  expect(known()).toEqual([[0, 1], [1, 0], [4, null]])
  await write(`${before}\x1bc`)
  expect([known(), prompts.version > version]).toEqual([[], true])
  await write(`${mark('D;0')}${ran('echo fine', 'fine\r\n', 0)}`)
  expect([known(), prompts.lastOutput()]).toEqual([[[0, 0]], { from: 1, to: 1, columns: 40 }])
})

test('what is erased without RIS takes its prompts along too', async () => {
  const { write, known } = make()
  await write(`${ran('false', '', 1)}\x1b[H\x1b[2J\x1b[3J${mark('A')}$ `)
  expect(known()).toEqual([[0, null]])
})
