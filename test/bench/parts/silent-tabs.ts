/**
 * Tabs whose program prints the name of its terminal, and nothing more: the bench reports instead
 * of it. Programs with timers of their own would be most of the load.
 */
import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type {} from '../../../src/renderer/page/start/test-hook.ts' // window.vibeflowTest
import type { Page } from '@playwright/test'

/** For `sh -c`. `list`: the file into which it writes. */
export const silent = (list: string) => `tty >> ${list}; exec sleep 1000`

/** Starts it in the active tab, which has a shell. */
export async function becomeSilent(page: Page, list: string): Promise<void> {
  await page.waitForFunction(() => window.vibeflowTest!.screen().join('').includes('$'))
  await page.keyboard.type(`exec sh -c '${silent(list)}'\n`)
}

/** Opens tabs with it until the window has so many. */
export async function openSilentTabs(page: Page, tabs: number, list: string): Promise<void> {
  const open = await page.evaluate(() => window.vibeflowTest!.tabs().length)
  for (let tab = open; tab < tabs; tab += 1) {
    await page.keyboard.press('Control+Shift+T')
    await page.waitForFunction((count) => window.vibeflowTest!.tabs().length === count, tab + 1)
    await becomeSilent(page, list)
  }
}

/** Returns their devices, once all have reported them. */
export async function terminalsOf(list: string, tabs: number): Promise<readonly string[]> {
  let terminals: readonly string[] = []
  for (let look = 0; look < 50 && terminals.length < tabs; look += 1) {
    await wait(200)
    terminals = [...new Set(readFileSync(list, 'utf8').trim().split('\n'))]
  }
  assert(terminals.length === tabs, `each of ${tabs} tabs has said which terminal it is`)
  return terminals
}
