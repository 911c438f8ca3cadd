/** Images that programs draw, in the pixels of the window. */
import { png } from '../../../src/host/desktop/png.ts'
import { expect, picture, test } from '../app.ts'
import {
  blue,
  coloursAt,
  filled,
  green,
  inlineFile,
  kitty,
  placeholders,
  red,
  show,
  yellow,
} from './image-pixels.ts'
import { slow } from '../../slow.ts'

/** Red above blue, 40 x 24 px, by sixels. */
const sixel = '\x1bP0;1q"1;1;40;24#1;2;100;0;0#2;2;0;0;100#1!40~-#1!40~-#2!40~-#2!40~\x1b\\'

test('sixel, kitty and PNG images and placeholders are clipped, overwritten and cleared', async ({
  shared: app,
}) => {
  const { page } = app
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
  // text replaces cells of sixels and inline files, and is drawn below kitty's
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

test(
  'images scroll with the text, stay in the history and survive a reload',
  slow,
  async ({ shared: app }) => {
    const { page } = app
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
  },
)

test(
  'images are placed relative to other images and to placeholders',
  slow,
  async ({ shared: app }) => {
    const { page } = app
    const one = (id: number, colour: readonly number[]) =>
      kitty(`a=t,i=${id},s=1,v=1`, filled(1, 1, colour))
    const cells = 'c=2,r=1'
    const drawn =
      one(1, green) +
      one(2, blue) +
      one(3, red) +
      `\x1b[3;5H${kitty(`a=p,i=1,p=1,${cells}`)}` +
      kitty(`a=p,i=2,p=1,P=1,Q=1,H=4,V=1,${cells}`) +
      kitty(`a=p,i=3,p=1,P=2,Q=1,H=4,V=-3,${cells}`) +
      // an image that only placeholders show; the text has two of them
      one(4, yellow) +
      kitty('a=p,i=4,p=1,U=1,c=2,r=1') +
      kitty(`a=p,i=3,p=2,P=4,H=3,V=2,${cells}`) +
      `\x1b[6;11H\x1b[38;5;4m${placeholders(0, 2)}\x1b[m`
    await show(app, drawn, 'one')
    const [ground] = await coloursAt(page, [[12, 40]])
    const at = (...places: (readonly [number, number])[]) => coloursAt(page, places)
    await expect
      .poll(() => at([2, 4], [3, 9], [0, 13], [5, 10], [5, 11], [7, 13], [7, 15]))
      .toEqual([green, blue, red, yellow, yellow, red, ground])
    // a line above them moves the text, and also the images placed relative to it
    await show(app, `${drawn}\x1b[4;1H\x1b[L`, 'two')
    await expect.poll(() => at([6, 10], [8, 13], [7, 13])).toEqual([yellow, red, ground])
    // the parent moves, and then is removed permanently
    await show(app, `${drawn}\x1b[8;1H${kitty(`a=p,i=1,p=1,${cells}`)}`, 'three')
    await expect.poll(() => at([2, 4], [7, 0], [8, 5], [5, 9])).toEqual([ground, green, blue, red])
    await picture(page, 'images-relative')
    await show(app, drawn + kitty('a=d,d=i,i=1') + kitty('a=d,d=i,i=4'), 'four')
    await expect.poll(() => page.locator('.picture-layer').count()).toBe(0)
  },
)

test(
  'PNG frames are composed, played, looped and complete after a reload',
  slow,
  async ({ shared: app }) => {
    const { page } = app
    const file = (colour: readonly number[]) =>
      png({ width: 4, height: 4, pixels: filled(4, 4, colour) })
    const drawn =
      kitty('a=T,i=1,f=100,c=4,r=2', file(red)) +
      kitty('a=f,i=1,f=100,z=-1', file(yellow)) +
      kitty('a=f,i=1,c=1,s=2,v=4,z=200', filled(2, 4, blue)) +
      // the right half of the yellow frame onto the right half of the last one
      kitty('a=c,i=1,r=2,c=3,w=2,h=4,X=2,x=2') +
      kitty('a=a,i=1,r=1,z=200')
    const now = () =>
      coloursAt(page, [
        [0, 0],
        [0, 3],
      ])
    await show(app, drawn, 'one')
    await expect.poll(now).toEqual([red, red])
    await app.type(`printf '${kitty('a=a,i=1,c=3').replaceAll('\x1b', '\\e')}'\n`)
    await expect.poll(now).toEqual([blue, yellow])
    await app.type(`printf '${kitty('a=a,i=1,s=3,v=1').replaceAll('\x1b', '\\e')}'\n`)
    const seen = new Set<string>()
    await expect
      .poll(async () => {
        seen.add(JSON.stringify(await now()))
        return seen.size
      })
      .toBe(2)
    expect([...seen].toSorted()).toEqual(
      [
        [blue, yellow],
        [red, red],
      ]
        .map((colours) => JSON.stringify(colours))
        .toSorted(),
    )
    // two more rounds, and it rests at its last frame
    await app.type(`printf '${kitty('a=a,i=1,s=3,v=3').replaceAll('\x1b', '\\e')}'\n`)
    await page.waitForTimeout(1_500)
    expect(await now()).toEqual([blue, yellow])
    // a reloaded page has all frames
    await app.type(`printf '${kitty('a=a,i=1,s=1,c=3').replaceAll('\x1b', '\\e')}'\n`)
    await page.reload()
    await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) === 1)
    await expect.poll(now).toEqual([blue, yellow])
  },
)
