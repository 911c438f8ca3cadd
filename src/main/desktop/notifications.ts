/** Desktop notifications, one per tab: a new one replaces the last. */
import type { SessionId } from '../../core/ids.ts'
import type { DesktopNotification } from '../../core/windows/attention/notification-center.ts'
import { showsNotifications } from '../../host/desktop/notification-service.ts'
import { Notification } from '../electron.ts'
import { offerNotifications } from '../test-hook.ts'

type Shown = InstanceType<typeof Notification>

interface Notifications {
  readonly show: (notification: DesktopNotification) => void
  readonly withdraw: (session: SessionId | null) => void
}

/** @param clicked called with the tab of the notification, or `null` for the summary */
export function desktopNotifications(clicked: (session: SessionId | null) => void): Notifications {
  // referenced here, since they would be collected while shown
  const open = new Map<SessionId | null, Shown>()
  const withdraw = (session: SessionId | null) => {
    const notification = open.get(session)
    open.delete(session)
    // it waits for the desktop
    if (notification !== undefined) setImmediate(() => notification.close())
  }
  const recorded = offerNotifications((session) => open.get(session), clicked)
  return {
    show({ session, title, body, urgency }) {
      withdraw(session)
      // sound is played separately
      const notification = new Notification({ title, body, urgency, silent: true })
      notification.on('click', () => {
        open.delete(session)
        clicked(session)
      })
      notification.on('close', () => {
        if (open.get(session) === notification) open.delete(session)
      })
      open.set(session, notification)
      recorded({ session, title, body, urgency })
      void showsNotifications().then((shows) => {
        // neither withdrawn nor replaced during the check
        if (shows && open.get(session) === notification) notification.show()
      })
    },
    withdraw,
  }
}
