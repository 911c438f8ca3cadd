/**
 * Attacks a shadow's worker: it crashes, hangs, runs out of memory, never starts, or sends messages
 * after its end. Nothing else is lost: programs continue, other tabs have every byte, and a
 * sentence reports the event. If a tab causes this again and again, however rarely, it gets no
 * worker any more, and may be tried again later. Workers are real threads.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { RecentOutput } from '../../src/core/session/flow/recent-output.ts'
import { unparsedBytesHigh } from '../../src/core/session/flow/limits.ts'
import { Crashes } from '../../src/core/worker/crashes.ts'
import { crashesPerHourMax, crashWindowMs, hourMs, reviveMs } from '../../src/core/worker/limits.ts'
import { Shadow } from '../../src/core/worker/shadow.ts'
import { shadowPool } from '../../src/host/shadow/pool.ts'
import { systemClock } from '../../src/host/clock.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { shadowsInPlace } from '../support/frames/shadow.ts'
import { faulty, make, until } from '../support/frames/shadow-pool.ts'
import { kitty, pixels } from '../terminal/images/support.ts'
import { unknownFacts } from '../../src/terminal/replies/facts.ts'
import { slow } from '../slow.ts'

test('the heap of each worker is bounded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-shadow-'))
  const file = join(folder, 'worker.mjs')
  writeFileSync(
    file,
    "import { parentPort } from 'node:worker_threads'; import v8 from 'node:v8'; " +
      "parentPort.on('message', () => parentPort.postMessage({ session: 0, message: " +
      'v8.getHeapStatistics().heap_size_limit }))',
  )
  const pool = shadowPool({ file, clock: systemClock, crashed: () => undefined, workers: 1 })
  try {
    const limit = await new Promise<unknown>((resolve) => {
      pool
        .open({ message: resolve, lost: () => undefined, crashes: new Crashes() })
        ?.post({ kind: 'end' })
    })
    expect(Number(limit) / 1_048_576).toBeCloseTo(1_024, -2)
  } finally {
    pool.dispose()
    rmSync(folder, { recursive: true })
  }
})

test('worker crashes count for an hour or until the user resets them', () => {
  const said = (stepMs: number, count: number) => {
    const crashes = new Crashes()
    return Array.from({ length: count }, (_, time) => crashes.died(time * stepMs))
  }
  expect(said(crashWindowMs / 2 + 1_000, crashesPerHourMax)).toEqual([
    ...['whole', 'behind', 'behind', 'behind', 'behind', 'never'],
  ])
  expect(said(hourMs / (crashesPerHourMax - 1), 20)).toEqual(
    Array.from({ length: 20 }, () => 'whole'),
  )
  const crashes = new Crashes()
  for (const at of [0, 1, 2]) crashes.died(at)
  expect([crashes.over(3), crashes.over(hourMs + 1), crashes.over(hourMs + 2)]).toEqual([
    true,
    true,
    false,
  ])
  crashes.forgive()
  expect([crashes.over(3), crashes.died(4)]).toEqual([false, 'whole'])
})

test('a tab that crashes its worker twice a minute is given up until a restart', async () => {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const history = new RecentOutput()
  const shadow = new Shadow(() => 100, unknownFacts, {
    clock,
    port: shadows.port,
    history,
    size: () => ({ cols: 40, rows: 5 }),
    joined: () => undefined,
    left: () => undefined,
    parsed: () => undefined,
    changed: () => undefined,
    read: () => undefined,
    watched: () => undefined,
    gone: () => undefined,
    readerGone: () => undefined,
    ruleOff: () => undefined,
    asked: () => undefined,
  })
  const print = (text: string) => {
    history.push(new TextEncoder().encode(text))
    shadow.printed()
  }
  const text = async () => {
    const taken = await shadow.questions.snapshot({ form: 'text' })
    return taken === null ? null : new TextDecoder().decode(taken.payload).trimEnd()
  }
  const crashes = new Crashes()
  const shown: (string | null)[] = []
  const giveUp = async () => {
    for (let time = 0; time < crashesPerHourMax; time += 1) {
      await text()
      clock.advance(crashWindowMs / 2 + 1_000)
      print(`${time}`)
      shadows.kill(crashes.died(clock.now()), { from: 0, to: history.end })
      shown.push(await text())
    }
  }
  await giveUp()
  const last = [shadow.problem, shadow.on]
  shadow.restarted() // what it died of is not fed again
  print('another program')
  shown.push(await text(), shadow.problem)
  crashes.forgive()
  await giveUp()
  clock.advance(reviveMs)
  expect([last, shown.slice(0, 8), shown.slice(-2), await text(), shadow.problem]).toEqual([
    ['It crashed.', false],
    ['0', '', '', '', '', null, 'another program', null],
    ['', null],
    '',
    null,
  ])
  shadow.dispose()
})

test(
  'a worker out of memory is replaced with a notice, and others lose no byte',
  slow,
  async () => {
    const { pool, session, reported } = make(1, faulty, systemClock, 32)
    const [one, hostile] = [session(), session()]
    one.print('beside')
    expect([await one.text(), await hostile.text()]).toEqual(['beside', ''])
    hostile.print('greedy!')
    await until(() => reported.length === 2) // fed again with it, it falls again
    one.print(' and after')
    expect([reported[0], await one.text(), one.acknowledged.at(-1), one.shadow.problem]).toEqual([
      expect.stringMatching(
        /^The terminal parser crashed and restarted\. Your programs are still running \(.*memory/,
      ),
      'beside and after',
      one.history.end,
      null,
    ])
    pool.dispose()
  },
)

test('workers that never start are given up with a notice, and programs keep running', async () => {
  const { pool, session, reported } = make(2, '/nonexistent/worker.js')
  const sessions = [session(), session(), session()]
  for (const { print } of sessions) print(' '.repeat(4 * unparsedBytesHigh))
  expect(await Promise.all(sessions.map(({ text }) => text()))).toEqual([null, null, null])
  await until(() => sessions.every(({ shadow }) => shadow.problem !== null))
  expect([
    sessions.map(({ meter, shadow }) => [meter.paused, shadow.on]),
    reported.every((text) => text.includes('nonexistent')),
  ]).toEqual([
    [
      [false, false],
      [false, false],
      [false, false],
    ],
    true,
  ])
  pool.dispose()
})

test('messages from a worker after its end are ignored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attack-worker-'))
  const program = join(folder, 'worker.mjs')
  writeFileSync(
    program,
    `import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ session }) => {
  for (let upTo = 1; upTo <= 1_000; upTo += 1)
    parentPort.postMessage({ session, message: { kind: 'parsed', upTo } })
})`,
  )
  const reported: string[] = []
  const pool = shadowPool({
    file: program,
    clock: systemClock,
    crashed: (text) => reported.push(text),
    workers: 1,
  })
  const received: string[] = []
  const crashes = new Crashes()
  const open = (name: string) =>
    pool.open({
      message: () => {
        received.push(name)
        if (name === 'one') first?.hung()
      },
      lost: () => received.push(`${name} lost`),
      crashes,
    })
  const first = open('one')
  const second = open('two')
  first?.post({ kind: 'epoch', epoch: 1 })
  await until(() => received.includes('one lost'))
  second?.post({ kind: 'epoch', epoch: 1 }) // to the worker that is gone
  const third = open('three')
  third?.post({ kind: 'epoch', epoch: 1 })
  await until(() => received.length >= 1_003)
  expect([
    received.slice(0, 3),
    received.slice(3).every((name) => name === 'three'),
    reported.length,
  ]).toEqual([['one', 'one lost', 'two lost'], true, 1])
  third?.close()
  pool.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test('small images that are much work do not delay other tabs', slow, async () => {
  const { pool, session, reported } = make(1)
  const [flood, other] = [session(), session()]
  for (const { shadow } of [flood, other]) shadow.setFacts({ ...unknownFacts, pictures: true })
  const large = deflateSync(Buffer.alloc(67_108_864))
  flood.print(kitty('q=2,a=t,i=1,f=32,o=z,s=4096,v=4096', large))
  await flood.text()
  await new Promise((resolve) => {
    setTimeout(resolve, 1_000)
  }) // it is inflated
  flood.print(
    `${kitty('q=2,a=f,i=1,s=1,v=1,Y=1', pixels(1, 1))}${kitty('q=2,a=d,d=F,i=1')}`.repeat(400),
  )
  for (let key = 0; key < 3; key += 1) {
    const began = performance.now()
    other.print('k')
    await other.text()
    expect(performance.now() - began).toBeLessThan(8_000)
  }
  for (const { shadow } of [flood, other]) shadow.dispose()
  pool.dispose()
  expect(reported).toEqual([])
})
