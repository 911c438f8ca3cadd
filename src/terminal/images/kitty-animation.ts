/**
 * `a=f`, `a=c` and `a=a` of kitty's graphics protocol: frames, compositing and control. Frames are
 * complete RGBA images, and from its first frame on so is the image.
 */
import { frameGapMin, framesMax, terminalBytesMax } from './limits.ts'
import type { Animation, ImagePicture, PictureFrame } from './picture.ts'
import { decodedBytes, type Pictures } from './store.ts'
import { compose, filled, type Area } from './compose.ts'
import type { KittyCommand } from './kitty-command.ts'
import type { GraphicsOutcome, Pixels } from './kitty-data.ts'
import type { PixelQueue } from './pixel-queue.ts'

/** Default gap of a frame, ms, as in kitty. */
const usualGap = 40

export interface AnimationFrames {
  readonly pictures: Pictures
  readonly queue: PixelQueue
  readonly pixelsOf: (picture: ImagePicture) => Pixels | GraphicsOutcome
}

/** Makes a frame of the pixels, or draws onto one (`r`), over a frame (`c`) or a color. */
export function addFrame(
  frames: AnimationFrames,
  picture: ImagePicture,
  command: KittyCommand,
  sent: Pixels,
): GraphicsOutcome {
  const { pictures, queue } = frames
  const { width, height } = sent
  const to = { x: command.number('x'), y: command.number('y'), width, height }
  if (!isWithin(picture, to)) return 'EINVAL'
  const edited = frameOf(picture, command.number('r'))
  const base = frameOf(picture, command.number('c'))
  if (edited === undefined && base === undefined && command.number('c') > 0) return 'EINVAL'
  const frameBytes = picture.width * picture.height * 4
  const work = (edited === undefined ? frameBytes : 0) + width * height * 4
  if (!queue.hasRoom(sent, work)) return 'ENOSPC'
  const ready = toPixels(frames, picture)
  if (ready !== 'OK') return ready
  if (edited === undefined) {
    const room = roomFor(pictures, picture)
    if (room !== 'OK') return room
  } else setGap(picture, command.number('r'), command.signed('z'))
  const frame = edited ?? newFrame(picture, gapOf(command.signed('z')))
  const [colour, blends] = [command.number('Y'), command.number('X') !== 1]
  const make = (data: Uint8Array | null): void => {
    if (edited === undefined) frame.data = base?.data?.slice() ?? filled(frameBytes, colour)
    if (frame.data === null) return
    if (data !== null)
      compose({ data, width, from: { x: 0, y: 0 } }, frame.data, picture.width, to, blends)
    pictures.changed(frame)
  }
  queue.add(picture, sent, make, work)
  return 'OK'
}

/** Draws a rectangle of frame `r`, at `X` and `Y`, onto frame `c`, at `x` and `y`. */
export function composeFrames(
  frames: AnimationFrames,
  picture: ImagePicture,
  command: KittyCommand,
): GraphicsOutcome {
  const { pictures, queue } = frames
  const source = frameOf(picture, command.number('r'))
  const target = frameOf(picture, command.number('c'))
  if (source === undefined || target === undefined) return 'ENOENT'
  const size = {
    width: command.number('w') || picture.width,
    height: command.number('h') || picture.height,
  }
  const from = { x: command.number('X'), y: command.number('Y'), ...size }
  const to = { x: command.number('x'), y: command.number('y'), ...size }
  if (!isWithin(picture, from) || !isWithin(picture, to)) return 'EINVAL'
  if (source === target && overlap(from, to)) return 'EINVAL'
  const work = size.width * size.height * 4
  if (!queue.hasRoom({ data: null }, work)) return 'ENOSPC'
  const ready = toPixels(frames, picture)
  if (ready !== 'OK') return ready
  const blends = command.number('C') !== 1
  const { width } = picture
  const put = (): void => {
    if (source.data === null || target.data === null) return
    compose({ data: source.data, width, from }, target.data, width, to, blends)
    pictures.changed(target)
  }
  queue.add(picture, { data: null }, put, work)
  return 'OK'
}

/** Sets the shown frame, the state, the loops, and a frame's gap. */
export function animate(
  pictures: Pictures,
  picture: ImagePicture,
  command: KittyCommand,
): GraphicsOutcome {
  const animation = (picture.animation ??= newAnimation())
  if (command.number('r') > 0) setGap(picture, command.number('r'), command.signed('z'))
  const current = command.number('c')
  // unknown frames are ignored, as in kitty
  if (current > 0 && current <= animation.frames.length + 1) animation.current = current
  const state = (['stopped', 'loading', 'running'] as const)[command.number('s') - 1]
  if (state !== undefined) animation.state = state
  if (command.number('v') > 0) animation.loops = command.number('v') - 1
  pictures.version += 1
  return 'OK'
}

/** Converts an encoded image to pixels; later changes wait for it. */
function toPixels(
  { pictures, queue, pixelsOf }: AnimationFrames,
  picture: ImagePicture,
): GraphicsOutcome {
  if (picture.form === 'rgba' || queue.isConverting(picture)) return 'OK'
  const pixels = pixelsOf(picture)
  if (typeof pixels === 'string') return pixels
  queue.convert(picture, pixels, (data) => pictures.filled(picture, data))
  return 'OK'
}

/** Makes room for one more frame by removing other images. */
function roomFor(pictures: Pictures, picture: ImagePicture): GraphicsOutcome {
  const bytes = picture.width * picture.height * 4
  if ((picture.animation?.frames.length ?? 0) >= framesMax) return 'ENOSPC'
  if (decodedBytes(picture) + bytes > terminalBytesMax) return 'ENOSPC'
  pictures.makeRoom(bytes, picture)
  // removed with its last placement, which depended on a removed one
  if (!pictures.pictures.has(picture.serial)) return 'ENOENT'
  pictures.grow(bytes)
  return 'OK'
}

function newAnimation(): Animation {
  return { gap: 0, frames: [], state: 'stopped', loops: 0, current: 1 }
}

function newFrame(picture: ImagePicture, gap: number): PictureFrame {
  const frame = { data: null, version: 0, gap }
  const { frames } = (picture.animation ??= newAnimation())
  frames.push(frame)
  return frame
}

const gapOf = (gap: number): number =>
  gap < 0 ? 0 : gap === 0 ? usualGap : Math.max(frameGapMin, gap)

function setGap(picture: ImagePicture, number: number, gap: number): void {
  const { animation } = picture
  if (gap === 0 || animation === null) return
  if (number === 1) animation.gap = gapOf(gap)
  const frame = animation.frames[number - 2]
  if (frame !== undefined) frame.gap = gapOf(gap)
}

/** Returns frame `number`, from 1, which is the image itself. */
function frameOf(picture: ImagePicture, number: number): ImagePicture | PictureFrame | undefined {
  return number === 1 ? picture : picture.animation?.frames[number - 2]
}

const isWithin = (picture: ImagePicture, { x, y, width, height }: Area): boolean =>
  x + width <= picture.width && y + height <= picture.height

const overlap = (a: Area, b: Area): boolean =>
  Math.abs(a.x - b.x) < a.width && Math.abs(a.y - b.y) < a.height
