/** Passes the request of a second start to the running instance. */
import {
  fittingEnvironment,
  launchRequest,
  type LaunchRequest,
} from '../../core/windows/workspace/launch-request.ts'
import { app } from '../electron.ts'

/** Requests of later starts. */
interface LaterStarts {
  /** Opens earlier requests now, in their order, and later ones as they come. */
  readonly open: (by: (request: LaunchRequest) => void) => void
}

/** Returns `null` if another instance has taken the request. */
export function handOver(request: LaunchRequest): LaterStarts | null {
  const isFirst = app.requestSingleInstanceLock({
    request: { ...request, environment: fittingEnvironment(request.environment) },
  })
  if (!isFirst) {
    if (request.target === 'present')
      process.stderr.write(
        'vibeflow: already running. Its window is now in the foreground. To use a new build, ' +
          'quit it first. To open another window, run `npm start -- --new-window`.\n',
      )
    return null
  }
  // This start takes a while, and simultaneous starts are common: at login, or with a key pressed
  // twice.
  const early: LaunchRequest[] = []
  let received = (one: LaunchRequest): void => {
    early.push(one)
  }
  app.on('second-instance', (_event, _argv, _directory, data) => {
    // The sender is the same user, but may be another version.
    const read = launchRequest.safeParse((data as { request?: unknown } | null)?.request)
    if (read.success) received(read.data)
    else
      process.stderr.write(
        'vibeflow: ignored an invalid request of a second start. It may be another version.\n',
      )
  })
  return {
    open: (by) => {
      received = by
      for (const one of early.splice(0)) by(one)
    },
  }
}
