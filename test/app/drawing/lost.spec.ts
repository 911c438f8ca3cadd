/**
 * A lost graphics context, a graphics process that ends again and again, and a Chromium without
 * graphics: each ends in a drawn screen. `test/attack/faults.spec.ts` compares the pixels.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, freshTab, picture, test, type Started } from '../app.ts'
import { coloursAt, filled, kitty, red } from '../grid/image-pixels.ts'
import { drawnBy, pixelsOf } from '../grid/pixels.ts'
import { slow } from '../../slow.ts'

/** Graphics processes that Chromium may lose before it stops to start them, and more. */
const crashes = 7

const use = (page: Page, renderer: 'auto' | 'webgl' | 'dom') =>
  page.evaluate((name) => window.vibeflowTest!.options({ ui: { renderer: name } }), renderer)

/** Waits until the window shows ink in each of the word's cells. */
async function expectDrawn(page: Page, word: string): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await page.evaluate(() => window.vibeflowTest!.screen())
      const row = rows.findIndex((text) => text.startsWith(word))
      if (row < 0) return 'not printed'
      const blank: string[] = []
      for (const [column, letter] of [...word].entries()) {
        const cell = await pixelsOf(page, { row, column, columns: 1 })
        if (Math.max(...cell.brightnesses) < 100) blank.push(letter)
      }
      return blank.join('')
    })
    .toBe('')
}

async function expectImage({ home, page, type, shows }: Started): Promise<void> {
  const image = kitty('a=T,f=32,s=20,v=20,c=4,r=2,C=1', filled(20, 20, red))
  writeFileSync(join(home, 'image.txt'), `\x1b[2J\x1b[H${image}\x1b[3;1Himage\x1b[4;1H`)
  await type('cat image.txt\n')
  await shows('image\nready$ ')
  await expect.poll(() => coloursAt(page, [[0, 1]])).toEqual([red])
}

async function expectWorking({ page, type, shows }: Started, word: string): Promise<void> {
  await type(`clear; echo ${word.slice(0, 2)}""${word.slice(2)}\n`)
  await shows(word)
  await expectDrawn(page, word)
}

test(
  'a lost graphics context costs no more than two frames of the screen',
  slow,
  async ({ shared }) => {
    const { page } = shared
    await page.setViewportSize({ width: 500, height: 300 }) // WebGL on the CPU is slow
    await use(page, 'webgl')
    await expect.poll(() => drawnBy(page)).toBe('WebGL')
    await expectWorking(shared, 'before')
    const shown = await page.evaluate(async () => {
      const canvas = document.querySelector<HTMLCanvasElement>(
        '.xterm-screen > canvas:last-of-type',
      )!
      const lost = new Promise((resolve) => {
        canvas.addEventListener('webglcontextlost', resolve)
      })
      window.vibeflowTest!.loseContext()
      await lost
      const frame = () => new Promise(requestAnimationFrame)
      await frame()
      await frame()
      return document.querySelector('.xterm-rows')?.textContent
    })
    expect(shown).toContain('before')
    await expectDrawn(page, 'before')
    await expectWorking(shared, 'after')
    await expect.poll(() => drawnBy(page)).toBe('WebGL')
    await expectDrawn(page, 'after')
    await use(page, 'auto')
    await page.setViewportSize({ width: 960, height: 600 })
  },
)

test(
  'a graphics process that ends again and again leaves the app and a drawn screen',
  slow,
  async ({ start }) => {
    const started = await start({ args: ['--geometry', '60x14'] })
    const { app, page, shows } = started
    await shows('ready$')
    for (const renderer of ['webgl', 'auto'] as const) {
      await use(page, renderer)
      await expect.poll(() => drawnBy(page)).not.toBe('DOM')
      await expectImage(started)
      for (let crash = 0; crash < crashes; crash += 1) {
        const devtools = await page.context().newCDPSession(page)
        // the answer dies with the process
        await devtools.send('Browser.crashGpuProcess' as never).catch(() => undefined)
        await devtools.detach().catch(() => undefined)
        if (crash === 0) {
          // with nothing printed
          await expect.poll(() => coloursAt(page, [[0, 1]])).toEqual([red])
          await expectDrawn(page, 'image')
        }
        await expectWorking(started, `${renderer}${crash}`)
      }
    }
    expect(app.windows()).toHaveLength(1)
    expect(await page.evaluate(() => window.vibeflowTest!.tabs().length)).toBe(1)
  },
)

for (const [name, switches] of Object.entries({
  '--disable-gpu': ['--disable-gpu'],
  'no WebGL': ['--disable-3d-apis'],
  'no software WebGL': ['--disable-gpu', '--disable-software-rasterizer'],
}))
  test(`the screen is drawn with ${name}`, slow, async ({ start }) => {
    const started = await start({ args: ['--geometry', '60x14'], switches })
    const { page, shows } = started
    await shows('ready$')
    await expect.poll(() => drawnBy(page)).toBe('processor')
    await expectWorking(started, 'drawn')
    await picture(page, `without-${name.replaceAll(' ', '-')}`)
    await use(page, 'webgl')
    const hasWebGl = await page.evaluate(
      () => document.createElement('canvas').getContext('webgl2') !== null,
    )
    await expect.poll(() => drawnBy(page)).toBe(hasWebGl ? 'WebGL' : 'DOM')
    await expectWorking(started, 'again')
    await use(page, 'auto')
    await expect.poll(() => drawnBy(page)).toBe('processor')
    await expectDrawn(page, 'again')
  })

test(
  'a pane keeps its picture when another one fills the glyphs that both share',
  slow,
  async ({ shared }) => {
    const { home, page, shows, type } = shared
    await freshTab(shared)
    await page.evaluate(() =>
      window.vibeflowTest!.options({ cursor: { blink_ms: 0 }, ui: { renderer: 'auto' } }),
    )
    writeFileSync(
      join(home, 'lines.txt'),
      Array.from({ length: 8 }, (_, at) => `${'The quick brown fox '.repeat(2)}${at}`).join('\n'),
    )
    await type(`exec sh -c 'stty -echo; clear; cat lines.txt; read x; printf "\\nlast"; cat'\n`)
    await shows('fox 7')
    const drawn = () => pixelsOf(page, { row: 0, rows: 8, columns: 40 })
    await page.evaluate(() => window.vibeflowTest!.act('split_right'))
    await shows('ready$')
    let before = await drawn()
    await expect
      .poll(async () => {
        const last = before
        before = await drawn()
        return before.equals(last) && Math.max(...before.brightnesses) > 100
      })
      .toBe(true)
    // each cell of each screen has a color of its own: more glyphs than the pages of the atlas hold
    writeFileSync(
      join(home, 'dense.awk'),
      'BEGIN { for (s = 0; s < 60; s++) { printf "\\033[H"; for (r = 0; r < 20; r++) { ' +
        'for (c = 0; c < 36; c++) printf "\\033[4;38;2;%d;%d;%dm%c", 60 + s * 3, 80 + r * 8, ' +
        '90 + c * 4, 65 + (r + c) % 26; printf "\\033[m\\r\\n" } system("sleep 0.05") } ' +
        'print "filled" }',
    )
    await type(`clear; awk -f ${join(home, 'dense.awk')}\n`)
    await shows('filled')
    expect((await drawn()).equals(before), 'without a frame of its own').toBe(true)
    await page.evaluate(() => window.vibeflowTest!.act('focus_pane_left'))
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await page.evaluate(() => window.vibeflowTest!.screen())).join('\n'))
      .toContain('last')
    await page.evaluate(() => window.vibeflowTest!.act('focus_pane_right')) // it was paler
    await expect.poll(async () => (await drawn()).equals(before), 'after one').toBe(true)
  },
)
