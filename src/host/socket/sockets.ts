/** The sockets of this instance's sessions: location, creation, and cleanup at startup. */
import type { SessionId } from '../../core/ids.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import type { SocketPort } from '../../core/session/session-ports.ts'
import type { SocketOptions } from '../../core/clients/socket/ports.ts'
import {
  newSessionId,
  socketPath,
  socketRoot,
  statusPath,
} from '../../core/clients/socket/paths.ts'
import { stateFolder } from '../files/folders.ts'
import { listenForApp, type AppCalls } from './app-socket.ts'
import { listenPrivately } from './listen.ts'
import { isPrivateFolder, makeNewFolder, makePrivateFolder } from './private-folder.ts'
import { serveClient } from './socket-wire.ts'
import { removeStale } from './stale.ts'

interface SocketsFacts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly clock: Clock
  readonly options: SocketOptions
  /** Logs a line: `warn` once, `debug` per connection. */
  readonly log: (level: 'warn' | 'debug', line: string) => void
}

export interface Sockets extends SocketPort {
  /** Returns an unused ID. */
  readonly newId: () => SessionId
  /** Serves `vibeflow new`, `layout` and similar commands. Returns a function that stops this. */
  readonly listenForApp: (calls: AppCalls) => () => void
}

/** Never throws: without a usable directory, sessions have no socket and report why. */
export function makeSockets({ environment, home, clock, options, log }: SocketsFacts): Sockets {
  const { root, problem: rootProblem } = socketRoot(environment, {
    isPrivate: isPrivateFolder,
    stateFolder: stateFolder(environment, home),
  })
  const say = onceEach(log)
  /** Creates the root with the first socket, or later. Returns a problem or `null`. */
  const prepare = (): string | null => {
    if (rootProblem !== null) say('warn', rootProblem)
    const problem = makePrivateFolder(root)
    if (problem !== null) say('warn', `no session sockets: ${problem}`)
    else if (
      say(
        'debug',
        'no peer check of socket clients on this system; only file modes protect the sockets',
      )
    )
      void removeStale(root, Date.now())
    return problem
  }

  return {
    options,
    places: { taken: 0 },
    sinceEpoch: (at) => Date.now() - (clock.now() - at),
    newId: () => {
      for (;;) {
        const id = newSessionId(randomBytes(12))
        if (!existsSync(join(root, id))) return id
      }
    },
    open: (id, hub) => {
      const problem = prepare()
      if (problem !== null) return { problem }
      const folder = join(root, id)
      const folderProblem = makeNewFolder(folder)
      if (folderProblem !== null) return { problem: folderProblem }
      const path = socketPath(root, id)
      const listening = listenPrivately(path, (socket) =>
        serveClient(socket, hub, ({ client, ms, in: frames, out, refused }) => {
          log(
            'debug',
            `socket of ${id}: ${client === '' ? 'a client' : client} disconnected after ${ms} ` +
              'ms; ' +
              `${frames} frames in, ${out} out, ${refused} refused`,
          )
        }),
      )
      if ('problem' in listening) {
        removeFolder(folder)
        return listening
      }
      return {
        path,
        close: () => {
          listening.close()
          rmSync(statusPath(path), { force: true })
          removeFolder(folder)
        },
      }
    },
    listenForApp: (calls) => {
      if (prepare() !== null) return () => undefined
      const listening = listenForApp(root, () => options.access, calls)
      if (!('problem' in listening)) return listening.close
      log('warn', `vibeflow new can't reach this instance: ${listening.problem}`)
      return () => undefined
    },
  }
}

/** Returns a logger that logs each line once, and whether it did. */
function onceEach(log: SocketsFacts['log']): (level: 'warn' | 'debug', line: string) => boolean {
  const said = new Set<string>()
  return (level, line) => {
    if (said.has(line)) return false
    said.add(line)
    log(level, line)
    return true
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // the user put a file into it
  }
}
