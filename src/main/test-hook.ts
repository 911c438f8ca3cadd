/**
 * Hooks for tests in the main process, only with VIBEFLOW_TEST=1 (docs/contributing/testing.md).
 */
import type { SessionId } from '../core/ids.ts'
import type { DesktopNotification } from '../core/windows/attention/notification-center.ts'
import type { Session } from '../core/session/session.ts'
import type { Form } from '../core/worker/messages.ts'
import type { NotificationCenterOptions } from '../core/windows/attention/channels.ts'
import { defaults } from '../core/config/table.ts'
import { ownEnvironment } from './process.ts'

function offer(functions: Readonly<Record<string, unknown>>): void {
  if (process.env['VIBEFLOW_TEST'] !== '1') return
  const place = globalThis as { vibeflowMainTest?: Record<string, unknown> }
  place.vibeflowMainTest = { ...place.vibeflowMainTest, ...functions }
}

/** `vibeflowMainTest.drops()`: messages of the newest page that its gate dropped, by reason. */
export function offerDrops(drops: Readonly<Record<string, number>>): void {
  offer({ drops: () => ({ ...drops }) })
}

/** Calls kept for tests; the oldest are dropped. */
const callsMax = 1_000

/** `vibeflowMainTest.environment`: a test may change what the next program gets. */
offer({ environment: ownEnvironment })

const calls: { readonly name: string; readonly args: readonly unknown[] }[] = []
offer({ calls: () => [...calls], forgetCalls: () => calls.splice(0) })

/**
 * `vibeflowMainTest.calls()`: calls to the desktop since `forgetCalls()`, oldest first, with plain
 * data as arguments. The calls are made nevertheless.
 */
export function recordCall(name: string, ...args: readonly unknown[]): void {
  if (process.env['VIBEFLOW_TEST'] !== '1') return
  calls.push({ name, args })
  if (calls.length > callsMax) calls.shift()
}

/** Notifications kept for tests; the oldest are dropped. */
const notificationsMax = 1_000

/**
 * Offers two functions to specs. `vibeflowMainTest.notifications()` returns the notifications that
 * were shown, oldest first, and whether each is still shown. `clickNotification(session)` acts as a
 * click of the user on it.
 * @returns a function that records one notification
 */
export function offerNotifications(
  open: (session: SessionId | null) => object | undefined,
  clicked: (session: SessionId | null) => void,
): (notification: DesktopNotification) => void {
  const shown: { readonly notification: DesktopNotification; readonly on: object | undefined }[] =
    []
  offer({
    notifications: () =>
      shown.map(({ notification: { program, ...notification }, on }) => ({
        ...notification,
        open:
          program?.notification.isShown ?? (on !== undefined && open(notification.session) === on),
      })),
    clickNotification: (session: SessionId | null) => {
      if (open(session) !== undefined) clicked(session)
    },
  })
  return (notification) => {
    if (process.env['VIBEFLOW_TEST'] !== '1') return
    shown.push({ notification, on: open(notification.session) })
    if (shown.length > notificationsMax) shown.shift()
  }
}

/**
 * `vibeflowMainTest.notify(change)`: sets options of [notifications]; the rest have their defaults.
 */
export function offerSettings(set: (options: NotificationCenterOptions) => void): void {
  offer({
    notify: (change: Partial<NotificationCenterOptions['notifications']>) =>
      set({ ...defaults, notifications: { ...defaults.notifications, ...change } }),
  })
}

/** The reports of programs that ran out of memory, by process id. */
const ranOut = new Map<number, (sure: boolean) => void>()

/** `vibeflowMainTest.runOutOfMemory(pid)`: as if the kernel had reported a kill for memory. */
export function offerRanOut(pid: number, report: (sure: boolean) => void): void {
  if (process.env['VIBEFLOW_TEST'] !== '1') return
  ranOut.set(pid, report)
  offer({ runOutOfMemory: (of: number) => ranOut.get(of)?.(true) })
}

/**
 * `vibeflowMainTest.shadow(session, form, scrollback)`: the screen as the shadow has it, as text of
 * that form. `crashShadows()`: ends their workers.
 */
export function offerShadows({
  session,
  crash,
}: {
  readonly session: (session: SessionId) => Session | undefined
  readonly crash: () => void
}): void {
  offer({
    shadow: async (id: SessionId, form: Form, scrollback = 0) => {
      const taken = await session(id)?.delivery.shadow.questions.snapshot({ form, scrollback })
      return taken == null ? null : { ...taken, payload: new TextDecoder().decode(taken.payload) }
    },
    crashShadows: crash,
  })
}
