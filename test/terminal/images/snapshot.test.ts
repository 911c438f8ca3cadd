/** Tests images in snapshots and deltas: their positions, by the names that programs gave them. */
import { expect, test } from 'vitest'
import { applyDelta, decode, encode, Viewer, type Delta } from '../../../src/terminal/index.ts'
import { placementsMax } from '../../../src/terminal/images/limits.ts'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'
import { drawing, kitty, pixels } from './support.ts'

const sixel = '\x1bP0;1q#1!20~-!20~-!20~-!20~\x1b\\'

test('a snapshot lists image positions, and a delta does when they change', () => {
  const { terminal, write } = drawing({ rows: 6 })
  const viewer = new Viewer(terminal)
  const at = (move: string, control: string) => `${move}${kitty(`q=2,C=1,${control}`)}`
  write(`${sixel}\x1b[4;9H`)
  write(kitty('a=t,q=2,i=7,s=10,v=20', pixels(10, 20)) + at('\x1b[4;9H', 'a=p,i=7,p=2,z=-1,c=3'))
  write(at('', 'a=p,i=7,P=7,H=-30') + at('', 'a=p,i=7,P=7,H=2,V=1') + at('', 'a=p,i=7,U=1'))
  const first = viewer.snapshot()
  const named = { format: 'rgba', height: 20, id: 7, width: 10 } as const
  expect(first.images).toEqual([
    { cols: 3, rows: 3, y: 3, x: 8, ...named, placement: 2, z: -1 },
    { cols: 2, rows: 2, y: 0, x: 0, format: 'rgba', height: 24, width: 20 },
    { cols: 1, rows: 1, y: 4, x: 10, ...named },
  ])
  // two lines up: one is cut off, and the sixels are in the history
  write('\x1b[6;1H\n\n')
  const delta = viewer.delta(first.rev) as Delta
  const second = applyDelta(first, delta)
  expect(second.images?.map(({ y }) => y)).toEqual([1, 2])
  expect({ ...viewer.snapshot(), rev: second.rev }).toEqual(second)
  for (const value of [first, delta, second] as const)
    for (const encoding of ['json', 'msgpack'] as const)
      expect(decode(encode(value, encoding, messagePack), messagePack)).toEqual({ ok: true, value })
  // the alternate screen has none; after it they are there again, and then are removed
  write('\x1b[?1049h')
  expect(viewer.snapshot().images).toBeUndefined()
  write('\x1b[?1049l')
  const third = viewer.snapshot()
  expect(third.images).toHaveLength(2)
  write(kitty('a=d,q=2,d=i,i=7'))
  const last = viewer.delta(third.rev) as Delta
  expect(last.images).toBeNull()
  expect(applyDelta(third, last).images).toBeUndefined()
})

test('images covered by text are omitted; as many as allowed are all included', () => {
  const { terminal, write } = drawing({ rows: 6 })
  write('\x1bP0;1q#1!10~\x1b\\\rx')
  expect(new Viewer(terminal).snapshot().images).toBeUndefined()
  write(kitty('a=t,q=2,i=1,s=1,v=1', pixels(1, 1)))
  write('\x1b_Ga=p,q=2,C=1,i=1,z=-2147483648,c=1000,r=1000\x1b\\'.repeat(placementsMax))
  const value = new Viewer(terminal).snapshot()
  expect(value.images).toHaveLength(placementsMax)
  expect(decode(encode(value, 'json', messagePack), messagePack)).toEqual({ ok: true, value })
})
