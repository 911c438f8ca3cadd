/** Images against the running page: as many as a terminal may have, each over all of the view. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from '../../app/app.ts'
import { kitty, pixels } from '../../core/vt/pictures/support.ts'

const large = deflateSync(Buffer.alloc(67_108_864, 0x7f))

// … and keys get to another tab
for (const [name, image, placement] of [
  ['below text', kitty('a=t,i=1,s=1,v=1', pixels(1, 1)), 'z=-1'],
  ['large and scaled', kitty('a=t,i=1,o=z,f=32,s=4096,v=4096', large), 'z=1'],
] as const)
  test(`1,024 images over each other, ${name}`, async ({ shared }) => {
    const { page, home, shows, tabs, type } = shared
    writeFileSync(join(home, 'image'), image)
    writeFileSync(
      join(home, 'placements'),
      `\x1b[H${'M '.repeat(4_000)}\x1b[H` +
        `\x1b_Ga=p,i=1,c=300,r=100,C=1,${placement}\x1b\\`.repeat(1_024) +
        '\x1b]0;placed\x07',
    )
    await page.evaluate(() => {
      let last = performance.now()
      Object.assign(window, { longestMs: 0 })
      setInterval(() => {
        const now = performance.now()
        const hook = window as unknown as { longestMs: number }
        hook.longestMs = Math.max(hook.longestMs, now - last)
        last = now
      }, 20)
    })
    await type('clear; cat image; sleep 0.5; cat placements; sleep 1; seq 5; sleep 9\n')
    await expect.poll(async () => (await tabs())[0]?.title).toContain('placed')
    await page.waitForTimeout(1_500)
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(2)
    await shows('ready$')
    await type('echo al""ive\n')
    await shows('alive')
    expect(
      await page.evaluate(() => (window as unknown as { longestMs: number }).longestMs),
    ).toBeLessThan(2_000)
  })
