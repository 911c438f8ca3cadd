/** What a session is made with: its program and place, and the ports through which it acts. */
import type { Clock } from '../clock.ts'
import type { LoggedFrame } from '../dispatch/frame-log.ts'
import type { MainMessage } from '../ipc/contract.ts'
import type { ReplyFacts } from '../replies/replies.ts'
import type { Environment } from './environment.ts'
import type { Command } from './launch.ts'
import type { SocketPort } from './outside.ts'
import type { Size, StartPty, WatchProcesses } from './ports.ts'

export interface SessionOptions {
  readonly id: string
  readonly command: Command
  readonly isUserShell: boolean
  readonly directory: string
  readonly home: string
  readonly environment: Environment
  readonly size: Size | null
  readonly replies: ReplyFacts
  /** This machine's name: directories of other machines are none of ours. */
  readonly hostname: string
}

export interface SessionPorts {
  readonly clock: Clock
  readonly start: StartPty
  /** To the page, if there is one; bytes that no page takes stay in the ring. */
  readonly send: (message: MainMessage) => void
  /** Absent: nobody can tell who has the terminal. */
  readonly watch?: WatchProcesses
  /** Name of the folder at the root of the repository that a directory belongs to, or null. */
  readonly repository?: (directory: string) => string | null
  /** A directory that can be begun in, now. */
  readonly isDirectory: (path: string) => boolean
  /** A program wants text on a clipboard, and may. */
  readonly writeClipboard: (selection: 'clipboard' | 'primary', text: string) => void
  /** Each frame that is read or dropped, for `--debug-frames`. */
  readonly frame?: (frame: LoggedFrame) => void
  /** Absent: the session has no socket. */
  readonly socket?: SocketPort
  /** Shows this tab to the user; false: there is no window. Absent: there never is. */
  readonly focus?: () => boolean
}
