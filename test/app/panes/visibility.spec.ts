/** Reports to programs whether their pane is visible (mode 2033). */
import { expect, test } from '../app.ts'
import { slow } from '../../slow.ts'

test(
  'a program gets a report when its tab or window is hidden or shown',
  slow,
  async ({ shared }) => {
    const { app, page, shows, type } = shared
    await type("stty raw -echo; printf '\\033[?2033h'; exec cat -v\n")
    await shows(/999;1n/)
    const reports = () =>
      page.evaluate(() =>
        [
          ...window
            .vibeflowTest!.screen()
            .join('')
            .matchAll(/999;(\d)n/g),
        ]
          .map((one) => one[1])
          .join(''),
      )
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(() => page.evaluate(() => window.vibeflowTest!.tabs().length)).toBe(2)
    await page.keyboard.press('Control+PageUp')
    await expect.poll(reports).toBe('121')
    const act = (name: 'minimize' | 'restore') =>
      app.evaluate(({ BrowserWindow }, action) => {
        BrowserWindow.getAllWindows()[0]![action]()
      }, name)
    await act('minimize')
    await act('restore')
    await expect.poll(reports).toBe('12121')
    await page.reload()
    await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) === 2)
    await page.locator('.xterm-helper-textarea').focus()
    await shows(/999;1n/)
    expect(await reports(), 'a reload hides nothing').toBe('12121')
  },
)
