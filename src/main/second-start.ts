/** A second start hands what it was asked to the vibeflow that runs already, and leaves. */
import {
  fittingEnvironment,
  launchRequest,
  type LaunchRequest,
} from '../core/windows/workspace/launch-request.ts'
import { app } from './electron.ts'

/** Requests of later starts. */
export interface LaterStarts {
  /** From now on they are opened; those that have come before, in their order, at once. */
  readonly open: (by: (request: LaunchRequest) => void) => void
}

/** @returns null: another vibeflow has taken the request */
export function handOver(request: LaunchRequest): LaterStarts | null {
  const isFirst = app.requestSingleInstanceLock({
    request: { ...request, environment: fittingEnvironment(request.environment) },
  })
  if (!isFirst) {
    if (request.target === 'present')
      process.stderr.write(
        'vibeflow: it runs already, and its window is in front now. A new build is used once it ' +
          'has quit; `npm start -- --new-window` opens another window.\n',
      )
    return null
  }
  // this start takes its time, and two at once are usual: a desktop that starts its programs, a key
  // that is hit twice
  const early: LaunchRequest[] = []
  let received = (one: LaunchRequest): void => {
    early.push(one)
  }
  app.on('second-instance', (_event, _argv, _directory, data) => {
    // Whoever can reach the lock is the same user; it may still be another version.
    const read = launchRequest.safeParse((data as { request?: unknown } | null)?.request)
    if (read.success) received(read.data)
    else
      process.stderr.write(
        'vibeflow: a second start was not understood, and is left out. Is it another version?\n',
      )
  })
  return {
    open: (by) => {
      received = by
      for (const one of early.splice(0)) by(one)
    },
  }
}
