/**
 * Tests the prompts that a grid knows, from the commands that the core reports with its frames,
 * while the oldest rows leave.
 */
import { expect, test } from 'vitest'
import { PromptMarks } from '../../src/renderer/grid/text/prompts.ts'

function make() {
  const buffer = { baseY: 20, cursorX: 0, cursorY: 9 }
  // all that is used of it
  const prompts = new PromptMarks({ cols: 40, buffer: { normal: buffer } } as never)
  const at = { first: 0 }
  prompts.update(
    [
      { prompt: 0, output: 1, end: { row: 3, column: 0 }, exit: 1 },
      // its output begins in a row that was erased
      { prompt: 3, output: -1, end: { row: 6, column: 5 }, exit: 0 },
      { prompt: 8, output: 9, end: { row: 9, column: 0 }, exit: 0 }, // it printed nothing
      { prompt: 10, output: 11, end: null, exit: null },
    ],
    () => at.first,
  )
  return {
    prompts,
    at,
    buffer,
    known: () => prompts.commands.map(({ prompt, exit }) => [prompt.line, exit]),
  }
}

test('commands are at their rows, and go with the rows of their prompts', () => {
  const { prompts, at, known } = make()
  expect(known()).toEqual([
    [0, 1],
    [3, 0],
    [8, 0],
    [10, null],
  ])
  at.first = 4
  expect([known(), prompts.at(3), prompts.at(4)?.exit]).toEqual([
    [
      [4, 0],
      [6, null],
    ],
    null,
    0,
  ])
  expect([
    prompts.neighbour(5, -1),
    prompts.neighbour(5, 1),
    prompts.neighbour(4, -1),
    prompts.neighbour(6, 1),
  ]).toEqual([4, 6, null, null])
  const { version } = prompts
  prompts.update([], () => 4)
  expect([known(), prompts.version > version, prompts.lastOutput()]).toEqual([[], true, null])
})

test("a command's output ends at its end mark or the cursor, and may be none", () => {
  const { prompts, at, buffer } = make()
  const outputs = () => prompts.commands.map((command) => prompts.outputOf(command))
  expect(outputs()).toEqual([
    { from: 1, to: 2, columns: 40 },
    null,
    null,
    { from: 11, to: 28, columns: 40 },
  ])
  expect(prompts.lastOutput()).toEqual({ from: 11, to: 28, columns: 40 })
  Object.assign(buffer, { cursorX: 7 })
  expect(prompts.lastOutput()).toEqual({ from: 11, to: 29, columns: 7 })
  prompts.update([{ prompt: 3, output: 4, end: { row: 6, column: 5 }, exit: 0 }], () => at.first)
  at.first = 2
  expect(prompts.lastOutput()).toEqual({ from: 2, to: 4, columns: 5 })
})
