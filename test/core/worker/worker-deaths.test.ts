/**
 * The main side of a shadow when its worker hangs or dies: which output is replayed or skipped,
 * and when none is started again.
 */
import { expect, test } from 'vitest'
import { unparsedBytesHigh } from '../../../src/core/session/flow/limits.ts'
import { silenceMs } from '../../../src/core/worker/limits.ts'
import { Crashes } from '../../../src/core/worker/crashes.ts'
import { make, value } from './shadow-world.ts'

test('a worker that hangs is not waited for', async () => {
  const { clock, flow, print, shadow, shadows, text } = make()
  await text()
  shadows.hold = true
  print('y'.repeat(unparsedBytesHigh + 1))
  expect(flow).toEqual(['pause'])
  const asked = shadow.questions.snapshot({ form: 'text' })
  clock.advance(silenceMs)
  expect([shadows.hung, flow]).toEqual([0, ['pause']])
  shadows.hold = false
  clock.advance(silenceMs)
  // the next one is as far behind, and answers
  expect([shadows.hung, flow, await asked]).toEqual([
    1,
    ['pause', 'resume', 'pause', 'resume'],
    null,
  ])
  expect(await text()).toBe(`${'y'.repeat(20)}\n`.repeat(103) + 'y'.repeat(9))
  shadow.dispose()
  expect(clock.timers).toBe(0)
})

test('a worker that works for another session does not hang', async () => {
  const { clock, print, shadow, shadows, text } = make()
  await text()
  shadows.hold = true
  print('x')
  const asked = text()
  for (let turn = 0; turn < 5; turn += 1) {
    clock.advance(silenceMs)
    shadows.received += 1
  }
  shadows.hold = false
  shadows.deliver()
  expect([shadows.hung, await asked]).toEqual([0, 'x'])
  shadow.dispose()
})

test('a dead worker is replayed; if the next dies of that, one starts empty, or none', async () => {
  const { clock, print, shadow, shadows, text } = make()
  print('kept \x1b[31mred')
  const before = await shadow.questions.snapshot({ form: 'json' })
  const at = { from: 0, to: 13 }
  shadows.kill('whole', at)
  const after = await shadow.questions.snapshot({ form: 'json' })
  expect([after!.partial, after!.epoch, value(after!.payload)]).toEqual([
    false,
    before!.epoch + 1,
    { ...value(before!.payload), epoch: before!.epoch + 1 },
  ])
  shadows.kill('behind', at)
  print(' new')
  expect([await text(), (await shadow.questions.snapshot({ form: 'text' }))!.partial]).toEqual([
    ' new',
    true,
  ])
  shadows.kill('whole') // of another session: what it may have died of does not come again
  expect(await text()).toBe(' new')
  shadows.kill('never')
  print('more')
  expect([await text(), shadow.on, shadow.problem, shadows.open]).toEqual([
    null,
    false,
    'It crashed.',
    0,
  ])
  shadow.dispose()
  expect(clock.timers).toBe(0)
})

test('starts after the deadly output in the modes that were active there', async () => {
  const { history, print, shadow, shadows } = make()
  print('\x1b[?2004h killer \x1b[?1h')
  await shadow.questions.snapshot({ form: 'text' })
  const at = { from: 0, to: history.end }
  for (const again of ['whole', 'behind'] as const) shadows.kill(again, at)
  print('one\x1b[?1l')
  shadows.kill('whole')
  const taken = await shadow.questions.snapshot({ form: 'json' })
  expect(value(taken!.payload)).toMatchObject({
    modes: { bracketedPaste: true, applicationCursor: false },
    lines: [{ cells: [{ c: 'o' }, { c: 'n' }, { c: 'e' }] }],
  })
  print('x'.repeat(1_100_000))
  shadows.kill('whole')
  expect((await shadow.questions.snapshot({ form: 'text' }))!.partial).toBe(true)
  shadow.dispose()
})

test.each([
  // the next one is as late: the output that it gets again must not leave the ring
  ['whole', ['pause', 'resume', 'pause'], ['pause', 'resume', 'pause', 'resume']],
  // all output so far is skipped: the next program is paused as soon as the worker is late
  ['behind', ['pause', 'resume'], ['pause', 'resume', 'pause', 'resume']],
  ['never', ['pause', 'resume'], ['pause', 'resume']],
] as const)(
  'a program that waits for a shadow continues when its worker is gone (%s)',
  (again, then, after) => {
    const { flow, print, shadow, shadows } = make()
    print('x')
    const at = { from: 0, to: unparsedBytesHigh + 2 }
    shadows.kill('whole', at)
    shadows.hold = true
    print('y'.repeat(unparsedBytesHigh + 1))
    shadows.kill(again, at)
    expect(flow).toEqual(then)
    print('z'.repeat(unparsedBytesHigh))
    expect(flow).toEqual(then)
    print('z')
    expect(flow).toEqual(after.slice(0, 3))
    shadows.hold = false
    shadows.deliver()
    expect(flow).toEqual(after)
    shadow.dispose()
  },
)

test('output of two deaths at different places is skipped by neither', async () => {
  const { print, shadow, shadows, text } = make()
  print('one two three')
  await text()
  shadows.kill('whole', { from: 0, to: 4 })
  shadows.kill('behind', { from: 4, to: 8 })
  expect(await text()).toBe('one two three')
  shadows.kill('behind', { from: 6, to: 13 })
  expect(await text()).not.toBe('one two three')
  shadow.dispose()
})

test('nothing is skipped where workers died of something else than output', async () => {
  const { print, shadow, shadows, text } = make()
  print('one two three')
  await text()
  for (const again of ['whole', 'behind', 'behind'] as const) shadows.kill(again)
  expect(await text()).toBe('one two three')
  shadow.dispose()
})

test('queries to a worker that died are answered with nothing', async () => {
  const { print, shadow, shadows } = make()
  print('x')
  await shadow.questions.snapshot({ form: 'text' })
  shadows.hold = true
  const asked = shadow.questions.snapshot({ form: 'text' })
  shadows.kill('whole')
  expect(await asked).toBe(null)
  shadow.dispose()
})

test('crashes within a minute count: replayed, started blank, given up', () => {
  const crashes = new Crashes()
  expect([0, 59_000, 60_001, 130_000, 131_000, 132_000].map((at) => crashes.died(at))).toEqual([
    ...['whole', 'behind', 'behind', 'whole', 'behind', 'never'],
  ])
})

test('a worker that dies is replaced, and the page restarts with a full frame', () => {
  const { clock, page, print, shadow, shadows } = make()
  print('one\r\n'.repeat(10))
  shadow.frames(true)
  const before = page.frame?.numbering
  shadows.kill('whole')
  expect([
    page.frames,
    page.fresh,
    page.frame?.numbering === before,
    page.rows[0],
    page.history.size,
  ]).toEqual([2, 8, true, '-0<0,0>one', 7])
  shadow.viewed({ kind: 'drawn' })
  clock.advance(100)
  print('two')
  expect(page.rows[3]).toBe('-0<0,0>two')
  shadow.dispose()
})
