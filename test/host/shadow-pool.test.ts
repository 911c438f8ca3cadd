/** Shadows in real worker threads. */
import { once } from 'node:events'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { Clock } from '../../src/core/clock.ts'
import { History } from '../../src/core/flow/history.ts'
import { unparsedBytesHigh } from '../../src/core/flow/limits.ts'
import { Meter } from '../../src/core/flow/meter.ts'
import { feedDelayMs, silenceMs } from '../../src/core/shadow/limits.ts'
import { Shadow } from '../../src/core/shadow/shadow.ts'
import { systemClock } from '../../src/host/clock.ts'
import { shadowPool } from '../../src/host/shadow/pool.ts'
import { FakeClock } from '../support/fake-clock.ts'

const file = join(import.meta.dirname, '../../src/host/shadow/worker.ts')
const faulty = join(import.meta.dirname, '../support/hostile-shadow-worker.ts')
const faults = 'faults of shadow workers' // its channel

function make(workers: number, program = file, clock: Clock = systemClock) {
  const told: string[] = []
  const pool = shadowPool({ file: program, clock, told: (text) => told.push(text), workers })
  const session = () => {
    const history = new History()
    const acknowledged: number[] = []
    const meter = new Meter({ pause: () => undefined, resume: () => undefined })
    const shadow = new Shadow({ enabled: true, scrollback: () => 1_000 }, {
      clock, port: pool, history, size: () => ({ cols: 40, rows: 5 }), joined: () => meter.join('shadow'), left: () => meter.leave('shadow'),
      parsed: (upTo) => { acknowledged.push(upTo); meter.acknowledge('shadow', upTo) }, changed: () => undefined, read: () => undefined, gone: () => undefined,
    })
    const print = (text: string) => { const bytes = new TextEncoder().encode(text); history.push(bytes); meter.add(bytes.length); shadow.printed() }
    const text = async (scrollback = 0) => { const taken = await shadow.snapshot({ form: 'text', scrollback }); return taken === null ? null : new TextDecoder().decode(taken.payload).trimEnd() }
    return { acknowledged, history, meter, print, shadow, text }
  }
  return { pool, session, told }
}

const until = async (so: () => boolean) => { while (!so()) await new Promise((resolve) => { setTimeout(resolve, 5) }) }
const again = (why: string) => `The shadow terminal crashed and was started again; your programs went on (${why}).`
const given = (why: string) => `The shadow terminal crashed 3 times within a minute over the output of one tab and stays off for that: a page that is loaded anew gets its newest output only (${why}).`

test('several sessions share workers, each with its own screen, and report what they have parsed', async () => {
  const { pool, session, told } = make(2)
  const sessions = Array.from({ length: 5 }, session)
  for (const [index, { print }] of sessions.entries()) print(`I am ${index}`)
  expect(await Promise.all(sessions.map(({ text }) => text()))).toEqual(['I am 0', 'I am 1', 'I am 2', 'I am 3', 'I am 4'])
  const [first] = sessions
  for (let part = 0; part < 20; part += 1) first?.print(`${'x'.repeat(39)}\n`.repeat(1_600))
  first?.print('\x1b[2J\x1b[Hlast')
  expect(await first?.text()).toBe('last')
  expect(first?.acknowledged.at(-1)).toBe(first?.history.end)
  for (const { shadow } of sessions) shadow.dispose()
  pool.dispose()
  expect(told).toEqual([])
}, 60_000)

test('a worker that dies at nobody\'s work is replaced, its sessions are fed again, and after the third time they are given up', async () => {
  const { pool, session, told } = make(1, faulty)
  const sessions = [session(), session()]
  const [one, other] = sessions
  one?.print('before')
  other?.print('beside')
  const texts = () => Promise.all(sessions.map(({ text }) => text()))
  const channel = new BroadcastChannel(faults)
  const die = async (time: number) => { channel.postMessage('die'); await until(() => told.length === time) }
  expect(await texts()).toEqual(['before', 'beside'])
  await die(1)
  one?.print(' and after')
  expect([await texts(), told]).toEqual([['before and after', 'beside'], [again('told to die')]])
  await die(2)
  other?.print('blank')
  expect([await texts(), told.length]).toEqual([['', 'blank'], 2])
  await die(3)
  const often = 'The shadow terminal crashed 3 times within a minute and stays off for some tabs: a page that is loaded anew gets their newest output only (told to die).'
  expect([told.at(-1), sessions.map(({ shadow }) => shadow.problem)]).toEqual([often, [often, often]])
  const later = session()
  expect([await later.text(), later.shadow.problem]).toEqual([null, 'The shadow terminal crashed too often and stays off: a page that is loaded anew gets the newest output only.'])
  channel.close()
  pool.dispose()
}, 60_000)

test('a tab whose output makes its worker hang or crash again and again loses its shadow, and it alone: the others go on, and no program is held', async () => {
  const clock = new FakeClock()
  const { pool, session, told } = make(1, faulty, clock)
  const [one, hostile] = [session(), session()]
  let printed = 0
  const count = (lines: number) => one.print(Array.from({ length: lines }, () => `${String(++printed).padStart(38)}\r\n`).join('')) // 40 bytes each
  const shown = async () => (await one.text(1_000))?.split('\n').map(Number)
  const newest = () => Array.from({ length: Math.min(printed, 1_004) }, (_, line) => printed - Math.min(printed, 1_004) + 1 + line)
  count(3)
  expect([await shown(), await hostile.text()]).toEqual([newest(), ''])

  const hits = new BroadcastChannel(faults)
  const paused: boolean[] = []
  for (const fault of ['hang!', '']) { // the second time it is fed again with the first one
    const hung = once(hits, 'message')
    hostile.print(fault)
    clock.advance(feedDelayMs)
    await hung
    count(unparsedBytesHigh / 40 + 1)
    hostile.print(' '.repeat(unparsedBytesHigh + 40))
    paused.push(one.meter.paused, hostile.meter.paused)
    const before = told.length
    while (told.length === before) clock.advance(silenceMs)
    paused.push(one.meter.paused, hostile.meter.paused)
  }
  const silent = 'it did not answer any more'
  expect([paused, told]).toEqual([[true, true, false, false, true, true, false, false], [again(silent), again(silent)]])

  hostile.shadow.watch({ turn: 1, rules: [] })
  hostile.print('not fed again')
  expect([await shown(), await hostile.text()]).toEqual([newest(), 'not fed again'])
  hostile.print('unreadable!') // a timer of the worker comes upon it
  clock.advance(feedDelayMs)
  await until(() => told.length === 3)
  count(1)
  const over = given('hit unreadable!')
  expect([await shown(), one.shadow.problem, await hostile.text(), hostile.shadow.problem, told.at(-1)]).toEqual([newest(), null, null, over, over])
  hostile.print(' '.repeat(2 * unparsedBytesHigh))
  const later = session()
  later.print('welcome')
  expect([one.acknowledged.at(-1), one.meter.paused, hostile.meter.paused, await later.text()]).toEqual([one.history.end, false, false, 'welcome'])
  hits.close()
  pool.dispose()
}, 60_000)
