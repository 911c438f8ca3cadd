/** Whether the screen is locked, for all windows. */
import { ownEnvironment } from '../process.ts'
import { sessionBusAddress } from '../../host/desktop/session-bus/address.ts'
import { watchScreenLock } from '../../host/desktop/screen-lock.ts'

export const screenLock = {
  isOn: false,
  /** Called when `isOn` changes. */
  listeners: new Set<() => void>(),
}

/** @returns stops following it */
export function followScreenLock(): () => void {
  return watchScreenLock(sessionBusAddress(ownEnvironment), (locked) => {
    screenLock.isOn = locked
    for (const changed of screenLock.listeners) changed()
  })
}
