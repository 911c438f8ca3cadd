/**
 * How windows reach the user: notifications, tray, badge and sound. Also keeps the computer awake.
 */
import { homedir } from 'node:os'
import type { Windows, WindowsPorts } from '../../core/windows/windows.ts'
import { systemClock } from '../../host/clock.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import { DoNotDisturb } from '../../host/desktop/do-not-disturb.ts'
import { awakeKeeper } from '../desktop/awake.ts'
import { traySign } from '../desktop/tray.ts'
import { app, shell } from '../electron.ts'
import { desktopNotifications } from '../desktop/notifications.ts'
import { recordCall } from '../test-hook.ts'

type Reach = Pick<
  WindowsPorts,
  'badge' | 'doNotDisturb' | 'minuteOfDay' | 'show' | 'sound' | 'withdraw' | 'working'
>

/** @param windows returns the windows that use these ports */
export function userReach(configuration: Configuration, windows: () => Windows): Reach {
  const quiet = new DoNotDisturb(systemClock)
  void quiet.refresh()
  const sign = traySign({
    goToFirst: () => windows().goToFirst(),
    newWindow: () => {
      windows().open({ directory: homedir() })
    },
    quit: () => app.quit(),
  })
  const awake = awakeKeeper()
  let working = false
  const keepAwake = () => awake(working && configuration.options.ai.keep_awake)
  configuration.settings.subscribe(({ ai }) => ai.keep_awake, keepAwake)
  return {
    ...desktopNotifications((session) => {
      if (session === null) windows().goToFirst()
      else windows().goTo(session)
    }),
    minuteOfDay: () => {
      const now = new Date()
      return now.getHours() * 60 + now.getMinutes()
    },
    doNotDisturb: () => quiet.now(),
    sound: () => {
      const window = windows().latest ?? windows().all[0]
      if (window === undefined) beep()
      else window.texts.ring()
    },
    working: (any) => {
      working = any
      keepAwake()
    },
    badge: (count) => {
      sign(count, windows().notifications.options.ui.tray)
      recordCall('app.setBadgeCount', count)
      app.setBadgeCount(count)
    },
  }
}

export function beep(): void {
  recordCall('shell.beep')
  shell.beep()
}
