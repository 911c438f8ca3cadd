/** Buttons, hints and lifetimes of notifications on the session bus. */
import { expect, onTestFinished, test } from 'vitest'
import {
  DesktopNotifications,
  type ShownNotification,
} from '../../../src/electron-shim/desktop/desktop-notifications.ts'
import { startFakeDesktop, type Behaviour } from '../../support/fake/fake-desktop.ts'

async function show(behaviour: Behaviour = {}) {
  const desktop = await startFakeDesktop(behaviour)
  onTestFinished(desktop.close)
  const made = new DesktopNotifications(desktop.address, () => undefined)
  onTestFinished(() => made.dispose())
  const reported: string[] = []
  const notification: ShownNotification = {
    title: 'one',
    body: '',
    urgency: 'normal',
    silent: false,
    timeoutType: 'never',
    buttons: ['Yes', 'a\0<b>'],
    hints: { 'sound-name': 'dialog-error\0', category: 'im' },
    clicked: () => reported.push('clicked'),
    pressed: (index) => reported.push(`pressed ${index}`),
    closed: () => reported.push('closed'),
  }
  made.show(notification)
  await expect.poll(() => desktop.notified.length).toBe(1)
  return { ...desktop, reported }
}

test('buttons are reported by their index, and other actions are ignored', async () => {
  const { notified, reported, signal } = await show()
  expect(notified[0]).toMatchObject({
    actions: ['default', 'Open', 'button-1', 'Yes', 'button-2', 'a<b>'],
    hints: { 'sound-name': 'dialog-error', category: 'im' },
    expireMs: 0,
  })
  expect(notified[0]?.hints).not.toHaveProperty('suppress-sound')
  signal('ActionInvoked', 'us', [2, 'button-1'])
  for (const action of ['button-0', 'button-3', '1', '', 'button-2', 'button-1'])
    signal('ActionInvoked', 'us', [1, action])
  signal('NotificationClosed', 'uu', [1, 2])
  await expect.poll(() => reported).toEqual(['pressed 1', 'pressed 0', 'closed'])
})

test('a desktop without actions gets no buttons', async () => {
  const { notified } = await show({ capabilities: ['body'] })
  expect(notified[0]?.actions).toEqual([])
})
