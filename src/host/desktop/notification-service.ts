/**
 * Is there anybody who shows notifications? Electron asks libnotify, which waits for the answer:
 * without a service it holds up the whole main process, with every tab, 25 s and more for each try
 * (electron/electron#54210). So a program of the desktop asks before, beside us.
 */
import { type Ask, askProgram, askWithin } from './query-program.ts'

const service = 'org.freedesktop.Notifications'

/** The bus gives up after 25 s to start a service. */
const startMs = 30_000

/** A method of the bus itself (D-Bus Specification, "Message Bus Messages"). */
const call = (method: string, ...values: readonly string[]) => [
  '--user',
  'call',
  'org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus',
  method,
  ...values,
]

/**
 * Starts the service where the bus can. @returns false: nobody would show it, and to ask through
 * Electron would hang. true also where nobody can be asked
 */
export async function showsNotifications(
  ask: Ask = askProgram,
  askLong: Ask = (program, words) => askWithin(startMs, program, words),
): Promise<boolean> {
  const owned = await ask('busctl', call('NameHasOwner', 's', service))
  if (owned === null || !/^b false\s*$/.test(owned)) return true
  return (await askLong('busctl', call('StartServiceByName', 'su', service, '0'))) !== null
}
