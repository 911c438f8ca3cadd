/** Tabs that a test opens, in their order. */
import { expect, type Started } from '../app.ts'

export const ids = async ({ tabs }: Started) => (await tabs()).map(({ id }) => id)
export const active = async ({ tabs }: Started) => (await tabs()).findIndex((tab) => tab.active)

export async function openTabs(started: Started, count: number): Promise<void> {
  await started.shows('ready$')
  for (let have = 1; have < count; have += 1) await started.page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await started.tabs()).length).toBe(count)
  await started.shows('ready$')
}
