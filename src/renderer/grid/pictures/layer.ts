/** Images over the cells of a grid, on a canvas that exists only while some are placed. */
import type { IBufferCell, Terminal } from '@xterm/xterm'
import { greatest, least } from '../../../base/numbers/extremes.ts'
import type { PicturePart, PlacedPicture } from '../../../terminal/frames/frame.ts'
import type { PlaceholderRun } from '../frames/placeholders.ts'
import type { PixelSize } from '../fit.ts'
import { anchorRowsMax, layersMax } from '../limits.ts'
import { Bitmaps } from './bitmaps.ts'
import { FrameClock } from './frame-clock.ts'
import { VirtualPlacements, type ShownRun } from './placeholders-in-view.ts'
import { PictureCells, type Standing } from './picture-cells.ts'

interface LayerPorts {
  /** Size of one cell, CSS px. */
  readonly cell: () => PixelSize
  readonly dropped: () => number
  readonly shown: () => boolean
  readonly nextFrame: (act: () => void) => void
  /** Returns the placeholders in a row of the active buffer. */
  readonly placeholders: (line: number) => readonly PlaceholderRun[]
  readonly selectionColour: () => string
  readonly now: () => number
  /** Whether animations are allowed. */
  readonly moves: () => boolean
}

/** With a lower `z`, images are also below cell backgrounds, as in kitty. */
const belowColours = -0x4000_0000

export class PictureLayer {
  readonly #host: HTMLElement
  readonly #terminal: Terminal
  readonly #ports: LayerPorts
  readonly #bitmaps: Bitmaps
  readonly #clock: FrameClock
  #placed: readonly PlacedPicture[] = []
  #virtual = new VirtualPlacements([])
  #layer: HTMLElement | null = null
  #canvas: HTMLCanvasElement | null = null
  /** Changes with the placed images. */
  #version = 0
  #drawn = ''
  #waits = false

  constructor(host: HTMLElement, terminal: Terminal, ports: LayerPorts) {
    this.#host = host
    this.#terminal = terminal
    this.#ports = ports
    this.#bitmaps = new Bitmaps(ports.now, () => this.#soon())
    this.#clock = new FrameClock(ports.now, ports.moves, () => this.#soon())
    terminal.onRender(() => this.#draw())
    terminal.onSelectionChange(() => {
      if (this.#placed.length > 0) this.#soon()
    })
  }

  place(placed: readonly PlacedPicture[]): void {
    if (placed.length === 0 && this.#placed.length === 0) return
    this.#placed = placed
    this.#virtual = new VirtualPlacements(placed)
    this.#version += 1
    this.#bitmaps.keep(
      new Map(placed.map(({ picture, animation }) => [picture, animation?.gaps.length ?? 1])),
    )
    this.#clock.follow(placed)
    if (placed.length === 0) this.#end()
    else this.#soon()
  }

  take(part: PicturePart, data: Uint8Array): void {
    this.#bitmaps.take(part, data)
  }

  /** The visible cells that images cover or show through, or null if there are no images. */
  get cells(): PictureCells | null {
    if (this.#placed.length === 0) return null
    const { cols, buffer } = this.#terminal
    const placeholders = (y: number) => this.#ports.placeholders(buffer.active.viewportY + y)
    return new PictureCells(this.#standing(), placeholders, cols)
  }

  /** Draws again after the canvas has lost its content. */
  again(): void {
    this.#drawn = ''
    if (this.#placed.length > 0) this.#soon()
  }

  /** Called when the permission for animations has changed. */
  motionChanged(): void {
    if (this.#placed.length > 0) this.#soon()
  }

  #end(): void {
    this.#layer?.remove()
    this.#layer = null
    this.#canvas = null
    this.#drawn = ''
  }

  #soon(): void {
    if (this.#waits || !this.#ports.shown()) return
    this.#waits = true
    this.#ports.nextFrame(() => {
      this.#waits = false
      this.#draw()
    })
  }

  #draw(): void {
    if (this.#placed.length === 0 || !this.#ports.shown()) return
    const { cols, rows, buffer } = this.#terminal
    const cell = this.#ports.cell()
    const ratio = window.devicePixelRatio
    const standing = this.#standing()
    const selected = this.#terminal.getSelectionPosition()
    const moving = this.#placed.filter(({ animation }) => animation !== undefined)
    const frames = moving.map((placed) => this.#clock.frameOf(placed))
    const key = [
      ...[this.#version, this.#bitmaps.version, buffer.active.viewportY, this.#ports.dropped()],
      ...[buffer.active.type, cols, rows, cell.width, cell.height, ratio, frames.join()],
      JSON.stringify(selected ?? null),
    ].join(' ')
    // text over an image, or a placeholder, may change with any frame
    const byText = !this.#virtual.isEmpty || standing.some(({ placed }) => placed.z < 0)
    const runs = this.#virtual.inView(rows, (y) =>
      this.#ports.placeholders(buffer.active.viewportY + y),
    )
    const inView = new Set([...standing, ...runs].map(({ placed }) => placed.picture))
    const playMs = this.#ports.moves()
      ? least(Array.from(inView, (picture) => this.#bitmaps.play(picture)))
      : Number.POSITIVE_INFINITY
    this.#clock.wait(inView, playMs)
    if (key === this.#drawn && !byText) return
    this.#drawn = key
    if (standing.length === 0 && runs.length === 0) {
      this.#end()
      return
    }
    const context = this.#prepared(cols * cell.width, rows * cell.height, ratio)
    if (context === null) return
    const ordered = topmost(standing, cols, rows)
    const [deep, below] = [
      ordered.filter(({ placed }) => placed.z < belowColours),
      ordered.filter(({ placed }) => placed.z < 0 && placed.z >= belowColours),
    ]
    if (deep.length > 0) this.#drawBelow(context, deep, isColoured)
    if (below.length > 0) this.#drawBelow(context, below, holdsText)
    for (const run of runs) this.#drawRun(context, run)
    for (const one of ordered.filter(({ placed }) => placed.z >= 0)) this.#drawOne(context, one)
    if (selected !== undefined) this.#drawSelection(context)
  }

  /** Returns the visible images of the active screen. */
  #standing(): readonly Standing[] {
    const { cols, rows, buffer } = this.#terminal
    const alternate = buffer.active.type === 'alternate'
    const top = alternate ? 0 : this.#ports.dropped() + buffer.active.viewportY
    const anchors = this.#anchors()
    return this.#placed.flatMap((placed) => {
      const anchor =
        placed.anchor === undefined
          ? placed.virtual === undefined && placed.alternate === alternate && { x: 0, y: -top }
          : anchors.get(placed.anchor)
      if (anchor === undefined || anchor === false) return []
      const [x, y] = [anchor.x + placed.column, anchor.y + placed.row]
      const inView = y + placed.end > 0 && y + placed.from < rows && x + placed.cols > 0 && x < cols
      return inView ? [{ placed, x, y }] : []
    })
  }

  /** Returns the positions of the virtual placements that other placements are relative to. */
  #anchors(): ReadonlyMap<number, { readonly x: number; readonly y: number }> {
    const anchors = new Map<number, { readonly x: number; readonly y: number }>()
    const anchored = this.#placed.filter(({ anchor }) => anchor !== undefined)
    if (anchored.length === 0) return anchors
    const { rows, buffer } = this.#terminal
    const reach = (lengths: readonly number[]): number =>
      Math.min(anchorRowsMax, Math.max(0, greatest(lengths)))
    const above = reach(anchored.map(({ row, end }) => row + end))
    const below = reach(anchored.map(({ row, from }) => -row - from))
    for (let y = -above; y < rows + below; y += 1)
      for (const run of this.#ports.placeholders(buffer.active.viewportY + y)) {
        const serial = this.#virtual.of(run)?.serial
        if (serial === undefined) continue
        const { x = run.column, y: first = y } = anchors.get(serial) ?? {}
        anchors.set(serial, { x: Math.min(x, run.column), y: first })
      }
    return anchors
  }

  /** Returns the cleared canvas, in CSS px. */
  #prepared(width: number, height: number, ratio: number): CanvasRenderingContext2D | null {
    if (this.#layer === null || this.#canvas === null) {
      this.#layer = document.createElement('div')
      this.#layer.className = 'picture-layer'
      this.#canvas = document.createElement('canvas')
      this.#layer.append(this.#canvas)
      this.#host.querySelector('.xterm-screen')?.append(this.#layer)
    }
    const canvas = this.#canvas
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (canvas.width !== wide || canvas.height !== high) {
      Object.assign(canvas, { width: wide, height: high })
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
    }
    const context = canvas.getContext('2d')
    context?.setTransform(ratio, 0, 0, ratio, 0, 0)
    context?.clearRect(0, 0, width, height)
    return context
  }

  /** Returns the current frame, or the image itself while the frame has not arrived. */
  #bitmapOf(placed: PlacedPicture): ImageBitmap | null {
    const { picture } = placed
    return this.#bitmaps.get(picture, this.#clock.frameOf(placed)) ?? this.#bitmaps.get(picture, 0)
  }

  #drawOne(context: CanvasRenderingContext2D, { placed, x, y }: Standing): void {
    const bitmap = this.#bitmapOf(placed)
    if (bitmap === null) return
    const { width, height } = this.#ports.cell()
    const { from, end, cols, holes = [] } = placed
    const [left, top, wide, high] = placed.drawn
    const box = (row: number, first: number, last: number, rows: number): void =>
      context.rect((x + first) * width, (y + row) * height, (last - first) * width, rows * height)
    context.save()
    context.beginPath()
    box(from, 0, cols, end - from)
    for (const [row, first, last] of holes) box(row, first, last, 1)
    context.clip('evenodd')
    drawPart(context, bitmap, placed, [
      (x + left) * width,
      (y + top) * height,
      wide * width,
      high * height,
    ])
    context.restore()
  }

  /** Draws images below cells that must stay visible, such as cells with text. */
  #drawBelow(
    context: CanvasRenderingContext2D,
    below: readonly Standing[],
    stays: (cell: IBufferCell | undefined) => boolean,
  ): void {
    const { buffer, cols, rows } = this.#terminal
    const { width, height } = this.#ports.cell()
    context.save()
    context.beginPath()
    context.rect(0, 0, cols * width, rows * height)
    for (let row = 0; row < rows; row += 1) {
      const line = buffer.active.getLine(buffer.active.viewportY + row)
      for (let x = 0; x < cols; x += 1) {
        const from = x
        while (x < cols && stays(line?.getCell(x))) x += 1
        if (x > from) context.rect(from * width, row * height, (x - from) * width, height)
      }
    }
    context.clip('evenodd')
    for (const one of below) this.#drawOne(context, one)
    context.restore()
  }

  #drawRun(context: CanvasRenderingContext2D, { placed, y, run }: ShownRun): void {
    const bitmap = this.#bitmapOf(placed)
    if (bitmap === null) return
    const { width, height } = this.#ports.cell()
    context.save()
    context.beginPath()
    context.rect(run.column * width, y * height, run.cells * width, height)
    context.clip()
    drawPart(context, bitmap, placed, fitted(placed, { width, height }, run, y))
    context.restore()
  }

  #drawSelection(context: CanvasRenderingContext2D): void {
    const selected = this.#terminal.getSelectionPosition()
    if (selected === undefined) return
    const { start, end } = selected
    const { width, height } = this.#ports.cell()
    const { cols, rows, buffer } = this.#terminal
    context.save()
    context.globalCompositeOperation = 'source-atop'
    context.globalAlpha = 0.5
    context.fillStyle = this.#ports.selectionColour()
    for (let row = 0; row < rows; row += 1) {
      const line = buffer.active.viewportY + row
      if (line < start.y || line > end.y) continue
      const from = line === start.y ? start.x : 0
      const to = line === end.y ? end.x : cols
      context.fillRect(from * width, row * height, (to - from) * width, height)
    }
    context.restore()
  }
}

const holdsText = (cell: IBufferCell | undefined): boolean =>
  cell !== undefined && (cell.getWidth() === 0 || cell.getChars().trim() !== '')

const isColoured = (cell: IBufferCell | undefined): boolean =>
  holdsText(cell) || (cell !== undefined && (!cell.isBgDefault() || cell.isInverse() !== 0))

/** Sorts images by `z`, then the later one above. Omits images under `layersMax` others. */
function topmost(standing: readonly Standing[], cols: number, rows: number): readonly Standing[] {
  const ordered = standing.toSorted(
    ({ placed: a }, { placed: b }) => a.z - b.z || a.picture - b.picture,
  )
  let left = layersMax * cols * rows
  const first = ordered.findLastIndex(({ placed, x, y }) => {
    const high = Math.min(rows, y + placed.end) - Math.max(0, y + placed.from)
    left -= high * (Math.min(cols, x + placed.cols) - Math.max(0, x))
    return left < 0
  })
  return ordered.slice(first + 1)
}

type Box = readonly [x: number, y: number, width: number, height: number]

/** Returns the box of a virtual placement: centered in its cells, with the image's proportions. */
function fitted(
  { cols, rows, source }: PlacedPicture,
  cell: PixelSize,
  run: PlaceholderRun,
  y: number,
): Box {
  const [, , wide, high] = source
  const box = { width: cols * cell.width, height: rows * cell.height }
  const factor = Math.min(box.width / wide, box.height / high)
  return [
    (run.column - run.from) * cell.width + (box.width - wide * factor) / 2,
    (y - run.row) * cell.height + (box.height - high * factor) / 2,
    wide * factor,
    high * factor,
  ]
}

/** Draws the source into the box. A bitmap whose size differs from its header is stretched. */
function drawPart(
  context: CanvasRenderingContext2D,
  bitmap: ImageBitmap,
  { size, source }: PlacedPicture,
  [x, y, width, height]: Box,
): void {
  const [across, down] = [bitmap.width / size[0], bitmap.height / size[1]]
  const [left, top, wide, high] = source
  const scaled = Math.abs(width * window.devicePixelRatio - wide) > 1
  context.imageSmoothingEnabled = scaled
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    bitmap,
    left * across,
    top * down,
    wide * across,
    high * down,
    x,
    y,
    width,
    height,
  )
}
