/**
 * Tests the main side of a shadow with a worker that runs in place: when it is fed, its queries,
 * and the effects of a worker's death.
 */
import { expect, test } from 'vitest'
import { unparsedBytesHigh } from '../../../src/core/session/flow/limits.ts'
import {
  feedBytesMax,
  feedDelayMs,
  feedsAtOnceMax,
  viewersMax,
} from '../../../src/core/worker/limits.ts'
import {
  applyDelta,
  decode,
  toText,
  type Delta,
  type Snapshot,
} from '../../../src/terminal/index.ts'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'
import { rowsOf } from '../../support/frames/rows-of.ts'
import { make, value } from './shadow-world.ts'

test('is started with the program, its first output, or a request at the latest', async () => {
  const { clock, print, shadow, shadows, text } = make()
  expect(shadows.open).toBe(0)
  print('one')
  expect([shadows.open, shadows.fed]).toEqual([1, 3])
  const early = make()
  early.shadow.started({ cols: 20, rows: 4 })
  expect([early.shadows.open, early.shadows.fed]).toEqual([1, 0])
  early.shadow.dispose()
  shadow.dispose()
  const asked = make()
  expect([await asked.text(), asked.shadows.open, await text()]).toEqual(['', 1, null])
  asked.shadow.dispose()
  expect([clock.timers, asked.clock.timers, shadows.open]).toEqual([0, 0, 0])
})

test('output from before the first resize is laid out at the size of its time', async () => {
  const { print, resize, shadow, shadows } = make()
  resize(20, 3) // nothing was printed: nothing is begun
  expect(shadows.open).toBe(0)
  print('\x1b[1;3r\x1b[3;1Hbelow') // an editor's margins: the whole screen as it was
  resize(30, 6)
  print('\r\n1\r\n2')
  const taken = await shadow.questions.snapshot({ form: 'json' })
  expect(taken === null ? null : value(taken.payload)).toMatchObject({
    cols: 30,
    rows: 6,
    margins: { top: 0, bottom: 5 },
    cursor: { row: 4 },
  })
  shadow.dispose()
})

test('is fed immediately after quiet, then 64 KiB or 8 ms at a time', () => {
  const { clock, print, shadow, shadows } = make()
  const fed: number[] = []
  for (const ms of [0, 100]) {
    clock.advance(ms)
    for (let part = 0; part < feedsAtOnceMax; part += 1) print('a')
    fed.push(shadows.fed)
    print('bc')
    fed.push(shadows.fed)
    clock.advance(feedDelayMs)
    fed.push(shadows.fed)
  }
  expect(fed).toEqual([4, 6, 6, 10, 10, 12]) // it begins with the first of all
  for (let part = 0; part < 2 * feedsAtOnceMax; part += 1) print('d')
  const before = shadows.fed
  print('e'.repeat(feedBytesMax))
  expect([before < 12 + 2 * feedsAtOnceMax, shadows.fed]).toEqual([
    true,
    12 + 2 * feedsAtOnceMax + feedBytesMax,
  ])
  shadow.dispose()
  expect(clock.timers).toBe(0)
})

test('a snapshot is between two chunks and names the clean cut before it', async () => {
  const { print, shadow } = make()
  print('ab\x1b[3')
  const taken = await shadow.questions.snapshot({ form: 'text' })
  expect(taken).toMatchObject({
    at: 5,
    cut: 2,
    opener: '\x1b[0<',
    partial: false,
  })
  print('1mc\x1bPan endless')
  expect(await shadow.questions.snapshot({ form: 'text' })).toMatchObject({
    at: 20,
    cut: 8,
    opener: '\x1bP0<',
  })
  shadow.dispose()
})

test.each(['text', 'ansi', 'json', 'msgpack'] as const)(
  'a snapshot that would be too large omits the oldest history and reports that (%s)',
  async (form) => {
    const { print, shadow } = make()
    print(Array.from({ length: 100 }, (_, row) => `row ${row} ${'x'.repeat(10)}`).join('\r\n'))
    const whole = await shadow.questions.snapshot({ form, scrollback: 1_000 })
    const bytesMax = Math.floor((whole?.payload.length ?? 0) * 0.6)
    for (const viewer of [false, true]) {
      const taken = await shadow.questions.snapshot({ form, scrollback: 1_000, bytesMax, viewer })
      const decoded =
        form === 'json' || form === 'msgpack'
          ? decode(taken?.payload ?? new Uint8Array(), messagePack)
          : null
      const text =
        decoded === null
          ? new TextDecoder().decode(taken?.payload)
          : decoded.ok && !('from' in decoded.value)
            ? toText(decoded.value)
            : ''
      expect([
        (taken?.payload.length ?? 0) <= bytesMax,
        text.includes('row 3 '),
        text.includes('row 99 '),
      ]).toEqual([true, false, true])
      if (decoded !== null)
        expect(
          decoded.ok && !('from' in decoded.value)
            ? [decoded.value.cut, decoded.value.rev]
            : decoded,
        ).toEqual([true, taken?.rev])
    }
    shadow.dispose()
  },
)

test.each(['json', 'msgpack'] as const)(
  'deltas lead from revision to revision, and an unknown revision is reported (%s)',
  async (encoding) => {
    const { print, shadow, shadows } = make()
    print('one\r\n')
    const taken = await shadow.questions.snapshot({ form: encoding, viewer: true })
    let screen = value(taken!.payload) as Snapshot
    let revision = { epoch: taken!.epoch, rev: taken!.rev }
    // another client has revisions of its own
    const others = await shadow.questions.snapshot({ form: encoding, viewer: true })
    for (const part of ['two', '\x1b[31mred\x1b[m', '\r\n\r\n\r\nscrolls']) {
      print(part)
      const delta = await shadow.questions.delta(revision, encoding)
      if (delta?.kind !== 'delta') throw new Error(`${delta?.kind}`)
      screen = applyDelta(screen, value(delta.payload) as Delta)
      revision = { epoch: delta.epoch, rev: delta.rev }
    }
    const { rev: _, ...now } = value(
      (await shadow.questions.snapshot({ form: encoding }))!.payload,
    ) as Snapshot
    expect(screen).toEqual({ ...now, rev: revision.rev })
    expect(await shadow.questions.delta(revision, encoding)).toEqual({ kind: 'same' })
    expect(await shadow.questions.delta(revision, encoding)).toEqual({ kind: 'same' })
    print('\x1b[?1049h')
    // a full refresh is a snapshot
    expect(await shadow.questions.delta(revision, encoding)).toEqual({ kind: 'unknown' })
    print('\x1b[?1049l')
    shadows.kill('whole')
    expect(
      await shadow.questions.delta({ epoch: others!.epoch, rev: others!.rev }, encoding),
    ).toEqual({
      kind: 'unknown',
    })
    shadow.dispose()
  },
)

test('a new program in the same terminal has another epoch', async () => {
  const { print, shadow } = make()
  print('x')
  const taken = await shadow.questions.snapshot({ form: 'json', viewer: true })
  shadow.restarted()
  expect(await shadow.questions.delta(taken!, 'json')).toEqual({ kind: 'unknown' })
  expect((await shadow.questions.snapshot({ form: 'json' }))!.epoch).toBe(taken!.epoch + 1)
  shadow.dispose()
})

test('keeps as many revisions as a session may have clients, the newest', async () => {
  const { print, shadow } = make()
  print('x')
  const first = await shadow.questions.snapshot({ form: 'json', viewer: true })
  let last = first
  for (let more = 0; more < viewersMax; more += 1)
    last = await shadow.questions.snapshot({ form: 'json', viewer: true })
  expect([
    await shadow.questions.delta(first!, 'json'),
    await shadow.questions.delta(last!, 'json'),
  ]).toEqual([{ kind: 'unknown' }, { kind: 'same' }])
  shadow.dispose()
})

test('viewers get a reply after a synchronized update or 150 ms, a page immediately', async () => {
  const { clock, print, shadow } = make()
  print('before\x1b[?2026h\x1b[Hhal')
  const answers: string[] = []
  const note = (name: string) => (taken: { payload: Uint8Array } | null) => {
    answers.push(`${name} ${new TextDecoder().decode(taken!.payload).trim()}`)
  }
  void shadow.questions.snapshot({ form: 'text', hold: true }).then(note('viewer'))
  await shadow.questions.snapshot({ form: 'text' }).then(note('page'))
  expect(answers).toEqual(['page halore'])
  print('f of it\x1b[?2026l')
  clock.advance(feedDelayMs)
  await Promise.resolve()
  await new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
  expect(answers.at(-1)).toBe('viewer half of it')
  print('\x1b[?2026h\x1b[Hnever done')
  void shadow.questions.snapshot({ form: 'text', hold: true }).then(note('late'))
  clock.advance(149)
  await new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
  expect(answers).toHaveLength(2)
  clock.advance(1)
  await new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
  expect(answers.at(-1)).toBe('late never done')
  shadow.dispose()
  expect(clock.timers).toBe(0)
})

test('notifies followers of changes, once a frame at most', async () => {
  const { clock, print, shadow, reported } = make()
  shadow.follow(true)
  for (let turn = 0; turn < 12; turn += 1) {
    print('a')
    clock.advance(feedDelayMs)
  } // 96 ms
  clock.advance(100)
  expect(reported).toHaveLength(7)
  shadow.follow(false)
  print('d')
  clock.advance(100)
  expect(reported).toHaveLength(7)
  shadow.dispose()
})

test('a slow worker stops the program, but not for output from before its start', () => {
  const { flow, print, shadow, shadows } = make()
  print('x')
  shadows.hold = true
  print('y'.repeat(unparsedBytesHigh + 1))
  expect(flow).toEqual(['pause'])
  shadows.deliver()
  expect(flow).toEqual(['pause', 'resume'])
  shadow.dispose()
})

test('a wider terminal keeps fewer rows, since memory limits them', async () => {
  const { print, shadow } = make()
  shadow.configure((columns) => (columns === 20 ? 100 : 10))
  print('row\r\n'.repeat(60))
  const rows: (number | undefined)[] = []
  for (const cols of [20, 40, 20]) {
    shadow.resized({ cols, rows: 4 })
    rows.push((await rowsOf(shadow, 'scrollback'))?.length)
  }
  print('row\r\n'.repeat(60))
  expect([...rows, (await rowsOf(shadow, 'scrollback'))?.length]).toEqual([57, 10, 10, 70])
  shadow.dispose()
})

test('starts over when more has come in one piece than the ring holds', async () => {
  const { history, print, shadow } = make()
  print('gone\r\n')
  await shadow.questions.snapshot({ form: 'text' })
  history.push(new Uint8Array(3_000_000).fill(0x61))
  print('\r\nend')
  const taken = await shadow.questions.snapshot({ form: 'text' })
  expect([
    taken!.partial,
    taken!.at,
    new TextDecoder().decode(taken!.payload).trim().split('\n').at(-1),
  ]).toEqual([true, history.end, 'end'])
  shadow.dispose()
})

test('gives rows as text', async () => {
  const { print, shadow } = make()
  print('1\r\n2\r\n3\r\n4\r\n5 \r\n6')
  expect([(await rowsOf(shadow, 'screen'))?.slice(2), await rowsOf(shadow, 'scrollback')]).toEqual([
    ['5', '6'],
    ['1', '2'],
  ])
  shadow.dispose()
})

test('a page that shows the tab starts the shadow and gets frames, history and echo', () => {
  const { clock, page, print, shadow, shadows } = make()
  print('one\r\n'.repeat(50))
  shadow.frames(true)
  expect([shadows.open, page.frames, page.frame?.at, page.parts.length, page.history.size]).toEqual(
    [1, 1, 250, 1, 8],
  )
  shadow.viewed({ kind: 'drawn' })
  shadow.viewed({ kind: 'rows-taken' })
  clock.advance(1_000)
  expect(page.history.size).toBe(47)
  shadow.viewed({ kind: 'rows-taken' })
  print('k')
  expect([shadows.fed, page.frames]).toEqual([251, 2])
  print('e')
  expect([shadows.fed, page.frames]).toEqual([252, 2])
  shadow.viewed({ kind: 'want-rows', numbering: page.frame?.numbering ?? 0, first: 3, count: 2 })
  expect(page.parts.at(-1)).toMatchObject({ first: 3, rows: 2 })
  shadow.frames(false)
  shadow.viewed({ kind: 'drawn' })
  print('y')
  clock.advance(1_000)
  expect([shadows.fed, page.frames]).toEqual([253, 2])
  shadow.dispose()
  expect(clock.timers).toBe(0)
})
