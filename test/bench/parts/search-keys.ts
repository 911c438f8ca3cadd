/**
 * How late a key is taken and shown while a search runs, against the same keys in the same run
 * without one: in the terminal, whose program echoes it, and in the find bar, where each key is a
 * search of its own. Milliseconds from the event's own time stamp, which the engine sets.
 */
import type { Page } from '@playwright/test'
import { median, percentile } from './numbers.ts'

export interface KeyTimes {
  /** To the page's first listener: what the page was doing when the key came. */
  readonly taken: readonly number[]
  /** Times to the first task after the frame with the letter in it. */
  readonly shown: readonly number[]
}

/**
 * The next search after the last one has finished. `null`: no search, and the bar is closed.
 * 'open': no search, and the bar is open.
 */
export type Meanwhile =
  | { readonly texts: readonly [string, string]; readonly regex: boolean }
  | 'open'
  | null

/** Sends keys to the program in the active tab, a `cat`. */
export async function keysToTerminal(
  page: Page,
  keys: number,
  meanwhile: Meanwhile,
): Promise<KeyTimes & { readonly searches: number }> {
  if (meanwhile !== null) {
    await page.keyboard.press('Control+Shift+F')
    await page.locator('.find-field').waitFor()
    await page.locator('.find-field').fill('')
    if (meanwhile !== 'open') await page.evaluate(searchOnAndOn, meanwhile)
  }
  await page.locator('.xterm-helper-textarea:visible').first().focus()
  const times = await watched(page, 'terminal', async () => {
    for (let key = 0; key < keys; key += 1) {
      if (key % 40 === 39) {
        await page.keyboard.press('Enter')
        await page.waitForTimeout(200)
      }
      await press(page, key)
    }
  })
  if (meanwhile === null) return { ...times, searches: 0 }
  const searches =
    meanwhile === 'open' ? 0 : await page.evaluate(() => window.benchSearches?.end() ?? 0)
  await page.locator('.find-field').press('Escape')
  return { ...times, searches }
}

/**
 * Sends keys to the find bar over the active tab. Their text does not occur there, so that each
 * search reads everything.
 */
export async function keysToBar(page: Page, keys: number): Promise<KeyTimes> {
  await page.keyboard.press('Control+Shift+F')
  const field = page.locator('.find-field')
  await field.fill('zq')
  const times = await watched(page, 'bar', async () => {
    for (let key = 0; key < keys; key += 1) {
      if (key % 20 === 19) {
        await field.fill('zq')
        await page.waitForTimeout(200)
      }
      await press(page, key)
    }
  })
  await field.press('Escape')
  return times
}

/** median, p95 and worst. */
export function columns(times: readonly number[]): readonly string[] {
  return [median(times), percentile(times, 0.95), Math.max(0, ...times)].map((ms) => ms.toFixed(1))
}

/** At uneven distances, so that keys do not fall into step with frames or searches. */
async function press(page: Page, key: number): Promise<void> {
  await page.keyboard.press('abcdefghij'[key % 10] ?? 'x')
  await page.waitForTimeout(60 + ((key * 37) % 45))
}

async function watched(
  page: Page,
  where: 'terminal' | 'bar',
  act: () => Promise<void>,
): Promise<KeyTimes> {
  await page.evaluate((where) => {
    const noted: { taken: number[]; shown: number[] } = { taken: [], shown: [] }
    const behindFrame = (call: () => void): void => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = call
        port2.postMessage(null)
      })
    }
    const key = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.ctrlKey || event.altKey) return
      noted.taken.push(performance.now() - event.timeStamp)
      const done = (at: number): void => {
        noted.shown.push(at - event.timeStamp)
      }
      if (where === 'bar') {
        behindFrame(() => done(performance.now()))
        return
      }
      const { row, col } = window.vibeflowTest!.cursor()
      void window.vibeflowTest!.painted(row, col).then(done, () => undefined)
    }
    window.addEventListener('keydown', key, { capture: true })
    window.benchKeys = {
      noted,
      end: () => window.removeEventListener('keydown', key, { capture: true }),
    }
  }, where)
  await act()
  await page.waitForTimeout(300)
  return page.evaluate(() => {
    window.benchKeys!.end()
    return window.benchKeys!.noted
  })
}

/** In the page: as soon as one search is through, the next begins, as if the user had typed it. */
function searchOnAndOn({ texts, regex }: Exclude<Meanwhile, string | null>): void {
  const field = document.querySelector<HTMLInputElement>('.find-field')!
  const pattern = [...document.querySelectorAll<HTMLButtonElement>('.find-choice')].find(
    ({ textContent }) => textContent === '.*',
  )!
  if ((pattern.getAttribute('aria-pressed') === 'true') !== regex) pattern.click()
  let over = false
  let searches = 0
  const next = (): void => {
    if (over) return
    // Between a key and its answer the count is an ellipsis, or still the last one's for 100 ms.
    field.value = texts[searches % 2]!
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    searches += 1
    const through = (): void => {
      if (document.querySelector('.find-count')?.textContent === '…') setTimeout(through, 20)
      else next()
    }
    setTimeout(through, 120)
  }
  window.benchSearches = {
    end: () => {
      over = true
      return searches
    },
  }
  next()
}

declare global {
  interface Window {
    benchKeys?: { readonly noted: { taken: number[]; shown: number[] }; readonly end: () => void }
    benchSearches?: { readonly end: () => number }
  }
}
