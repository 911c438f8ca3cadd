/**
 * Compares WebGL, the page's own drawing and xterm.js's DOM renderer over one screen, at the scales
 * of desktops. All have the same cells, in device pixels. WebGL and the page draw the same pixels.
 *
 * The DOM renderer lets Chromium place and smooth the text, so its cells are compared: the ground
 * is equal, and ink has the same color, amount and position within a tolerance. It takes box
 * drawing, block elements and decorations from the font, and does not correct the contrast of ANSI
 * colors, so these are not compared.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { expect, shots, test, type Started } from '../app.ts'
import { filled, green, kitty, red } from '../grid/image-pixels.ts'
import { columnOf, decoded, drawnBy, rowOf, type Pixels } from '../grid/pixels.ts'
import { slow } from '../../slow.ts'

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

const underlines = ['4', '4:2', '4:3', '4:4', '4:5', '4:3;58;2;255;80;0', '4;58;5;9', '4;7;31']
/** Exact colors, whose contrast our renderers do not change. */
const exact = '\x1b[38;2;255;220;0;48;2;20;60;160m'
const wide = `汉字漢字カタ한글👍🚀  ${exact}汉👍\x1b[m\x1b[7m汉👍\x1b[m`
const block = '█'.repeat(20)

/** By name: rows of the screen. An empty row is below each group whose ink may leave its cells. */
const groups = {
  text: ['The quick brown fox jumps over the lazy dog 0123456789 MWMW', 'selected text here'],
  styles: [
    '\x1b[1mbold text\x1b[m \x1b[2mfaint\x1b[m \x1b[31mred \x1b[38;5;200mpink\x1b[m' +
      ` \x1b[7minverse\x1b[m ${exact}on blue\x1b[m`,
  ],
  slanted: ['\x1b[3mitalic text\x1b[m \x1b[1;3mbold italic\x1b[m', ''],
  underlined: [
    underlines.map((style) => `\x1b[${style}mAgj nm\x1b[m`).join('') +
      '\x1b[9mAgj\x1b[53mAgj\x1b[m',
    '',
  ],
  wide: [wide, ''],
  ligatures: ['=> -> != === >='],
  blocks: [block, block],
  shapes: [range(0x2500, 0x253f), range(0x2550, 0x258f), range(0x2590, 0x259f)],
  frames: [
    '┌──┬──┐╔══╗┏━━┓╭──╮',
    '│  │  │║  ║┃  ┃│  │',
    '├──┼──┤╠══╣┣━━┫│  │',
    '└──┴──┘╚══╝┗━━┛╰──╯',
  ],
  grounds: ['\x1b[41m      \x1b[42m      \x1b[m', '\x1b[41m      \x1b[42m      \x1b[m'],
} as const
type Group = keyof typeof groups

const names = Object.keys(groups) as Group[]
/** The first row of a group. */
const rowOfGroup = (name: Group): number =>
  names.slice(0, names.indexOf(name)).reduce((sum, one) => sum + groups[one].length, 0)
const imageRow = names.reduce((sum, name) => sum + groups[name].length, 0)
const size = { cols: 76, rows: imageRow + 3 }

/** Returns the screen, with the cursor in its first row and images in its last ones. */
function screen(): string {
  const rows = names.flatMap((name) => groups[name]).join('\x1b[m\r\n')
  const image = (color: readonly number[]) =>
    kitty('a=T,f=32,s=20,v=20,c=4,r=2', filled(20, 20, color))
  const images = `${image(red)}\x1b[${imageRow + 1};9H${image(green)}`
  return `\x1b[2J\x1b[H${rows}\x1b[m\r\n${images}\x1b[1;3H`
}

const engines = { auto: 'processor', webgl: 'WebGL', dom: 'DOM' } as const
type Renderer = keyof typeof engines

interface Cell {
  readonly width: number
  readonly height: number
}

/** Returns sizes and positions of the grid and its canvas, device px. */
const measures = (page: Page) =>
  page.evaluate(() => {
    const ratio = window.devicePixelRatio
    const box = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
    const canvas = document.querySelector<HTMLCanvasElement>(
      '.xterm-screen > canvas:last-of-type:not(.xterm-link-layer)',
    )
    const { cols, rows } = window.vibeflowTest!.stats()
    const tops = [...document.querySelectorAll('.xterm-rows > div')].map(
      (row) => (row.getBoundingClientRect().top - box.top) * ratio,
    )
    return {
      left: Math.round(box.left * ratio),
      top: Math.round(box.top * ratio),
      width: box.width * ratio,
      height: box.height * ratio,
      canvas: canvas === null ? null : [canvas.width, canvas.height],
      ratio,
      cols,
      rows,
      tops,
    }
  })

/** Brighter than this is drawn. */
const ink = 100
/** Share of a straight line's ink that each row and column of a rounded corner has at least. */
const strength = 0.95

class Look {
  readonly cell: Cell
  readonly pixels: Pixels

  constructor(cell: Cell, pixels: Pixels) {
    this.cell = cell
    this.pixels = pixels
  }

  cells(row: number, column: number, columns: number, rows = 1): Pixels {
    const { width, height } = this.cell
    return this.pixels.crop(column * width, row * height, columns * width, rows * height)
  }
}

/** The grid by one renderer, once its picture does not change any more. */
async function drawn(page: Page, devtools: CDPSession, renderer: Renderer): Promise<Look> {
  await page.evaluate((name) => window.vibeflowTest!.options({ ui: { renderer: name } }), renderer)
  await expect.poll(() => drawnBy(page)).toBe(engines[renderer])
  const shot = async () => {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png' })
    return data
  }
  const { left, top, width, height, canvas, cols, rows, tops } = await measures(page)
  expect({ cols, rows }).toEqual(size)
  const [wholeWidth, wholeHeight] = [Math.round(width), Math.round(height)]
  expect(Math.abs(width - wholeWidth), `${width} px wide`).toBeLessThan(0.02)
  expect(Math.abs(height - wholeHeight), `${height} px high`).toBeLessThan(0.02)
  const cell = { width: wholeWidth / cols, height: wholeHeight / rows }
  expect(Number.isInteger(cell.width) && Number.isInteger(cell.height), 'whole cells').toBe(true)
  if (renderer !== 'dom') expect(canvas).toEqual([wholeWidth, wholeHeight])
  for (const [row, y] of tops.entries())
    expect(Math.abs(y - row * cell.height), `row ${row} at ${y}`).toBeLessThan(0.02)
  let png = ''
  let look: Look | null = null
  await expect
    .poll(async () => {
      const before = png
      png = await shot()
      if (png !== before) return false
      look = new Look(cell, (await decoded(page, png)).crop(left, top, wholeWidth, wholeHeight))
      // a frame that has no time left ends above it
      const last = look.cells(rowOfGroup('grounds') - 1, 14, 1)
      return Math.max(...last.brightnesses) > ink
    })
    .toBe(true)
  return look!
}

/** Returns the cells, as row and column, whose pixels differ by more than rounding. */
function differing(one: Look, other: Look): string[] {
  const cells = Array.from({ length: size.rows * size.cols }, (_, at) => ({
    row: Math.floor(at / size.cols),
    column: at % size.cols,
  }))
  return cells
    .filter(
      ({ row, column }) => one.cells(row, column, 1).furthestFrom(other.cells(row, column, 1)) > 1,
    )
    .map(({ row, column }) => `${row}:${column}`)
}

/** The ground of a cell, and amount, color and center of its ink. */
function factsOf(pixels: Pixels) {
  const counts = new Map<string, number>()
  const all = Array.from({ length: pixels.width * pixels.height }, (_, index) => pixels.at(index))
  for (const color of all) counts.set(color.join(), (counts.get(color.join()) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const ground = all.find((color) => counts.get(color.join()) === most)!
  let [sum, x, y, furthest, ink] = [0, 0, 0, 0, ground]
  for (const [index, color] of all.entries()) {
    const distance = distanceOf(color, ground)
    sum += distance
    x += distance * (index % pixels.width)
    y += distance * Math.floor(index / pixels.width)
    if (distance > furthest) [furthest, ink] = [distance, color]
  }
  const share = sum / 255 / all.length
  return { ground, ink, share, x: sum === 0 ? 0 : x / sum, y: sum === 0 ? 0 : y / sum }
}

const distanceOf = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, at) => Math.abs(value - other[at]!)))

/** Less ink than this is the edge of a neighbor's glyph. */
const edgeShare = 0.02

interface Compared {
  readonly columns: number
  readonly unit?: number
  /** How many pixels thicker a line of the cursor may be. */
  readonly lines?: number
  readonly what: string
}

/**
 * Expects the same in each unit of a row, which is a cell, or two for wide characters. Chromium
 * smooths at other positions within a pixel, and moves glyphs by up to a pixel at the scale.
 */
function expectAlike(
  [ours, dom]: readonly [Look, Look],
  row: number,
  { columns, unit = 1, lines = 0, what }: Compared,
): void {
  const pixel = Math.ceil(ours.cell.height / 18)
  for (let column = 0; column < columns; column += unit) {
    const [one, other] = [ours, dom].map((look) => factsOf(look.cells(row, column, unit)))
    const where = `${what}, column ${column}`
    expect(distanceOf(one!.ground, other!.ground), `ground: ${where}`).toBeLessThanOrEqual(1)
    expect(Math.abs(one!.share - other!.share), `amount: ${where}`).toBeLessThan(0.05)
    if (Math.min(one!.share, other!.share) < edgeShare) continue
    expect(distanceOf(one!.ink, other!.ink), `color: ${where}`).toBeLessThan(40)
    expect(Math.abs(one!.x - other!.x), `x: ${where}`).toBeLessThan(pixel + 0.5)
    expect(Math.abs(one!.y - other!.y), `y: ${where}`).toBeLessThan(pixel / 2 + lines)
  }
}

/** Expects blocks and backgrounds without a seam, and frames whose lines continue. */
function expectNoSeams(look: Look, name: string): void {
  const blocks = look.cells(rowOfGroup('blocks'), 0, 20, 2)
  expect(Math.min(...blocks.brightnesses), `${name}: seam between blocks`).toBeGreaterThan(ink)
  expectPlainGrounds(look, name)
  const frames = rowOfGroup('frames')
  const { width, height } = look.cell
  // from the middle of the upper corners to that of the lower ones
  for (const column of [0, 3, 6, 7, 10, 11, 14]) {
    const cells = look.cells(frames, column, 1, 4)
    const whole = Array.from({ length: width }, (_, x) =>
      columnOf(cells, x).slice(Math.ceil(height / 2), Math.floor(3.5 * height)),
    ).filter((brightnesses) => brightnesses.every((one) => one > ink))
    expect(whole.length, `${name}: vertical line in column ${column}`).toBeGreaterThan(0)
  }
  expectSharpLines(look, name)
  expectStrongCorners(look, name)
  for (const [from, to] of [
    [0, 6],
    [7, 10],
    [11, 14],
  ] as const) {
    const cells = look.cells(frames, from, to - from + 1)
    const whole = Array.from({ length: height }, (_, y) =>
      rowOf(cells, y).slice(Math.ceil(width / 2), Math.floor((to - from + 0.5) * width)),
    ).filter((brightnesses) => brightnesses.every((one) => one > ink))
    expect(whole.length, `${name}: horizontal line from ${from}`).toBeGreaterThan(0)
  }
}

/** Expects lines of whole pixels, with the color of the text or the ground in each pixel. */
function expectSharpLines(look: Look, name: string): void {
  const row = rowOfGroup('shapes')
  for (const [at, what] of [...'─━│┃┄┅┆┇'].entries()) {
    const pixels = look.cells(row, at, 1)
    const between = pixels.brightnesses.filter((one) => one > 40 && one < 200)
    expect(between, `${name}: ${what} is sharp`).toEqual([])
  }
  for (const [at, what] of [...'│├'].entries()) {
    const pixels = look.cells(rowOfGroup('frames') + 1 + at, 0, 1)
    const between = pixels.brightnesses.filter((one) => one > 40 && one < 200)
    expect(between, `${name}: ${what} is sharp`).toEqual([])
  }
}

/**
 * Expects rounded corners with as much ink as the straight lines that they join: in each row from
 * the curve to the vertical line, and in each column from the curve to the horizontal line.
 */
function expectStrongCorners(look: Look, name: string): void {
  const row = rowOfGroup('frames')
  const { width, height } = look.cell
  const ground = look.cells(row + 1, 16, 1).brightness(0)
  const inkOf = (brightnesses: readonly number[]) =>
    brightnesses.reduce((total, one) => total + one - ground, 0)
  const across = inkOf(columnOf(look.cells(row, 16, 1), Math.floor(width / 2)))
  const down = inkOf(rowOf(look.cells(row + 1, 15, 1), Math.floor(height / 2)))
  expect(Math.min(across, down), `${name}: straight lines`).toBeGreaterThan(ink)
  for (const { what, at, column, below, right } of [
    { what: '╭', at: 0, column: 15, below: true, right: true },
    { what: '╮', at: 0, column: 18, below: true, right: false },
    { what: '╰', at: 3, column: 15, below: false, right: true },
    { what: '╯', at: 3, column: 18, below: false, right: false },
  ]) {
    const cell = look.cells(row + at, column, 1)
    const rows = Array.from({ length: Math.floor(height / 2) }, (_, y) =>
      inkOf(rowOf(cell, below ? height - 1 - y : y)),
    )
    const columns = Array.from({ length: Math.floor(width / 2) }, (_, x) =>
      inkOf(columnOf(cell, right ? width - 1 - x : x)),
    )
    expect(Math.min(...rows) / down, `${name}: rows of ${what}`).toBeGreaterThan(strength)
    expect(Math.min(...columns) / across, `${name}: columns of ${what}`).toBeGreaterThan(strength)
  }
}

function expectPlainGrounds(look: Look, name: string): void {
  for (const column of [0, 6]) {
    const colors = new Set<string>()
    const cells = look.cells(rowOfGroup('grounds'), column, 6, 2)
    for (let at = 0; at < cells.width * cells.height; at += 1) colors.add(cells.at(at).join())
    expect([...colors], `${name}: one color from column ${column}`).toHaveLength(1)
  }
}

/** Expects that each underline is drawn, within its cells and in its own color. */
function expectUnderlines(look: Look, name: string): void {
  const row = rowOfGroup('underlined')
  const below = factsOf(look.cells(row + 1, 0, 6 * underlines.length))
  expect(below.share, `${name}: below the row`).toBe(0)
  for (const [at, style] of underlines.entries()) {
    // below the space between letters there is nothing else
    const { share, ink: color } = factsOf(look.cells(row, 6 * at + 3, 1))
    expect(share, `${name}: ${style}`).toBeGreaterThan(0.015)
    if (style.endsWith('255;80;0'))
      expect(distanceOf(color, [255, 80, 0]), `${name}: ${color.join()}`).toBeLessThan(60)
  }
}

async function prepare({ home, page, shows, type }: Started): Promise<void> {
  await shows('ready$')
  // the window gets its size once a cell has been measured
  const fits = () =>
    page.evaluate(({ cols, rows }) => {
      const now = window.vibeflowTest!.stats()
      return now.cols === cols && now.rows === rows
    }, size)
  await expect.poll(fits).toBe(true)
  writeFileSync(join(home, 'screen.txt'), screen())
  await page.evaluate(() => window.vibeflowTest!.options({ cursor: { blink_ms: 0 } }))
  await type(`exec sh -c 'stty -echo; cat screen.txt; cat'\n`)
  await shows('0123456789 MWMW')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const { left, top, ratio, width, height } = await measures(page)
  const at = (column: number, row: number) =>
    [
      (left + (column * width) / size.cols) / ratio,
      (top + ((row + 0.5) * height) / size.rows) / ratio,
    ] as const
  await page.mouse.move(...at(0.1, 1))
  await page.mouse.down()
  await page.mouse.move(...at(7.9, 1))
  await page.mouse.up()
  await page.mouse.move(...at(70, size.rows - 1))
}

for (const scale of [1, 1.25, 1.5, 1.75, 2])
  test(
    `all renderers have the same cells without seams at scale ${scale}`,
    slow,
    async ({ start }) => {
      const started = await start({
        args: ['--geometry', `${size.cols}x${size.rows}`],
        switches: [`--force-device-scale-factor=${scale}`],
      })
      const { page } = started
      const devtools = await page.context().newCDPSession(page)
      await prepare(started)
      const shown = async (renderer: Renderer): Promise<Look> => {
        const look = await drawn(page, devtools, renderer)
        if (shots !== '')
          await page.screenshot({
            path: `artifacts/screenshots/renderers-${scale}-${renderer}.png`,
          })
        return look
      }
      const own = await shown('auto')
      const card = (await drawnBy(page)) === 'WebGL' // a graphics card draws
      const webGl = await shown('webgl')
      expect(own.cell).toEqual(webGl.cell)
      if (!card) expect(differing(own, webGl)).toEqual([])
      for (const [name, look] of Object.entries({ own, webGl })) {
        expectNoSeams(look, name)
        expectUnderlines(look, name)
      }
      const dom = await shown('dom')
      expect(dom.cell).toEqual(own.cell)
      expectPlainGrounds(dom, 'DOM')
      const looks = [own, dom] as const
      expectAlike(looks, 0, { columns: 60, what: 'text and cursor' })
      expectAlike(looks, 1, { columns: 20, what: 'selection' })
      expectAlike(looks, rowOfGroup('styles'), { columns: 50, what: 'styles' })
      expectAlike(looks, rowOfGroup('slanted'), { columns: 24, what: 'slanted' })
      expectAlike(looks, rowOfGroup('wide'), { columns: 30, unit: 2, what: 'wide' })
      const image = dom.cells(imageRow, 0, size.cols, 2)
      expect(image.furthestFrom(own.cells(imageRow, 0, size.cols, 2)), 'images').toBe(0)
    },
  )

test('all renderers draw each cursor in its cell', slow, async ({ start }) => {
  const started = await start({
    args: ['--geometry', `${size.cols}x${size.rows}`],
    switches: ['--force-device-scale-factor=1.5'],
  })
  const { page } = started
  const devtools = await page.context().newCDPSession(page)
  await prepare(started)
  const seen: Record<string, Pixels> = {}
  for (const style of ['block', 'bar', 'underline'] as const) {
    await page.evaluate((name) => window.vibeflowTest!.options({ cursor: { style: name } }), style)
    const looks: Look[] = []
    for (const renderer of ['auto', 'webgl', 'dom'] as const)
      looks.push(await drawn(page, devtools, renderer))
    const [own, webGl, dom] = looks as [Look, Look, Look]
    expect(differing(own, webGl), style).toEqual([])
    expectAlike([own, dom], 0, { columns: 10, lines: 1, what: `cursor ${style}` })
    for (const [other, pixels] of Object.entries(seen))
      expect(pixels.equals(own.cells(0, 2, 1)), `${style} looks like ${other}`).toBe(false)
    seen[style] = own.cells(0, 2, 1)
  }
})
