/** A case of an action: what precedes it, what shows that it was carried out, what follows. */
import type { Page } from '@playwright/test'

/** A menu of the tab bar gives the keyboard back to the bar. */
export async function backToGrid(page: Page): Promise<void> {
  if (await page.evaluate(() => document.activeElement?.closest('[role=tablist]') != null))
    await page.keyboard.press('Escape')
}

export interface Case {
  readonly before?: () => Promise<unknown>
  /** Something that is so once the action has been carried out, and was not before. */
  readonly seen: () => Promise<unknown>
  readonly after?: () => Promise<unknown>
}
