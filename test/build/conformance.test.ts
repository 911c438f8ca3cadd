/**
 * Tests the scoreboard of `npm run conformance`: the text of its cells, and its place in the
 * document.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failedCheck, pass, unseen, unsupported } from '../../src/protocol/conformance/report.ts'
import { stepsFor } from '../../src/protocol/conformance/terminal-checks.ts'
import { contenders } from '../conformance/terminals.ts'
import { scoreboard } from '../conformance/scoreboard.ts'
import { begin, end, tableOf, withTable, type Result } from '../conformance/table.ts'
import { esctestBegin, esctestEnd, esctestTable, resultOf } from '../conformance/esctest-table.ts'
import { root } from '../tidy/tree.ts'

const result = (name: string, ...checks: readonly ReturnType<typeof pass>[]): Result => ({
  name,
  report: { kind: 'terminal', command: name, checks },
})

test('a cell of the table shows the tested result and the failed checks', () => {
  const table = tableOf(
    [
      result('one 1.2', pass('answers.da1'), pass('9;4.bel'), pass('9;4.states')),
      result('two|2', unsupported('answers.da1'), failedCheck('9;4.bel', 'prints'), pass('9;4.st')),
      result('three', failedCheck('answers.da1', 'prints'), pass('9;4.bel'), unseen('9;4.states')),
      result('four', pass('answers.da1'), pass('9;4.bel'), pass('9;4.wrapped')),
      { name: 'five', report: 'not\ninstalled' },
    ],
    '2030-01-02',
  )
  expect(table).toBe(`${begin}

Run on 2030-01-02.

|  | answers | 9;4 |
|---|---|---|
| one 1.2 | all | yes |
| two\\|2 | no da1 | **bel** |
| three | **da1** | quiet |
| four | all | quiet, wrapped |

Not tested:

* five: not installed

${end}`)
})

test('a table replaces the previous one, and a document without one is refused', () => {
  expect(withTable(`a\n${begin}\nold\n${end}\nb`, 'new')).toBe('a\nnew\nb')
  expect(() => withTable('a', 'new')).toThrow('the document lacks <!-- the scoreboard')
})

const suiteLog = [
  'Run test: ATests.test_A_First',
  'Passed.',
  'Run test: ATests.test_A_Logs',
  'Read: x',
  'Passed.',
  'Run test: DECRQMTests.test_DECRQM_ANSI_KAM',
  '*** TEST test_DECRQM_ANSI_KAM FAILED:',
  'Run test: BTests.test_B_Bug',
  'Fails as expected: Not supported',
  'Run test: BTests.test_B_New',
  'Run test: and a line that is not a test',
].join('\n')

test('the table of esctest2 names each test that fails, with a reason', () => {
  const ours = resultOf(suiteLog)
  expect(ours.passed).toEqual(['A_First', 'A_Logs'])
  const table = esctestTable(ours, { passed: ['A_Logs'], failed: new Map() }, '2030-01-02')
  expect(table.split('\n').filter((line) => /^(?:Run|\| \d)/.test(line))).toEqual([
    'Run on 2030-01-02: **vibeflow passes 2 of 5 tests.** xterm passes 1, of which vibeflow ' +
      'passes 1.',
    '| 1 | `DECRQM_ANSI_KAM` | A program cannot lock the keyboard. |',
    '| 1 | `B_Bug` | The suite expects xterm to fail: Not supported. |',
    '| 1 | `B_New` | not explained |',
  ])
})

test('the last result of esctest2 has at least 470 tests, and a reason for each other', () => {
  const page = readFileSync(join(root, 'docs/contributing/reports/terminal-suites.md'), 'utf8')
  const table = page.slice(page.indexOf(esctestBegin), page.indexOf(esctestEnd))
  expect(Number(/vibeflow passes (\d+) of 568/.exec(table)?.[1])).toBeGreaterThanOrEqual(470)
  expect(table).not.toContain('not explained')
})

const engine = { electron: '/bin/false', app: '/' }

test('an unknown name is refused, with the known ones', async () => {
  const run = (names: readonly string[], write: boolean) =>
    scoreboard(engine, { names, write }, () => undefined)
  await expect(run(['xtrem'], false)).rejects.toThrow(
    /^there is no xtrem; known are vibeflow, .*xterm/,
  )
  await expect(run(['xterm'], true)).rejects.toThrow('--write needs all terminals')
})

test('each check and each terminal is described in docs/reference/conformance.md', () => {
  const text = readFileSync(join(root, 'docs/reference/conformance.md'), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| `[^`]+`/.test(line))
  const described = rows.flatMap((row) => {
    const [first = '', ...rest] = [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, name = '']) => name,
    )
    const group = first.split('.')[0] ?? ''
    return [first, ...rest.map((name) => (name.includes('.') ? name : `${group}.${name}`))]
  })
  const steps = stepsFor({ outer: true, outside: true }).map(({ id }) =>
    /^(?:answers|strings)\.|\.effect$/.test(id) ? id : `N.${id.slice(id.lastIndexOf('.') + 1)}`,
  )
  expect([...new Set(steps)].filter((id) => !described.includes(id))).toEqual([])
  const board = text.slice(text.indexOf(begin), text.indexOf(end))
  for (const { name } of contenders(engine)) expect(board).toContain(`\n| ${name} `)
})
