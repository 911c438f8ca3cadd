/**
 * Counts of a test run, taken from the runners' own reports. Pure: shapes in, numbers out.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */
import path from 'node:path'

/** @type {Readonly<Counts>} */
const nothing = { passed: 0, failed: 0, skipped: 0 }

/** @param {readonly Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    nothing,
  )
}

/**
 * Counts of a step without tests, such as the build: one failure, or nothing.
 * @param {boolean} fine
 * @returns {Counts}
 */
export function step(fine) {
  return fine ? nothing : { passed: 0, failed: 1, skipped: 0 }
}

/**
 * @param {any} report vitest's JSON report, or undefined
 * @param {number} code the runner's exit code
 * @param {{ slow: boolean }} plan
 * @returns {Counts}
 */
export function vitestCounts(report, code, { slow }) {
  if (report === undefined) return step(false)
  // A file that does not load has no tests, but is a failure.
  const broken = (report.testResults ?? []).filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !(file.assertionResults ?? []).some((/** @type {any} */ test) => test.status === 'failed'),
  ).length
  // vitest reports the tests that the filter of the slow ones excludes as skipped.
  const excluded = (report.testResults ?? [])
    .flatMap((/** @type {any} */ file) => file.assertionResults ?? [])
    .filter((/** @type {any} */ test) => !slow && test.tags?.includes('slow')).length
  return settle(
    {
      passed: report.numPassedTests ?? 0,
      failed: (report.numFailedTests ?? 0) + broken,
      skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0) - excluded,
    },
    code,
  )
}

/**
 * @param {any} report Playwright's JSON report, or undefined
 * @param {number} code
 * @returns {Counts}
 */
export function playwrightCounts(report, code) {
  if (report?.stats === undefined) return step(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return settle({ passed: expected + flaky, failed: unexpected, skipped }, code)
}

/**
 * Returns a line for each spec that failed or passed only when retried, with the first line of its
 * error: people look at the end of a log.
 * @param {any} report Playwright's JSON report, undefined if missing
 * @returns {string[]}
 */
export function playwrightTroubles(report) {
  /** @param {any} suite @returns {string[]} */
  const ofSuite = (suite) => [
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      (spec.tests ?? [])
        .filter(
          (/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky',
        )
        .map((/** @type {any} */ test) => {
          const errors = (test.results ?? []).flatMap(
            (/** @type {any} */ result) => result.errors ?? [],
          )
          return (
            `${test.status === 'flaky' ? 'FLAKY ' : 'FAILED'} ${spec.file}:${spec.line} ` +
            `${spec.title}: ${shortError(errors[0])}`
          )
        }),
    ),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ]
  return (report?.suites ?? []).flatMap(ofSuite)
}

/**
 * Like `playwrightTroubles`, with a line for each file that did not load.
 * @param {any} report vitest's JSON report, undefined if missing
 * @param {string} from the folder that file names are relative to
 * @returns {string[]}
 */
export function vitestTroubles(report, from) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const name = path.relative(from, file.name)
    // A test that passed keeps the errors of its first attempt.
    const tests = (file.assertionResults ?? []).filter(
      (/** @type {any} */ test) =>
        test.status === 'failed' || (test.failureMessages ?? []).length > 0,
    )
    if (
      file.status === 'failed' &&
      !tests.some((/** @type {any} */ test) => test.status === 'failed')
    )
      return [`FAILED ${name}: ${shortError(file)}`]
    return tests.map(
      (/** @type {any} */ { status, fullName, failureMessages }) =>
        `${status === 'failed' ? 'FAILED' : 'FLAKY '} ${name} ${fullName}: ` +
        `${shortError({ message: failureMessages?.[0] })}`,
    )
  })
}

/** Longest error text in a closing line, in characters. */
const errorLength = 240

/** @param {any} error with `message` and perhaps `location` */
function shortError(error) {
  const message = String(error?.message ?? 'no error reported')
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return (
    `${message.slice(0, errorLength)}` +
    `${error?.location === undefined ? '' : ` (line ${error.location.line})`}`
  )
}

/**
 * A runner that failed without a failed test (an error outside tests, a killed run) counts as a
 * failure.
 * @param {Counts} counts
 * @param {number} code
 * @returns {Counts}
 */
function settle(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Returns the last line of every run. @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
