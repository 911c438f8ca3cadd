/**
 * Notifications of a program (OSC 99) on a desktop: buttons, icon and urgency as the notification
 * service gets them, and what the program reads when one is pressed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeDesktop } from '../../support/fake/fake-desktop.ts'
import { startXScreen } from '../../support/x-screen.ts'
import { slow } from '../../slow.ts'
import { expect, makeHome, test } from '../app.ts'

/** Programs of a display that can be looked at. */
const missing = ['Xvfb', 'openbox'].filter((name) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return false
  } catch {
    return true // not installed
  }
})

/** A PNG of 1 x 1 pixels. */
const icon =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg' +
  'gg=='

test(
  'a pressed button is reported to the program, and its tab is shown',
  slow,
  async ({ start }) => {
    test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)
    const home = makeHome()
    const screen = await startXScreen({ width: 1_000, height: 700 }, home)
    const desktop = await startFakeDesktop()
    const expected = '\x1b]99;i=deploy;2\x1b\\' + '\x1b]99;i=deploy:p=close;\x1b\\'
    const reply = join(home, 'reply')
    writeFileSync(
      join(home, 'ask.sh'),
      [
        'stty -icanon -echo',
        'sleep 1.5',
        String.raw`printf '\033]99;i=deploy:a=report:c=1;Build\033\\'`,
        'sleep 1.5',
        String.raw`printf '\033]99;i=deploy:d=0:a=report:c=1:u=2:w=0;Deploy?\033\\'`,
        String.raw`printf '\033]99;i=deploy:d=0:p=icon:e=1;${icon}\033\\'`,
        String.raw`printf '\033]99;i=deploy:p=buttons;Yes\342\200\250No\033\\'`,
        `dd bs=1 count=${expected.length} of='${reply}' 2>/dev/null`,
        'sleep 30',
      ].join('\n'),
    )
    try {
      const { page, shows, type } = await start({
        home,
        env: { ...screen.variables, DBUS_SESSION_BUS_ADDRESS: desktop.address },
      })
      const active = () =>
        page.evaluate(() => window.vibeflowTest!.tabs().findIndex(({ active: on }) => on))
      await shows('ready$')
      await type('sh ~/ask.sh\n')
      await page.keyboard.press('Control+Shift+T')
      await expect.poll(active).toBe(1)

      await expect.poll(() => desktop.notified.length).toBe(2)
      const [first, shown] = desktop.notified
      expect(first).toMatchObject({ body: 'Message: Build', replaces: 0 })
      expect(shown).toMatchObject({
        replaces: 1, // in place, instead of next to the first one
        body: 'Message: Deploy?',
        actions: ['default', 'Open', 'button-1', 'Yes', 'button-2', 'No'],
        hints: { urgency: 2, 'suppress-sound': true },
        expireMs: 0,
      })
      const image = String(shown?.hints['image-path'])
      expect([readFileSync(image).toString('base64'), statSync(image).mode & 0o777]).toEqual([
        icon,
        0o600,
      ])

      desktop.signal('ActionInvoked', 'us', [1, 'button-2'])
      await expect
        .poll(() => (existsSync(reply) ? readFileSync(reply, 'latin1') : ''))
        .toBe(expected)
      expect(desktop.withdrawn).toEqual([])
      await expect.poll(active).toBe(0)
      expect(existsSync(image)).toBe(false)
    } finally {
      await desktop.close()
      screen.stop()
    }
  },
)
