/** Rows of a tab with its history, once they no longer change. */
import { expect, type Started } from '../app.ts'

export async function referenceScreen({ page }: Started, id: string): Promise<string[]> {
  const rows = () => page.evaluate((tab) => window.vibeflowTest!.scrollback(tab), id)
  let before = ''
  await expect
    .poll(async () => {
      const now = (await rows()).join('\n')
      const same = now === before && now.trim() !== ''
      before = now
      return same
    })
    .toBe(true)
  return before.split('\n')
}
