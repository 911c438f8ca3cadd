/**
 * Images take what their limits say and no more, in memory and in time: floods, strings without
 * end, bombs, forged pieces.
 */
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeUpdate } from '../../../src/terminal/frames/decode.ts'
import { FrameSource } from '../../../src/terminal/frames/encode.ts'
import { reply } from '../../../src/terminal/replies/replies.ts'
import {
  encodedBytesMax,
  pictureBytesMax,
  picturesMax,
  placementsMax,
  terminalBytesMax,
  pendingImageBytesMax,
  pendingChangesMax,
  waitingWorkMax,
} from '../../../src/terminal/images/limits.ts'
import { unknownFacts } from '../../../src/terminal/replies/facts.ts'
import { headerOf } from '../../../src/terminal/images/header.ts'
import { readPng } from '../../../src/terminal/images/png.ts'
import { Terminal } from '../../../src/terminal/terminal.ts'
import { png } from '../../../src/host/desktop/png.ts'
import { keptBuffers, keptBytes } from '../../support/heap.ts'
import { drawing, kitty, pixels } from '../../terminal/images/support.ts'
import { slow } from '../../slow.ts'

const MB = 1e6

/** Returns the header of a PNG of that size, without valid data after it. */
function pngHead(width: number, height: number): Buffer {
  const head = png({ width: 1, height: 1, pixels: pixels(1, 1) }).subarray(0, 33)
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

/** As many zeros as the largest image has, in 65 KB. */
const deflated = deflateSync(Buffer.alloc(pictureBytesMax))

test('4,000 placements and as many images drop the oldest first', () => {
  const { terminal, write } = drawing()
  const { pictures } = terminal.screen
  const source = new FrameSource(terminal)
  write(kitty('a=t,i=1,s=1,v=1', pixels(1, 1)))
  for (let round = 0; round < 4; round += 1) {
    write('\x1b_Ga=p,i=1,C=1\x1b\\'.repeat(500) + '\x1b[H\x1bPq#1~\x1b\\'.repeat(10))
    write(kitty('a=T,s=1,v=1,C=1', pixels(1, 1)).repeat(500))
  }
  expect(pictures.placements).toHaveLength(placementsMax)
  expect(pictures.pictures.size).toBeLessThanOrEqual(picturesMax)
  expect(source.next().length).toBeLessThan(MB)
})

test('images stacked under text keep a frame small', slow, () => {
  const { terminal, write } = drawing({ cols: 200, rows: 50 })
  const source = new FrameSource(terminal)
  // 200 x 50 cells each, of which text leaves every other one
  const sixel = `\x1b[H\x1bP0;1q#1!1999~${'-#1!1999~'.repeat(160)}\x1b\\`
  for (let round = 0; round < 12; round += 1) write(sixel)
  write('\x1b[H')
  for (let row = 0; row < 49; row += 1) write(`${'x\x1b[C'.repeat(100)}\r\n`)
  expect(source.next().length).toBeLessThan(2 * MB)
  expect(terminal.screen.pictures.placements.length).toBeGreaterThan(0)
})

test('decoded bytes have a limit per terminal, and hidden images go first', () => {
  const { terminal, reported, write } = drawing()
  const { pictures } = terminal.screen
  // their headers say 4,000 x 4,000, and nothing is decoded here
  const file = Buffer.concat([pngHead(4_000, 4_000), Buffer.alloc(27)])
  write(kitty('a=T,i=1,f=100,C=1', file))
  for (let id = 2; id < 20; id += 1) write(kitty(`a=t,i=${id},f=100`, file))
  expect(reported().match(/OK/g)).toHaveLength(19)
  expect(pictures.bytes).toBeLessThanOrEqual(terminalBytesMax)
  expect(pictures.byId(1)).toBeDefined()
  expect(pictures.byId(2)).toBeUndefined()
  expect(pictures.byId(19)).toBeDefined()
})

test('an image bomb is refused by its size and never inflated beyond it', () => {
  const { terminal, reported, write } = drawing()
  const before = keptBytes()
  write(kitty('a=t,i=1,f=32,o=z,s=4,v=4', deflated))
  expect(reported()).toContain(';EINVAL:')
  write(kitty('a=t,i=1,f=100,o=z', deflated))
  expect(reported()).toContain(';EINVAL:')
  write(kitty('a=t,i=1,f=32,o=z,s=10000,v=10000', deflated))
  expect(reported()).toContain(';EFBIG:')
  write(kitty('a=T,i=1,f=100', Buffer.concat([pngHead(60_000, 60_000), Buffer.alloc(27)])))
  expect(reported()).toContain(';EFBIG:')
  expect(terminal.screen.pictures.pictures.size).toBe(0)
  expect(keptBytes() - before).toBeLessThan(2 * MB)
})

test('endless strings and endless pieces store no more than one image contains', slow, () => {
  const piece = 'A'.repeat(65_536)
  for (const [opener, most] of [
    ['\x1b_Ga=T,i=1,s=9,v=9;', 8],
    ['\x1bPq#1!', 1],
    ['\x1bPq#1;', 1],
    ['\x1b]1337;File=inline=1:', 8],
    ['\x1b]1337;File=', 1],
    ['\x1b_X', 1],
    ['\x1b_G', 1],
  ] as const) {
    const { write } = drawing()
    const before = keptBytes()
    write(opener)
    for (let round = 0; round < 25 * most; round += 1) write(piece) // 1.6 times as much
    expect(keptBytes() - before, JSON.stringify(opener)).toBeLessThan(most * MB)
  }
})

test('forged, interleaved, broken and nested pieces are refused', () => {
  const { terminal, reported, write } = drawing()
  const first = '\x1b_Ga=t,i=1,f=32,s=1,v=1,m=1;AAAA\x1b\\'
  write('\x1b_Gm=0;AAAA\x1b\\\x1b_Gm=1;AAAA\x1b\\')
  write(`${first}\x1b_Ga=d,d=A\x1b\\\x1b_Gm=0;AA==\x1b\\`)
  write(`${first}\x1b_Gm=1;AA\x18\x1b_Gm=0;AA==\x1b\\`)
  write(`${first}\x1b_Gm=1;\x1b_Gm=0;\x1b_G\x1bP\x1b_Gm=0;AA==\x1b\\`)
  write(`${first}\x1b_Ga=t,i=2,f=32,s=1,v=1;AAAAAA==\x1b\\`)
  expect(reported()).not.toContain('i=1;OK')
  expect([...terminal.screen.pictures.pictures.values()].map(({ id }) => id)).toEqual([2])
})

test('frames of one image are bounded per terminal and block nothing', slow, () => {
  const { terminal, reported, write } = drawing()
  write(kitty('a=t,i=1,f=32,o=z,s=4096,v=4096', deflated))
  const began = process.cpuUsage()
  // each pixel in its own color: it took a second for each round when each pixel was set alone
  for (let round = 0; round < 2; round += 1)
    write(kitty('a=f,i=1,Y=1,s=1,v=1', pixels(1, 1)) + kitty('a=d,d=F,i=1'))
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
  reported()
  write(kitty('a=f,i=1,s=1,v=1', pixels(1, 1)).repeat(10))
  expect(reported().match(/ENOSPC/g)).toHaveLength(7)
  expect(terminal.screen.pictures.bytes).toBeLessThanOrEqual(terminalBytesMax)
})

test('compressed images are inflated one at a time, and not once deleted', slow, async () => {
  const running: ((bytes: Uint8Array | null) => void)[] = []
  let began = 0
  const terminal = new Terminal({
    ...{ cols: 20, rows: 6, scrollback: 50 },
    pictureHost: {
      inflate: () => null,
      soon: (act) => act(),
      deflateLater: () => undefined,
      inflateLater: (_, __, done) => {
        began += 1
        running.push(done)
      },
      read: () => null,
    },
  })
  terminal.screen.facts = { ...unknownFacts, pictures: true }
  const write = (text: string): void => terminal.write(new TextEncoder().encode(text))
  const one = kitty('a=t,i=1,f=32,o=z,s=4096,v=4096', deflated)
  const before = await keptBuffers()
  for (let round = 0; round < 30; round += 1) write(one)
  expect(running).toHaveLength(1)
  expect((await keptBuffers()) - before, 'compressed bytes').toBeLessThan(MB)
  running.pop()!(new Uint8Array(67_108_864))
  expect(running).toHaveLength(1)
  running.pop()!(new Uint8Array(67_108_864))
  expect(began).toBe(2)
  expect(terminal.screen.pictures.byId(1)?.data).toHaveLength(67_108_864)
  // what waits is no more than could be of its size
  write(kitty('a=t,i=2,f=32,o=z,s=1024,v=1024', Buffer.alloc(3 * MB)))
  expect(terminal.screen.pictures.byId(2)?.data).toBeNull()
  for (let id = 3; id < 12; id += 1)
    write(kitty(`a=t,i=${id},f=32,o=z,s=600,v=600`, Buffer.alloc(3 * MB)))
  expect((await keptBuffers()) - before).toBeLessThan(67_108_864 + 10 * MB)
})

test("a small image's header hides no larger image", () => {
  const u16 = (number: number): readonly number[] => [number & 0xff, number >> 8]
  // a screen of 1 x 1, and a first frame that a decoder makes room for
  const gif = (...blocks: readonly number[]): Uint8Array =>
    Uint8Array.from([
      ...Buffer.from('GIF89a'),
      ...[...u16(1), ...u16(1), 0x80, 0, 0, 1, 2, 3, 4, 5, 6, ...blocks],
    ])
  const frame = [0x2c, ...u16(10), ...u16(20), ...u16(20_000), ...u16(30_000), 0, 2, 2, 0x4c, 1, 0]
  const extension = [0x21, 0xf9, 4, 0, 0, 0, 0, 0]
  expect(headerOf(gif(...frame))).toMatchObject({ width: 20_010, height: 30_020 })
  expect(headerOf(gif(...extension, ...frame))).toMatchObject({ width: 20_010, height: 30_020 })
  expect(headerOf(gif(...extension))).toBeNull()
  expect(headerOf(gif(0x21, 0xf9, 4, 0))).toBeNull()
  expect(headerOf(gif(1, ...frame))).toBeNull()
  // bytes that one reader of a JPEG takes for a segment and another skips
  const sof = (side: number): number[] => [0xff, 0xc0, 0, 11, 8, side, 0, side, 0, 1, 1, 0x11, 0]
  const jpeg = (...hidden: readonly number[]): Uint8Array =>
    Uint8Array.from([0xff, 0xd8, ...hidden, ...sof(1), ...Array<number>(9).fill(0)])
  expect(headerOf(jpeg())).toMatchObject({ width: 256, height: 256 })
  expect(headerOf(jpeg(0xff, 0xe0, 0, 4, 1, 2))).toMatchObject({ width: 256, height: 256 })
  for (const [marker, length] of [
    [0x00, 15],
    [0xd8, 15],
    [0xd9, 15],
    [0xda, 15],
    [0xe0, 0],
    [0xe0, 1],
  ] as const)
    expect(headerOf(jpeg(0xff, marker, 0, length, ...sof(200))), `${marker}`).toBeNull()
})

test('a chain of relative placements at its limit stays fast', slow, () => {
  const { terminal, reported, write } = drawing()
  write(kitty('a=t,i=1,s=1,v=1', pixels(1, 1)) + kitty('a=p,i=1,p=1'))
  for (let depth = 2; depth <= 9; depth += 1) write(kitty(`a=p,i=1,p=${depth},P=1,Q=${depth - 1}`))
  const far = 'H=2147483647,V=-2147483648'
  const began = performance.now()
  for (let round = 0; round < 3; round += 1) {
    write(kitty(`a=p,i=1,P=1,Q=8,${far}`).repeat(1_100))
    // each is placed again, with all placements relative to it, and may not be relative to any of
    // these
    write(kitty('a=p,i=1,p=1') + kitty('a=p,i=1,p=1,P=1,Q=8').repeat(500))
  }
  expect(performance.now() - began).toBeLessThan(30_000)
  expect(reported()).toMatch(/ECYCLE/)
  expect(terminal.screen.pictures.placements).toHaveLength(placementsMax)
  const frame = decodeUpdate(new FrameSource(terminal).next())
  expect(Math.min(...frame.pictures!.map(({ row }) => row))).toBeLessThan(-2e9)
  write(kitty('a=d,d=i,i=1,p=1'))
  expect(terminal.screen.pictures.placements).toEqual([])
})

test('frame commands waiting for large data are bounded by count and bytes', slow, async () => {
  const running: (() => void)[] = []
  let said = ''
  const terminal = new Terminal({
    ...{ cols: 20, rows: 6, scrollback: 50 },
    pictureHost: {
      inflate: () => null,
      soon: (act) => act(),
      deflateLater: () => undefined,
      inflateLater: (_, __, done) => running.push(() => done(null)),
      read: () => null,
    },
    onQuery: (query) => {
      if (query.kind !== 'output-query')
        said += reply(query, { version: '1.0', clipboardWrite: true }) ?? ''
    },
  })
  terminal.screen.facts = { ...unknownFacts, pictures: true }
  const write = (text: string): void => terminal.write(new TextEncoder().encode(text))
  write(kitty('a=t,i=1,o=z,s=1024,v=1024', deflateSync(Buffer.alloc(4 * 1024 * 1024))))
  const before = await keptBuffers()
  write(kitty('a=f,i=1,r=1,s=1,v=1', pixels(1, 1)).repeat(2_000))
  expect(said.match(/;OK/g)).toHaveLength(1 + pendingChangesMax)
  const large = kitty('a=f,i=2,r=1,s=800,v=800', pixels(800, 800))
  write(kitty('a=t,i=1,s=1,v=1', pixels(1, 1)))
  write(kitty('a=t,i=2,o=z,s=1024,v=1024', deflateSync(Buffer.alloc(4 * 1024 * 1024))))
  for (let round = 0; round < 32; round += 1) write(large)
  expect(said).toContain(';ENOSPC')
  expect((await keptBuffers()) - before).toBeLessThan(pendingImageBytesMax + 10 * MB)
  // what they wait for is broken: they go with the picture
  while (running.length > 0) running.pop()!()
  expect(terminal.screen.pictures.byId(2)).toBeUndefined()
  expect((await keptBuffers()) - before).toBeLessThan(pendingImageBytesMax / 2)
})

test('frames composed after large data take turns and stay bounded', slow, () => {
  const running: (() => void)[] = []
  const turns: (() => void)[] = []
  const { terminal, write, reported } = drawing({
    pictureHost: {
      deflateLater: () => undefined,
      inflateLater: (_, most, done) => running.push(() => done(new Uint8Array(most))),
      soon: (act) => turns.push(act),
    },
  })
  write(kitty('a=t,i=1,o=z,s=2048,v=2048', deflateSync(Buffer.alloc(16_777_216))))
  write(kitty('a=f,i=1,s=1,v=1', pixels(1, 1)))
  reported()
  // 16 MiB each, for a few bytes
  write(kitty('a=c,i=1,r=1,c=2').repeat(1_000))
  expect(reported().match(/;OK/g)).toHaveLength(waitingWorkMax / 16_777_216 - 2)
  running.pop()!()
  const { version } = terminal.screen.pictures
  let count = 0
  for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) {
    turn()
    expect(turns.length).toBeLessThanOrEqual(1)
    count += 1
    expect(terminal.screen.pictures.version).toBe(version + count)
  }
  expect(count).toBe(waitingWorkMax / 16_777_216 - 1)
})

test('a file counts its real bytes, however small an image it claims', slow, () => {
  const small = png({ width: 1, height: 1, pixels: new Uint8Array(4) })
  let file = Buffer.concat([small, Buffer.alloc(16 * 1024 * 1024)])
  const { terminal, reported, write } = drawing({ pictureHost: { read: () => file } })
  const { pictures } = terminal.screen
  terminal.screen.facts = { ...terminal.screen.facts, files: true }
  for (let id = 1; id <= 20; id += 1) write(kitty(`a=t,i=${id},f=100,t=f`, '/tmp/image'))
  expect(reported().match(/;OK/g)).toHaveLength(20)
  expect(pictures.pictures.size).toBe(15)
  expect(pictures.bytes).toBeLessThanOrEqual(terminalBytesMax)
  // as pixels it has four, and so has its frame
  const oldest = [...pictures.pictures.values()].at(-1)!
  write(kitty(`a=f,i=${oldest.id},s=1,v=1`, pixels(1, 1)))
  expect(pictures.bytes).toBe(14 * file.length + 8)
  write(kitty('a=d,d=R,x=1,y=99'))
  expect(pictures.bytes).toBe(0)
  // larger than a page is ever sent
  file = Buffer.concat([small, Buffer.alloc(encodedBytesMax)])
  write(kitty('a=t,i=1,f=100,t=f', '/tmp/image'))
  expect(reported()).toContain(';EFBIG')
})

test('a PNG arrives in as many pieces as fit in it', () => {
  const whole = png({ width: 1, height: 1, pixels: new Uint8Array(4) })
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), Buffer.alloc(4)])
  const file = Buffer.concat([
    whole.subarray(0, 33),
    Buffer.alloc(24_000_000).fill(chunk),
    whole.subarray(33),
  ])
  const before = process.memoryUsage().heapUsed
  const read = readPng(file)!
  // nothing is made of each: 280 MB, where each was a view
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * MB)
  expect(read.data).toHaveLength(readPng(whole)!.data.length)
})

test('an image deleted with its parent placement takes no frame', slow, () => {
  const { terminal, reported, write } = drawing()
  const { pictures } = terminal.screen
  const large = (id: number): string => kitty(`a=t,i=${id},f=32,o=z,s=4096,v=4096`, deflated)
  write(large(1) + kitty('a=p,i=1,p=1'))
  write(large(2) + kitty('a=p,i=2,P=1,Q=1') + large(3) + kitty('a=p,i=3') + kitty('a=p,i=2,p=9'))
  write(large(4) + kitty('a=p,i=4') + kitty('a=d,d=i,i=2,p=9') + kitty('a=p,i=2,P=1,Q=1,p=7'))
  expect(pictures.bytes).toBe(terminalBytesMax)
  reported()
  write(kitty('a=f,i=2,s=1,v=1', pixels(1, 1)))
  expect(reported()).toContain(';ENOENT')
  expect(pictures.byId(2)).toBeUndefined()
  write(kitty('a=d,d=R,x=1,y=9'))
  expect(pictures.bytes).toBe(0)
})

test('a placement over the limit keeps its image', () => {
  const { terminal, write } = drawing()
  const { pictures } = terminal.screen
  write(kitty('a=t,i=1,s=1,v=1', pixels(1, 1)) + kitty('a=p,i=1,p=1,C=1'))
  write(kitty('a=t,i=2,s=1,v=1', pixels(1, 1)) + kitty('a=p,i=2,p=1,P=1,Q=1'))
  write(kitty('a=p,i=1,C=1').repeat(placementsMax - 2))
  // the oldest is removed together with the placement relative to it: the last one of image 2
  write(kitty('a=p,i=2,C=1'))
  expect(pictures.byId(2)).toBeDefined()
  for (const { picture } of pictures.placements)
    expect(pictures.pictures.has(picture.serial)).toBe(true)
})

test('a PNG frame that is a bomb or too large is not inflated', slow, () => {
  const { terminal, reported, write } = drawing()
  const answer = (control: string, bytes: Uint8Array): string => {
    write(kitty(control, bytes))
    return /;([A-Z]+)/.exec(reported())![1]!
  }
  const file = (width: number, height: number, rows: Uint8Array): Buffer => {
    const data = deflateSync(rows)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write('IDAT', 4)
    return Buffer.concat([pngHead(width, height), head, data, Buffer.alloc(4)])
  }
  write(kitty('a=t,i=1,s=8,v=8', pixels(8, 8)))
  reported()
  const before = keptBytes()
  expect(answer('a=f,i=1,f=100', file(8, 8, Buffer.alloc(50 * MB)))).toBe('EINVAL')
  expect(answer('a=f,i=1,f=100', file(4_000, 4_000, Buffer.alloc(9)))).toBe('EFBIG')
  expect(answer('a=f,i=1,f=100', file(60_000, 60_000, Buffer.alloc(9)))).toBe('EFBIG')
  expect(answer('a=f,i=1,f=100', file(8, 8, Buffer.alloc(9)))).toBe('EINVAL')
  expect(terminal.screen.pictures.byId(1)?.animation).toBeNull()
  expect(keptBytes() - before).toBeLessThan(2 * MB)
})
