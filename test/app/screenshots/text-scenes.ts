/** Pictures of the text in terminals, and of panes. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { png } from '../../../src/host/desktop/png.ts'
import type { Scene, Stage } from './stage.ts'

async function split(stage: Stage, direction: 'split_right' | 'split_down'): Promise<void> {
  const count = (await stage.app.tabs()).length
  await stage.act(direction)
  await stage.page.waitForFunction(
    (wanted) => window.vibeflowTest!.tabs().length === wanted,
    count + 1,
  )
  await stage.ready()
}

/** Three panes of one tab. */
async function threePanes(stage: Stage): Promise<void> {
  await stage.run('server', /orders, 212 ms\n[^\n]*\$\s*$/)
  await split(stage, 'split_right')
  await stage.run('npm test', /Duration.*\n/)
  await split(stage, 'split_down')
  await stage.run('top-processes', /nginx\n/)
}

/** The Mandelbrot set, as a program would draw it. */
function fractal(width: number, height: number): Buffer {
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const [cx, cy] = [
      ((at % width) / width) * 3.3 - 2.3,
      (Math.floor(at / width) / height - 0.5) * 2.1,
    ]
    let [x, y, steps] = [0, 0, 0]
    while (steps < 60 && x * x + y * y < 4) {
      ;[x, y] = [x * x - y * y + cx, 2 * x * y + cy]
      steps += 1
    }
    const share = steps === 60 ? 0 : Math.sqrt(steps / 60)
    const color = [40 + 110 * share, 60 + 170 * share, 110 + 145 * share]
    pixels.set(steps === 60 ? [14, 14, 18, 255] : [...color, 255], 4 * at)
  }
  return png({ width, height, pixels })
}

export const textScenes: readonly Scene[] = [
  {
    names: ['search', 'quick-select', 'paste-question'],
    play: async (stage) => {
      const { page } = stage
      await stage.run('git log', /replica\n/)
      await stage.run('npm test', /Duration.*\n/)
      await stage.minute()
      await page.keyboard.press('Control+Shift+F')
      await page.keyboard.type('test')
      await page.locator('.find-count').filter({ hasText: /\d/ }).waitFor()
      await stage.shoot('search')
      await page.keyboard.press('Escape')
      await page.locator('.find').waitFor({ state: 'detached' })
      await stage.clear()
      await stage.run('git log', /replica\n/)
      await stage.run('tsc', /for details/)
      await stage.minute()
      await page.keyboard.press('Control+Shift+Space')
      await page.locator('.quick-label').first().waitFor()
      await stage.shoot('quick-select')
      await page.keyboard.press('Escape')
      await page.locator('.mode-word').waitFor({ state: 'detached' })
      await stage.clear()
      await stage.run('git log', /replica\n/)
      await stage.run('sh', /\n\$\s*$/)
      await stage.app.app.evaluate(({ clipboard }) =>
        clipboard.writeText('cd ~/projects/shop\nnpm ci\nnpm run build\nnpm test -- checkout\n'),
      )
      await page.waitForTimeout(1_000)
      await stage.minute()
      await page.keyboard.press('Control+Shift+V')
      await page.locator('dialog').waitFor()
      await stage.shoot('paste-question')
    },
  },
  {
    names: ['splits', 'broadcast'],
    play: async (stage) => {
      await threePanes(stage)
      await stage.minute()
      await stage.shoot('splits')
      await stage.act('toggle_broadcast')
      await stage.page.locator('.broadcast-frame').nth(2).waitFor()
      await stage.app.type('uptime')
      await stage.shoot('broadcast')
    },
  },
  {
    names: ['image'],
    play: async (stage) => {
      const data = fractal(760, 480).toString('base64')
      const chunks = data.match(/.{1,4096}/g) ?? []
      stage.write(
        '.demo/image',
        chunks
          .map(
            (chunk, at) =>
              `\x1b_G${at === 0 ? 'a=T,f=100,c=44,r=14,' : ''}` +
              `m=${at === chunks.length - 1 ? 0 : 1};${chunk}\x1b\\`,
          )
          .join('') + '\n',
      )
      stage.write('.local/bin/icat', '#!/bin/sh\nexec cat ~/.demo/image\n')
      chmodSync(join(stage.home, '.local/bin/icat'), 0o755)
      await stage.run('icat mandelbrot.png')
      await stage.page.locator('.picture-layer').waitFor({ state: 'attached' })
      await stage.minute()
      await stage.shoot('image')
    },
  },
]
