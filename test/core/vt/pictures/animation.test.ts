/** Frames of kitty's animations, and data on its way to a page. */
import { expect, test } from 'vitest'
import { decodePicture } from '../../../../src/core/frames/decode.ts'
import { PictureParts, placedPictures } from '../../../../src/core/frames/pictures.ts'
import { frameGapMin, framesMax } from '../../../../src/core/vt/pictures/limits.ts'
import { drawing, kitty, pixels } from './support.ts'

const [red, blue] = [0xff0000ff, 0xffff0000]

test('frames over a colour or over another frame, edited in place, at a capped rate', () => {
  const { terminal, reported, write } = drawing()
  const { pictures } = terminal.screen
  write(kitty('a=T,i=1,s=2,v=1', pixels(2, 1, red)))
  write(kitty('a=f,i=1,s=1,v=1,x=1,c=1,z=1', pixels(1, 1, blue)))
  write(kitty('a=f,i=1,s=1,v=1,Y=255,z=100', pixels(1, 1, blue)))
  write(kitty('a=f,i=1,r=2,s=1,v=1', pixels(1, 1, blue)))
  write(kitty('a=f,i=1,s=3,v=1', pixels(3, 1)))
  write(kitty('a=f,i=9,s=1,v=1', pixels(1, 1)))
  write(kitty('a=a,i=1,s=3,v=3,r=1,z=50'))
  expect(reported().match(/;[A-Z]+/g)).toEqual([
    ...[';OK', ';OK', ';OK', ';OK', ';EINVAL', ';ENOENT', ';OK'],
  ])
  const frames = pictures.byId(1)?.animation?.frames ?? []
  const words = frames.map((one) => [...new Uint32Array(one.pixels.slice().buffer)])
  expect(words).toEqual([
    [blue, blue],
    [blue, 0xff000000],
  ])
  expect(placedPictures(terminal.screen)[0]?.animation).toEqual({
    gaps: [50, frameGapMin, 100],
    runs: true,
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
  write(kitty('a=d,d=F,i=1'))
  expect(terminal.screen.pictures.bytes).toBe(4)
})

test('data goes once, in parts, and anew when it is other data or was dropped', () => {
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
