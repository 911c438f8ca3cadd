/**
 * Openers of links and combining marks against the running page: it keeps nothing of them, and a
 * link that follows is one.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../../app/app.ts'
import { slow } from '../../slow.ts'

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

test(
  'floods of openers, marks and linked lines cost the page nothing lasting',
  slow,
  async ({ shared }) => {
    const { page, home, shows, type } = shared
    writeFileSync(
      join(home, 'openers'),
      `${'\x1b]8;;x\x07'.repeat(149_797)}e${'\u0301'.repeat(100_000)}\r\n` +
        `${'a line in a link\r\n'.repeat(3_000)}` +
        '\x1b]8;;\x07\x1b[H\x1b[2J\x1b[3J\x1b]8;id=a;https://example.org/behind\x07LINK ' +
        'BEHIND\x1b]8;;\x07\r\n',
    )
    const before = await heapBytes(page)
    await type('cat ~/openers\n')
    await shows(/^LINK BEHIND/m)
    expect((await heapBytes(page)) - before).toBeLessThan(15e6)
    const point = await page.evaluate(() => {
      const box = document.querySelector('.xterm-screen')!.getBoundingClientRect()
      const rows = window.vibeflowTest!.screen()
      return {
        x: box.left + 20,
        y:
          box.top +
          ((rows.findIndex((row) => row.startsWith('LINK BEHIND')) + 0.5) * box.height) /
            rows.length,
      }
    })
    await page.keyboard.down('Control') // links show with it
    // xterm.js looks for a link when the mouse comes to another cell, and may do so before it has
    // drawn the line.
    await expect(async () => {
      await page.mouse.move(point.x + 200, point.y + 200)
      await page.mouse.move(point.x, point.y)
      await expect(page.locator('.link-target')).toHaveText('https://example.org/behind', {
        timeout: 500,
      })
    }).toPass()
    await page.keyboard.up('Control')
  },
)
