/** Images in specs: what programs print, and what the window shows of it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Started } from '../app.ts'
import { screenshotOf } from './pixels.ts'

export const red = [255, 0, 0]
export const green = [0, 255, 0]
export const blue = [0, 0, 255]
export const yellow = [255, 255, 0]

/** Returns pixels of one color, RGBA. */
export const filled = (width: number, height: number, colour: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: width * height * 4 }, (_, at) => [...colour, 255][at % 4]!)

export const kitty = (control: string, data: Uint8Array | string = ''): string =>
  `\x1b_Gq=2,${control};${Buffer.from(data).toString('base64')}\x1b\\`

export const inlineFile = (options: string, data: Uint8Array): string =>
  `\x1b]1337;File=inline=1;${options}:${Buffer.from(data).toString('base64')}\x07`

/**
 * Returns a row of an image made of placeholders. The first one has marks; the others continue from
 * it.
 */
export const placeholders = (row: number, cells: number): string =>
  `\u{10eeee}${['\u0305', '\u030d'][row]}\u0305` + '\u{10eeee}'.repeat(cells - 1)

/** Returns the colors in the middle of cells, as drawn. */
export async function coloursAt(
  page: Page,
  cells: readonly (readonly [row: number, column: number])[],
): Promise<number[][]> {
  const [rows, columns] = [0, 1].map((axis) => 1 + Math.max(...cells.map((cell) => cell[axis]!)))
  const shot = await screenshotOf(page, { row: 0, rows: rows!, columns: columns! })
  return page.evaluate(
    async ([encoded, places, [high, wide]]) => {
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))]),
      )
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      context.drawImage(image, 0, 0)
      const [width, height] = [image.width / wide, image.height / high]
      return places.map(([row, column]) => [
        ...context
          .getImageData(Math.floor((column + 0.5) * width), Math.floor((row + 0.5) * height), 1, 1)
          .data.subarray(0, 3),
      ])
    },
    [shot.toString('base64'), cells, [rows!, columns!]] as const,
  )
}

/** Prints this on a cleared screen, with the prompt below it. */
export async function show(
  { home, type, shows }: Started,
  text: string,
  prompt: string,
): Promise<void> {
  writeFileSync(join(home, 'drawn.txt'), `${text}\x1b[14;1H`)
  await type(`clear; cat drawn.txt; PS1='${prompt}$ '\n`)
  await shows(new RegExp(`^${prompt}\\$ $`, 'm'))
}

/** Pixels of what is drawn over the cells, RGBA, from the upper left corner of the grid on. */
export async function canvasPixels(page: Page, width: number, height: number): Promise<Buffer> {
  const data = await page.evaluate(
    ([wide, high]) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.picture-layer canvas')
      if (canvas === null) return ''
      const { data: bytes } = canvas.getContext('2d')!.getImageData(0, 0, wide, high)
      let text = ''
      // a call has no room for all of them
      for (let at = 0; at < bytes.length; at += 8_192)
        text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
      return btoa(text)
    },
    [width, height] as const,
  )
  return Buffer.from(data, 'base64')
}
