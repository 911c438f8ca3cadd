/** Tabs of a window, and their states. */
import type { Page } from '@playwright/test'
import type { Started } from '../app.ts'

export const states = (page: Page) =>
  page.evaluate(() => window.vibeflowTest!.tabs().map(({ state }) => state))

/** Opens tabs until there are so many. */
export async function openTabs({ page }: Started, count: number): Promise<void> {
  await page.evaluate((wanted) => {
    for (let have = window.vibeflowTest!.tabs().length; have < wanted; have += 1)
      window.vibeflowTest!.post({ kind: 'tab/open' })
  }, count)
  await page.waitForFunction((wanted) => window.vibeflowTest!.tabs().length === wanted, count)
}
