/** The pixels of cells of the grid, as the window shows them. */
import type { Page } from '@playwright/test'

/**
 * Returns the renderer of the visible grid. `processor`: the page draws on the CPU, as without a
 * graphics card.
 */
export function drawnBy(page: Page): Promise<'processor' | 'WebGL' | 'DOM'> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.xterm-screen > canvas:last-of-type')
    if (canvas === null || window.vibeflowTest!.stats().renderer === 'dom') return 'DOM'
    return canvas.getContext('webgl2') === null ? 'processor' : 'WebGL'
  })
}

export interface Cells {
  readonly row: number
  readonly column?: number
  readonly rows?: number
  readonly columns: number
}

/** A picture of these cells, as PNG. */
export async function screenshotOf(page: Page, cells: Cells): Promise<Buffer> {
  const clip = await page.evaluate(({ row, column = 0, rows = 1, columns }) => {
    const { x, y, width, height } = document
      .querySelector('.grid .xterm-screen')!
      .getBoundingClientRect()
    const size = window.vibeflowTest!.stats()
    const [cellWidth, cellHeight] = [width / size.cols, height / size.rows]
    return {
      x: x + column * cellWidth,
      y: y + row * cellHeight,
      width: columns * cellWidth,
      height: rows * cellHeight,
    }
  }, cells)
  return page.screenshot({ clip })
}

/** Rows of pixels from the top. */
export class Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each. */
  readonly #data: Uint8Array

  constructor(width: number, height: number, data: Uint8Array) {
    this.width = width
    this.height = height
    this.#data = data
  }

  /** @param index counted row by row */
  at(index: number): readonly [red: number, green: number, blue: number] {
    const at = 4 * index
    return [this.#data[at]!, this.#data[at + 1]!, this.#data[at + 2]!]
  }

  /** The brightness of each pixel, 0 to 255. */
  get brightnesses(): readonly number[] {
    return Array.from({ length: this.width * this.height }, (_, index) => this.brightness(index))
  }

  brightness(index: number): number {
    return Math.max(...this.at(index))
  }

  /** How far the values of two pixels in the same place are from each other at most. */
  furthestFrom(other: Pixels): number {
    return this.#data.reduce(
      (furthest, value, at) => Math.max(furthest, Math.abs(value - other.#data[at]!)),
      0,
    )
  }

  equals(other: Pixels): boolean {
    return this.width === other.width && Buffer.compare(this.#data, other.#data) === 0
  }

  /**
   * Returns the part of the picture that these cells cover. The picture shows `of` cells from its
   * upper left corner on.
   */
  part({ row, column = 0, rows = 1, columns }: Cells, of: Cells): Pixels {
    const [wide, high] = [this.width / of.columns, this.height / (of.rows ?? 1)]
    return this.crop(
      Math.round(column * wide),
      Math.round(row * high),
      Math.round(columns * wide),
      Math.round(rows * high),
    )
  }

  crop(left: number, top: number, width: number, height: number): Pixels {
    const lines = Array.from({ length: height }, (_, y) => {
      const from = 4 * ((top + y) * this.width + left)
      return this.#data.subarray(from, from + 4 * width)
    })
    return new Pixels(width, height, Buffer.concat(lines))
  }
}

export async function pixelsOf(page: Page, cells: Cells): Promise<Pixels> {
  return decoded(page, (await screenshotOf(page, cells)).toString('base64'))
}

/** The pixels of a PNG, whose text is base64. */
export async function decoded(page: Page, png: string): Promise<Pixels> {
  const { width, height, data } = await page.evaluate(async (encoded) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))]),
    )
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    const bytes = context.getImageData(0, 0, image.width, image.height).data
    let text = ''
    // a call has no room for all of them
    for (let at = 0; at < bytes.length; at += 8_192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
    return { width: image.width, height: image.height, data: btoa(text) }
  }, png)
  return new Pixels(width, height, Buffer.from(data, 'base64'))
}

/** How bright the pixels of one column are, 0 to 255, from the top. */
export function columnOf(pixels: Pixels, x: number): number[] {
  return Array.from({ length: pixels.height }, (_, y) => pixels.brightness(y * pixels.width + x))
}

export function rowOf(pixels: Pixels, y: number): number[] {
  return Array.from({ length: pixels.width }, (_, x) => pixels.brightness(y * pixels.width + x))
}
