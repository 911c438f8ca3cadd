/**
 * `app.evaluate` in a turn of its own. Playwright's goes through Node's inspector, which interrupts
 * whatever runs in the main process, in the middle of a stream's write too: what the evaluated code
 * writes there then is never sent (a port's close frame, once in some fifty times on a busy
 * machine), or Node aborts. Nothing but a debugger can do so; the app does not have to bear it.
 */
import type { ElectronApplication } from '@playwright/test'

export function evaluateInTurn(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app) as (
    run: (electron: unknown, what: What) => Promise<unknown>,
    what: What,
  ) => Promise<unknown>
  app.evaluate = ((code: unknown, given: unknown) =>
    evaluate(
      (electron, what) =>
        new Promise((resolve, reject) => {
          setImmediate(() => {
            const run = new Function(
              'electron',
              'given',
              `return (${what.source})(electron, given)`,
            ) as (electron: unknown, given: unknown) => unknown
            Promise.resolve()
              .then(() => run(electron, what.given))
              .then(resolve, reject)
          })
        }),
      { source: String(code), given },
    )) as typeof app.evaluate
  return app
}

interface What {
  /** Source of a function, in the form that Playwright itself sends. */
  readonly source: string
  readonly given: unknown
}
