/** The screen of a checkpoint, which an app that adopts the program starts with. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keeperBinary } from '../../../src/build/setup/keeper.mjs'
import type { PastScreen } from '../../../src/core/session/ports.ts'
import { Keeper } from '../../../src/host/pty/keeper/keeper.ts'
import { run, take, type Taken } from './programs.ts'

let folder = ''
const utf8 = (text: string) => new TextEncoder().encode(text)
const size = { cols: 91, rows: 23 }
const bytes = utf8('the screen '.repeat(20_000))
const none = new Uint8Array(0)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-screens-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Prints numbered lines, and more for each line that it reads. */
const command = 'stty -echo -onlcr; seq 100000; while read n; do seq $n; done'
const printed = Buffer.from(Array.from({ length: 100_000 }, (_, at) => `${at + 1}\n`).join(''))

/** An app whose program has printed its first lines. */
async function begin(): Promise<Keeper & { readonly taken: Taken }> {
  const keeper = connect()
  const taken = await run(keeper, 'one', command)
  await expect.poll(() => taken.text().length).toBe(printed.length)
  return Object.assign(keeper, { taken })
}

function connect(): Keeper {
  const failed = (problem: string) => expect.unreachable(problem)
  return new Keeper({ socket: join(folder, 'keeper'), program: keeperBinary, failed })
}

/** Ends the app, and returns what the next one gets. */
async function next(before: Keeper): Promise<{ keeper: Keeper; taken: Taken }> {
  before.dispose()
  const keeper = connect()
  await expect.poll(async () => (await keeper.list()).length).toBe(1)
  return { keeper, taken: await take(keeper, 'one') }
}

async function end({ keeper, taken }: { keeper: Keeper; taken: Taken }): Promise<void> {
  taken.pty.close()
  await expect.poll(() => existsSync(`/proc/${taken.pty.pid}`)).toBe(false)
  keeper.dispose()
}

/** Waits until the program's child sleeps and uses no CPU time. */
async function blocks(pid: number): Promise<void> {
  let before = ''
  const isSame = () => {
    const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim()
    if (child === '') return false
    const words = readFileSync(`/proc/${child}/stat`, 'latin1').split(' ')
    const now = [words[2], ...words.slice(13, 15)].join(' ')
    const same = now === before && words[2] === 'S'
    before = now
    return same
  }
  await expect.poll(isSame, { interval: 200 }).toBe(true)
}

const textOf = (parts: Iterable<Uint8Array>) =>
  Array.from(parts, (part) => Buffer.from(part).toString()).join('')

test('an app gets the screen of the last checkpoint and all output around it', async () => {
  const first = await begin()
  const screen: PastScreen = { at: 400_000, size, bytes }
  first.taken.pty.checkpoint?.(300_000, utf8('modes'), true, screen)
  const second = await next(first)
  const { past } = second.taken
  expect(past).toMatchObject({ at: 300_000, screen: { at: 400_000, size } })
  expect(Buffer.from(past?.screen?.bytes ?? none).equals(bytes)).toBe(true)
  expect(Buffer.from(past?.modes ?? none).toString()).toBe('modes')
  expect(textOf(past?.read(300_000, 400_000) ?? [])).toBe(`${printed.subarray(300_000, 400_000)}`)
  expect(textOf(past?.read(400_000) ?? [])).toBe(`${printed.subarray(400_000)}`)
  await end(second)
})

test('a screen that has no room, or is not given, is not kept', async () => {
  const first = await begin()
  const { pty } = first.taken
  const screen = { at: 400_000, size, bytes }
  pty.checkpoint?.(250_000, utf8('one'), false, screen)
  pty.checkpoint?.(300_000, utf8('two'), false)
  const second = await next(first)
  expect(second.taken.past).toMatchObject({ at: 300_000, screen: null })
  const large = { ...screen, bytes: utf8('x'.repeat(8_300_000)) }
  second.taken.pty.checkpoint?.(350_000, utf8('three'), false, large)
  const third = await next(second.keeper)
  expect(third.taken.past?.at).toBe(350_000)
  expect(third.taken.past?.screen?.at).toBeUndefined()
  await end(third)
})

/** Longer than the output before its checkpoint, which has this offset. */
const long: PastScreen = { at: 400_000, size, bytes: utf8('large '.repeat(500_000)) }
const early = 1_000

test('a screen that is longer than the output before it is kept', async () => {
  const first = await begin()
  first.taken.pty.checkpoint?.(early, none, true, long)
  const second = await next(first)
  const { past } = second.taken
  expect(past?.screen?.at).toBe(400_000)
  expect(Buffer.from(past?.screen?.bytes ?? none).equals(long.bytes)).toBe(true)
  expect(textOf(past?.read(early) ?? []) === `${printed.subarray(early)}`).toBe(true)
  await end(second)
})

test('output that needs the room of such a screen removes the screen', async () => {
  const first = await begin()
  first.taken.pty.checkpoint?.(early, none, false, long)
  first.taken.pty.pause() // the keeper reads on
  first.taken.pty.write(utf8('2000000\n'))
  first.dispose()
  await blocks(first.taken.pty.pid)
  const second = await next(first)
  expect(second.taken.past?.screen?.at).toBeUndefined()
  const text = textOf(second.taken.past?.read() ?? [])
  expect(text.length).toBeGreaterThan(8_000_000)
  expect(text.startsWith(`${printed.subarray(early)}`)).toBe(true)
  await end(second)
})

test('a keeper whose memory is full keeps the screen', async () => {
  const first = await begin()
  first.taken.pty.checkpoint?.(300_000, none, true, { at: 400_000, size, bytes })
  first.taken.pty.pause() // the keeper reads on
  first.taken.pty.write(utf8('2000000\n'))
  first.dispose()
  await blocks(first.taken.pty.pid)
  const second = await next(first)
  const { past } = second.taken
  expect(textOf(past?.read() ?? []).length).toBeGreaterThan(7_000_000)
  expect(past?.screen?.at).toBe(400_000)
  expect(Buffer.from(past?.screen?.bytes ?? none).equals(bytes)).toBe(true)
  await end(second)
})
