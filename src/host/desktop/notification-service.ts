/**
 * Checks for a notification service. Electron asks libnotify, which blocks the main process for 25
 * s or more per attempt without a service (electron/electron#54210). So a desktop program asks
 * first.
 */
import { type Ask, askProgram, askWithin } from './query-program.ts'

const service = 'org.freedesktop.Notifications'

/** The bus waits 25 s for a service to start. */
const startMs = 30_000

/** Calls a method of the bus itself (D-Bus Specification, "Message Bus Messages"). */
const call = (method: string, ...values: readonly string[]) => [
  '--user',
  'call',
  'org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus',
  method,
  ...values,
]

/** Starts the service if possible. Returns false if there is none; true if unknown. */
export async function showsNotifications(
  ask: Ask = askProgram,
  askLong: Ask = (program, words) => askWithin(startMs, program, words),
): Promise<boolean> {
  const owned = await ask('busctl', call('NameHasOwner', 's', service))
  if (owned === null || !/^b false\s*$/.test(owned)) return true
  return (await askLong('busctl', call('StartServiceByName', 'su', service, '0'))) !== null
}
