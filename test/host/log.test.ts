import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Log } from '../../src/host/files/log.ts'
import { AnsweredOffers } from '../../src/host/state/answered-offers.ts'
import { WindowSizes } from '../../src/host/state/window-sizes.ts'
import { defaults } from '../../src/core/config/table.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'

test('the log is one file a day, seven kept, of the requested levels', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  let day = 1
  const log = new Log(
    join(folder, 'log'),
    'warn',
    () => new Date(`2026-01-${String(day).padStart(2, '0')}T08:00:00Z`),
  )
  log.write('info', 'not wanted')
  expect(readdirSync(folder)).toEqual([])
  for (; day <= 9; day += 1) log.write('warn', 'a line\nand \x1b[31mmore')
  log.level = 'debug'
  day = 9
  log.write('debug', 'wanted now')
  const names = readdirSync(join(folder, 'log')).sort()
  expect([
    names,
    readFileSync(join(folder, 'log/2026-01-09.log'), 'utf8'),
    statSync(join(folder, 'log/2026-01-09.log')).mode & 0o777,
  ]).toEqual([
    [3, 4, 5, 6, 7, 8, 9].map((one) => `2026-01-0${one}.log`),
    '2026-01-09T08:00:00.000Z warn a line and  [31mmore\n2026-01-09T08:00:00.000Z debug ' +
      'wanted now\n',
    0o600,
  ])
  rmSync(folder, { recursive: true })
})

test('a window is as large as the last one unless configured otherwise or in columns', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sizes-'))
  const file = join(folder, 'state/window.json')
  const clock = new FakeClock()
  const sizes = new WindowSizes(file, clock)
  const sizeWith = (change: Partial<typeof defaults.window>, from = sizes) => {
    const { width, height } = from.next({ ...defaults, window: { ...defaults.window, ...change } })
    return [width, height]
  }
  const before = sizeWith({ width: 800 })
  sizes.remember({ width: 700, height: 500 })
  sizes.remember({ width: 701, height: 501 })
  clock.advance(1_000)
  await expect.poll(() => existsSync(file)).toBe(true)
  const later = new WindowSizes(file, clock)
  expect([
    before,
    sizeWith({}, later),
    sizeWith({ remember_size: false }, later),
    sizeWith({ columns: 80 }, later),
    clock.timers,
  ]).toEqual([[800, 600], [701, 501], [960, 600], [960, 600], 0])
  writeFileSync(file, '{"width": 1e9, "height": "x"}')
  expect(sizeWith({}, new WindowSizes(file, clock))).toEqual([960, 600])
  rmSync(folder, { recursive: true })
})

test("a window in columns and rows is sized by the last page's measurements", () => {
  const folder = mkdtempSync(join(tmpdir(), 'sizes-'))
  const file = join(folder, 'window.json')
  const clock = new FakeClock()
  const sizes = new WindowSizes(file, clock)
  const options = { ...defaults, window: { ...defaults.window, columns: 80, rows: 24 } }
  expect(sizes.next(options)).toEqual({ width: 960, height: 600 })
  sizes.measured({ cell: { width: 8.5, height: 17 }, around: { width: 16, height: 53 } })
  sizes.flush()
  const later = new WindowSizes(file, clock)
  expect(later.next(options)).toEqual({ width: 696, height: 461 })
  expect(later.forCells(defaults, { width: 1, height: 1 })).toBeNull()
  expect(later.next(defaults)).toEqual({ width: 960, height: 600 })
  expect(later.next({ ...options, window: { ...options.window, rows: 0 } })).toEqual({
    width: 696,
    height: 600,
  })
  later.remember({ width: 700, height: 500 })
  later.flush()
  expect(new WindowSizes(file, clock).next(options)).toEqual({ width: 696, height: 461 })
  writeFileSync(file, '{"cell": {"width": 0, "height": "x"}, "around": 3}')
  expect(new WindowSizes(file, clock).next(options)).toEqual({ width: 960, height: 600 })
  rmSync(folder, { recursive: true })
})

test('the window size is written whole, immediately at the end, never an older one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sizes-'))
  const [file, elsewhere] = [join(folder, 'window.json'), join(folder, 'elsewhere')]
  const clock = new FakeClock()
  const sizes = new WindowSizes(file, clock)
  writeFileSync(elsewhere, 'not ours')
  for (const planted of [file, `${file}.new`, `${file}.last.new`]) symlinkSync(elsewhere, planted)
  sizes.remember({ width: 701, height: 501 })
  clock.advance(1_000)
  await Promise.resolve() // its way to the disk has begun
  sizes.remember({ width: 702, height: 502 })
  sizes.flush()
  const there = () => [
    readFileSync(file, 'utf8'),
    lstatSync(file).isFile(),
    lstatSync(file).mode & 0o777,
    readFileSync(elsewhere, 'utf8'),
    readdirSync(folder).filter((name) => name.endsWith('.new')),
  ]
  await expect.poll(() => there().at(-1)).toEqual([])
  expect([there(), clock.timers]).toEqual([
    ['{"width":702,"height":502}', true, 0o600, 'not ours', []],
    0,
  ])
  sizes.remember({ width: 703, height: 503 })
  clock.advance(1_000)
  await expect.poll(() => there()[0]).toBe('{"width":703,"height":503}')
  sizes.flush() // it is there already
  rmSync(folder, { recursive: true })
  sizes.flush()
  expect(existsSync(folder)).toBe(false)
})

test('an answered offer is kept, and a broken file counts as no answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'offers-'))
  const file = join(folder, 'state/offers.json')
  const offers = new AnsweredOffers(file)
  expect(offers.agents).toEqual([])
  offers.add('qwen')
  offers.add('gemini')
  offers.add('qwen')
  expect([offers.agents, new AnsweredOffers(file).agents]).toEqual([
    ['qwen', 'gemini'],
    ['gemini', 'qwen'],
  ])
  for (const text of ['', '{', '{"qwen":1}', '[1,"nobody"]', `["${'x'.repeat(5_000)}"]`]) {
    writeFileSync(file, text)
    expect(new AnsweredOffers(file).agents).toEqual([])
  }
  rmSync(folder, { recursive: true })
})
