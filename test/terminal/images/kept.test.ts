/**
 * Tests images in checkpoints: a terminal that continues another one shows the same images at the
 * same places, whatever happens to them later.
 */
import { createHash, randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { joinBytes } from '../../../src/base/objects/join-bytes.ts'
import {
  chainMax,
  deflatingBytesMax,
  keptPicturesBytesMax,
} from '../../../src/terminal/images/limits.ts'
import { positionOf } from '../../../src/terminal/images/relative.ts'
import { settlePictures } from '../../../src/terminal/images/place.ts'
import { screenToAnsi } from '../../../src/terminal/snapshot/write/to-ansi.ts'
import { png } from '../../../src/host/desktop/png.ts'
import { drawing, kitty, pixels, type Drawing } from './support.ts'

const deflateLater = (bytes: Uint8Array, done: (bytes: Uint8Array) => void) =>
  done(deflateSync(bytes))
const hash = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')
const made = () => drawing({ pictureHost: { deflateLater } })
const sixel = '\x1bP0;1q#1!20~-!20~-!20~-!20~\x1b\\'
const file = (bytes: Uint8Array) =>
  `\x1b]1337;File=inline=1:${Buffer.from(bytes).toString('base64')}\x07`

/** Everything about images, with rows counted from the first one of the primary screen. */
function imagesOf({ terminal: { screen } }: Drawing): unknown {
  settlePictures(screen)
  const { pictures } = screen
  const all = [...pictures.pictures.values()]
  return {
    pictures: all.map(({ serial: _, version: __, data, animation, ...rest }) => ({
      ...rest,
      data: data && hash(data),
      animation: animation && {
        ...animation,
        frames: animation.frames.map((one) => [one.gap, hash(one.data!)]),
      },
    })),
    placements: pictures.placements.map((one) => {
      const { serial: _, picture, parent, holes, seen: __, seenTop: ___, row, ...rest } = one
      const root = positionOf(one)
      return {
        ...rest,
        picture: [picture.id, picture.width, picture.height, picture.form],
        at: [root.row - (root.root.alternate ? 0 : screen.firstRow), root.column],
        parent: parent && [parent.right, parent.down, parent.placement.id],
        holes: holes && Buffer.from(holes).toString('hex'),
        row: row - (one.alternate ? 0 : screen.firstRow),
      }
    }),
  }
}

/** Returns a terminal that starts with a checkpoint of this one. */
function continued({ terminal }: Drawing, bytesMax = keptPicturesBytesMax): Drawing {
  const { bytes } = screenToAnsi(terminal.screen, 50)
  const images = terminal.images(bytesMax, 'relative')
  const next = made()
  next.terminal.write(joinBytes([bytes, images.bytes]))
  expect(next.reported()).toBe('')
  return next
}

/** Checks a checkpoint now, and after the same later output. */
function expectSame(one: Drawing, later: readonly string[]): void {
  const next = continued(one)
  expect(imagesOf(next)).toEqual(imagesOf(one))
  for (const text of later) {
    one.write(text)
    next.write(text)
    expect(imagesOf(next), JSON.stringify(text)).toEqual(imagesOf(one))
    expect(next.terminal.rowTexts()).toEqual(one.terminal.rowTexts())
  }
}

const later = ['\x1b[3;4Hover', '\x1b[2;5r\x1b[5;1H\n\n\x1b[r', '\x1b[2K\n\n\n', '\x1b[2J']

test('images of all three protocols continue on the screen and in the history', () => {
  const one = made()
  one.write(
    `first\r\n${sixel}\r\ntext\r\n${file(png({ width: 15, height: 50, pixels: pixels(15, 50) }))}`,
  )
  one.write(`\x1b[2;3Hover the image\x1b[6;1H\n\n`)
  one.write(kitty('a=T,q=2,i=7,p=2,s=10,v=20,z=-1,c=3,X=4,C=1', pixels(10, 20)))
  one.write(kitty('a=t,q=2,i=9,I=0,s=3,v=2', pixels(3, 2)))
  expect(one.terminal.screen.pictures.placements).toHaveLength(3)
  expectSame(one, [...later, kitty('a=p,q=2,i=9')])
})

test('relative, virtual and clipped placements, and those of the other screen continue', () => {
  const one = made()
  one.write(kitty('a=T,q=2,i=1,p=1,s=10,v=80,C=1', pixels(10, 80)))
  one.write(kitty('a=t,q=2,i=2,s=10,v=20', pixels(10, 20)) + kitty('a=p,q=2,i=2,U=1,c=2,r=1'))
  one.write(kitty('a=p,q=2,i=2,p=4,P=1,Q=1,H=3,V=-1') + kitty('a=p,q=2,i=2,p=5,P=2,Q=4,H=1'))
  one.write(`\x1b[2;5r${sixel}\x1b[5;1H\n\n\x1b[r`)
  expectSame(one, later)
  one.write(`\x1b[?1049h\x1b[2;2H${sixel}\x1b[5;1Hbelow`)
  expectSame(one, [...later, '\x1b[?1049l'])
})

test('an animation continues with its frames and their gaps', () => {
  const one = made()
  one.write(kitty('a=T,q=2,i=3,s=2,v=2,C=1', pixels(2, 2)))
  for (const gap of [50, -1, 70])
    one.write(kitty(`a=f,q=2,i=3,s=2,v=2,z=${gap}`, pixels(2, 2, gap & 255)))
  one.write(kitty('a=a,q=2,i=3,r=1,z=90,s=3,v=4,c=2'))
  expectSame(one, [kitty('a=f,q=2,i=3,r=2,s=1,v=1,x=1', pixels(1, 1)), '\x1b[2J'])
})

test('images beyond the limit are omitted, the hidden and then the oldest first', () => {
  const one = made()
  const noise = (id: number) => kitty(`a=T,q=2,i=${id},s=10,v=100`, randomBytes(4_000))
  for (let id = 1; id <= 60; id += 1) one.write(`${noise(id)}\r\n`)
  const kept = continued(one, 40_000).terminal.screen.pictures
  const ids = [...kept.pictures.values()].map(({ id }) => id)
  expect(ids).toEqual([54, 55, 56, 57, 58, 59, 60])
  expect(kept.placements).toHaveLength(ids.length)
  expect(one.terminal.images(40_000, 'relative').bytes.length).toBeLessThanOrEqual(40_000)
})

test('an animation that does not fit continues as a still image', () => {
  const one = made()
  one.write(kitty('a=T,q=2,i=3,s=10,v=100,C=1', randomBytes(4_000)))
  for (let frame = 0; frame < 9; frame += 1)
    one.write(kitty('a=f,q=2,i=3,s=10,v=100', randomBytes(4_000)))
  const { pictures } = continued(one, 30_000).terminal.screen
  expect([...pictures.pictures.values()].map(({ animation }) => animation)).toEqual([null])
})

test('pixels that are being compressed are pending, and compressed once', () => {
  const waiting: (() => void)[] = []
  const one = drawing({
    pictureHost: {
      deflateLater: (bytes, done) => waiting.push(() => done(deflateSync(bytes))),
    },
  })
  one.write(kitty('a=T,q=2,i=3,s=10,v=20,C=1', pixels(10, 20)))
  const first = one.terminal.images(10_000, 'relative')
  expect([first.bytes.length, first.isPending]).toEqual([0, true])
  expect(one.terminal.images(10_000, 'relative').isPending).toBe(true)
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  const second = one.terminal.images(10_000, 'relative')
  expect([second.bytes.length > 0, second.isPending]).toEqual([true, false])
  expect(waiting).toHaveLength(1)
})

test('sequences of programs place nothing that other commands can not', () => {
  const one = made()
  const string = (control: string, data = '') => `\x1b_V${control};${data}\x1b\\`
  const data = deflateSync(pixels(2, 2)).toString('base64')
  const place = 'a=p,i=1,c=1,r=1,e=1,l=2,m=2,w=9,h=9'
  one.write(string('a=t,i=1,s=2,v=2,f=32,o=z', data))
  for (const wrong of [
    'i=2',
    'i=0',
    'c=0',
    'c=1001',
    'r=1001',
    'e=0',
    'f=1',
    'l=3',
    'j=1',
    'm=0',
    'P=1',
    'y=999999',
  ])
    one.write(string(`${place},${wrong}`))
  one.write(string(place, 'AAAA') + string('a=t,t=f,i=1,f=100', btoa('/etc/hostname')))
  one.write(string('a=f,s=9,v=9,f=32,o=z', data) + string('a=x') + string(''))
  expect(one.terminal.screen.pictures.placements).toEqual([])
  one.write(string('a=d') + string('a=t,i=1,s=2,v=2,f=32,o=z', data))
  // a chain is as long as allowed, and no cycle is made
  for (let parent = 0; parent < 20; parent += 1)
    one.write(string(`${place},p=${parent + 1},P=${parent}`))
  one.write(string(`${place},p=1,P=3`))
  const { placements } = one.terminal.screen.pictures
  expect(placements.length).toBeLessThanOrEqual(chainMax + 1)
  for (const placement of placements) expect(positionOf(placement).root.parent).toBeNull()
  expect(one.reported()).toBe('')
})

/** A terminal whose pixels are compressed when `settle` asks for it. */
function waiting() {
  const queue: { readonly length: number; readonly finish: () => void }[] = []
  const one = drawing({
    pictureHost: {
      deflateLater: (bytes, done) => {
        queue.push({ length: bytes.length, finish: () => done(deflateSync(bytes, { level: 1 })) })
      },
    },
  })
  /** Takes checkpoints until nothing is pending. Returns bytes of the last, and what was asked. */
  const settle = () => {
    let [compressed, most, turns] = [0, 0, 0]
    for (;;) {
      const { bytes, isPending } = one.terminal.images(keptPicturesBytesMax, 'relative')
      const asked = queue.splice(0)
      const length = asked.reduce((sum, { length: own }) => sum + own, 0)
      most = Math.max(most, asked.length > 1 ? length : 0)
      compressed += length
      turns += 1
      for (const { finish } of asked) finish()
      if (!isPending && asked.length === 0) return { length: bytes.length, compressed, most, turns }
    }
  }
  return { ...one, settle }
}

test('a flood of images takes a bounded checkpoint, and is compressed once at most', () => {
  const one = waiting()
  for (let id = 1; id <= 500; id += 1)
    one.write(kitty(`a=T,q=2,i=${id},s=100,v=100`, randomBytes(40_000)))
  const first = one.settle()
  expect(first.length).toBeLessThanOrEqual(keptPicturesBytesMax)
  expect(first.length).toBeGreaterThan(keptPicturesBytesMax * 0.9)
  expect(first.most).toBeLessThanOrEqual(deflatingBytesMax)
  expect(first.compressed).toBeLessThan(500 * 40_000)
  expect(one.settle().compressed).toBe(0)
})

test('images and animations that are too large are compressed once, and omitted', () => {
  const one = waiting()
  one.write(kitty('a=T,q=2,i=1,s=900,v=800,C=1', randomBytes(2_880_000)))
  one.write(kitty('a=T,q=2,i=2,s=200,v=200,C=1', randomBytes(160_000)))
  for (let frame = 0; frame < 256; frame += 1)
    one.write(kitty('a=f,q=2,i=2,s=1,v=1', randomBytes(4)))
  const { length, compressed } = one.settle()
  // the still image
  expect(length).toBeGreaterThan(200_000)
  expect(length).toBeLessThan(230_000)
  expect(compressed).toBe(3_040_000)
  expect(one.settle().compressed).toBe(0)
})

test('a transmission without an end leaves the kept images as they are', () => {
  const one = made()
  one.write(kitty('a=T,q=2,i=1,s=2,v=2,C=1', pixels(2, 2)))
  const before = one.terminal.images(keptPicturesBytesMax, 'relative').bytes
  for (const start of [
    '\x1b_Ga=t,i=2,s=9999,v=1000;',
    '\x1b_Va=t,s=9,v=9;',
    '\x1b]1337;File=inline=1:',
  ]) {
    one.write(start)
    for (let count = 0; count < 100; count += 1) one.write('A'.repeat(100_000))
    expect(one.terminal.images(keptPicturesBytesMax, 'relative').bytes).toEqual(before)
    one.write('\x1b\\')
    expect(one.terminal.images(keptPicturesBytesMax, 'relative').bytes).toEqual(before)
  }
})
