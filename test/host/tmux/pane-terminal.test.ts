/**
 * Tests the terminal of a pane: its program continues, whatever process held it and however that
 * process ends.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { ReadStream } from 'node:tty'
import { afterEach, expect, test } from 'vitest'
import { native } from '../../../src/host/pty/native.ts'
import { paneTerminal } from '../../../src/host/pty/tmux/pane-terminal.ts'
import { until } from '../../support/tmux-tab.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/**
 * Starts a program that prints `got` for each line, in a terminal whose master belongs to this
 * process.
 */
function answering() {
  const script = 'stty -echo -ixany; echo ready; while read -r x; do echo got; done'
  const args = ['-c', script]
  const environment = ['PATH=/usr/bin:/bin']
  const { fd, pid, pty } = native.fork(
    ...(['/bin/sh', args, environment, '/', 80, 24, -1, -1, true, ''] as const),
    () => undefined,
  )
  let said = ''
  const output = new ReadStream(fd)
  output.on('data', (bytes) => (said += String(bytes)))
  output.on('error', () => undefined) // its end
  ends.push(() => {
    process.kill(pid, 'SIGKILL')
    output.destroy()
  })
  return { pid, path: pty, said: () => said, type: (keys: string) => writeSync(fd, keys) }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a pane is held, and continues when it is released', async () => {
  const program = answering()
  await until('it is ready', () => program.said().includes('ready'))
  for (const times of [1, 2]) {
    const terminal = paneTerminal(program.path, program.pid)
    expect(terminal?.hold()).toBe(true)
    program.type('\n')
    await wait(100)
    expect(program.said().match(/got/g)?.length ?? 0).toBe(times - 1)
    terminal?.release()
    await until('its reply', () => program.said().match(/got/g)?.length === times)
  }
})

test('a pane that the user stopped is detected, and continues with the user', async () => {
  const program = answering()
  await until('it is ready', () => program.said().includes('ready'))
  const terminal = paneTerminal(program.path, program.pid)!
  expect(terminal.isStopped).toBe(false)
  program.type('\x13')
  await until('it is stopped', () => terminal.isStopped)
  program.type('\n')
  await wait(100)
  expect([terminal.isStopped, program.said()]).toEqual([true, expect.not.stringContaining('got')])
  program.type('\x11')
  await until('its reply', () => program.said().includes('got'))
  expect(terminal.isStopped).toBe(false)
  terminal.release()
})

test('a pane continues when its holder is killed', async () => {
  const program = answering()
  await until('it is ready', () => program.said().includes('ready'))
  const module = join(import.meta.dirname, '../../../src/host/pty/tmux/pane-terminal.ts')
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { paneTerminal } from ${JSON.stringify(module)}
    console.log(paneTerminal('${program.path}', ${program.pid}).hold())
    setInterval(() => {}, 1000)`,
  ])
  ends.push(() => holder.kill('SIGKILL'))
  const [first] = await once(holder.stdout, 'data')
  expect(String(first)).toBe('true\n')
  program.type('\n')
  await wait(100)
  expect(program.said()).not.toContain('got')
  holder.kill('SIGKILL')
  await until('its reply', () => program.said().includes('got'))
})
