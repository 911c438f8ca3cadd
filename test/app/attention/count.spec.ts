/** The count next to the buttons of the tab bar. */
import { expect, picture, test } from '../app.ts'
import { openTabs } from './attention-tabs.ts'
import { slow } from '../../slow.ts'

test(
  'the count includes questions that were only seen, and ends with the answer',
  slow,
  async ({ shared }) => {
    const { page, shows, type } = shared
    const count = page.locator('.bar-buttons .pill')
    // a program has to be in the foreground: a question ends at the shell's prompt
    await type("printf '\\033]7501;state=blocked:kind=permission:app=claude\\007'; cat\n")
    await openTabs(shared, 2)
    await page.keyboard.press('Alt+2')
    await shows('ready$')
    await expect(count).toHaveText('1')
    await expect(count).toHaveAttribute('data-state', 'waiting')
    await expect(count).not.toHaveAttribute('data-seen')
    await picture(page, 'count-unseen')
    await page.keyboard.press('Alt+1')
    await expect(count).toHaveAttribute('data-seen')
    await page.keyboard.press('Alt+2')
    await shows('ready$')
    await expect(count).toHaveText('1')
    await expect(page.getByRole('button', { name: '1 needs you (seen)' })).toBeVisible()
    await picture(page, 'count-seen')
    await page.keyboard.press('Alt+1')
    await page.keyboard.press('Control+C')
    await expect(count).toHaveCount(0)
  },
)
