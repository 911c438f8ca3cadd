/**
 * Checks for services of the session bus before Electron calls them. For notifications it asks
 * libnotify, which blocks the main process for 25 s or more per attempt without a service
 * (electron/electron#54210). Without a file manager it opens the folder above the right one.
 */
import { type Ask, askProgram, askWithin } from './query-program.ts'

const notifications = 'org.freedesktop.Notifications'

/** Services that show a file in its folder, in the order in which Electron asks them. */
const fileManagers = ['org.freedesktop.portal.Desktop', 'org.freedesktop.FileManager1'] as const

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

/** Returns whether a service shows notifications; true if unknown. */
export const showsNotifications = (ask?: Ask, askLong?: Ask): Promise<boolean> =>
  answers(notifications, ask, askLong)

/** Returns whether a service shows files in their folders; true if unknown. */
export async function showsFolders(ask?: Ask, askLong?: Ask): Promise<boolean> {
  for (const service of fileManagers) if (await answers(service, ask, askLong)) return true
  return false
}

/** Starts the service if possible. Returns false if there is none; true if unknown. */
async function answers(
  service: string,
  ask: Ask = askProgram,
  askLong: Ask = (program, words) => askWithin(startMs, program, words),
): Promise<boolean> {
  const owned = await ask('busctl', call('NameHasOwner', 's', service))
  if (owned === null || !/^b false\s*$/.test(owned)) return true
  return (await askLong('busctl', call('StartServiceByName', 'su', service, '0'))) !== null
}
