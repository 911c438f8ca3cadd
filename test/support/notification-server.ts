/**
 * Playwright's global setup on a screen of the tests' own (src/build/test/screen): a program that
 * shows notifications, as every desktop has one. Without it, notifications fail immediately, in
 * Electron as well.
 */
import { showNotifications } from './fake/fake-desktop.ts'

export default async function start(): Promise<(() => void) | undefined> {
  const address = process.env['DBUS_SESSION_BUS_ADDRESS']
  if (process.env['VIBEFLOW_TEST_SCREEN'] !== '1' || address === undefined) return undefined
  const { bus } = await showNotifications(address)
  return () => bus.connection.end()
}
