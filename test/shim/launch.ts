/**
 * How the shim's specs start their fixture app: on the engine named by VIBEFLOW_TEST_ELECTRON, else
 * the built shim.
 */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { evaluateInTurn } from '../support/evaluate-in-turn.ts'

export const electronFile =
  process.env['VIBEFLOW_TEST_ELECTRON'] ??
  path.resolve(import.meta.dirname, '../../out/electron-shim/electron')
export const fixtureFolder = path.join(import.meta.dirname, 'app')

/** A test that hangs is worse than a test that fails: everything polled here ends by then. */
const patienceMs = 60_000

export interface Fixture {
  readonly app: ElectronApplication
  readonly page: Page
  /** The output of the app and its engine on standard error so far. */
  readonly said: () => string
}

/**
 * Starts the app with its window open and its port connected. It is headless unless the environment
 * selects a display.
 */
export async function launchFixture(
  environment: Readonly<Record<string, string>> = {},
): Promise<Fixture> {
  const app = evaluateInTurn(
    await _electron.launch({
      executablePath: electronFile,
      args: [fixtureFolder],
      env: testEnvironment({ VIBEFLOW_HEADLESS: '1', ...environment }),
    }),
  )
  let said = ''
  app.process().stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const page = await app.firstWindow()
  await connected(page)
  return { app, page, said: () => said }
}

export function testEnvironment(
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'NODE_OPTIONS',
  )
  return { ...Object.fromEntries(inherited), ...more }
}

export async function connected(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Boolean((globalThis as { page?: { port?: unknown } }).page?.port),
  )
}

/** Evaluates the fixture's page script: `page` there is its global. */
export function inPage<Result>(page: Page, code: string): Promise<Result> {
  return page.evaluate<Result>(code)
}

/** Evaluates in the main process; `electron` and `fixture` are in reach. */
export function inMain<Result>(app: ElectronApplication, code: string): Promise<Result> {
  return app.evaluate((electron, source) => {
    const run = new Function('electron', 'fixture', `return (async () => (${source}))()`) as (
      electron: unknown,
      fixture: unknown,
    ) => Result
    return run(electron, (globalThis as { fixture?: unknown }).fixture)
  }, code)
}

/**
 * Asks again until the answer is the wanted one, and returns the last answer for the comparison.
 */
export async function until<Answer>(
  ask: () => Answer | Promise<Answer>,
  wanted: (answer: Answer) => boolean,
): Promise<Answer> {
  for (const end = performance.now() + patienceMs; ; await delay(20)) {
    const answer = await ask()
    if (wanted(answer) || performance.now() > end) return answer
  }
}
