/** Images that programs draw, in the pixels of the window. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { png } from '../../../src/host/png.ts'
import { expect, picture, test, type Started } from '../app.ts'

test.setTimeout(60_000)

const red = [255, 0, 0]
const green = [0, 255, 0]
const blue = [0, 0, 255]
const yellow = [255, 255, 0]

/** Pixels of one colour, RGBA. */
const filled = (width: number, height: number, colour: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: width * height * 4 }, (_, at) => [...colour, 255][at % 4]!)

const kitty = (control: string, data: Uint8Array | string = ''): string =>
  `\x1b_Gq=2,${control};${Buffer.from(data).toString('base64')}\x1b\\`

const inlineFile = (options: string, data: Uint8Array): string =>
  `\x1b]1337;File=inline=1;${options}:${Buffer.from(data).toString('base64')}\x07`

/** Red above blue, 40 x 24 px, by sixels. */
const sixel = '\x1bP0;1q"1;1;40;24#1;2;100;0;0#2;2;0;0;100#1!40~-#1!40~-#2!40~-#2!40~\x1b\\'

/** A row of a picture by placeholders: the first one has marks, the others go on from it. */
const placeholders = (row: number, cells: number): string =>
  `\u{10eeee}${['\u0305', '\u030d'][row]}\u0305` + '\u{10eeee}'.repeat(cells - 1)

/** Colours in the middle of cells, as drawn. */
async function coloursAt(
  page: Page,
  cells: readonly (readonly [row: number, column: number])[],
): Promise<number[][]> {
  const shot = await page.screenshot()
  return page.evaluate(
    async ([encoded, places]) => {
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))]),
      )
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      context.drawImage(image, 0, 0)
      const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
      const { cols, rows } = window.vibeflowTest!.stats()
      const [width, height] = [screen.width / cols, screen.height / rows]
      return places.map(([row, column]) => [
        ...context
          .getImageData(
            Math.floor(screen.left + (column + 0.5) * width),
            Math.floor(screen.top + (row + 0.5) * height),
            1,
            1,
          )
          .data.subarray(0, 3),
      ])
    },
    [shot.toString('base64'), cells] as const,
  )
}

/** Prints this on a cleared screen, with the prompt below it. */
async function show({ home, type, shows }: Started, text: string, prompt: string): Promise<void> {
  writeFileSync(join(home, 'drawn.txt'), `${text}\x1b[14;1H`)
  await type(`clear; cat drawn.txt; PS1='${prompt}$ '\n`)
  await shows(new RegExp(`^${prompt}\\$ $`, 'm'))
}

test('sixel, kitty pixels, PNG and placeholders, clipped, overwritten and cleared', async ({
  fresh,
}) => {
  const app = await fresh()
  const { page } = app
  await app.shows('ready$')
  const file = png({ width: 8, height: 8, pixels: filled(8, 8, yellow) })
  const drawn =
    sixel +
    `\x1b[1;21H${kitty('a=T,i=1,s=4,v=4,c=4,r=2', filled(4, 4, green))}` +
    `\x1b[1;31H${kitty('a=T,i=2,f=100,c=4,r=2', file)}` +
    `\x1b[5;21H${inlineFile('width=4;height=2;preserveAspectRatio=0', file)}` +
    kitty('a=t,i=3,s=4,v=4', filled(4, 4, blue)) +
    kitty('a=p,i=3,U=1,c=4,r=2') +
    `\x1b[5;31H\x1b[38;5;3m${placeholders(0, 4)}\x1b[6;31H${placeholders(1, 4)}\x1b[m` +
    `\x1b[9;1H${kitty('a=T,i=4,z=-1,s=1,v=1,c=3,r=1', filled(1, 1, green))}\x1b[9;2H#`
  await show(app, drawn, 'one')
  const ground = await coloursAt(page, [[12, 40]])
  const at = (...cells: (readonly [number, number])[]) => coloursAt(page, cells)
  await expect
    .poll(() => at([0, 1], [0, 21], [1, 23], [0, 31], [4, 21], [5, 23], [4, 31], [5, 33]))
    .toEqual([red, green, green, yellow, yellow, yellow, blue, blue])
  expect(await at([0, 24], [2, 21], [6, 31], [8, 0], [8, 2])).toEqual([
    ...ground,
    ...ground,
    ...ground,
    green,
    green,
  ])
  expect(await app.page.evaluate(() => document.querySelectorAll('.picture-layer').length)).toBe(1)
  await picture(page, 'images')
  // text takes cells of sixels and inline files, and lies under kitty's
  await show(app, `${drawn}\x1b[1;1H \x1b[1;1Hx\x1b[5;22Hy\x1b[1;22Hz`, 'two')
  await expect.poll(() => at([0, 2], [4, 20], [0, 21])).toEqual([red, yellow, green])
  expect((await at([4, 22]))[0]).toEqual(yellow)
  // EL takes a part of one, ED 2 all
  await show(app, `${drawn}\x1b[5;22H\x1b[K`, 'three')
  await expect.poll(() => at([4, 20], [4, 21], [5, 21])).toEqual([yellow, ...ground, yellow])
  await app.type('clear\n')
  await expect.poll(() => at([0, 1], [0, 21], [4, 21])).toEqual([...ground, ...ground, ...ground])
  await expect.poll(() => page.locator('.picture-layer').count()).toBe(0)
})

test('images scroll with the text, stay in the history, and come again with the page', async ({
  fresh,
}) => {
  const app = await fresh()
  const { page } = app
  await app.shows('ready$')
  await show(app, kitty('a=T,i=1,s=4,v=4,c=4,r=2', filled(4, 4, green)), 'one')
  await expect.poll(() => coloursAt(page, [[1, 1]])).toEqual([green])
  await app.type('seq 100; PS1="two$ "\n')
  await app.shows('two$')
  await expect.poll(() => coloursAt(page, [[1, 1]])).not.toEqual([green])
  const top = async () => {
    await page.keyboard.press('Shift+Home')

    await expect.poll(async () => (await coloursAt(page, all)).some(isGreen)).toBe(true)
  }
  const isGreen = ([r, g, b]: number[]) => r === 0 && g === 255 && b === 0
  const all = Array.from({ length: 20 }, (_, row) => [row, 1] as const)
  await top()
  await page.reload()
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) === 1)
  await page.locator('.xterm-helper-textarea').focus()
  await app.shows('two$')
  await top()
})
