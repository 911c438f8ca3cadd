/** Whether the screen is locked, for all windows. */
import { ownEnvironment } from '../process.ts'
import { sessionBusAddress } from '../../host/desktop/session-bus/address.ts'
import { watchScreenLock } from '../../host/desktop/screen-lock.ts'

export const screenLock = {
  isOn: false,
  /** Called when `isOn` changes. */
  listeners: new Set<() => void>(),
}

/**
 * Follows the lock for all windows.
 * @param changed called with the lock now, and when it changes
 * @returns stops following it
 */
export function followScreenLock(changed: (locked: boolean) => void): () => void {
  screenLock.listeners.add(() => changed(screenLock.isOn))
  changed(screenLock.isOn)
  return watchScreenLock(sessionBusAddress(ownEnvironment), (locked) => {
    screenLock.isOn = locked
    for (const changed of screenLock.listeners) changed()
  })
}
