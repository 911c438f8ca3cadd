/**
 * Compares drawn images pixel by pixel: sixels with the output of libsixel's decoder
 * (test/data/images), and kitty's images with its protocol.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { pngPixels, readPng } from '../../../src/terminal/images/png.ts'
import { png } from '../../../src/host/desktop/png.ts'
import { root } from '../../tidy/tree.ts'
import { expect, picture, test, type Started } from '../app.ts'
import { canvasPixels, inlineFile, kitty, placeholders, show } from './image-pixels.ts'
import { slow } from '../../slow.ts'

const folder = join(root, 'test/data/images')

interface Image {
  readonly width: number
  readonly height: number
  /** RGBA */
  readonly pixels: Uint8Array
}

function reference(name: string): Image {
  const file = readPng(readFileSync(join(folder, name)))!
  return { ...file, pixels: pngPixels(file, inflateSync(file.data))! }
}

/** Makes an image from a function of the pixel's position. */
function image(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly number[],
): Image {
  const pixels = Array.from({ length: width * height }, (_, at) =>
    colour(at % width, Math.floor(at / width)),
  )
  return { width, height, pixels: Uint8Array.from(pixels.flat()) }
}

/** All different, some clear, some in between. */
const source = image(40, 36, (x, y) =>
  x < 4 && y < 4 ? [0, 0, 0, 0] : [x * 6, y * 7, (x * y) % 256, 255],
)
const opaque = image(40, 36, (x, y) => [255 - x * 6, y * 7, (x + y) * 3, 255])

const rgb = ({ pixels }: Image): Uint8Array => pixels.filter((_, at) => at % 4 !== 3)

const black = [0, 0, 0, 255]

/**
 * Returns the number of pixels that differ, and the first of them. Transparent pixels of the
 * expected image count as black, because the canvas has no transparent ones.
 */
async function differences(page: Page, { width, height, pixels }: Image, most = 0) {
  const drawn = await canvasPixels(page, width, height)
  const found: string[] = drawn.length === 0 ? ['nothing is drawn'] : []
  for (let at = 0; at < drawn.length; at += 4) {
    const [is, should] = [[...drawn.subarray(at, at + 4)], [...pixels.subarray(at, at + 4)]]
    if (is[3] === 0 && (should[3] === 0 || should.every((part, index) => part === black[index])))
      continue
    if (is.some((part, index) => Math.abs(part - should[index]!) > most))
      found.push(`${(at / 4) % width} ${Math.floor(at / 4 / width)}: ${is} instead of ${should}`)
  }
  return [found.length, ...found.slice(0, 3)]
}

let round = 0

/** Prints it at the upper left corner, and waits until these are the pixels there. */
async function draws(app: Started, about: string, text: string, expected: Image, most = 0) {
  round += 1
  await show(app, text, `r${round}`)
  await expect.poll(() => differences(app.page, expected, most), { message: about }).toEqual([0])
}

test(
  'sixel images of libsixel, chafa and ImageMagick match their references',
  slow,
  async ({ shared }) => {
    const app = shared
    await app.type('PS1=\n')
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.six'))) {
      const text = readFileSync(join(folder, name), 'latin1')
      const expected = reference(name.replace('.six', '.png'))
      const onBlack = `\x1b]11;#000000\x1b\\${text}\x1b]111\x1b\\`
      await draws(app, name, onBlack, expected, name.includes('hls') ? 2 : 0)
    }
    await picture(app.page, 'images-sixel')
  },
)

test('kitty and iTerm2 images of each format match their references', slow, async ({ shared }) => {
  const app = shared
  const size = 's=40,v=36,C=1'
  const file = png(source)
  const encoded = Buffer.from(source.pixels).toString('base64')
  const pieces = Array.from({ length: Math.ceil(encoded.length / 4_096) }, (_, at) =>
    encoded.slice(at * 4_096, (at + 1) * 4_096),
  )
  const chunked = pieces
    .map((piece, at) => {
      const control = at === 0 ? `a=T,q=2,f=32,${size},` : ''
      return `\x1b_G${control}m=${at + 1 < pieces.length ? 1 : 0};${piece}\x1b\\`
    })
    .join('')
  for (const [name, text, expected] of [
    ['RGBA', kitty(`a=T,f=32,${size}`, source.pixels), source],
    ['RGB', kitty(`a=T,f=24,${size}`, rgb(opaque)), opaque],
    ['RGB, zlib', kitty(`a=T,f=24,o=z,${size}`, deflateSync(rgb(opaque))), opaque],
    ['RGBA, zlib', kitty(`a=T,f=32,o=z,${size}`, deflateSync(source.pixels)), source],
    ['PNG', kitty('a=T,f=100,C=1', file), source],
    ['PNG, zlib', kitty('a=T,f=100,o=z,C=1', deflateSync(file)), source],
    ['pieces', chunked, source],
    ['inline', inlineFile('', png(opaque)), opaque],
  ] as const)
    await draws(app, name, text, expected)
})

const at = ({ pixels, width }: Image, x: number, y: number): readonly number[] => [
  ...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

const over = (below: readonly number[], above: readonly number[]): readonly number[] =>
  above[3] === 0 ? below : above

test(
  'kitty rectangles, offsets, z, frames, relatives and placeholders match references',
  slow,
  async ({ shared }) => {
    const app = shared
    const { page } = app
    const cell = await page.evaluate(() => {
      const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
      const { cols, rows } = window.vibeflowTest!.stats()
      return { width: screen.width / cols, height: screen.height / rows }
    })
    expect([Number.isInteger(cell.width), Number.isInteger(cell.height)]).toEqual([true, true])
    const sent =
      kitty('a=t,i=1,s=40,v=36', source.pixels) + kitty('a=t,i=2,s=40,v=36', opaque.pixels)
    const none = [0, 0, 0, 0]
    const part = 'x=5,y=7,w=20,h=15'
    const stacked = (above: Image, below: Image) =>
      image(40, 36, (x, y) => over(at(below, x, y), at(above, x, y)))
    const frames =
      kitty('a=T,i=3,C=1,s=40,v=36', opaque.pixels) +
      kitty('a=f,i=3,c=1,x=3,y=2,s=10,v=8', image(10, 8, () => [9, 8, 7, 255]).pixels) +
      kitty('a=c,i=3,r=1,c=2,X=20,Y=20,x=1,y=24,w=15,h=10')
    const composed = image(40, 36, (x, y) => {
      if (x >= 1 && x < 16 && y >= 24 && y < 34) return at(opaque, x + 19, y - 4)
      return x >= 3 && x < 13 && y >= 2 && y < 10 ? [9, 8, 7, 255] : at(opaque, x, y)
    })
    // 5 x 2 pixels on as many cells: smooth between them, and each in its own color in the middle
    const blocks = image(5, 2, (x, y) => [x * 50, y * 200, 100, 255])
    const scaled = `${kitty('a=T,i=4,C=1,s=5,v=2,c=5,r=2', blocks.pixels)}`
    for (const [name, text, expected] of [
      [
        'a part',
        sent + kitty(`a=p,i=2,C=1,${part}`),
        image(40, 36, (x, y) => (x < 20 && y < 15 ? at(opaque, x + 5, y + 7) : none)),
      ],
      [
        'offsets in the cell',
        sent + kitty(`a=p,i=2,C=1,X=3,Y=4,${part}`),
        image(40, 36, (x, y) =>
          x >= 3 && x < 23 && y >= 4 && y < 19 ? at(opaque, x + 2, y + 3) : none,
        ),
      ],
      [
        'one that was sent later over it',
        sent + kitty('a=T,i=3,s=40,v=36,C=1', source.pixels) + kitty('a=p,i=2,C=1'),
        stacked(source, opaque),
      ],
      [
        'an earlier one of a higher z',
        sent + kitty('a=p,i=2,C=1,z=2') + kitty('a=p,i=1,C=1,z=1'),
        opaque,
      ],
      ['below text, where there is none', sent + kitty('a=p,i=2,C=1,z=-1'), opaque],
      [
        'below backgrounds of cells',
        `\x1b[42m \x1b[m\x1b[H${sent}${kitty(`a=p,i=2,C=1,z=${-0x4000_0001}`)}`,
        image(40, 36, (x, y) => (x < cell.width && y < cell.height ? none : at(opaque, x, y))),
      ],
      [
        'over backgrounds of cells',
        `\x1b[42m \x1b[m\x1b[H${sent}${kitty(`a=p,i=2,C=1,z=${-0x4000_0000}`)}`,
        opaque,
      ],
      [
        'in cells, with an offset',
        sent + kitty(`a=p,i=2,C=1,X=4,Y=9,x=0,y=0,w=12,h=9,c=2,r=1`),
        image(40, 36, (x, y) =>
          x >= 4 && x < 16 && y >= 9 && y < 18 ? at(opaque, x - 4, y - 9) : none,
        ),
      ],
      [
        'relative',
        sent + kitty('a=p,i=1,p=1,C=1,x=39,y=35') + kitty(`a=p,i=2,P=1,Q=1,H=1,V=1,${part}`),
        image(40, 36, (x, y) => {
          if (x === 0 && y === 0) return at(source, 39, 35)
          const [left, top] = [x - cell.width, y - cell.height]
          return left >= 0 && top >= 0 && left < 20 && top < 15
            ? at(opaque, left + 5, top + 7)
            : none
        }),
      ],
      ['a frame that is composed', frames + kitty('a=a,i=3,c=2'), composed],
      ['composed in place', frames + kitty('a=c,i=3,r=2,c=1'), composed],
      ['no other frame is left', frames + kitty('a=d,d=f,i=3,r=1'), composed],
      [
        'placeholders',
        sent +
          kitty(`a=p,i=2,U=1,c=5,r=2`) +
          `\x1b[38;5;2m${placeholders(0, 5)}\r\n${placeholders(1, 5)}\x1b[m`,
        opaque,
      ],
    ] as const)
      await draws(app, name, text, expected)
    await show(app, scaled, 'scaled')
    await expect
      .poll(async () => {
        const wide = cell.width * 5
        const drawn = await canvasPixels(page, wide, cell.height * 2)
        return Array.from({ length: 10 }, (_, index) => {
          const [column, row] = [index % 5, Math.floor(index / 5)]
          const middle =
            Math.floor((row + 0.5) * cell.height) * wide + Math.floor((column + 0.5) * cell.width)
          const colour = drawn.subarray(middle * 4, middle * 4 + 4)
          return at(blocks, column, row).every(
            (part, which) => Math.abs(part - colour[which]!) < 16,
          )
        })
      })
      .toEqual(Array<boolean>(10).fill(true))
  },
)
