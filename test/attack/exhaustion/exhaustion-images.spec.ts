/** Images against the running page: as many as a terminal may have, each over all of the view. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from '../../app/app.ts'
import { kitty, pixels } from '../../terminal/images/support.ts'
import { slow } from '../../slow.ts'

const large = deflateSync(Buffer.alloc(67_108_864, 0x7f))

const placed = (control: string): string => `\x1b_Ga=p,i=1,c=300,r=100,C=1,${control}\x1b\\`

/** Returns a GIF of three frames, 33 per second. Each replaces the whole frame before it. */
function gif(side: number): Buffer {
  const u16 = (number: number): readonly number[] => [number & 0xff, number >> 8]
  const frame = [
    ...[0x21, 0xf9, 4, 0, ...u16(3), 0, 0],
    ...[0x2c, ...u16(0), ...u16(0), ...u16(1), ...u16(1), 0, 2, 2, 0x44, 1, 0],
  ]
  const loops = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  const colours = [0xff, 0, 0, 0, 0, 0xff]
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[...u16(side), ...u16(side), 0x80, 0, 0, ...colours, ...loops],
    ...[...frame, ...frame, ...frame, 0x3b],
  ])
}

const moving = (side: number): string =>
  '\x1b]1337;File=inline=1;width=100%;height=100%;preserveAspectRatio=0:' +
  `${gif(side).toString('base64')}\x07\x1b[H`

for (const [name, image, placements] of [
  ['1,024 below text', kitty('a=t,i=1,s=1,v=1', pixels(1, 1)), placed('z=-1').repeat(1_024)],
  [
    '1,024, large and scaled',
    kitty('a=t,i=1,o=z,f=32,s=4096,v=4096', large),
    placed('z=1').repeat(1_024),
  ],
  ['60 that move', '', moving(1_000).repeat(60)],
  ['one that moves, as large as there may be', '', moving(4_096)],
] as const)
  test(
    `${name} leaves memory bounded and keys of another tab working`,
    name.endsWith('text') ? {} : slow,
    async ({ shared }) => {
      const { page, home, shows, tabs, type } = shared
      writeFileSync(join(home, 'image'), image)
      writeFileSync(
        join(home, 'placements'),
        `\x1b[H${'M '.repeat(4_000)}\x1b[H` + `${placements}\x1b]0;placed\x07`,
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
      await type('clear; cat image; sleep 0.3; cat placements; sleep 0.3; seq 5; sleep 9\n')
      await expect.poll(async () => (await tabs())[0]?.title).toContain('placed')
      await page.waitForTimeout(700)
      await page.keyboard.press('Control+Shift+T')
      await expect.poll(async () => (await tabs()).length).toBe(2)
      await shows('ready$')
      await type('echo al""ive\n')
      await shows('alive')
      expect(
        await page.evaluate(() => (window as unknown as { longestMs: number }).longestMs),
      ).toBeLessThan(8_000)
    },
  )
