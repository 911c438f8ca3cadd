/**
 * The test run's own arithmetic: what a filter means, how reports are counted, how the last line
 * reads; and the fuzz runner.
 */
import { expect, test } from 'vitest'
import { runTarget, seeded } from '../../src/build/test/fuzz-target.mjs'
import { plan } from '../../src/build/test/rings.mjs'
import {
  closingLine,
  playwrightCounts,
  playwrightTroubles,
  step,
  sum,
  vitestCounts,
  vitestTroubles,
} from '../../src/build/test/summary.mjs'

test('a run without a filter runs everything', () => {
  expect(plan([])).toEqual({ build: true, check: true, slow: false, vitest: [], app: [] })
})

test('slow tests run in a run of all and on a path', () => {
  expect(plan([], true)).toEqual({ build: true, check: true, slow: true, vitest: [], app: [] })
  expect(plan(['app'])).toMatchObject({ slow: false })
  expect(plan(['app'], true)).toMatchObject({ slow: true, app: ['test/app/'] })
  expect(plan(['core', 'app/tabs'])).toMatchObject({ slow: true })
  expect(plan(['paste'])).toMatchObject({ slow: true })
})

test('a ring selects its runner and only the steps it needs', () => {
  expect(plan(['core'])).toMatchObject({
    build: false,
    check: false,
    vitest: ['test/core/'],
    app: undefined,
  })
  expect(plan(['core/ipc', 'tidy'])).toMatchObject({
    build: false,
    check: false,
    vitest: ['test/core/ipc', 'test/tidy/'],
    app: undefined,
  })
  expect(plan(['app/tabs'])).toMatchObject({
    build: true,
    check: false,
    vitest: undefined,
    app: ['test/app/tabs'],
  })
  expect(plan(['shim'])).toMatchObject({
    build: true,
    check: false,
    vitest: ['test/shim/'],
    app: ['test/shim/'],
  })
  expect(plan(['check'])).toEqual({
    ...{ build: false, check: true, slow: false, vitest: undefined, app: undefined },
  })
})

test('any other word is searched in all file names', () => {
  expect(plan(['paste'])).toMatchObject({ vitest: ['paste'], app: ['paste'] })
})

test('counts are taken from the reports', () => {
  expect(
    vitestCounts(
      {
        numPassedTests: 3,
        numFailedTests: 1,
        numPendingTests: 1,
        numTodoTests: 1,
        testResults: [],
      },
      1,
      { slow: true },
    ),
  ).toEqual({ passed: 3, failed: 1, skipped: 2 })
  const pending = [
    { status: 'skipped', tags: ['slow'] },
    { status: 'skipped', tags: [] },
  ]
  const report = {
    numPassedTests: 1,
    numPendingTests: 2,
    testResults: [{ assertionResults: pending }],
  }
  expect(vitestCounts(report, 0, { slow: false })).toMatchObject({ skipped: 1 })
  expect(vitestCounts(report, 0, { slow: true })).toMatchObject({ skipped: 2 })
  expect(
    playwrightCounts({ stats: { expected: 4, unexpected: 2, flaky: 0, skipped: 1 } }, 1),
  ).toEqual({ passed: 4, failed: 2, skipped: 1 })
})

test('a file that does not load, a missing report and a failed runner are failures', () => {
  const broken = {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [{ status: 'failed', assertionResults: [] }],
  }
  expect(vitestCounts(broken, 1, { slow: true })).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(vitestCounts(undefined, 0, { slow: true })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(playwrightCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(
    playwrightCounts({ stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 } }, 1),
  ).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('specs that failed or needed a second try are named with their error', () => {
  const spec = (title: string, status: string, errors: unknown[]) => ({
    file: 'app/a.spec.ts',
    line: 7,
    title,
    tests: [{ status, results: [{ errors }, { errors: [] }] }],
  })
  const report = {
    suites: [
      {
        specs: [spec('works', 'expected', [])],
        suites: [
          {
            specs: [
              spec('fails', 'unexpected', [
                { message: '\u001b[31mexpected 1\u001b[39m\n  got 2', location: { line: 9 } },
              ]),
              spec('wavers', 'flaky', [{ message: 'slow' }]),
            ],
          },
        ],
      },
    ],
  }
  expect(playwrightTroubles(report)).toEqual([
    'FAILED app/a.spec.ts:7 fails: expected 1 got 2 (line 9)',
    'FLAKY  app/a.spec.ts:7 wavers: slow',
  ])
  expect(playwrightTroubles(undefined)).toEqual([])
})

test('failed tests, second tries and files that do not load are named with their error', () => {
  const report = {
    testResults: [
      {
        name: '/project/test/a.test.ts',
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'works', failureMessages: [] },
          { status: 'passed', fullName: 'wavers', failureMessages: ['Error: late'] },
        ],
      },
      {
        name: '/project/test/b.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', failureMessages: [] },
          { status: 'failed', fullName: 'adds up', failureMessages: ['Error: 1\n  is not 2'] },
        ],
      },
      {
        name: '/project/test/c.test.ts',
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
    ],
  }
  expect(vitestTroubles(report, '/project')).toEqual([
    'FLAKY  test/a.test.ts wavers: Error: late',
    'FAILED test/b.test.ts adds up: Error: 1 is not 2',
    'FAILED test/c.test.ts: no such module',
  ])
  expect(vitestTroubles(undefined, '/project')).toEqual([])
})

test('the last line has the counts of all parts', () => {
  expect(closingLine(sum([{ passed: 2, failed: 0, skipped: 0 }, step(true), step(false)]))).toBe(
    '2 passed, 1 failed',
  )
  expect(closingLine({ passed: 2, failed: 0, skipped: 3 })).toBe('2 passed, 0 failed, 3 skipped')
})

test('the same seed gives the same chance, in [0, 1)', () => {
  const numbers = (seed: number) => Array.from({ length: 1000 }, seeded(seed))
  expect(numbers(7)).toEqual(numbers(7))
  expect(numbers(7)).not.toEqual(numbers(8))
  expect(numbers(7).every((value) => value >= 0 && value < 1)).toBe(true)
})

test('a fuzz target stops at its iterations, and a finding keeps its input', async () => {
  const limits = { seed: 1, seconds: Infinity, corpusDir: '/nowhere' }
  const target = (limit: number) => ({
    name: 'sample',
    run({
      random,
      iterations,
      deadlineMs,
      attempt,
    }: Parameters<Parameters<typeof runTarget>[0]['run']>[0]) {
      for (let i = 0; i < iterations && performance.now() < deadlineMs; i += 1) {
        const input = Uint8Array.of(i, random() * 256)
        attempt(input, () => {
          if (i === limit) throw new Error('found')
        })
      }
    },
  })
  expect(await runTarget(target(-1), { ...limits, iterations: 10 })).toMatchObject({ count: 10 })
  const { count, error, input, hash } = await runTarget(target(3), { ...limits, iterations: 10 })
  expect({ count, error, first: input?.[0], length: input?.length }).toEqual({
    count: 4,
    error: new Error('found'),
    first: 3,
    length: 2,
  })
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
})
