/**
 * Tests broadcasting: input goes to several marked terminals, until the user ends it or the page
 * closes.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ActionName } from '../../../src/core/config/keys/actions.ts'
import { expect, shots, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

const folder = resolve(import.meta.dirname, '../../../artifacts/screenshots/help')

async function shoot({ page }: Started, name: string): Promise<void> {
  if (shots === '') return
  mkdirSync(folder, { recursive: true })
  for (const theme of ['Vibeflow Light', 'Vibeflow Dark']) {
    await page.evaluate((wanted) => window.vibeflowTest!.theme(wanted), theme)
    await page.screenshot({ path: join(folder, `${name}-${theme.split(' ')[1]}.png`) })
  }
}

const act = ({ page }: Started, name: ActionName) =>
  page.evaluate((action) => window.vibeflowTest!.act(action), name)

test('keys and a paste go to all panes of the tab, not to a new pane or other tabs', async ({
  configured,
}) => {
  const started = await configured('[shortcuts]\ntoggle_broadcast = ["ctrl+shift+b"]\n')
  const { app, home, page, shows, type, tabs } = started
  const written = (name: string) => {
    try {
      return readFileSync(join(home, name), 'utf8')
    } catch {
      return ''
    }
  }
  await shows('ready$')
  await page.keyboard.press('Control+Shift+B')
  await expect(page.locator('.toast')).toContainText('Only one terminal')
  await act(started, 'new_tab')
  await shows('ready$')
  await act(started, 'split_right')
  await expect.poll(() => page.locator('.grid').count()).toBe(2)
  await shows('ready$')
  await page.keyboard.press('Control+Shift+B')
  await expect(page.locator('.broadcast-frame')).toHaveCount(2)
  await expect(page.locator('.tab[data-receives=true]')).toHaveCount(1)
  await type('echo both >> both; tty >> where\n')
  await expect.poll(() => written('both')).toBe('both\nboth\n')
  await expect.poll(() => new Set(written('where').match(/.+(?=\n)/g)).size).toBe(2)
  await shoot(started, 'broadcast')

  await app.evaluate(({ clipboard }) => clipboard.writeText('echo a >> pasted\necho b >> pasted\n'))
  await page.keyboard.press('Control+Shift+V')
  const question = page.getByRole('dialog', { name: 'Paste 2 lines into 2 terminals?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Paste', exact: true }).click()
  await page.keyboard.press('Enter')
  await expect.poll(() => written('pasted').split('\n').sort().join('')).toBe('aabb')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await act(started, 'split_down')
  await expect.poll(() => page.locator('.grid').count()).toBe(3)
  await shows('ready$')
  await expect(page.locator('.broadcast-frame')).toHaveCount(2)
  await type('echo alone >> alone\n')
  await expect.poll(() => written('alone')).toBe('alone\n')
  await page.getByRole('button', { name: /^Broadcasting to 2 terminals/ }).click()
  await expect(page.locator('.broadcast')).toHaveCount(0)
  expect((await tabs()).length).toBeGreaterThan(1)
  await type('echo one >> one\n')
  await expect.poll(() => written('one')).toBe('one\n')
})

test(
  'broadcast tabs are chosen by keys, all by one action, and a reload ends it',
  slow,
  async ({ shared: started }) => {
    const { page, shows } = started
    await shows('ready$')
    for (const _ of [1, 2]) {
      await act(started, 'new_tab')
      await shows('ready$')
    }
    await act(started, 'broadcast_to_tabs')
    const dialog = page.getByRole('dialog', { name: 'Broadcast input to which terminals?' })
    await expect(dialog).toBeVisible()
    await shoot(started, 'broadcast-choose')
    const titles = await dialog.locator('.receiver').allTextContents()
    expect(titles.slice(1)).toEqual([1, 2, 3].map((tab) => `bash~tab ${tab}`))
    const first = dialog.getByRole('checkbox').nth(1)
    await first.focus()
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('button', { name: 'Broadcast to 2' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.locator('.tab[data-receives=true]')).toHaveCount(2)
    await expect(page.locator('.tab').nth(1)).not.toHaveAttribute('data-receives', 'true')
    await act(started, 'broadcast_to_all_tabs')
    await expect(page.locator('.tab[data-receives=true]')).toHaveCount(3)
    await page.reload()
    await page.waitForFunction(() => window.vibeflowTest?.tabs().length === 3)
    await shows('ready$')
    await expect(page.locator('.tab')).toHaveCount(3)
    await expect(page.locator('.broadcast')).toHaveCount(0)
  },
)
