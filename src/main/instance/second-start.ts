/** Passes the request of a second start to the running instance. */
import { readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  fittingEnvironment,
  launchRequest,
  type LaunchRequest,
} from '../../core/windows/workspace/launch-request.ts'
import type { App } from '../electron.ts'

/** Chromium's lock, as `app` has it. */
interface Locking extends Pick<App, 'requestSingleInstanceLock'> {
  on(
    event: 'second-instance',
    listener: (event: unknown, argv: readonly string[], directory: string, data: unknown) => void,
  ): unknown
}

/** Requests of later starts. `problem`: why this start gets no requests and saves nothing. */
export interface LaterStarts {
  readonly problem: string | null
  /** Opens earlier requests now, in their order, and later ones as they come. */
  readonly open: (by: (request: LaunchRequest) => void) => void
}

/**
 * Returns what to do as this start's exit code if it is not the first: 0 if another instance has
 * taken the request, 1 if it cannot.
 * @param userData Chromium's directory, where Chromium keeps the lock
 */
export function handOver(
  app: Locking,
  request: LaunchRequest,
  userData: string,
): LaterStarts | number {
  const running = holder(userData)
  // Chromium kills an instance that does not answer for 20 s, with all its tabs.
  if (running !== null && isStopped(running)) {
    process.stderr.write(
      `vibeflow: the running vibeflow (process ${running}) is stopped, so it can't open a ` +
        `window. To continue it, run \`kill -CONT ${running}\`.\n`,
    )
    return 1
  }
  const isFirst = app.requestSingleInstanceLock({
    request: { ...request, environment: fittingEnvironment(request.environment) },
  })
  // Also false if the lock can't be taken at all, or if another machine has it.
  if (!isFirst && holder(userData) === null) {
    const problem =
      "Can't check whether vibeflow is already running, because the lock in " +
      `${userData} can't be taken or belongs to another machine. No tabs are saved. If vibeflow ` +
      'runs nowhere else, remove SingletonLock there.'
    process.stderr.write(`vibeflow: ${problem}\n`)
    return { problem, open: () => undefined }
  }
  if (!isFirst) {
    if (request.target === 'present')
      process.stderr.write(
        'vibeflow: already running. Its window is now in the foreground. To use a new build, ' +
          'quit it first. To open another window, run `npm start -- --new-window`.\n',
      )
    return 0
  }
  // This start takes a while, and simultaneous starts are common: at login, or with a key pressed
  // twice.
  const early: LaunchRequest[] = []
  let received = (one: LaunchRequest): void => {
    early.push(one)
  }
  app.on('second-instance', (_event, _argv, _directory, data) => {
    // The sender is the same user, but may be another version.
    const read = launchRequest().safeParse((data as { request?: unknown } | null)?.request)
    if (read.success) received(read.data)
    else
      process.stderr.write(
        'vibeflow: ignored an invalid request of a second start. It may be another version.\n',
      )
  })
  return {
    problem: null,
    open: (by) => {
      received = by
      for (const one of early.splice(0)) by(one)
    },
  }
}

/**
 * Returns the process ID of the instance that has Chromium's lock, `null` if it is not alive on
 * this machine. Its host's name may have changed, and its process ID may belong to another program.
 */
function holder(userData: string): number | null {
  try {
    const link = readlinkSync(join(userData, 'SingletonLock')) // HOST-PID
    const pid = Number(/-(\d+)$/.exec(link)?.[1])
    return programOf(String(pid)) === programOf('self') ? pid : null
  } catch {
    return null // no lock, or its process has ended
  }
}

function programOf(pid: string): string {
  return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
}

function isStopped(pid: number): boolean {
  try {
    return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false // it has just ended
  }
}
