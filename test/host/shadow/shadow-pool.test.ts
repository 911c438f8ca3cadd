/** Shadows in real worker threads. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { unparsedBytesHigh } from '../../../src/core/session/flow/limits.ts'
import { feedDelayMs, silenceMs } from '../../../src/core/worker/limits.ts'
import { wayBack } from '../../../src/core/worker/ports.ts'
import { unknownFacts } from '../../../src/terminal/replies/facts.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FramePage } from '../../support/frames/frame-page.ts'
import { again, faults, faulty, make, often, until } from '../../support/frames/shadow-pool.ts'
import { rowsOf } from '../../support/frames/rows-of.ts'
import { slow } from '../../slow.ts'

const given = (why: string) =>
  `${often} while reading one tab's output (${why}). That tab shows nothing new for 10 s, then ` +
  `continues with its history. ${wayBack}`

test('sessions share workers with screens of their own and report what they parsed', async () => {
  const { pool, session, reported } = make(2)
  const sessions = Array.from({ length: 5 }, session)
  for (const [index, { print }] of sessions.entries()) print(`I am ${index}`)
  expect(await Promise.all(sessions.map(({ text }) => text()))).toEqual([
    ...['I am 0', 'I am 1', 'I am 2', 'I am 3', 'I am 4'],
  ])
  const [first] = sessions
  for (let part = 0; part < 20; part += 1) first?.print(`${'x'.repeat(39)}\n`.repeat(1_600))
  first?.print('\x1b[2J\x1b[Hlast')
  expect(await first?.text()).toBe('last')
  expect(first?.acknowledged.at(-1)).toBe(first?.history.end)
  for (const { shadow } of sessions) shadow.dispose()
  pool.dispose()
  expect(reported).toEqual([])
})

test('a worker that was prepared and died is replaced for the first session', async () => {
  const { pool, session, reported } = make(1)
  pool.prepare()
  pool.crash() // only a worker that runs can
  await until(() => reported.length > 0)
  pool.prepare()
  const { print, text, shadow } = session()
  print('I am here')
  expect(await text()).toBe('I am here')
  shadow.dispose()
  pool.dispose()
  expect(reported).toEqual([again('it ended')])
})

test('an image in a file of the temporary directory is read, whatever that is', async () => {
  const folder = mkdtempSync('/var/tmp/vibeflow-images-')
  const file = join(folder, 'tty-graphics-protocol')
  writeFileSync(file, '\xff\0\0', 'latin1')
  vi.stubEnv('TMPDIR', folder)
  const { pool, session } = make(1)
  const { print, shadow } = session()
  shadow.setFacts({ ...unknownFacts, pictures: true, cell: { width: 8, height: 16 } })
  shadow.started({ cols: 40, rows: 5 }) // what is printed before there is a worker is replayed
  print(`\x1b_Ga=T,t=t,f=24,s=1,v=1;${Buffer.from(file).toString('base64')}\x1b\\`)
  await until(() => !existsSync(file)) // it is taken once it has been read
  shadow.dispose()
  pool.dispose()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a flooding tab delays no frame or byte of another tab in its worker', slow, async () => {
  const { pool, session } = make(1)
  const page = new FramePage()
  let frames = () => undefined as unknown
  const shown = session({
    frame: (bytes) => {
      page.take(bytes)
      frames()
    },
  })
  const flood = session()
  shown.print('$ ')
  shown.shadow.frames(true)
  await until(() => page.frames === 1)
  await flood.text()
  shown.shadow.viewed({ kind: 'drawn' })
  // 900 KB that are slow to parse are on their way when the key comes.
  const heavy = '\x1b[2;4r\x1b[4;1H' + '\x1b[38;5;9mx\n\x1b[L\x1b[M'.repeat(2_500)
  await new Promise((resolve) => {
    setTimeout(resolve, 2 * feedDelayMs)
  }) // quiet: the key is fed immediately
  for (let part = 0; part < 20; part += 1) flood.print(heavy)
  const parsedThen: (number | undefined)[] = []
  const echo = new Promise<void>((resolve) => {
    frames = () => {
      parsedThen.push(flood.acknowledged.at(-1))
      resolve()
    }
  })
  shown.print('k')
  await echo
  expect([page.rows[0], (parsedThen[0] ?? 0) < flood.history.end / 2]).toEqual(['-0<0,0>$ k', true])
  flood.print('\x1b[r\x1b[2J\x1b[Hlast')
  expect([await flood.text(), await shown.text()]).toEqual(['last', '$ k'])
  shown.shadow.dispose()
  flood.shadow.dispose()
  pool.dispose()
})

test("a worker that dies at no session's work is replaced up to three times", slow, async () => {
  const { pool, session, reported } = make(1, faulty)
  const sessions = [session(), session()]
  const [one, other] = sessions
  one?.print('before')
  other?.print('beside')
  const texts = () => Promise.all(sessions.map(({ text }) => text()))
  const channel = new BroadcastChannel(faults)
  const die = async (time: number) => {
    channel.postMessage('die')
    await until(() => reported.length === time)
  }
  expect(await texts()).toEqual(['before', 'beside'])
  await die(1)
  one?.print(' and after')
  expect([await texts(), reported]).toEqual([
    ['before and after', 'beside'],
    [again('reported to die')],
  ])
  await die(2)
  other?.print(' twice')
  expect([await texts(), reported.length]).toEqual([['before and after', 'beside twice'], 2])
  await die(3)
  const over =
    `${often} (reported to die). Some tabs show nothing new for 10 s, or for up to an ` +
    `hour if no other parser is left, then continue with their history. ${wayBack}`
  expect([reported.at(-1), sessions.map(({ shadow }) => shadow.problem)]).toEqual([
    over,
    [over, over],
  ])
  const later = session()
  expect([await later.text(), later.shadow.problem]).toEqual([
    null,
    'All terminal parsers crashed too often. This tab shows nothing new until one is tried again ' +
      'within an hour, then continues with its history.',
  ])
  channel.close()
  pool.dispose()
})

test('a tab that kills its worker repeatedly loses its shadow alone', slow, async () => {
  const clock = new FakeClock()
  const { pool, session, reported } = make(1, faulty, clock)
  const [one, hostile] = [session(), session()]
  let printed = 0
  const count = (lines: number) =>
    // 40 bytes each
    one.print(Array.from({ length: lines }, () => `${String(++printed).padStart(38)}\r\n`).join(''))
  const shown = async () => (await one.text(1_000))?.split('\n').map(Number)
  const newest = () =>
    Array.from(
      { length: Math.min(printed, 1_004) },
      (_, line) => printed - Math.min(printed, 1_004) + 1 + line,
    )
  count(3)
  expect([await shown(), await hostile.text()]).toEqual([newest(), ''])

  const hits = new BroadcastChannel(faults)
  const paused: boolean[] = []
  for (const fault of ['hang!', '']) {
    // the second time it is fed again with the first one
    const hung = once(hits, 'message')
    hostile.print(fault)
    clock.advance(feedDelayMs)
    await hung
    count(unparsedBytesHigh / 40 + 1)
    hostile.print(' '.repeat(unparsedBytesHigh + 40))
    paused.push(one.meter.paused, hostile.meter.paused)
    const before = reported.length
    while (reported.length === before) clock.advance(silenceMs)
    paused.push(one.meter.paused, hostile.meter.paused)
  }
  const silent = 'it stopped responding'
  expect([paused, reported]).toEqual([
    [true, true, true, true, true, true, true, true],
    [again(silent), again(silent)],
  ])

  hostile.shadow.watch({ turn: 1, rules: [], prompt: null })
  hostile.print('\x1b[H\x1b[J')
  hostile.print('not fed again')
  expect([await shown(), await hostile.text()]).toEqual([newest(), 'not fed again'])
  hostile.print('unreadable!') // a timer of the worker comes upon it
  clock.advance(feedDelayMs)
  await until(() => reported.length === 3)
  count(1)
  const over = given('hit unreadable!')
  expect([
    await shown(),
    one.shadow.problem,
    await hostile.text(),
    hostile.shadow.problem,
    reported.at(-1),
  ]).toEqual([newest(), null, null, over, over])
  hostile.print(' '.repeat(2 * unparsedBytesHigh))
  const later = session()
  later.print('welcome')
  expect([
    one.acknowledged.at(-1),
    one.meter.paused,
    hostile.meter.paused,
    await later.text(),
  ]).toEqual([one.history.end, false, false, 'welcome'])
  hits.close()
  pool.dispose()
})

test(
  'workers that die in floods lose no line, and pages show the output of each tab',
  slow,
  async () => {
    const { pool, session, reported } = make(1)
    const pages = [new FramePage(), new FramePage()]
    const sessions: ReturnType<typeof session>[] = pages.map((page, index) =>
      session({
        frame: (bytes) => {
          page.take(bytes)
          setImmediate(() => {
            sessions[index]?.shadow.viewed({ kind: 'drawn' })
          })
        },
        scrollback: 150_000,
      }),
    )
    for (const { shadow } of sessions) shadow.frames(true)
    let line = 0
    const flood = async (lines: number) => {
      for (const end = line + lines; line < end; line += 1_000) {
        for (const { print } of sessions)
          print(Array.from({ length: 1_000 }, (_, one) => `line ${line + one}\r\n`).join(''))
        await until(() => sessions.every(({ meter }) => !meter.paused)) // as a pty rests
      }
    }
    await flood(60_000)
    for (let time = 1; time <= 2; time += 1) {
      pool.crash()
      await flood(10_000)
      await until(() => reported.length === time)
      await flood(10_000)
    }
    const rows = await Promise.all(sessions.map(({ shadow }) => rowsOf(shadow, 'scrollback')))
    expect(
      rows.map((all) => [all?.length, all?.findIndex((row, index) => row !== `line ${index}`)]),
    ).toEqual([
      [99_996, -1],
      [99_996, -1],
    ])
    for (const { print } of sessions) print('end')
    await until(() => pages.every(({ rows: shown }) => shown.some((row) => row.endsWith('end'))))
    expect(pages.map(({ frame }) => [frame?.dropped, frame?.count])).toEqual([
      [0, 99_996],
      [0, 99_996],
    ])
    for (const { shadow } of sessions) shadow.dispose()
    pool.dispose()
  },
)
