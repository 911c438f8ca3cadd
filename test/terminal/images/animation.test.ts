/** Frames of kitty's animations, and data on its way to a page. */
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodePicture } from '../../../src/terminal/frames/decode.ts'
import { PictureParts, placedPictures } from '../../../src/terminal/frames/pictures.ts'
import { frameGapMin, framesMax } from '../../../src/terminal/images/limits.ts'
import { Terminal } from '../../../src/terminal/terminal.ts'
import { png } from '../../../src/host/desktop/png.ts'
import { pictureHost } from '../../../src/host/shadow/pictures.ts'
import { drawing, kitty, pixels, type Drawing } from './support.ts'

const [red, blue, green] = [0xff0000ff, 0xffff0000, 0xff00ff00]

/** Pixels of each frame, the picture's own first. */
function wordsOf({ terminal }: Drawing, id = 1): readonly (readonly number[])[] {
  const { data, animation } = terminal.screen.pictures.byId(id)!
  return [data, ...(animation?.frames ?? []).map((one) => one.data)].map((one) => [
    ...new Uint32Array(one?.slice().buffer ?? new ArrayBuffer()),
  ])
}

test('frames are composed: a rectangle of one onto another, replaced or mixed', () => {
  const made = drawing()
  const { reported, write } = made
  write(kitty('a=T,i=1,s=2,v=2', new Uint8Array(Uint32Array.of(red, blue, green, red).buffer)))
  write(kitty('a=f,i=1,s=2,v=2', pixels(2, 2, 0xff000000)))
  reported()
  const answer = (keys: string): string => {
    write(kitty(`a=c,i=1,${keys}`))
    return /;([A-Z]+)/.exec(reported())![1]!
  }
  // X and Y are of the source `r`, x and y of the target `c`, as kitty has them
  expect(answer('r=1,c=2,w=1,h=2,X=1,Y=0,x=0,y=0')).toBe('OK')
  expect(wordsOf(made)[1]).toEqual([blue, 0xff000000, red, 0xff000000])
  expect(answer('r=2,c=1')).toBe('OK')
  expect(wordsOf(made)[0]).toEqual([blue, 0xff000000, red, 0xff000000])
  // half of white over black
  write(kitty('a=f,i=1,s=2,v=2,X=1', pixels(2, 2, 0x80ffffff)))
  expect(reported()).toContain(';OK')
  expect(answer('r=3,c=1,w=1,h=1,x=1')).toBe('OK')
  expect(answer('r=3,c=1,w=1,h=1,x=1,y=1,C=1')).toBe('OK')
  expect(wordsOf(made)[0]).toEqual([blue, 0xff808080, red, 0x80ffffff])
  // the same frame onto itself, next to the area and over it
  expect(answer('r=1,c=1,w=1,h=2,x=1,C=1')).toBe('OK')
  expect(wordsOf(made)[0]).toEqual([blue, blue, red, red])
  expect(answer('r=1,c=1,w=2,h=1')).toBe('EINVAL')
  expect(answer('r=1,c=2,w=2,h=2,X=1')).toBe('EINVAL')
  expect(answer('r=1,c=2,w=3,h=1')).toBe('EINVAL')
  expect(answer('r=1,c=2,w=1,h=1,x=4294967295')).toBe('EINVAL')
  for (const keys of ['r=1,c=9', 'r=9,c=1', 'c=1', 'r=1']) expect(answer(keys)).toBe('ENOENT')
  write(kitty('a=c,i=9,r=1,c=2'))
  expect(reported()).toContain('i=9;ENOENT')
})

test('PNG: a picture becomes pixels with its first frame, and frames may be files', () => {
  const made = drawing()
  const { terminal, reported, write } = made
  const file = (colour: number) => png({ width: 2, height: 1, pixels: pixels(2, 1, colour) })
  write(kitty('a=T,i=1,f=100', file(red)))
  expect(terminal.screen.pictures.byId(1)?.form).toBe('png')
  write(kitty('a=f,i=1,f=100', file(blue)) + kitty('a=f,i=1,c=1,s=1,v=1', pixels(1, 1, green)))
  expect(wordsOf(made)).toEqual([
    [red, red],
    [blue, blue],
    [green, red],
  ])
  expect(terminal.screen.pictures.byId(1)?.form).toBe('rgba')
  reported()
  write(kitty('a=f,i=1,f=100', png({ width: 3, height: 1, pixels: pixels(3, 1) })))
  write(kitty('a=f,i=1,f=100', file(red).subarray(0, 45)))
  write(kitty('a=T,i=2,f=100', file(red).subarray(0, 45)) + kitty('a=c,i=2,r=1,c=1,w=1,h=1,x=1'))
  expect(reported().match(/;[A-Z]+/g)).toEqual([';EINVAL', ';EINVAL', ';OK', ';EINVAL'])
})

test('large data comes later, and commands after it wait for it', () => {
  const made = drawing()
  const later: (() => void)[] = []
  const host = pictureHost()
  const terminal = new Terminal({
    ...{ cols: 20, rows: 6, scrollback: 50 },
    pictureHost: {
      ...host,
      soon: (act) => act(),
      inflateLater: (bytes, most, done) => later.push(() => done(host.inflate(bytes, most))),
    },
  })
  terminal.screen.facts = made.terminal.screen.facts
  const write = (text: string): void => terminal.write(new TextEncoder().encode(text))
  const [width, height] = [600, 500]
  const large = (control: string, colour: number) =>
    kitty(`i=1,o=z,s=600,v=500,${control}`, deflateSync(pixels(width, height, colour)))
  write(large('a=T', red) + large('a=f', blue) + kitty('a=f,i=1,c=2,s=1,v=1', pixels(1, 1, green)))
  write(kitty('a=c,i=1,r=3,c=1,w=1,h=1') + kitty('a=d,d=f,i=1,r=2'))
  const words = () => wordsOf({ ...made, terminal }).map((one) => [one[0], one[1]])
  expect(later).toHaveLength(1)
  expect(terminal.screen.pictures.byId(1)?.data).toBeNull()
  later.shift()!()
  // the frame that is being made, and the one after it
  expect(words()).toEqual([
    [red, red],
    [undefined, undefined],
  ])
  later.shift()!()
  expect(later).toEqual([])
  expect(words()).toEqual([
    [green, red],
    [green, blue],
  ])
})

test('removing the first frame shows the next one; without others uppercase frees it', () => {
  const made = drawing()
  const { terminal, write } = made
  write(kitty('a=T,i=1,s=1,v=1', pixels(1, 1, red)))
  write(kitty('a=f,i=1,s=1,v=1', pixels(1, 1, blue)) + kitty('a=f,i=1,s=1,v=1,z=-1', pixels(1, 1)))
  write(kitty('a=d,d=f,i=1'))
  expect(wordsOf(made)).toEqual([[blue], [red]])
  expect(terminal.screen.pictures.byId(1)?.animation).toMatchObject({ gap: 40, current: 1 })
  expect(terminal.screen.pictures.byId(1)?.animation?.frames[0]?.gap).toBe(0)
  write(kitty('a=d,d=F,i=1,r=2') + kitty('a=d,d=f,i=1'))
  expect(wordsOf(made)).toEqual([[blue]])
  write(kitty('a=d,d=F,i=1'))
  expect(terminal.screen.pictures.placements).toEqual([])
})

test('frames over a color or over another frame, edited in place, at a capped rate', () => {
  const { terminal, reported, write } = drawing()
  const { pictures } = terminal.screen
  write(kitty('a=T,i=1,s=2,v=1', pixels(2, 1, red)))
  write(kitty('a=f,i=1,s=1,v=1,x=1,c=1,z=1', pixels(1, 1, blue)))
  write(kitty('a=f,i=1,s=1,v=1,Y=255,z=100', pixels(1, 1, blue)))
  write(kitty('a=f,i=1,r=2,s=1,v=1', pixels(1, 1, blue)))
  write(kitty('a=f,i=1,s=3,v=1', pixels(3, 1)))
  write(kitty('a=f,i=9,s=1,v=1', pixels(1, 1)))
  write(kitty('a=a,i=1,s=3,v=3,r=1,z=50,c=99'))
  expect(reported().match(/;[A-Z]+/g)).toEqual([
    ...[';OK', ';OK', ';OK', ';OK', ';EINVAL', ';ENOENT'],
  ])
  const frames = pictures.byId(1)?.animation?.frames ?? []
  const words = frames.map((one) => [...new Uint32Array(one.data!.slice().buffer)])
  expect(words).toEqual([
    [blue, blue],
    [blue, 0xff000000],
  ])
  expect(placedPictures(terminal.screen)[0]?.animation).toEqual({
    gaps: [50, frameGapMin, 100],
    state: 'running',
    loops: 2,
    current: 1,
  })
})

test('as many frames as there may be', () => {
  const { terminal, reported, write } = drawing()
  write(kitty('a=T,i=1,s=1,v=1', pixels(1, 1)))
  write(kitty('a=f,i=1,s=1,v=1', pixels(1, 1)).repeat(framesMax + 1))
  expect(reported()).toContain(';ENOSPC:')
  expect(terminal.screen.pictures.byId(1)?.animation?.frames).toHaveLength(framesMax)
  write(kitty('a=d,d=f,i=1').repeat(framesMax + 1))
  expect(terminal.screen.pictures.bytes).toBe(4)
  write(kitty('a=d,d=F,i=1'))
  expect(terminal.screen.pictures.bytes).toBe(0)
})

test('a frame that replaces a deleted one is sent', () => {
  const { terminal, write } = drawing()
  const parts = new PictureParts()
  const sent = () => {
    parts.named(terminal.screen)
    const all: (readonly [number, number])[] = []
    for (let next = parts.next(); next !== null; next = parts.next()) {
      const { part, data } = decodePicture(next)
      all.push([part.frame, new Uint32Array(data.slice().buffer)[0]!])
    }
    return all
  }
  const frame = (colour: number): string => kitty('a=f,i=1,s=1,v=1', pixels(1, 1, colour))
  write(kitty('a=T,i=1,s=1,v=1', pixels(1, 1, red)) + frame(blue) + frame(green))
  expect(sent()).toHaveLength(3)
  write(kitty('a=d,d=f,i=1,r=2'))
  expect(sent()).toEqual([[1, green]])
  write(frame(blue))
  expect(sent()).toEqual([[2, blue]])
  write(kitty('a=d,d=f,i=1,r=3'))
  expect(sent()).toEqual([])
  write(frame(red))
  expect(sent()).toEqual([[2, red]])
})

test('data is sent once, in parts, and again when it changed or was dropped', () => {
  const { terminal, write } = drawing()
  const parts = new PictureParts()
  const sent = () => {
    parts.named(terminal.screen)
    const all: [number, number, number][] = []
    for (let next = parts.next(); next !== null; next = parts.next()) {
      const { part, data } = decodePicture(next)
      all.push([part.frame, part.offset, data.length])
    }
    return all
  }
  write(kitty('a=T,i=1,s=600,v=500,C=1', pixels(600, 500)))
  expect(sent()).toEqual([
    [0, 0, 1_048_576],
    [0, 1_048_576, 151_424],
  ])
  expect(sent()).toEqual([])
  write(kitty('a=f,i=1,s=1,v=1', pixels(1, 1)))
  expect(sent().map(([frame]) => frame)).toEqual([1, 1])
  write(kitty('a=d,d=a'))
  expect(sent()).toEqual([])
  write(kitty('a=p,i=1'))
  expect(sent()).toHaveLength(4)
})
