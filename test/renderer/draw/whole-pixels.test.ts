/** Sizes in whole device pixels at the scales of desktops, and underlines within their cells. */
import { expect, test } from 'vitest'
import {
  paintUnderline,
  underlineColor,
  underlineOf,
  underlineWidth,
  withoutUnderline,
} from '../../../src/renderer/grid/lines/underlines.ts'
import {
  linePx,
  sizeCursor,
  sizeExactly,
  wholePixels,
  type SizedRenderer,
} from '../../../src/renderer/grid/lines/whole-pixels.ts'

/** Scales in steps of 1/120, as Wayland has them, and as Chromium rounds them. */
const scales = Array.from({ length: 241 }, (_, at) => Math.fround((60 + at) / 120))

test('a cell keeps its whole pixels after a multiplication by the scale', () => {
  for (const scale of scales)
    for (let px = 1; px <= 60; px += 1)
      expect(Math.floor(wholePixels(px / scale, scale) * scale), `${px} at ${scale}`).toBe(px)
  expect(wholePixels(0, 1.25), 'not measured yet').toBe(0)
})

/** A renderer whose own sizes are rounded to CSS pixels, as those of xterm.js are. */
function rendererOf(scale: number, [width, height]: readonly number[]): SizedRenderer {
  const size = () => ({ width: 0, height: 0 })
  const kind: SizedRenderer = {
    dimensions: {
      css: { canvas: size(), cell: size() },
      device: { canvas: size(), cell: size(), char: size() },
    },
    _coreBrowserService: { dpr: scale },
    _rowElements: [{ style: {} }, { style: {} }] as unknown as HTMLElement[],
    _screenElement: { style: {} } as unknown as HTMLElement,
    _setCanvasDevicePixelDimensions: () => {
      throw new Error('replaced')
    },
    _updateDimensions() {
      const { css, device } = this.dimensions
      const cell = { width: wholePixels(width! / scale, scale) * scale, height }
      Object.assign(device.char, cell)
      Object.assign(device.cell, cell)
      Object.assign(device.canvas, { width: cell.width * 76, height: height! * 23 })
      css.canvas.width = Math.round(device.canvas.width / scale)
      css.cell.width = css.canvas.width / 76
    },
  }
  sizeExactly(kind)
  kind._updateDimensions()
  return kind
}

test('grid, rows and canvas are as many device pixels as their cells', () => {
  for (const scale of scales) {
    const renderer = rendererOf(scale, [10, 23])
    const { css, device } = renderer.dimensions
    expect(device.cell).toEqual({ width: 10, height: 23 })
    expect(device.canvas).toEqual({ width: 760, height: 529 })
    expect(css.cell.width * scale).toBeCloseTo(10, 9)
    // Chromium cuts lengths to 1/64 px
    const cut = (px: string) => Math.floor(Number.parseFloat(px) * scale * 64) / 64
    const { style } = renderer._screenElement!
    expect([cut(style.width), cut(style.height)], `at ${scale}`).toEqual([760, 529])
    for (const row of renderer._rowElements!) expect(cut(row.style.height)).toBe(23)
    expect(() => renderer._setCanvasDevicePixelDimensions!(1, 1)).not.toThrow()
  }
})

test('sizes are zero while the font is not measured', () => {
  const { css, device } = rendererOf(1.5, [0, 0]).dimensions
  expect([device.canvas.width, device.cell.width, css.cell.width]).toEqual([0, 0, 0])
})

test('lines of cursors are whole pixels', () => {
  expect([1, 1.25, 1.5, 1.75, 2, 0.5].map(linePx)).toEqual([1, 1, 2, 2, 2, 1])
  const cursor = { x: 0, y: 0, width: 1, style: 'bar', cursorWidth: 1, dpr: 1.5 }
  sizeCursor({ cursor })
  expect(cursor.dpr).toBe(2)
  expect(() => sizeCursor({ cursor: undefined })).not.toThrow()
})

test('an underline is found by flag or style, and removed from both', () => {
  const [flag, has] = [0x1000_0000, 0x1000_0000]
  expect(underlineOf(0, 0, 3 << 26), 'attributes that are not in use').toBe(0)
  expect(underlineOf(0, flag, 0)).toBe(1)
  for (const style of [1, 2, 3, 4, 5]) {
    expect(underlineOf(has, flag, style << 26)).toBe(style)
    const [foreground, extended] = withoutUnderline(flag | 7, (style << 26) | 0x300_1234)
    expect([foreground, extended]).toEqual([7, 0x300_1234])
    expect(underlineOf(has, foreground, extended)).toBe(0)
  }
})

test('an underline has its own color, of the palette or RGB', () => {
  const palette = [{ rgba: 0x112233ff }, { rgba: 0xffeeddff }]
  expect(underlineColor(3 << 26, palette)).toBeNull()
  expect(underlineColor(0x100_0001, palette)).toBe('#ffeedd')
  expect(underlineColor(0x300_0a0b, palette)).toBe('#000a0b')
})

test('underlines of all styles are in the cell and continue in the next one', () => {
  for (const fontSize of [6, 9, 14, 22, 60])
    for (const devicePixelRatio of [1, 1.25, 1.5, 1.75, 2])
      for (const style of [1, 2, 3, 4, 5]) {
        const lineWidth = underlineWidth({ fontSize, devicePixelRatio })
        const drawn: number[][] = []
        const width = Math.round(fontSize * devicePixelRatio * 1.2)
        const none = () => undefined
        paintUnderline(
          {
            ...{ fillStyle: 'red', strokeStyle: '', lineWidth: 0 },
            ...{ save: none, restore: none, beginPath: none, clip: none, stroke: none },
            ...{ moveTo: none, quadraticCurveTo: none },
            fillRect: (...box) => drawn.push(box),
            rect: (...box) => drawn.push(box),
          },
          style,
          { left: 4, bottom: 100, width, cells: 2, lineWidth },
        )
        const what = `style ${style}, ${fontSize} px at ${devicePixelRatio}`
        expect(drawn.length, what).toBeGreaterThan(0)
        for (const [x, y, wide, high] of drawn as [number, number, number, number][]) {
          expect([x, y, wide, high].every(Number.isInteger), what).toBe(true)
          expect(x, what).toBeGreaterThanOrEqual(4)
          expect(x + wide, what).toBeLessThanOrEqual(4 + width)
          expect(y + high, what).toBeLessThanOrEqual(100)
          expect(y, what).toBeGreaterThanOrEqual(100 - 4 * lineWidth)
        }
      }
})
