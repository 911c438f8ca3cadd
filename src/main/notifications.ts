/** Notifications of the desktop. One a tab: the one before goes when a new one comes. */
import type { DesktopNotification } from '../core/windows/attention/notification-center.ts'
import { showsNotifications } from '../host/desktop/notification-service.ts'
import { Notification } from './electron.ts'
import { offerNotifications } from './test-hook.ts'

type Shown = InstanceType<typeof Notification>

export interface Notifications {
  readonly show: (notification: DesktopNotification) => void
  readonly withdraw: (tab: string | null) => void
}

/** `clicked`: with the tab of the notification, or null of the one that sums up. */
export function desktopNotifications(clicked: (tab: string | null) => void): Notifications {
  // held here, or they would be collected while they are on the screen
  const open = new Map<string | null, Shown>()
  const withdraw = (tab: string | null) => {
    const notification = open.get(tab)
    open.delete(tab)
    // it waits for the desktop
    if (notification !== undefined) setImmediate(() => notification.close())
  }
  const recorded = offerNotifications((tab) => open.get(tab), clicked)
  return {
    show({ tab, title, body, urgency }) {
      withdraw(tab)
      // sound is a channel of its own
      const notification = new Notification({ title, body, urgency, silent: true })
      notification.on('click', () => {
        open.delete(tab)
        clicked(tab)
      })
      notification.on('close', () => {
        if (open.get(tab) === notification) open.delete(tab)
      })
      open.set(tab, notification)
      recorded({ tab, title, body, urgency })
      void showsNotifications().then((shows) => {
        // not withdrawn meanwhile, and no newer one in its place
        if (shows && open.get(tab) === notification) notification.show()
      })
    },
    withdraw,
  }
}
