/** Text of other sizes (OSC 66), looked at in pixels. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'
import { drawnBy, pixelsOf, type Pixels } from './pixels.ts'
import { slow } from '../../slow.ts'

const sized = (metadata: string, text: string) => `\x1b]66;${metadata};${text}\x07`

const text = [
  sized('s=2', '█'),
  ` ${sized('s=4:n=1:d=2:v=1:h=1', '█')}`,
  ` ${sized('s=3', '世')} ${sized('s=3', 'Tall')}\x1b[5;1H`,
  `${sized('w=3', '█')}█${sized('w=1', 'wide')}x${sized('n=1:d=2:v=1:w=1', 'ab')}\x1b[7;1Hsingle`,
].join('')
const all = { row: 0, rows: 7, columns: 40 }

/** Returns whether most of each cell is drawn: `#` for drawn, `.` for blank. */
function cellsOf(pixels: Pixels, row: number, columns: number): string {
  return Array.from({ length: columns }, (_, column) => {
    const { brightnesses } = pixels.part({ row, column, columns: 1 }, all)
    const drawn = brightnesses.filter((one) => one > 100).length
    return drawn > brightnesses.length / 2 ? '#' : '.'
  }).join('')
}

for (const renderer of ['auto', 'webgl'] as const)
  test(
    `${renderer} draws text at the size of its block`,
    renderer === 'auto' ? {} : slow,
    async ({ shared }) => {
      const { home, page, shows, type } = shared
      await page.evaluate(
        (name) => window.vibeflowTest!.options({ cursor: { blink_ms: 0 }, ui: { renderer: name } }),
        renderer,
      )
      await expect.poll(() => drawnBy(page)).toMatch(renderer === 'auto' ? /./ : /WebGL/)
      writeFileSync(join(home, 'sized.txt'), text)
      await type(`clear; printf '\\033[?25l'; cat ${join(home, 'sized.txt')}; exec cat -v\n`)
      await shows(/^single/m)
      await expect
        .poll(async () => cellsOf(await pixelsOf(page, all), 0, 8), 'double size')
        .toBe('##......')
      const pixels = await pixelsOf(page, all)
      await picture(page, `text-size-${renderer}`)
      expect(cellsOf(pixels, 1, 8)).toBe('##......')
      expect(cellsOf(pixels, 2, 8), 'half size at the lower right').toBe('.....##.')
      expect(cellsOf(pixels, 3, 8)).toBe('.....##.')
      expect(cellsOf(pixels, 4, 5), 'a width').toBe('#..#.')
      expect(await page.evaluate(() => window.vibeflowTest!.screen().join('\n'))).toMatch(/^█ +█/)
    },
  )

for (const renderer of ['auto', 'webgl'] as const)
  test(`${renderer} draws the cursor over a complete block`, slow, async ({ shared }) => {
    const { home, page, shows, type } = shared
    await page.evaluate(
      (name) => window.vibeflowTest!.options({ cursor: { blink_ms: 0 }, ui: { renderer: name } }),
      renderer,
    )
    const file = (name: string, content: string) => {
      writeFileSync(join(home, name), content)
      return `cat ${join(home, name)}`
    }
    const block = (style: number) =>
      `\x1b[?25h\x1b[${style} q\x1b[1;1H${sized('s=3', '.')}\x1b[7;1Hstyle ${style}\x1b[2;2H`
    const away = '\x1b[7;1Haway   \x1b[1;20H'
    const all3 = async () => {
      const pixels = await pixelsOf(page, all)
      return [0, 1, 2, 3].map((row) => cellsOf(pixels, row, 5))
    }
    const steps = [block(2), away, block(6), block(4)].map((one, at) => file(`${at}.txt`, one))
    await type(`clear; stty -echo; ${steps.join('; read _; ')}; exec cat\n`)
    await shows(/^style 2/m)
    await expect.poll(all3, 'a block cursor').toEqual(['###..', '###..', '###..', '.....'])
    await type('\n')
    await shows(/^away/m)
    await expect.poll(all3, 'elsewhere').toEqual(['.....', '.....', '.....', '.....'])
    await type('\n')
    await shows(/^style 6/m)
    const bright = async (row: number, column: number) => {
      const part = { row, column, columns: 1 }
      return (await pixelsOf(page, all)).part(part, all).brightnesses.some((one) => one > 100)
    }
    for (const row of [0, 2]) await expect.poll(() => bright(row, 0), 'a bar').toBe(true)
    expect(await bright(0, 1)).toBe(false)
    await type('\n')
    await shows(/^style 4/m)
    await expect.poll(() => bright(2, 2), 'an underline').toBe(true)
    expect([await bright(0, 0), await bright(0, 1)]).toEqual([false, false])
  })

test('a frame draws only the blocks that have changed', slow, async ({ shared }) => {
  const { home, page, shows, type } = shared
  const file = (name: string, content: string) => {
    writeFileSync(join(home, name), content)
    return join(home, name)
  }
  const before = file('before.txt', `\x1b[?25l${text}`)
  const plain = file('plain.txt', '\x1b[8;1Hplain')
  const block = file('block.txt', `\x1b[9;30H${sized('s=2', 'n')}\x1b[11;1Hblock`)
  const gone = file('gone.txt', '\x1b[10;30Hx\x1b[12;1Hgone')
  const next = [plain, block, gone].map((one) => `read _; cat ${one}`).join('; ')
  await type(`clear; stty -echo; cat ${before}; ${next}; exec cat\n`)
  await shows(/^single/m)
  await page.locator('.sized-layer canvas').waitFor()
  await page.waitForTimeout(500) // the last of the first frames
  const drawn = () => page.evaluate(() => window.drawnParts)
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.sized-layer canvas')!
    const context = canvas.getContext('2d')!
    const { save } = context
    window.drawnParts = 0
    context.save = () => {
      window.drawnParts += 1
      save.call(context)
    }
  })
  await type('\n')
  await shows(/^plain/m)
  expect(await drawn(), 'none for text').toBe(0)
  await type('\n')
  await shows(/^block/m)
  await expect.poll(drawn, 'two rows of the new block').toBe(2)
  const pixels = await pixelsOf(page, all)
  expect(cellsOf(pixels, 0, 8), 'the others are still there').toBe('##......')
  await type('\n')
  await shows(/^gone/m)
  expect(await drawn(), 'none for its end').toBe(2)
})

declare global {
  interface Window {
    /** Rows of blocks that were drawn. */
    drawnParts: number
  }
}
