/** Desktop notifications: one per tab, which a new one replaces, and those of programs. */
import type { SessionId } from '../../core/ids.ts'
import type { TrackedNotification } from '../../core/session/tracked-notifications.ts'
import type { DesktopNotification } from '../../core/windows/attention/notification-center.ts'
import { NotificationImages, type ImageFile } from '../../host/desktop/notification-images.ts'
import { showsNotifications } from '../../host/desktop/notification-service.ts'
import { Notification } from '../electron.ts'
import { offerNotifications } from '../test-hook.ts'

interface Shown {
  readonly notification: InstanceType<typeof Notification>
  readonly image: ImageFile | null
}

interface Notifications {
  readonly show: (notification: DesktopNotification) => void
  readonly withdraw: (session: SessionId | null, notification?: TrackedNotification) => void
}

/** @param clicked called with the tab of the notification, or `null` for the summary */
export function desktopNotifications(clicked: (session: SessionId | null) => void): Notifications {
  // referenced here, since they would be collected while shown
  const open = new Map<SessionId | TrackedNotification | null, Shown>()
  const images = new NotificationImages(process.env)
  const forget = (key: SessionId | TrackedNotification | null) => {
    const shown = open.get(key)
    open.delete(key)
    shown?.image?.remove()
    return shown?.notification
  }
  const withdraw = (session: SessionId | null, of?: TrackedNotification) => {
    const notification = forget(of ?? session)
    // it waits for the desktop
    if (notification !== undefined) setImmediate(() => notification.close())
  }
  const recorded = offerNotifications((session) => open.get(session)?.notification, clicked)
  return {
    show({ session, title, body, urgency, program }) {
      const key = program?.notification ?? session
      withdraw(session, program?.notification)
      const image = program?.image == null ? null : images.write(program.image)
      const icon = image?.path ?? program?.icon
      const notification = new Notification({
        title,
        body,
        urgency,
        // other sounds are played separately
        silent: program?.sound == null,
        timeoutType: program?.expires === false ? 'never' : 'default',
        actions: (program?.buttons ?? []).map((text) => ({ type: 'button', text })),
        hints: {
          ...(icon == null ? {} : { 'image-path': icon }),
          ...(program?.sound == null ? {} : { 'sound-name': program.sound }),
          ...(program?.category == null ? {} : { category: program.category }),
        },
      })
      const activated = (button: number) => {
        forget(key)
        program?.notification.activated(button)
        if (program?.notification.focuses !== false) clicked(session)
      }
      const closed = () => {
        if (open.get(key)?.notification !== notification) return
        forget(key)
        program?.notification.closed()
      }
      notification.on('click', () => activated(0))
      notification.on('action', ({ actionIndex }) => activated(actionIndex + 1))
      notification.on('close', closed)
      open.set(key, { notification, image })
      recorded({ session, title, body, urgency, ...(program === undefined ? {} : { program }) })
      void showsNotifications().then((shows) => {
        // neither withdrawn nor replaced during the check
        if (open.get(key)?.notification !== notification) return
        if (shows) notification.show()
        else if (program !== undefined) closed()
      })
    },
    withdraw,
  }
}
