/**
 * Compares glyphs on the screen by their pixels: a correct grid does not prove that its cells were
 * drawn.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, test } from '../app.ts'
import { drawnBy, screenshotOf, type Cells } from './pixels.ts'
import { slow } from '../../slow.ts'

/** One screen, each row ending in a line break; the last row is left to the prompt. */
type Screen = (size: { readonly cols: number; readonly rows: number }) => string

/** Distinct Chinese characters from this place of their block on. */
const chinese =
  (from: number): Screen =>
  ({ cols, rows }) =>
    Array.from({ length: rows - 1 }, (_, row) =>
      String.fromCharCode(
        ...Array.from(
          { length: Math.floor(cols / 2) },
          (_unused, column) => 0x4e00 + from + row * Math.floor(cols / 2) + column,
        ),
      ),
    ).join('\n') + '\n'

/** Each cell has its own color and an underline, so its glyph needs the whole cell. */
const dense =
  (blue: number): Screen =>
  ({ cols, rows }) =>
    Array.from({ length: rows - 1 }, (_, row) =>
      Array.from(
        { length: cols },
        (_unused, column) =>
          `\x1b[4;38;2;${100 + row};${50 + column};${blue}m` +
          `${String.fromCharCode(0x41 + ((row + column) % 58))}`,
      ).join(''),
    ).join('\x1b[m\n') + '\x1b[m\n'

/** The rows above the prompt, or a part of them, as a picture. */
async function picked(page: Page, part: Partial<Cells> = {}): Promise<Buffer> {
  const { cols, rows } = await page.evaluate(() => window.vibeflowTest!.stats())
  return screenshotOf(page, { row: 0, rows: rows - 1, columns: cols, ...part })
}

/** Returns the share of the picture's pixels that are not background. */
async function inkOf(page: Page, picture: Buffer): Promise<number> {
  return page.evaluate(async (png) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]),
    )
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    let ink = 0
    for (let at = 0; at < data.length; at += 4)
      if (
        Math.abs(data[at]! - data[data.length - 4]!) +
          Math.abs(data[at + 1]! - data[data.length - 3]!) >
        60
      )
        ink += 1
    return ink / (data.length / 4)
  }, picture.toString('base64'))
}

for (const renderer of ['auto', 'webgl'] as const)
  test(
    `${renderer} keeps drawing after more glyphs than the atlas holds`,
    slow,
    async ({ shared }) => {
      const { home, page, shows, type } = shared
      // WebGL on the CPU takes seconds for each screen, and has more pages than these screens fill
      if (renderer === 'auto') await page.setViewportSize({ width: 1400, height: 900 })
      await page.evaluate(
        (name) => window.vibeflowTest!.options({ ui: { renderer: name } }),
        renderer,
      )
      await expect.poll(() => drawnBy(page)).not.toBe('DOM')
      await expect
        .poll(() => page.evaluate(() => window.vibeflowTest!.stats().cols))
        .toBeGreaterThan(renderer === 'auto' ? 150 : 80)
      const size = await page.evaluate(() => window.vibeflowTest!.stats())
      let count = 0
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      const show = async (screen: Screen) => {
        count += 1
        writeFileSync(join(home, 'screen.txt'), screen(size))
        await type(`clear; cat screen.txt; PS1='${count}$ '\n`)
        await shows(new RegExp(`^${count}\\$ $`, 'm'))
        // a frame that has no time left ends above it
        const last = { row: size.rows - 2, rows: 1 }
        let before = await picked(page, last)
        await expect
          .poll(
            async () => {
              const now = await picked(page, last)
              const rests = now.equals(before) && (await inkOf(page, now)) > 0.05
              before = now
              return rests
            },
            { message: 'the picture rests' },
          )
          .toBe(true)
      }
      /** The first fifth of each row. */
      const ink = async () =>
        inkOf(page, await picked(page, { columns: Math.floor(size.cols / 5) }))
      await show(chinese(0))
      const first = await picked(page)
      expect(await inkOf(page, first)).toBeGreaterThan(0.1)
      const screens = [
        [dense(70), 0.05],
        [chinese(4_000), 0.1],
        [dense(140), 0.05],
        [chinese(8_000), 0.1],
      ] as const
      for (const [screen, least] of renderer === 'webgl' ? screens.slice(0, 1) : screens) {
        await show(screen)
        expect(await ink(), `screen ${count}`).toBeGreaterThan(least)
      }
      await show(chinese(0))
      expect((await picked(page)).equals(first)).toBe(true)
      expect(errors).toEqual([])
      await page.setViewportSize({ width: 960, height: 600 })
    },
  )

test(
  'emoji with text presentation by default are drawn as text within their cell',
  slow,
  async ({ shared }) => {
    const { page, shows, type } = shared
    await type(
      'clear; printf "\\u2714 \\u2733 \\u2699 \\u2602 \\u2764 \\u2b06\\n\\u2764\\ufe0f ' +
        '\\U1f680\\n"\n',
    )
    await shows('\u{1f680}')
    /** By cell of a row: number of pixels that are not background, and number of colored pixels. */
    const cells = (row: number) =>
      page.screenshot().then((png) =>
        page.evaluate(
          async ([encoded = '', y = 0]) => {
            const image = await createImageBitmap(
              new Blob([Uint8Array.from(atob(String(encoded)), (letter) => letter.charCodeAt(0))]),
            )
            const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
            context.drawImage(image, 0, 0)
            const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
            const { cols, rows } = window.vibeflowTest!.stats()
            const [width, height] = [screen.width / cols, screen.height / rows]
            return Array.from({ length: 12 }, (_, column) => {
              const { data } = context.getImageData(
                Math.round(screen.left + column * width),
                Math.round(screen.top + Number(y) * height),
                Math.round(width),
                Math.round(height),
              )
              const drawn = { ink: 0, colour: 0 }
              for (let at = 0; at < data.length; at += 4) {
                const channels = [...data.subarray(at, at + 3)]
                if (Math.max(...channels) > 90) drawn.ink += 1
                if (Math.max(...channels) - Math.min(...channels) > 60) drawn.colour += 1
              }
              return drawn
            })
          },
          [png.toString('base64'), row] as const,
        ),
      )
    for (const renderer of ['webgl', 'dom'] as const) {
      await page.evaluate(
        (wanted) => window.vibeflowTest!.options({ ui: { renderer: wanted } }),
        renderer,
      )
      await expect
        .poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer))
        .toBe(renderer)
      await expect
        .poll(
          async () => (await cells(0)).map(({ ink }, column) => (column % 2 === 0 ? ink > 0 : ink)),
          { message: renderer },
        )
        .toEqual(Array.from({ length: 12 }, (_, column) => (column % 2 === 0 ? true : 0)))
      expect(
        (await cells(0)).map(({ colour }) => colour),
        renderer,
      ).toEqual(Array.from({ length: 12 }, () => 0))
      expect((await cells(1)).map(({ colour }) => colour > 0).slice(0, 4), renderer).toEqual([
        true,
        true,
        true,
        true,
      ])
    }
  },
)

test(
  'sextants and mosaics fill their part of the cell, and player symbols are complete',
  slow,
  async ({ shared }) => {
    const { page, shows, type, home } = shared
    await page.evaluate(() => window.vibeflowTest!.options({ ui: { renderer: 'webgl' } }))
    // whole cells between them: a gap at an edge would be seen
    const drawn = [
      ...['\u{1fb00}', '\u{1fb0e}', '\u{1fb3b}', '\u{1fb3d}', '\u{1fb69}', '\u23fa', '\u23f5'],
    ]
    writeFileSync(join(home, 'drawn.txt'), `${drawn.join(' ')}\n\u23fa\u23fa\n`)
    await type('clear; cat drawn.txt\n')
    await shows('\u23fa\u23fa')
    /** Is there ink in the middle of each sixth of a cell? Left to right, from the top. */
    const parts = async (column: number): Promise<number[]> => {
      const png = await page.screenshot()
      return page.evaluate(
        async ([encoded = '', at = 0]) => {
          const image = await createImageBitmap(
            new Blob([Uint8Array.from(atob(String(encoded)), (letter) => letter.charCodeAt(0))]),
          )
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
          context.drawImage(image, 0, 0)
          const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
          const { cols, rows } = window.vibeflowTest!.stats()
          const [width, height] = [screen.width / cols, screen.height / rows]
          return Array.from({ length: 6 }, (_, part) => {
            const { data } = context.getImageData(
              Math.round(screen.left + (Number(at) + 0.25 + (part % 2) / 2) * width),
              Math.round(screen.top + ((Math.floor(part / 2) + 0.5) / 3) * height),
              1,
              1,
            )
            return Math.max(...data.subarray(0, 3)) > 128 ? 1 : 0
          })
        },
        [png.toString('base64'), column] as const,
      )
    }
    await expect.poll(() => parts(0)).toEqual([1, 0, 0, 0, 0, 0])
    expect(await parts(2)).toEqual([1, 1, 1, 1, 0, 0])
    expect(await parts(4)).toEqual([0, 1, 1, 1, 1, 1])
    // below the line from the lower middle left to the lower right
    expect(await parts(6)).toEqual([0, 0, 0, 0, 1, 0])
    // all but the upper triangle
    expect((await parts(8)).toSpliced(1, 1)).toEqual([0, 1, 1, 1, 1])
    await picture(page, 'glyphs-mosaics')
    // Two of them side by side: as each is within its cell, there is ground between them.
    expect((await parts(10)).some((ink) => ink === 1)).toBe(true)
  },
)
