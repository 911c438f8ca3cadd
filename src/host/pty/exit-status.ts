/** Exit code that reports the end of another program: its code, or 128 plus the signal. */
import { constants } from 'node:os'
import type { ProgramExit } from '../../core/session/ports.ts'

/** An unknown end must not look like success. */
const unknownExit = 255

export function exitStatus({ code, signal }: ProgramExit): number {
  if (signal === null) return code ?? unknownExit
  return 128 + (constants.signals[signal as NodeJS.Signals] ?? 0)
}
