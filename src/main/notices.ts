/** Notices of the desktop. One a tab: the one before goes when a new one comes. */
import type { DesktopNotice } from '../core/attention/notification-center.ts'
import { showsNotices } from '../host/desktop/notification-service.ts'
import { Notification } from './electron.ts'
import { offerNotices } from './test-hook.ts'

type Shown = InstanceType<typeof Notification>

export interface Notices {
  readonly show: (notice: DesktopNotice) => void
  readonly withdraw: (tab: string | null) => void
}

/** `clicked`: with the tab of the notice, or null of the one that sums up. */
export function desktopNotices(clicked: (tab: string | null) => void): Notices {
  // held here, or they would be collected while they are on the screen
  const open = new Map<string | null, Shown>()
  const withdraw = (tab: string | null) => {
    const notice = open.get(tab)
    open.delete(tab)
    if (notice !== undefined) setImmediate(() => notice.close()) // it waits for the desktop
  }
  const recorded = offerNotices((tab) => open.get(tab), clicked)
  return {
    show({ tab, title, body, urgency }) {
      withdraw(tab)
      // sound is a channel of its own
      const notice = new Notification({ title, body, urgency, silent: true })
      notice.on('click', () => {
        open.delete(tab)
        clicked(tab)
      })
      notice.on('close', () => {
        if (open.get(tab) === notice) open.delete(tab)
      })
      open.set(tab, notice)
      recorded({ tab, title, body, urgency })
      void showsNotices().then((shows) => {
        // not withdrawn meanwhile, and no newer one in its place
        if (shows && open.get(tab) === notice) notice.show()
      })
    },
    withdraw,
  }
}
