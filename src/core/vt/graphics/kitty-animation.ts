/** `a=f` and `a=a` of kitty's graphics protocol: frames of pictures of pixels, and control. */
import { frameGapMin, framesMax, terminalBytesMax } from '../pictures/limits.ts'
import { decodedBytes, type Animation, type Picture, type Pictures } from '../pictures/store.ts'
import type { KittyCommand } from './kitty-command.ts'
import type { Outcome, Sent } from './kitty-data.ts'

/** Gap of a frame that names none, ms, as in kitty. */
const usualGap = 40

/** What was sent becomes a frame, or a part of one (`r`), over another one (`c`) or a colour. */
export function addFrame(
  pictures: Pictures,
  picture: Picture,
  command: KittyCommand,
  sent: Sent,
): Outcome {
  // pixels of other kinds are decoded in the window only
  if (picture.form !== 'rgba' || sent.form !== 'rgba') return 'EINVAL'
  if (picture.data === null || sent.data === null) return 'EINVAL'
  const animation = (picture.animation ??= newAnimation())
  const [x, y] = [command.number('x'), command.number('y')]
  if (x + sent.width > picture.width || y + sent.height > picture.height) return 'EINVAL'
  const edited = command.number('r')
  let pixels = edited === 0 ? undefined : pixelsOf(picture, edited)
  if (edited > 0 && pixels === undefined) return 'EINVAL'
  if (pixels === undefined) {
    if (animation.frames.length >= framesMax) return 'ENOSPC'
    const bytes = picture.data.length
    // others make room for it, itself it cannot
    if (decodedBytes(picture) + bytes > terminalBytesMax) return 'ENOSPC'
    pictures.makeRoom(bytes, picture)
    pictures.grow(bytes)
    const base = pixelsOf(picture, command.number('c'))
    pixels = base?.slice() ?? filled(bytes, command.number('Y'))
    animation.frames.push({ pixels, version: 1, gap: gapOf(command.signed('z')) })
  } else setGap(picture, edited, command.signed('z'))
  const frame = animation.frames[edited - 2]
  if (edited === 1) picture.version += 1
  else if (frame !== undefined) frame.version += 1
  draw(pixels, picture.width, { ...sent, data: sent.data, x, y }, command.number('X') !== 1)
  pictures.version += 1
  return 'OK'
}

/** Which frame is shown, whether they run, how often, and how long one stands. */
export function animate(pictures: Pictures, picture: Picture, command: KittyCommand): Outcome {
  const animation = (picture.animation ??= newAnimation())
  if (command.number('r') > 0) setGap(picture, command.number('r'), command.signed('z'))
  const current = command.number('c')
  if (current > animation.frames.length + 1) return 'EINVAL'
  if (current > 0) animation.current = current
  const state = command.number('s')
  if (state > 0) animation.runs = state !== 1
  if (command.number('v') > 0) animation.loops = command.number('v') - 1
  pictures.version += 1
  return 'OK'
}

function newAnimation(): Animation {
  return { gap: usualGap, frames: [], runs: false, loops: 0, current: 1 }
}

const gapOf = (gap: number): number => (gap === 0 ? usualGap : Math.max(frameGapMin, gap))

function setGap(picture: Picture, frame: number, gap: number): void {
  const { animation } = picture
  if (gap === 0 || animation === null) return
  if (frame === 1) animation.gap = gapOf(gap)
  const other = animation.frames[frame - 2]
  if (other !== undefined) other.gap = gapOf(gap)
}

/** Of frame `number`, from 1; undefined: there is none. */
function pixelsOf(picture: Picture, number: number): Uint8Array | undefined {
  return number === 1 ? (picture.data ?? undefined) : picture.animation?.frames[number - 2]?.pixels
}

function filled(bytes: number, colour: number): Uint8Array {
  const pixels = new DataView(new ArrayBuffer(bytes))
  pixels.setUint32(0, colour)
  const words = new Uint32Array(pixels.buffer)
  if (colour !== 0) words.fill(words[0]!)
  return new Uint8Array(pixels.buffer)
}

/** `blends`: what can be seen through is mixed with what is there. */
function draw(
  pixels: Uint8Array,
  stride: number,
  part: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    readonly data: Uint8Array
  },
  blends: boolean,
): void {
  const { x, y, width, height, data } = part
  for (let row = 0; row < height; row += 1) {
    const to = ((y + row) * stride + x) * 4
    const line = data.subarray(row * width * 4, (row + 1) * width * 4)
    if (!blends) {
      pixels.set(line, to)
      continue
    }
    for (let at = 0; at < line.length; at += 4) blend(pixels, to + at, line, at)
  }
}

function blend(pixels: Uint8Array, to: number, line: Uint8Array, at: number): void {
  const opacity = line[at + 3]!
  if (opacity === 0) return
  const below = (pixels[to + 3]! * (255 - opacity)) / 255
  const whole = opacity + below
  const share = opacity / whole
  for (let channel = 0; channel < 3; channel += 1) {
    const there = pixels[to + channel]!
    pixels[to + channel] = Math.floor(there + (line[at + channel]! - there) * share + 0.5)
  }
  pixels[to + 3] = Math.floor(whole + 0.5)
}
