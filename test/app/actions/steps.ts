/** Steps that cases of several subjects take in the window. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Started } from '../app.ts'
import { backToGrid, type Case } from './case.ts'

export type Steps = ReturnType<typeof stepsOf>

export function stepsOf({ home, page, screen, tabs, type }: Started) {
  const esc = () => page.keyboard.press('Escape')
  const active = async () => (await tabs()).findIndex((tab) => tab.active) + 1
  const go = (number: number) => async () => {
    await page.keyboard.press(`Alt+${number}`)
    await expect.poll(active).toBe(number)
  }
  const visible = (locator: string): Case => ({
    seen: () =>
      page
        .locator(locator)
        .count()
        .then((count) => count > 0),
    after: esc,
  })
  const dialog = (words: string): Case => ({
    seen: () =>
      page
        .getByRole('dialog')
        .filter({ hasText: words })
        .count()
        .then((count) => count > 0),
    after: esc,
  })
  /** In the shell of the active tab; by a file, for each key is an echo, a frame and a picture. */
  const run = async (script: string) => {
    writeFileSync(join(home, 'script'), script)
    await type('. ./script\n')
  }
  const interrupt = async () => {
    await backToGrid(page)
    const before = (await screen()).join('\n')
    await page.keyboard.press('Control+c')
    // at a prompt, the terminal drops what is typed before the shell has seen the key
    await expect
      .poll(async () => {
        const rows = await screen()
        const last = rows.filter((row) => row !== '').at(-1)
        return rows.join('\n') === before ? 'no change' : last?.trim()
      })
      .toBe('ready$')
  }
  let have = 0
  const counted = (by: number, before?: () => Promise<unknown>): Case => ({
    before: async () => {
      await before?.()
      have = (await tabs()).length
    },
    seen: async () => (await tabs()).length === have + by,
  })
  /** A shell that has not come to its prompt yet is asked about before it is closed. */
  const prompt = () => expect.poll(async () => (await screen()).join('\n')).toContain('ready$')
  const openTab = async () => {
    const before = (await tabs()).length
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(before + 1)
    await prompt()
  }
  const closeTab = async () => {
    await prompt()
    const before = (await tabs()).length
    await page.keyboard.press('Control+Shift+W')
    await expect.poll(async () => (await tabs()).length).toBe(before - 1)
  }
  /** A notice takes rows from the grid. */
  const dismiss = async () => {
    const button = page.getByRole('button', { name: 'Dismiss' })
    while ((await button.count()) > 0) await button.first().click()
  }
  const file = join(home, 'config/vibeflow/config.toml')
  return {
    esc,
    active,
    visible,
    dialog,
    run,
    interrupt,
    counted,
    prompt,
    openTab,
    closeTab,
    go,
    dismiss,
    file,
  }
}
