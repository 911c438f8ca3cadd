/** Faces of the bundled font, and scripts that other fonts have, looked at in pixels. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, test, type Started } from '../app.ts'
import { pixelsOf, screenshotOf, type Cells } from './pixels.ts'
import { slow } from '../../slow.ts'

/** Prints this and waits: nothing else is drawn. */
async function print({ home, page, type }: Started, text: string): Promise<void> {
  await page.evaluate(() =>
    window.vibeflowTest!.options({ fonts: { size: 20 }, cursor: { blink_ms: 0 } }),
  )
  writeFileSync(join(home, 'print.sh'), `stty -echo; clear; printf '\\033[?25l${text}'; cat`)
  await type('exec sh print.sh\n')
}

async function drawn(page: Page, cells: Cells): Promise<string> {
  return (await screenshotOf(page, cells)).toString('base64')
}

/** Until the rows are drawn, and their last glyphs too. */
async function rests(page: Page, rows: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer)).toBe('webgl')
  const all = { row: 0, rows, columns: 60 }
  let last = ''
  await expect
    .poll(async () => {
      const before = last
      last = await drawn(page, all)
      return last === before && (await pixelsOf(page, all)).brightnesses.some((one) => one > 128)
    })
    .toBe(true)
}

test('regular, bold, italic and bold italic use four real faces', slow, async ({ shared }) => {
  const rows = ['', '\\033[1m', '\\033[3m', '\\033[1;3m']
  const { page, shows } = shared
  await print(
    shared,
    rows.map((style) => `${style}afgklxyQR${style === '' ? '' : '\\033[m'}\\n`).join(''),
  )
  await shows('afgklxyQR\nafgklxyQR\nafgklxyQR\nafgklxyQR')
  await rests(page, rows.length)
  await picture(page, 'faces')
  const faces = await Promise.all(rows.map((_, row) => drawn(page, { row, columns: 9 })))
  expect(new Set(faces).size).toBe(4)
  // A face that the browser would make itself of another is not drawn where it may not.
  const widths = await page.evaluate(async () => {
    await document.fonts.ready
    return ['400 normal', '700 normal', '400 italic', '700 italic'].map((one) => {
      const [weight, style] = one.split(' ')
      const found = [...document.fonts].filter(
        (face) =>
          face.family.replaceAll('"', '') === 'JetBrains Mono' &&
          face.weight === weight &&
          face.style === style &&
          face.status === 'loaded',
      )
      return `${one} ${found.length}`
    })
  })
  expect(widths).toEqual(['400 normal 1', '700 normal 1', '400 italic 1', '700 italic 1'])
  const ink = async (row: number) =>
    (await pixelsOf(page, { row, columns: 9 })).brightnesses.filter((one) => one > 128).length
  expect(await ink(1), 'bold has more ink').toBeGreaterThan((await ink(0)) * 1.1)
  expect(await ink(3)).toBeGreaterThan((await ink(2)) * 1.1)
})

test(
  'fallback fonts draw other scripts without boxes, and marks on their letters',
  slow,
  async ({ shared }) => {
    // no character: whatever stands for what no font has
    const missing = '\u0378'
    const letters = {
      Devanagari: [...'कखगघचछजटडतदनपबमयरलवशस'],
      'Devanagari, with marks': ['कि', 'की', 'कु', 'के', 'क्', 'कं', 'क्ष'],
      Arabic: [...'ابتثجحخدذرزسشصضطعفكل'],
      Hebrew: [...'אבגדהוזחטיכלמנסעפצקרשת'],
      Greek: [...'αβγδεζηθικλμνξοπρστυφχψω'],
      Cyrillic: [...'абвгдежзиклмнопстуфчщюя'],
      Latin: ['e', 'é', 'e\u0301\u0323', 'ñ', 'n\u0331', 'o\u0308', 'o\u0304', 'ą'],
    }
    const rows = Object.values(letters).map((row) =>
      [missing, ...row].map((text, at) => `\\033[${3 * at + 1}G${text}`).join(''),
    )
    const { page, shows } = shared
    await print(shared, rows.map((row) => `${row}\\n`).join(''))
    await shows('o\u0304')
    await rests(page, rows.length)
    await picture(page, 'scripts')
    for (const [row, [script, texts]] of Object.entries(letters).entries()) {
      const all = [missing, ...texts]
      const line = await pixelsOf(page, { row, columns: 3 * all.length })
      const width = line.width / 3 / all.length
      const bright = line.brightnesses
      const inked = (at: number, from: number, end: number) =>
        bright.filter((_, index) => {
          const x = (index % line.width) - at * 3 * width
          return x >= from && x < end
        })
      const pictures = all.map((_, at) => inked(at, 0, 2 * width).join())
      const same = all.filter((_, at) => pictures.indexOf(pictures[at]!) !== at)
      expect(same, `${script}: drawn as another, or as what no font has`).toEqual([])
      const beside = all.filter((_, at) =>
        inked(at, 2.2 * width, 2.6 * width).some((one) => one > 60),
      )
      expect(beside, `${script}: something stands beside it`).toEqual([])
    }
  },
)

test(
  'the DOM renderer draws underscores of a font that reaches below the cell',
  slow,
  async ({ configured }) => {
    const { page, shows, type } = await configured(
      '[fonts]\npriority = ["DejaVu Sans Mono"]\nsize = 14\n[ui]\nrenderer = "dom"\n',
    )
    await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer)).toBe('dom')
    await type(`exec sh -c 'stty -echo; clear; printf "\\033[?25l_____"; cat'\n`)
    await shows(/^_____/)
    await expect
      .poll(async () => {
        const { brightnesses } = await pixelsOf(page, { row: 0, rows: 2, columns: 5 })
        return brightnesses.some((one) => one > 128)
      })
      .toBe(true)
  },
)
