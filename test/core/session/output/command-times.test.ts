/** Commands of a shell by its marks, also of shells inside other shells. */
import { expect, test } from 'vitest'
import { CommandTimes } from '../../../../src/core/session/command-times.ts'
import { nestedCommandsMax } from '../../../../src/core/session/limits.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'

const prompt = (aid?: string) =>
  ({ kind: 'prompt_start', ...(aid === undefined ? {} : { aid }) }) as const
const start = (line?: string) =>
  ({ kind: 'command_start', ...(line === undefined ? {} : { line }) }) as const
const end = (exit_code: number, aid?: string) =>
  ({ kind: 'command_end', exit_code, ...(aid === undefined ? {} : { aid }) }) as const

test('the end of a nested shell leaves the outer command running', () => {
  const commands = new CommandTimes(new FakeClock())
  commands.mark(prompt('1'), 0)
  commands.mark(start('bash'), 1)
  commands.mark(prompt('2'), 2)
  commands.mark(start('ls'), 3)
  expect(commands.running).toBe('ls')
  expect(commands.mark(end(3, '7'), 4)).toBeNull()
  expect(commands.mark(end(3, '2'), 5)).toMatchObject({ line: 'ls', code: 3, place: 3 })
  expect(commands.running).toBe('bash')
  expect(commands.mark(end(4, '1'), 6)).toMatchObject({ line: 'bash', code: 4, place: 1 })
  expect(commands.isOpen).toBe(false)
})

test('the end of an outer command ends the nested ones', () => {
  const commands = new CommandTimes(new FakeClock())
  for (const aid of ['1', '2', '3']) {
    commands.mark(prompt(aid), 0)
    commands.mark(start(aid), 0)
  }
  expect(commands.mark(end(0, '2'), 0)).toMatchObject({ line: '2' })
  expect(commands.running).toBe('1')
})

test('a command of a shell without an id replaces the one before', () => {
  const commands = new CommandTimes(new FakeClock())
  for (const line of ['a', 'b']) {
    commands.mark(prompt(), 0)
    commands.mark(start(line), 0)
  }
  expect(commands.mark(end(0), 0)).toMatchObject({ line: 'b' })
  expect(commands.isOpen).toBe(false)
})

test('a line that starts with a space is not kept', () => {
  const commands = new CommandTimes(new FakeClock())
  commands.mark(start(' secret'), 0)
  expect(commands.running).toBeNull()
})

test('a flood of nested shells keeps up to the limit of commands', () => {
  const commands = new CommandTimes(new FakeClock())
  for (let aid = 0; aid < 1_000; aid += 1) {
    commands.mark(prompt(String(aid)), 0)
    commands.mark(start('x'), 0)
  }
  let ended = 0
  while (commands.mark(end(0), 0) !== null) ended += 1
  expect(ended).toBe(nestedCommandsMax)
})
