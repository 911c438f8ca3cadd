/** Desktop notifications: one per tab, which a new one replaces, and those of programs. */
import type { SessionId } from '../../core/ids.ts'
import type { TrackedNotification } from '../../core/session/tracked-notifications.ts'
import type { DesktopNotification } from '../../core/windows/attention/notification-center.ts'
import { NotificationImages, type ImageFile } from '../../host/desktop/notification-images.ts'
import { showsNotifications } from '../../host/desktop/notification-service.ts'
import { Notification, type NotificationConstructorOptions } from '../electron.ts'
import { offerNotifications } from '../test-hook.ts'

type Key = SessionId | TrackedNotification | null

interface Shown {
  readonly notification: InstanceType<typeof Notification>
  key: Key
  request: DesktopNotification
  image: ImageFile | null
}

interface Notifications {
  readonly show: (notification: DesktopNotification) => void
  readonly withdraw: (session: SessionId | null, notification?: TrackedNotification) => void
}

/** @param clicked called with the tab of the notification, or `null` for the summary */
export function desktopNotifications(clicked: (session: SessionId | null) => void): Notifications {
  // referenced here, since they would be collected while shown
  const open = new Map<Key, Shown>()
  const images = new NotificationImages(process.env)
  const forget = (key: Key) => {
    const shown = open.get(key)
    open.delete(key)
    shown?.image?.remove()
    return shown
  }
  const withdraw = (session: SessionId | null, of?: TrackedNotification) => {
    const shown = forget(of ?? session)
    // it waits for the desktop
    if (shown !== undefined) setImmediate(() => shown.notification.close())
  }
  const isOpen = (shown: Shown) => open.get(shown.key) === shown
  const closed = (shown: Shown) => {
    if (!isOpen(shown)) return
    forget(shown.key)
    shown.request.program?.notification.closed()
  }
  const follow = (shown: Shown) => {
    const activated = (button: number) => {
      const { session, program } = shown.request
      forget(shown.key)
      program?.notification.activated(button)
      if (program?.notification.focuses !== false) clicked(session)
    }
    shown.notification.on('click', () => activated(0))
    shown.notification.on('action', ({ actionIndex }) => activated(actionIndex + 1))
    shown.notification.on('close', () => closed(shown))
    return shown
  }
  const recorded = offerNotifications((session) => open.get(session)?.notification, clicked)
  return {
    show(request) {
      const { program, session } = request
      const key = program?.notification ?? session
      const before = program?.replaces == null ? undefined : forget(program.replaces)
      if (before === undefined) withdraw(session, program?.notification)
      const image = program?.image == null ? null : images.write(program.image)
      const options = optionsOf(request, image)
      const shown =
        before === undefined
          ? follow({ notification: new Notification(options), key, request, image })
          : Object.assign(before, { key, request, image })
      open.set(key, shown)
      // Electron closes it and shows it again; the shim replaces it.
      if (before !== undefined) Object.assign(before.notification, options)
      recorded(request)
      void showsNotifications().then((shows) => {
        // neither withdrawn nor replaced during the check
        if (!isOpen(shown) || shown.request !== request) return
        if (shows) shown.notification.show()
        else if (program !== undefined) closed(shown)
      })
    },
    withdraw,
  }
}

function optionsOf(
  { title, body, urgency, program }: DesktopNotification,
  image: ImageFile | null,
): NotificationConstructorOptions {
  const icon = image?.path ?? program?.icon
  return {
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
  }
}
