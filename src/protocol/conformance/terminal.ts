/**
 * `--terminal CMD`: starts a terminal with the probe and runs all checks, whatever the terminal
 * does.
 */
import { answerMs, runMs, unansweredMax } from './limits.ts'
import { outsideByX11, type Outside } from './outside.ts'
import { failedCheck, type Check, type ConformanceReport } from './report.ts'
import { TerminalSession, type ConformanceStep, type Subject } from './session.ts'
import { startTerminal, type StartOptions } from './start.ts'
import { stepsFor } from './terminal-checks.ts'

export interface ConformanceOptions extends StartOptions {
  /** How to view its tab; by default the titles of X11 windows, if available. */
  readonly outside?: Outside
  readonly answerMs?: number
}

/** Smallest size that the checks need. */
const least = { rows: 12, columns: 40 }

/** @returns the results, or why nothing could be tested */
export async function testTerminal(
  options: ConformanceOptions,
): Promise<ConformanceReport | string> {
  const started = await startTerminal(options)
  if (typeof started === 'string') return started
  const { link, hello, folder, outer, stop } = started
  try {
    if (!hello.isTerminal) return 'the program in it has no terminal as its input and output'
    if (hello.rows < least.rows || hello.columns < least.columns)
      return (
        `it has ${hello.columns} columns and ${hello.rows} rows; the checks need ` +
        `${least.columns} and ${least.rows}`
      )
    const outside = options.outside ?? (outer === null ? await outsideByX11() : null)
    const subject: Subject = {
      ...{ link, hello, folder, outer, outside },
      answerMs: options.answerMs ?? answerMs,
    }
    const checks = await runSteps(
      new TerminalSession(subject),
      stepsFor({ outer: outer !== null, outside: options.outside !== undefined }),
    )
    const version = checks.find(({ id }) => id === 'answers.xtversion')?.detail
    const { TERM: term, TERM_PROGRAM: program } = hello.environment
    return {
      kind: 'terminal',
      command: options.command,
      about: {
        ...(version === undefined ? {} : { version }),
        ...(term === undefined ? {} : { TERM: term }),
        ...(program === undefined ? {} : { TERM_PROGRAM: program }),
        size: `${hello.columns}x${hello.rows}`,
      },
      checks,
    }
  } finally {
    await stop()
  }
}

async function runSteps(
  session: TerminalSession,
  steps: readonly ConformanceStep[],
): Promise<readonly Check[]> {
  const began = performance.now()
  const { link } = session.subject
  const checks: Check[] = []
  for (const { id, run } of steps) {
    const reason =
      link.problem ??
      (session.unanswered >= unansweredMax
        ? 'the terminal answers nothing any more'
        : performance.now() - began > runMs
          ? `all checks together have ${runMs / 1_000} s`
          : null)
    checks.push(reason === null ? await run(session) : failedCheck(id, `not tried: ${reason}`))
  }
  return checks
}
