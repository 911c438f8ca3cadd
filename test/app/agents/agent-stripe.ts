/** Reports for a shell to print, and the stripe that shows them. */
import type { Page } from '@playwright/test'
import { expect, type Started } from '../app.ts'

export const shellOf = (text: string) => text.replaceAll("'", "'\\''")

export const osc = (body: string) => `\\033]${body}\\007`

export const activeStripe = (page: Page) => page.locator('.tab-active .stripe')

/** Records what the active tab's stripe shows from now on: state and milliseconds. */
export async function record(page: Page): Promise<() => Promise<{ state: string; at: number }[]>> {
  await page.evaluate(() => {
    const stripe = document.querySelector('.tab-active .stripe')!
    const shown: { state: string; at: number }[] = []
    const note = () => {
      const state = stripe.getAttribute('data-state') ?? ''
      if (shown.at(-1)?.state !== state)
        shown.push({ state, at: performance.timeOrigin + performance.now() })
    }
    note()
    new MutationObserver(note).observe(stripe, {
      attributes: true,
      attributeFilter: ['data-state'],
    })
    Object.assign(window, { shown })
  })
  return () =>
    page.evaluate(() => (window as unknown as { shown: { state: string; at: number }[] }).shown)
}

export async function anotherTab({ page, tabs, shows }: Started): Promise<void> {
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await shows('ready$')
}
