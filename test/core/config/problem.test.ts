/** Problems of the configuration: which the bar shows first. */
import { expect, it } from 'vitest'
import { shownProblems, urgentFirst, type ConfigProblem } from '../../../src/core/config/problem.ts'

const problem = (severity: ConfigProblem['severity'], line: number | null): ConfigProblem => ({
  kind: 'k',
  severity,
  file: '/c/config.toml',
  place: line === null ? null : { line, column: 1 },
  text: `${severity}.`,
})

it('problems list errors first, each by line, and no notes', () => {
  const reported = urgentFirst(
    shownProblems([
      problem('warning', 6),
      problem('note', 1),
      problem('error', 9),
      problem('warning', null),
      problem('error', 4),
      problem('warning', 2),
    ]),
  )
  expect(new Set(reported.map(({ file }) => file))).toEqual(new Set(['/c/config.toml']))
  expect(shownProblems([{ ...problem('error', 1), file: '-o' }])[0]?.file).toBeNull()
  expect(reported.map(({ text }) => text)).toEqual([
    ...['config.toml line 4: error.', 'config.toml line 9: error.'],
    ...['config.toml line 2: warning.', 'config.toml line 6: warning.', 'config.toml: warning.'],
  ])
})

it('a file refused as a whole is the only problem reported', () => {
  const reported = urgentFirst(
    shownProblems([
      problem('error', 16),
      { ...problem('warning', 3), file: '/c/rules.json' },
      { ...problem('error', 17), wholeFile: true },
    ]),
  )
  expect(reported.map(({ text }) => text)).toEqual([
    'config.toml line 17, column 1: error.',
    'rules.json line 3: warning.',
  ])
})
