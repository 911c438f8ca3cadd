/**
 * Reloads a page without any other access: a driver's inspection of a page would be part of the
 * measurement.
 */
import type { Page } from '@playwright/test'

/**
 * @param ms time without access. A driver first gives the page its own script of a third of a
 * megabyte, which takes 15 to 50 ms in the middle of the measurement.
 */
export async function reloadUntouched(page: Page, ms: number): Promise<void> {
  await page.reload({ waitUntil: 'commit' })
  await page.waitForTimeout(ms)
}
