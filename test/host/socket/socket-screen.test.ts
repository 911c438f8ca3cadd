/**
 * Tests the screen over the session socket: snapshots, deltas and output, as clients that use only
 * the protocol get them, compared with the window.
 */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Oracle, type OracleCell } from '../../../fuzz/support/vt-oracle.ts'
import { applyDelta, decode, toAnsi, toText, type Snapshot } from '../../../src/terminal/index.ts'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'
import { FrameTerminal } from '../../support/frames/frame-terminal.ts'
import { startInstance, type Instance } from '../../support/instance.ts'
import { OutsideClient } from '../../support/socket/outside-client.ts'
import { slow } from '../../slow.ts'

const recording = (name: string) => join(import.meta.dirname, `../../data/recordings/${name}.raw`)

let instance: Instance
beforeAll(() => {
  instance = startInstance()
})
afterAll(() => instance.close(), 60_000) // a busy disk

const clients: OutsideClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})

async function greet(path: string, encoding = 'json'): Promise<OutsideClient> {
  const client = await OutsideClient.connect(path)
  clients.push(client)
  client.send(0x40, { v: 1, encoding })
  await client.until(() => client.of(0x41).length === 1)
  return client
}

/** Asks for the text of the screen until this is in it. */
async function shows(client: OutsideClient, text: string): Promise<void> {
  for (let asked = 0; client.of(0x44).at(-1)?.includes(text) !== true; ) {
    asked = client.of(0x44).length
    client.send(0x43, { format: 'text' })
    await client.until(() => client.of(0x44).length > asked)
  }
}

/** A client's own picture of the screen, made of what it was sent alone. */
class Picture {
  readonly client: OutsideClient
  screen: Snapshot | null = null
  deltas = 0
  #taken = 0

  constructor(client: OutsideClient) {
    this.client = client
    client.socket.on('data', () => this.#take())
  }

  get at(): number {
    return this.screen?.at ?? -1
  }

  #take(): void {
    for (; this.#taken < this.client.got.length; this.#taken += 1) {
      const { type, payload } = this.client.got[this.#taken] ?? {
        type: 0,
        payload: Buffer.alloc(0),
      }
      if (type !== 0x44 && type !== 0x45) continue
      const decoded = decode(payload, messagePack)
      if (!decoded.ok) throw new Error(decoded.problem)
      if ('from' in decoded.value) {
        this.deltas += 1
        this.screen = applyDelta(this.screen as Snapshot, decoded.value)
      } else this.screen = decoded.value
      this.client.send(0x47, { epoch: this.screen.epoch, rev: this.screen.rev })
    }
  }
}

/** Feeds a terminal with a restore and all output after it. Expects offsets without a gap. */
function fed(client: OutsideClient): Oracle {
  let oracle = new Oracle(2, 1, 1_000)
  let next = -1
  for (const { type, payload } of client.got) {
    if (type === 0x44) {
      const { cols, rows, ansi, at } = JSON.parse(payload.toString()) as {
        cols: number
        rows: number
        ansi: string
        at: number
      }
      oracle = new Oracle(cols, rows, 1_000)
      oracle.write(Buffer.from(ansi))
      next = at
    } else if (type === 0x46) {
      expect(Number(payload.readBigUInt64BE(0))).toBe(next)
      oracle.write(payload.subarray(8))
      next += payload.length - 8
    } else if (type === 0x4a) {
      const { cols, rows } = JSON.parse(payload.toString()) as { cols: number; rows: number }
      oracle.resize(cols, rows)
    }
  }
  return oracle
}

/** Returns the offset after the last byte of output that the client got. */
function endOf(client: OutsideClient): number {
  const last = client.of(0x46).at(-1)
  return last === undefined ? -1 : Number(last.readBigUInt64BE(0)) + last.length - 8
}

/** Returns the screen that the page of this tab shows. */
function windowOf(id: string): Oracle {
  const window = new FrameTerminal(80, 24)
  for (const message of instance.sent)
    if (message.kind === 'session/cells' && message.session === id) window.view.take(message.bytes)
  return window
}

function cellsOf(oracle: Oracle): {
  readonly cursor: readonly number[]
  readonly rows: readonly (readonly OracleCell[])[]
} {
  const { buffer, cols, rows } = oracle.core as {
    buffer: { lines: { get(row: number): object }; ybase: number; x: number; y: number }
    cols: number
    rows: number
  }
  return {
    cursor: [Math.min(buffer.x, cols - 1), buffer.y],
    rows: Array.from({ length: rows }, (_, y) =>
      Array.from({ length: cols }, (__, x) => oracle.cell(buffer.lines.get(buffer.ybase + y), x)),
    ),
  }
}

test('viewers of screen and deltas and the window agree cell by cell', slow, async () => {
  const { id, path } = instance.open(
    '/bin/sh',
    '-c',
    `stty raw -echo; printf ready; for file in ${recording('vim')} ${recording('ink')}; do ` +
      'read -r go; head -c 80000 $file; printf "\\033]0;part\\007"; done; printf ' +
      `'\\033]0;over\\007'; exec cat`,
  )
  const first = await greet(path)
  first.send(2, { cmd: 'resize', cols: 120, rows: 40 })
  first.send(0x42, { output: true })
  const picture = new Picture(await greet(path, 'msgpack'))
  picture.client.send(0x42, { screen: true })
  const isOver = (client: OutsideClient, title: string) =>
    Buffer.concat(
      client
        .of(0x46)
        .slice(-20)
        .map((payload) => payload.subarray(8)),
    )
      .toString('latin1')
      .endsWith(`${title}\x07`) // messages are cut anywhere
  await first.until(() => first.of(0x44).length === 1 && picture.at >= 0)
  first.stdin('\n')
  await first.until(() => isOver(first, 'part')) // in the middle of what vim draws
  const later = await greet(path)
  later.send(0x42, { output: true })
  await later.until(() => later.of(0x44).length === 1)
  first.stdin('\n')
  await first.until(() => isOver(first, 'over') && isOver(later, 'over'))
  // such floods are full refreshes; a few cells more are a delta
  await first.until(() => picture.at === endOf(first))
  first.stdin('\x1b[3;7Hsmall \x1b[1;31mred\x1b[m 你\x1b]0;again\x07')
  await first.until(() => isOver(first, 'again') && isOver(later, 'again'))
  await first.until(() => picture.at === endOf(first))

  const wanted = cellsOf(fed(first))
  expect(cellsOf(fed(later))).toEqual(wanted)
  await first.until(() => JSON.stringify(cellsOf(windowOf(id))) === JSON.stringify(wanted))
  const drawn = new Oracle(120, 40, 1_000)
  drawn.write(Buffer.from(toAnsi(picture.screen as Snapshot)))
  expect(cellsOf(drawn)).toEqual(wanted)
  expect(picture.deltas).toBeGreaterThan(0)
})

describe('snapshots', () => {
  test('show the screen as text, with history on request, and change no size', async () => {
    const { path } = instance.open(
      '/bin/sh',
      '-c',
      'seq 1 40; printf "last \\033[1mé你\\033[m"; exec cat',
    )
    const client = await greet(path)
    const text = () => client.json(0x44).at(-1)?.['text'] as string | undefined
    await shows(client, 'last')
    expect(text()).toBe(
      [...Array.from({ length: 23 }, (_, row) => `${row + 18}`), 'last é你'].join('\n'),
    )
    expect(client.json(0x44).at(-1)).toEqual({
      v: 1,
      format: 'text',
      epoch: 1,
      rev: 0,
      at: expect.any(Number) as number,
      cols: 80,
      rows: 24,
      text: text(),
    })
    client.send(0x43, { format: 'text', scrollback: 5 })
    await client.barrier()
    expect(text()?.split('\n').slice(0, 6)).toEqual(['13', '14', '15', '16', '17', '18'])
    client.send(0x43, {})
    await client.barrier()
    const screen = decode(client.of(0x44).at(-1) ?? Buffer.alloc(0), messagePack)
    expect(
      screen.ok && !('from' in screen.value)
        ? [screen.value.cols, screen.value.rows, toText(screen.value).split('\n').at(-1)]
        : screen,
    ).toEqual([80, 24, 'last é你'])
    for (const bad of [{ format: 'pdf' }, { scrollback: -1 }, { scrollback: 1_000_001 }])
      client.send(0x43, bad)
    await client.barrier()
    expect(
      client.json(5).map(({ code, details }) => [code, (details as { field: string }).field]),
    ).toEqual([
      ['MESSAGE_PROCESSING_ERROR', 'format'],
      ['MESSAGE_PROCESSING_ERROR', 'scrollback'],
      ['MESSAGE_PROCESSING_ERROR', 'scrollback'],
    ])
  })

  test('of a screen are binary for clients that ask for MessagePack; text stays JSON', async () => {
    const { path } = instance.open('/bin/cat')
    const client = await greet(path, 'msgpack')
    for (const format of ['screen', 'text', 'ansi']) client.send(0x43, { format })
    await client.barrier()
    expect(client.json(0x41)[0]?.['encoding']).toBe('msgpack')
    expect(client.of(0x44).map((payload) => payload[0] === 0x7b)).toEqual([false, true, true])
    expect(decode(client.of(0x44)[0] ?? Buffer.alloc(0), messagePack).ok).toBe(true)
  })

  test('a delta follows the acknowledgement of the latest request only', async () => {
    const { path } = instance.open(
      '/bin/sh',
      '-c',
      'stty -echo; printf "ready;"; while read -r line; do printf "%s;" "$line"; done',
    )
    const [client, beside] = [await greet(path), await greet(path)]
    await shows(client, 'ready')
    client.got.splice(0)
    client.send(0x42, { screen: true })
    await client.until(() => client.of(0x44).length === 1)
    const [snapshot] = client.json(0x44) as unknown as [Snapshot]
    const rest = () => new Promise((resolve) => setTimeout(resolve, 120))
    client.stdin('one\n')
    await shows(beside, 'one;')
    await rest()
    expect(client.of(0x45)).toEqual([]) // the first needs an acknowledgement
    client.send(0x47, { epoch: snapshot.epoch, rev: snapshot.rev })
    await client.until(() => client.of(0x45).length === 1)
    const [delta] = client.json(0x45)
    expect([delta?.['from'], (delta?.['rows'] as unknown[]).length]).toEqual([snapshot.rev, 1])
    client.stdin('two\n')
    await shows(beside, 'two;')
    await rest()
    client.send(0x47, { epoch: snapshot.epoch, rev: 99 }) // never sent
    await rest()
    expect(client.of(0x45).length).toBe(1)
    client.send(0x43, {}) // a screen that is asked for takes the place of what was in flight
    await client.until(() => client.of(0x44).length === 2)
    client.stdin('three\n')
    await shows(beside, 'three;')
    const asked = client.json(0x44)[1] as unknown as Snapshot
    client.send(0x47, { epoch: delta?.['epoch'] as number, rev: delta?.['rev'] as number }) // older
    await rest()
    expect(client.of(0x45).length).toBe(1)
    client.send(0x47, { epoch: asked.epoch, rev: asked.rev })
    await client.until(() => client.of(0x45).length === 2)
    const last = client.json(0x45)[1] as unknown as Parameters<typeof applyDelta>[1]
    expect(toText(applyDelta(asked, last)).trim()).toBe('ready;one;two;three;')
  })
})

test('a program that ends immediately is shown completely to earlier subscribers', async () => {
  const { path } = instance.open('/bin/sh', '-c', 'read -r go; seq 1 5000; exit 4')
  const client = await greet(path)
  client.socket.write(
    Buffer.concat([OutsideClient.frame(1, '\r'), OutsideClient.frame(0x42, '{"output":true}')]),
  )
  await client.until(() => client.closed !== null)
  const last = cellsOf(fed(client))
    .rows.map((row) => row.map(({ text }) => text).join(''))
    .filter((row) => row !== '')
    .at(-1)
  expect([client.closed, last, client.got.at(-1)?.type, client.json(0x49)]).toEqual([
    'end',
    '5000',
    0x49,
    [{ code: 4, signal: 0 }],
  ])
})
