/** A second start hands what it was asked to the vibeflow that runs already, and leaves. */
import { fittingEnvironment, launchRequest, type LaunchRequest } from '../core/workspace/launch-request.ts'
import { app } from './electron.ts'

/**
 * @param received called with the requests of later starts, when this is the first
 * @returns whether another one has taken the request
 */
export function handOver(request: LaunchRequest, received: (request: LaunchRequest) => void): boolean {
  const isFirst = app.requestSingleInstanceLock({ request: { ...request, environment: fittingEnvironment(request.environment) } })
  if (!isFirst) return true
  app.on('second-instance', (_event, _argv, _directory, data) => {
    // Whoever can reach the lock is the same user; it may still be another version.
    const read = launchRequest.safeParse((data as { request?: unknown } | null)?.request)
    if (read.success) received(read.data)
    else process.stderr.write('vibeflow: a second start was not understood, and is left out. Is it another version?\n')
  })
  return false
}
