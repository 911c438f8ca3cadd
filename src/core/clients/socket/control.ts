/** CONTROL_CMD (docs/socket.md). Invalid commands are refused, never coerced. */
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../ipc/limits.ts'
import { safeText, titleCharactersMax } from '../../../base/text/safe-text.ts'
import { accept, badField, refuse, type Validated } from './errors.ts'
import { own, type JsonObject } from './payload.ts'
import { sendableSignals, type SendableSignal } from './signals.ts'

export type ControlCommand =
  | { readonly cmd: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly cmd: 'reset-size' }
  | { readonly cmd: 'kill'; readonly signal: SendableSignal }
  | { readonly cmd: 'update-title'; readonly title: string }

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
