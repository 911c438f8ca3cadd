/**
 * Loads a page anew and leaves it alone: what a driver does to look into a page would be part of
 * what is measured.
 */
import type { Page } from '@playwright/test'

/**
 * @param ms how long nobody looks: a driver gives the page a script of its own first, a third of a
 * megabyte, 15 to 50 ms in the midst of what is measured
 */
export async function reloadUntouched(page: Page, ms: number): Promise<void> {
  await page.reload({ waitUntil: 'commit' })
  await page.waitForTimeout(ms)
}
