/** CONTROL_CMD (docs/reference/session-socket.md). Invalid commands are refused, never coerced. */
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../ipc/limits.ts'
import { safeText, titleCharactersMax } from '../../../base/text/safe-text.ts'
import { accept, badField, refuse, type Validated } from './errors.ts'
import type { SessionPort } from './ports.ts'
import { own, type JsonObject } from './payload.ts'
import { sendableSignals, type SendableSignal } from './signals.ts'

export type ControlCommand =
  | { readonly cmd: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly cmd: 'reset-size' }
  | { readonly cmd: 'kill'; readonly signal: SendableSignal }
  | { readonly cmd: 'update-title'; readonly title: string }
  | UntilCommand

/** The caller waits until then, in ms since 1970: later messages of its connection are refused. */
interface UntilCommand {
  readonly cmd: 'until'
  readonly until: number
}

export function readCommand(object: JsonObject): Validated<ControlCommand> {
  const cmd = own(object, 'cmd')
  if (typeof cmd !== 'string') return badField('cmd')
  switch (cmd) {
    case 'resize': {
      const [cols, rows] = [own(object, 'cols'), own(object, 'rows')]
      if (!isCount(cols, columnsMin, columnsMax)) return badField('cols')
      return isCount(rows, gridRowsMin, gridRowsMax)
        ? accept({ cmd, cols, rows })
        : badField('rows')
    }
    case 'reset-size':
      return accept({ cmd })
    case 'kill': {
      const signal = Object.hasOwn(object, 'signal')
        ? readSignal(own(object, 'signal'))
        : sendableSignals.SIGTERM
      return signal === null ? badField('signal') : accept({ cmd, signal })
    }
    case 'update-title': {
      const title = own(object, 'title')
      return typeof title === 'string'
        ? accept({ cmd, title: safeText(title, titleCharactersMax) })
        : badField('title')
    }
    case 'until': {
      const until = own(object, 'until')
      return isCount(until, 0, Number.MAX_SAFE_INTEGER) ? accept({ cmd, until }) : badField('until')
    }
    default:
      return refuse('MESSAGE_PROCESSING_ERROR', 'unknown-cmd', { field: 'cmd' })
  }
}

function readSignal(value: unknown): SendableSignal | null {
  return (
    Object.entries(sendableSignals).find(
      ([name, number]) => value === name || value === number,
    )?.[1] ?? null
  )
}

export function isCount(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/**
 * Runs a command on the session.
 * @param failed called when the terminal does not take the size
 * @returns `null` if it was done or is under way, or a refusal for the client
 */
export function obeyCommand(
  command: Exclude<ControlCommand, UntilCommand>,
  session: SessionPort,
  failed: (code: 'CONTROL_MESSAGE_FAILED' | 'RESET_SIZE_FAILED') => void,
): Validated<unknown> | null {
  switch (command.cmd) {
    case 'resize':
      session.terminal.fromSocket({ cols: command.cols, rows: command.rows }, () =>
        failed('CONTROL_MESSAGE_FAILED'),
      )
      return null
    case 'reset-size':
      return session.terminal.giveBack(() => failed('RESET_SIZE_FAILED'))
        ? null
        : refuse('INVALID_OPERATION', 'no-window')
    case 'kill': {
      const { SIGHUP, SIGTERM, SIGCONT } = sendableSignals
      if (!session.signal(command.signal)) return refuse('CONTROL_MESSAGE_FAILED')
      // a stopped child must be able to exit
      if (command.signal === SIGTERM || command.signal === SIGHUP) session.signal(SIGCONT)
      return null
    }
    case 'update-title':
      session.setTitle(command.title)
      return null
  }
}
