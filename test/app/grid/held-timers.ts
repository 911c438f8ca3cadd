/**
 * Holds a page's timers of several seconds, so that no test waits for them. Playwright's own clock
 * would stay with the page and affect later tests.
 */
import type { Page } from '@playwright/test'

/** Timers shorter than this, ms, run normally. */
const shortMs = 5_000

interface HeldTimers {
  /** Lets so many ms pass for them. */
  pass(ms: number): Promise<void>
  /** Gives timers back to the browser. Timers that are held remain held. */
  release(): Promise<void>
}

interface Hold {
  pass(ms: number): void
  release(): void
}

/** Holds all long timers that the page sets from now on. */
export async function holdTimers(page: Page): Promise<HeldTimers> {
  await page.evaluate((short) => {
    const { setTimeout: set, clearTimeout: clear } = window
    const held = new Map<number, { readonly due: number; readonly call: () => void }>()
    let [now, last] = [0, 0]
    const hold: Hold = {
      pass(ms) {
        now += ms
        for (const [id, { due, call }] of held) if (due <= now && held.delete(id)) call()
      },
      release: () => void Object.assign(window, { setTimeout: set }),
    }
    Object.assign(window, {
      hold,
      setTimeout(call: () => void, ms = 0) {
        if (ms < short) return set(call, ms)
        held.set(--last, { due: now + ms, call })
        return last
      },
      clearTimeout: (id: number) => held.delete(id) || clear(id),
    })
  }, shortMs)
  const on = (name: keyof Hold, ms = 0) =>
    page.evaluate(([does, time]) => (window as unknown as { hold: Hold }).hold[does](time), [
      name,
      ms,
    ] as const)
  return { pass: (ms) => on('pass', ms), release: () => on('release') }
}
