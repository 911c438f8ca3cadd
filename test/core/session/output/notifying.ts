/** A session whose notifications reach a desktop of the test. */
import { defaults } from '../../../../src/core/config/table.ts'
import type { ProcessWatch } from '../../../../src/core/session/ports.ts'
import { Session } from '../../../../src/core/session/session.ts'
import type { NotificationOptions } from '../../../../src/core/windows/attention/channels.ts'
import {
  NotificationCenter,
  type DesktopNotification,
} from '../../../../src/core/windows/attention/notification-center.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../../support/frames/shadow.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { quietWatch } from '../../../support/fake/fake-watch.ts'
import { quietDesktop } from '../../../support/fake/quiet-desktop.ts'

export type FrontOf = Omit<ProcessWatch['front'], 'agent'>

/** A notification on the desktop. */
export type Shown = DesktopNotification

export function make(
  options: Partial<NotificationOptions> = {},
  isVisible = false,
  front: ProcessWatch['front'] | null = null,
) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const on: DesktopNotification[] = []
  const log: string[] = []
  const center = new NotificationCenter({
    clock,
    ...quietDesktop,
    show: (one) => {
      const replaced = on.findIndex(
        ({ program }) => program !== undefined && program.notification === one.program?.replaces,
      )
      on.splice(replaced === -1 ? on.length : replaced, replaced === -1 ? 0 : 1, one)
      log.push(`show ${one.body}`)
    },
    withdraw: (_session, of) => {
      const at = on.findIndex(({ program }) => program?.notification === of)
      log.push(`withdraw ${on.splice(at, 1)[0]?.body}`)
    },
    sound: () => log.push('sound'),
  })
  center.setOptions({ ...defaults, notifications: { ...defaults.notifications, ...options } })
  const session = new Session(
    { ...bashTab, title: 'tab' },
    {
      clock,
      start,
      send: (message) => {
        if (message.kind === 'session/changed') center.changed('w', message.view)
      },
      writeClipboard: () => undefined,
      shadow: shadowsInPlace(clock).port,
      isVisible: () => isVisible,
      ...(front === null ? {} : { watch: () => watchOf(front) }),
      happened: (event) => {
        if (event.type === 'called' && event.notification !== undefined)
          center.program(session.id, event.notification)
      },
    },
  )
  center.changed('w', session.view())
  const pty = () => ptys.at(-1)!
  pty().readBy = { group: 7, canonical: false }
  const print = (...bodies: string[]) => {
    for (const body of bodies) pty().print(`\x1b]99;${body}\x1b\\`)
  }
  const look = (there: boolean) => {
    center.front(session.id, there)
    session.evidence.apply({ type: 'focus', on: there })
  }
  return { center, clock, log, look, on, print, pty, session, written: () => pty().written }
}

export function watchOf(front: ProcessWatch['front']): ProcessWatch {
  return quietWatch({ foregroundNow: () => front.foreground, front })
}

export const base64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64')
export const answer = (body: string) => `\x1b]99;${body}\x1b\\`
export const png = (side: number) => {
  const data = Buffer.alloc(40)
  data.write('\x89PNG\r\n\x1a\n', 'latin1')
  data.write('IHDR', 12)
  data.writeUInt32BE(side, 16)
  data.writeUInt32BE(side, 20)
  return new Uint8Array(data)
}
export const program = (on: readonly DesktopNotification[]) => on.at(-1)?.program
