/** Sixels and inline files: pixels, cells, cursor, and what text takes away. */
import { expect, test } from 'vitest'
import { FrameSource } from '../../../src/terminal/frames/encode.ts'
import { decodeUpdate } from '../../../src/terminal/frames/decode.ts'
import { headerOf } from '../../../src/terminal/images/header.ts'
import { SixelPicture } from '../../../src/terminal/images/sixel.ts'
import { png } from '../../../src/host/desktop/png.ts'
import { drawing, pixels } from './support.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Returns each pixel as a letter for its color. */
function drawn(text: string, background: number | null = null): string[] {
  const picture = new SixelPicture(background, 0xffffff)
  for (const byte of bytes(text)) picture.add(Uint8Array.of(byte), 0, 1)
  const whole = picture.end()
  if (whole === null) return []
  const words = new Uint32Array(whole.pixels.buffer)
  const letters = new Map([
    [0, '.'],
    [0xff0000ff, 'r'],
    [0xff00ff00, 'g'],
    [0xffff0000, 'b'],
    [0xffffffff, 'w'],
  ])
  return Array.from({ length: whole.height }, (_, y) =>
    Array.from(
      words.subarray(y * whole.width, (y + 1) * whole.width),
      (word) => letters.get(word) ?? '?',
    ).join(''),
  )
}

const rgb = '#1;2;100;0;0#2;2;0;100;0#3;1;0;50;100'

test('six pixels a character, repeats, colors by RGB and HLS, lines over lines', () => {
  expect(drawn(`${rgb}#1@A$#2!2C`)).toEqual(['r.', '.r', 'gg'])
  expect(drawn(`${rgb}#1!3~-#3@?@`)).toEqual([...Array<string>(6).fill('rrr'), 'b.b'])
  expect(drawn(`${rgb}#1@??`, 0xffffff)).toEqual(['rww'])
  expect(drawn('#4;1;120;50;100#4@#5;1;240;50;100#5@')).toEqual(['rg'])
  // before a color is chosen, the color of text is used: an image of one color could not be seen
  expect(drawn('@#1;2;100;0;0@')).toEqual(['wr'])
  expect(drawn('')).toEqual([])
})

test('pixels that are higher than wide, in whole numbers; not where they would be too many', () => {
  expect(drawn(`"2;1${rgb}#1A`)).toEqual(['.', '.', 'r', 'r'])
  expect(drawn(`"5;2${rgb}#1@#2A`)).toEqual(['r.', 'r.', 'r.', '.g', '.g', '.g'])
  expect(drawn(`"1;3${rgb}#1@`)).toEqual(['r'])
  expect(drawn(`"0;0${rgb}#1@`)).toEqual(['r'])
  expect(drawn(`#1@"4;1@`)).toEqual(['??'])
  const size = (text: string) => {
    const picture = new SixelPicture(null, 0)
    picture.add(bytes(text), 0, text.length)
    const { height, takesHeight } = picture.end()!
    return [height, takesHeight]
  }
  expect(size('"3;1;9;10#1~')).toEqual([18, 30])
  expect(size('"99999;1;1;9000#1~')).toEqual([6, 9_000])
  expect(size('"2;1;1;9000#1~')).toEqual([12, 10_000])
})

test('an image that is too large is cut, and uses no more memory than a picture has', () => {
  const picture = new SixelPicture(null, 0)
  picture.add(bytes(`"1;1;99999;99999#1!99999~${'-'.repeat(3_000)}~`), 0, 3_030)
  const whole = picture.end()
  expect(whole?.width).toBe(10_000)
  expect(whole?.height).toBeLessThan(2_000)
})

test('the cursor moves to the last row; with 8452 right of it; with 80 it stays', () => {
  const sixel = `\x1bPq${rgb}#1!15~${'-#1!15~'.repeat(4)}\x1b\\` // 15 x 30 px, 2 x 2 cells
  const after = (before: string) => {
    const { terminal, write } = drawing()
    write(`\x1b[3;4H${before}${sixel}`)
    const { x, y, pictures } = terminal.screen
    const [one] = pictures.placements
    return [x, y, one?.column, one?.row, one?.cols, one?.rows]
  }
  expect(after('')).toEqual([3, 3, 3, 2, 2, 2])
  expect(after('\x1b[?8452h')).toEqual([5, 3, 3, 2, 2, 2])
  expect(after('\x1b[?80h')).toEqual([3, 2, 0, 0, 2, 2])
})

test('text and erasing take cells, also of rows that have left before a frame was made', () => {
  const { terminal, write } = drawing({ rows: 4 })
  const source = new FrameSource(terminal)
  const placed = () => decodeUpdate(source.next()).pictures
  const sixel = `\x1bPq#1!40~${'-#1!40~'.repeat(6)}\x1b\\` // 4 x 3 cells
  write(`${sixel}\x1b[1;2Hx\x1b[2;3H\x1b[K`)
  expect(placed()?.[0]?.holes).toEqual([
    [0, 1, 2],
    [1, 2, 4],
  ])
  write('\x1b[3;1Hy\r\n\n\n\n\n\n')
  expect(placed()?.[0]?.holes).toEqual([
    [0, 1, 2],
    [1, 2, 4],
    [2, 0, 1],
  ])
  write(`\x1b[H${sixel}\x1b[Habcd\x1b[2Habcd\x1b[3Habcd`)
  expect(placed()).toHaveLength(1)
})

test('a sixel picture that hides an older one replaces it', () => {
  const { terminal, write } = drawing()
  const frame = `\x1b[HP\x1b[H\x1bPq#1!40~\x1b\\`
  write(frame.repeat(200))
  expect(terminal.screen.pictures.pictures.size).toBe(1)
})

test('inline files: sizes in cells, pixels and shares; several parts; nothing else', () => {
  const file = Buffer.from(png({ width: 40, height: 20, pixels: pixels(40, 20) }))
  const data = file.toString('base64')
  const shown = (text: string) => {
    const { terminal, write } = drawing()
    write(text)
    const [one] = terminal.screen.pictures.placements
    return one === undefined ? null : [one.width, one.height, terminal.screen.x, terminal.screen.y]
  }
  const one = (options: string) => shown(`\x1b]1337;File=${options}:${data}\x07`)
  expect(one('inline=1')).toEqual([4, 1, 4, 0])
  expect(one('name=eA==;inline=1;width=8')).toEqual([8, 2, 8, 1])
  expect(one('inline=1;width=50%')).toEqual([10, 2.5, 10, 2])
  expect(one('inline=1;height=20px;width=10px;preserveAspectRatio=0')).toEqual([1, 1, 1, 0])
  expect(one('inline=0')).toBeNull()
  expect(shown(`\x1b]1337;File=inline=1:AAAA\x07`)).toBeNull()
  expect(shown(`\x1b]1337;File=inline=1:${data}\x18`)).toBeNull()
  const parts = [data.slice(0, 20), data.slice(20)]
  expect(
    shown(
      '\x1b]1337;MultipartFile=inline=1;width=8\x07' +
        `${parts.map((part) => `\x1b]1337;FilePart=${part}\x07`).join('')}\x1b]1337;FileEnd\x07`,
    ),
  ).toEqual([8, 2, 8, 1])
})

test('sizes by the header alone, of nothing that is cut off', () => {
  const file = png({ width: 70_000, height: 3, pixels: new Uint8Array(0) })
  expect(headerOf(file)).toEqual({ kind: 'png', width: 70_000, height: 3 })
  const gif = bytes(`GIF89a\x02\0\x03\0\0\0\0${','.padEnd(10, '\0')}`)
  expect(headerOf(gif)).toEqual({ kind: 'gif', width: 2, height: 3 })
  expect(headerOf(gif.subarray(0, -1))).toBeNull()
  const jpeg = Uint8Array.of(
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0, 7, 0, 9, 1, 0, 0, 0],
  )
  expect(headerOf(jpeg)).toEqual({ kind: 'jpeg', width: 9, height: 7 })
  for (let cut = 0; cut < 15; cut += 1) expect(headerOf(jpeg.subarray(0, cut))).toBeNull()
})
