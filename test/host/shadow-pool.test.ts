/** Shadows in real worker threads. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { History } from '../../src/core/flow/history.ts'
import { Shadow } from '../../src/core/shadow/shadow.ts'
import { systemClock } from '../../src/host/clock.ts'
import { shadowPool } from '../../src/host/shadow/pool.ts'

const file = join(import.meta.dirname, '../../src/host/shadow/worker.ts')

function make(workers: number) {
  const told: string[] = []
  const pool = shadowPool({ file, clock: systemClock, told: (text) => told.push(text), workers })
  const session = () => {
    const history = new History()
    const acknowledged: number[] = []
    const shadow = new Shadow({ enabled: true, scrollback: () => 1_000 }, {
      clock: systemClock, port: pool, history, size: () => ({ cols: 40, rows: 5 }), joined: () => undefined, left: () => undefined, parsed: (upTo) => acknowledged.push(upTo), changed: () => undefined, read: () => undefined, gone: () => undefined,
    })
    const print = (text: string) => { history.push(new TextEncoder().encode(text)); shadow.printed() }
    const text = async () => { const taken = await shadow.snapshot({ form: 'text' }); return taken === null ? null : new TextDecoder().decode(taken.payload).trimEnd() }
    return { acknowledged, history, print, shadow, text }
  }
  return { pool, session, told }
}

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

test('a worker that crashes is replaced, and its sessions are fed again', async () => {
  const { pool, session, told } = make(1)
  const [one, other] = [session(), session()]
  one.print('before')
  other.print('beside')
  expect([await one.text(), await other.text()]).toEqual(['before', 'beside'])
  pool.crash()
  while (told.length === 0) await new Promise((resolve) => { setTimeout(resolve, 5) })
  one.print(' and after')
  expect([await one.text(), await other.text(), told]).toEqual(['before and after', 'beside', ['The shadow terminal crashed and was started again; your programs went on (it ended).']])
  pool.dispose()
}, 60_000)
