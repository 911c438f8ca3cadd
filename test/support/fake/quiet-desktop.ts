import type { NotificationCenter } from '../../../src/core/windows/attention/notification-center.ts'

type Ports = ConstructorParameters<typeof NotificationCenter>[0]

const nothing = () => undefined

/** A desktop at ten in the morning that shows nothing and disturbs no one. */
export const quietDesktop: Omit<Ports, 'clock'> = {
  minuteOfDay: () => 600,
  doNotDisturb: () => false,
  show: nothing,
  withdraw: nothing,
  sound: nothing,
  flash: nothing,
  toast: nothing,
  badge: nothing,
  working: nothing,
  changed: nothing,
  counted: nothing,
}
