/**
 * Draws images, which replace earlier ones: `node image-flood.ts PAUSE`. While the file PAUSE
 * exists, it waits after a whole frame. Also computes what a terminal shows then.
 */
import { existsSync, writeSync } from 'node:fs'

export const colors = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
]
/** Places in a row, each with an image of its own. */
const places = 3
/** The screen scrolls away after so many frames. */
const epoch = 30
export const kittyRow = 3
export const sixelRow = 7
export const columnOf = (place: number) => 10 * place

const colorOf = (frame: number) => (frame * 7) % colors.length
/** An image of kitty's protocol that is deleted instead of drawn. */
const isDeleted = (frame: number) => frame % 5 === 0

/**
 * Returns the index of the color at each place, -1 without an image: first kitty's, then sixels.
 * @param frame the last drawn frame
 */
export function shownAfter(frame: number): number[] {
  const shown = Array.from({ length: 2 * places }, () => -1)
  for (let one = frame - (frame % epoch); one <= frame; one += 1) {
    shown[one % places] = isDeleted(one) ? -1 : colorOf(one)
    shown[places + (one % places)] = colorOf(one)
  }
  return shown
}

function drawn(frame: number): string {
  const place = frame % places
  const [red = 0, green = 0, blue = 0] = colors[colorOf(frame)] ?? []
  const pixels = Buffer.from(Array.from({ length: 64 }, () => [red, green, blue, 255]).flat())
  const column = columnOf(place) + 1
  const image = isDeleted(frame)
    ? `\x1b_Gq=2,a=d,d=I,i=${place + 1}\x1b\\`
    : `\x1b_Gq=2,a=T,i=${place + 1},p=1,C=1,f=32,s=8,v=8,c=4,r=2;` +
      `${pixels.toString('base64')}\x1b\\`
  const percent = [red, green, blue].map((one) => Math.round(one / 2.55)).join(';')
  return (
    (frame % epoch === 0 ? `\x1b[999;1H${'\n'.repeat(60)}\x1b_Gq=2,a=d,d=a\x1b\\` : '') +
    `\x1b[${kittyRow + 1};${column}H${image}` +
    `\x1b[${sixelRow + 1};${column}H` +
    `\x1bP0;1q"1;1;40;24#1;2;${percent}${'#1!40~-'.repeat(4)}\x1b\\` +
    `\x1b[1;1Hframe ${frame} \x1b[K`
  )
}

const [, program = '', pause] = process.argv
if (pause !== undefined && program.endsWith('image-flood.ts')) {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (let frame = 1; ; frame += 1) {
    let left = Buffer.from(drawn(frame))
    while (left.length > 0) left = left.subarray(writeSync(1, left))
    Atomics.wait(cell, 0, 0, 10)
    if (!existsSync(pause)) continue
    writeSync(1, `\x1b[1;1Hpaused ${frame} \x1b[K`)
    while (existsSync(pause)) Atomics.wait(cell, 0, 0, 20)
  }
}
