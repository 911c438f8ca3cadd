/**
 * Tests animated GIF and WebP images: they are animated only while visible, at their own rate, and
 * only if motion is allowed.
 */
import { expect, test, type Started } from '../app.ts'
import { blue, coloursAt, green, inlineFile, red, show } from './image-pixels.ts'
import { slow } from '../../slow.ts'

/** Red, green and blue, 4 x 4 px. */
const files = {
  /** 200 ms each, for ever. */
  gif:
    'R0lGODlhBAAEAIEAAP8AAAAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQAFAAAACwAAAAABAAEAAAICQABCBxI' +
    'sCCAgAAh+QQAFAAAACwAAAAABAAEAIEA/wAAAAAAAAAAAAAICQABCBxIsCCAgAAh+QQAFAAAACwAAAAABAAEAIEAAP8A' +
    'AAAAAAAAAAAICQABCBxIsCCAgAA7',
  webp:
    'UklGRrQAAABXRUJQVlA4WAoAAAACAAAAAwAAAwAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAMAAAMAAMgAAAJW' +
    'UDhMDwAAAC8DwAAABxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAAMAAAMAAMgAAABWUDhMDwAAAC8DwAAAB9D/iP4HIqL/' +
    'AQBBTk1GKAAAAAAAAAAAAAMAAAMAAMgAAABWUDhMDwAAAC8DwAAABxDR//4HIqL/AQA=',
  /** 100 ms each, once. */
  once:
    'R0lGODlhBAAEAIEAAP8AAAAAAAAAAAAAACH5BAAKAAAALAAAAAAEAAQAAAgJAAEIHEiwIICAACH5BAAKAAAALAAAAAAE' +
    'AAQAgQD/AAAAAAAAAAAAAAgJAAEIHEiwIICAACH5BAAKAAAALAAAAAAEAAQAgQAA/wAAAAAAAAAAAAgJAAEIHEiwIICA' +
    'ADs=',
} as const

const image = (name: keyof typeof files): string =>
  inlineFile('width=4;height=2;preserveAspectRatio=0', Buffer.from(files[name], 'base64'))

const colour = async ({ page }: Started): Promise<number[]> => (await coloursAt(page, [[0, 1]]))[0]!

/**
 * Returns the colors that are drawn over the cells within this time, or until all have been seen.
 */
const seen = ({ page }: Started, ms: number): Promise<string[]> =>
  page.evaluate(
    async ([time, most]) => {
      const colours = new Set<string>()
      for (const end = performance.now() + time; performance.now() < end; ) {
        const canvas = document.querySelector<HTMLCanvasElement>('.picture-layer canvas')
        const drawn = canvas?.getContext('2d')?.getImageData(12, 8, 1, 1).data
        if (drawn !== undefined && drawn[3] === 255) colours.add([...drawn.subarray(0, 3)].join())
        if (colours.size === most) break
        await new Promise((done) => setTimeout(done, 20))
      }
      return [...colours].toSorted()
    },
    [ms, all.length] as const,
  )

const all = [blue, green, red].map((one) => one.join()).toSorted()

test('GIF and WebP play, and do not move with reduced motion', slow, async ({ shared: app }) => {
  const { page } = app
  for (const name of ['gif', 'webp'] as const) {
    await show(app, image(name), name)
    await expect.poll(() => seen(app, 1_500), { message: name }).toEqual(all)
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForTimeout(300)
  expect(await seen(app, 700)).toHaveLength(1)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => seen(app, 1_500)).toEqual(all)
})

test(
  'an animation that runs once ends at its last frame; hidden ones are not decoded',
  slow,
  async ({ shared: app }) => {
    const { page } = app
    await page.evaluate(() => {
      const { prototype } = ImageDecoder
      const decode = prototype.decode
      Object.assign(window, { decoded: 0 })
      prototype.decode = function (options) {
        ;(window as unknown as { decoded: number }).decoded += 1
        return decode.call(this, options)
      }
    })
    const decoded = () => page.evaluate(() => (window as unknown as { decoded: number }).decoded)
    await show(app, image('once'), 'once')
    await expect.poll(() => colour(app)).toEqual(blue)
    await page.waitForTimeout(500)
    expect(await colour(app)).toEqual(blue)
    expect(await decoded()).toBe(3)
    // at most one frame every 200 ms, and none after 100 lines of text have scrolled it away
    await show(app, image('gif'), 'gif')
    await expect.poll(() => seen(app, 1_500)).toEqual(all)
    await app.type('seq 100; PS1="away$ "\n')
    await app.shows('away$')
    await page.waitForTimeout(500)
    const before = await decoded()
    await page.waitForTimeout(1_000)
    expect(await decoded()).toBe(before)
    await page.keyboard.press('Shift+Home')
    await page.waitForTimeout(1_000)
    const shown = (await decoded()) - before
    expect(shown).toBeGreaterThan(2)
    expect(shown).toBeLessThan(10)
  },
)
