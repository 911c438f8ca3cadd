/**
 * Session sockets of a real instance, real ptys, and clients that know the protocol alone:
 * friendly, slow and hostile ones.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { OutsideClient } from '../../support/socket/outside-client.ts'
import { asSession } from '../../support/windows/ids.ts'
import { slow } from '../../slow.ts'
import { codes, connect, copier, freed, instance, ready, reasons } from './live-clients.ts'

describe('typed input', () => {
  test('arrives complete and in order, also split, batched, large or not UTF-8', async () => {
    const { path, typed } = copier('typed')
    const client = await ready(path)
    for (const byte of OutsideClient.frame(1, Buffer.from([0xff, 0x00, 0xe4])))
      client.socket.write(Buffer.from([byte]))
    client.stdin(Buffer.from([0xbd, 0xa0]))
    client.socket.write(
      Buffer.concat(Array.from({ length: 100 }, (_, index) => OutsideClient.frame(1, `${index};`))),
    )
    const large = Buffer.alloc(1_048_576 - 64, 'abcdefghijklmnop')
    client.stdin(large)
    await client.barrier()
    const expected = Buffer.concat([
      Buffer.from([0xff, 0x00, 0xe4, 0xbd, 0xa0]),
      Buffer.from(Array.from({ length: 100 }, (_, index) => `${index};`).join('')),
      large,
    ])
    await client.until(() => typed().length >= expected.length)
    expect(typed().equals(expected)).toBe(true)
  })
})

describe('hostile clients', () => {
  test('are refused with the right error, without a reset, and the session lives', async () => {
    const { id, path, typed } = copier('hostile')
    const friend = await ready(path)

    const huge = await connect(path)
    // 4 GiB announced, and more that is never read as frames
    huge.socket.write(Buffer.concat([Buffer.from('01ffffffff', 'hex'), Buffer.alloc(200_000, 1)]))
    await huge.until(() => huge.closed !== null)
    expect([codes(huge), huge.closed]).toEqual([['PAYLOAD_TOO_LARGE'], 'end'])

    const talker = await connect(path)
    talker.socket.write(
      Buffer.concat(Array.from({ length: 100 }, () => OutsideClient.frame(2, '{bad'))),
    ) // within a second, however busy the machine is
    talker.send(0x10, 'x')
    talker.send(2, JSON.stringify({ cmd: 'resize', cols: 80, rows: 24, pad: 'y'.repeat(16_384) }))
    await talker.barrier()
    // ten a second, the rest is counted
    expect(codes(talker)).toEqual(Array.from({ length: 10 }, () => 'MESSAGE_PROCESSING_ERROR'))
    expect(talker.closed).toBe(null)

    await Promise.all(
      Array.from({ length: 50 }, async (_, seed) => {
        const garbage = await connect(path)
        garbage.socket.write(
          Buffer.from(
            Array.from(
              { length: 300 },
              (__, at) => (((seed + 7) * (at + 3) * 2_654_435_761) >>> 13) & 0xff,
            ),
          ).fill(0xfe, 0, 1),
        )
        garbage.socket.write(OutsideClient.frame(1, 'never').subarray(0, 6)) // half a frame
        garbage.close()
      }),
    )
    // a reconnect storm
    for (let round = 0; round < 200; round += 1) (await OutsideClient.connect(path)).close()

    friend.stdin('still here')
    await friend.until(() => typed().toString().endsWith('still here'))
    friend.send(0x42, { state: true })
    await friend.until(() => friend.of(0x48).length > 0)
    const last = await connect(path)
    last.send(0x40, { v: 1 })
    await last.until(() => last.of(0x41).length === 1)
    expect(last.json(0x41)[0]?.['session']).toMatchObject({
      id,
      clients: 3,
      cols: 80,
      rows: 24,
      sizeBy: 'window',
    })
  })

  test('bad sizes, signals and payloads change nothing', async () => {
    const { path } = copier('bad')
    const client = await ready(path)
    for (const payload of [
      { cmd: 'resize', cols: '100', rows: 30 },
      { cmd: 'resize', cols: 1e9, rows: 24 },
      { cmd: 'kill', signal: 'SIGSTOP' },
      { cmd: 'kill', signal: 0 },
      { cmd: 'format-disk' },
      {},
      [1],
    ])
      client.send(2, payload)
    await client.barrier()
    expect(reasons(client)).toEqual([
      ...['bad-field', 'bad-field', 'bad-field', 'bad-field', 'unknown-cmd', 'bad-field'],
      'not-an-object',
    ])
  })

  test(
    '64 clients stay, the 65th gets an error, and a deaf one delays no other',
    slow,
    async () => {
      const { path, typed } = copier('many')
      const first = await ready(path)
      const deaf = await connect(path)
      deaf.send(0x40, { v: 1 })
      deaf.send(0x42, { output: true, state: true })
      await deaf.barrier()
      deaf.socket.pause()
      const others = await Promise.all(Array.from({ length: 62 }, () => connect(path)))
      await Promise.all(others.map((one) => one.barrier()))
      const refused = await connect(path)
      await refused.until(() => refused.closed !== null)
      expect([codes(refused), refused.closed]).toEqual([['CONNECTION_LIMIT'], 'end'])

      const statuses = 350
      // More than a socket of the kernel takes, and than the deaf one may be owed;
      // test/core/clients/socket/hub.test.ts counts that.
      for (let round = 0; round < statuses; round += 1)
        first.send(3, { app: 'x', status: `s${round}`, pad: 'z'.repeat(3_000) })
      await first.barrier()
      const [reader] = others as [OutsideClient]
      await reader.until(() => reader.of(3).length === statuses)
      expect(reader.json(3).map(({ status }) => status as string)).toEqual(
        Array.from({ length: statuses }, (_, round) => `s${round}`),
      ) // in order
      for (const other of others) await other.until(() => other.of(3).length === statuses)

      const began = performance.now()
      first.stdin('quick')
      await first.until(() => typed().toString().endsWith('quick'))
      // loose on purpose: the test does not wait for the deaf client's 30 s
      expect(performance.now() - began).toBeLessThan(10_000)

      deaf.socket.resume()
      // ends on the last
      await deaf.until(() => deaf.json(3).at(-1)?.['status'] === `s${statuses - 1}`)
      expect(deaf.of(3).length).toBeLessThan(statuses)
      others[5]?.close()
      const late = await freed(path)
      expect(late.json(3).map(({ status }) => status as string)).toEqual([`s${statuses - 1}`])
    },
  )
})

describe('the end', () => {
  test('is sent to all, then everything is gone', async () => {
    const { path } = instance.open('/bin/sh', '-c', 'read -r go; printf bye; exit 3')
    const [plain, viewer] = [await connect(path), await connect(path)]
    viewer.send(0x40, { v: 1 })
    viewer.send(0x42, { output: true })
    await viewer.barrier()
    plain.stdin('\r')
    await plain.until(() => plain.closed !== null && viewer.closed !== null)
    expect([plain.closed, viewer.closed]).toEqual(['end', 'end'])
    expect(plain.json(3)).toMatchObject([
      { app: 'vibeflow', status: 'exited', state: 'exited', exitCode: 3, origin: 'vibeflow' },
    ])
    expect(Buffer.concat(viewer.of(0x46).map((one) => one.subarray(8))).toString()).toMatch(/bye$/)
    expect(viewer.got.at(-1)?.type).toBe(0x49)
    expect(viewer.json(0x49)).toEqual([{ code: 3, signal: 0 }])
    expect([existsSync(path), existsSync(join(path, '..'))]).toEqual([false, false])
    expect(plain.got.some(({ type }) => type > 5)).toBe(false) // E13
  })

  test('kill without a signal is SIGTERM, and a half-closed client is still served', async () => {
    const { path } = instance.open('/bin/cat')
    const watcher = await connect(path)
    await watcher.barrier()
    const client = await connect(path)
    client.socket.end(
      Buffer.concat([
        OutsideClient.frame(3, JSON.stringify({ app: 'x', status: 'leaving' })),
        OutsideClient.frame(4),
        OutsideClient.frame(2, '{"cmd":"kill"}'),
      ]),
    )
    await watcher.until(() => watcher.closed !== null)
    expect([
      client.of(4).length,
      watcher.json(3).map(({ status, signal }) => [status, signal]),
    ]).toEqual([
      1,
      [
        ['leaving', undefined],
        ['exited', 15],
      ],
    ])
  })
})

describe('sizes', () => {
  test('the last writer decides; a viewer takes its size along when it leaves', async () => {
    const { id, path } = instance.open(
      '/bin/sh',
      '-c',
      'trap "stty size" WINCH; printf ready; while :; do sleep 0.02; done',
    )
    const client = await ready(path)
    client.send(0x42, { output: true })
    client.send(2, { cmd: 'resize', cols: 120, rows: 40 })
    await client.until(() =>
      client
        .of(0x46)
        .map((one) => one.subarray(8).toString())
        .join('')
        .includes('40 120'),
    )
    expect(client.json(0x4a)).toEqual([
      { screen: 'stream', cols: 120, rows: 40, at: expect.any(Number) as number },
    ])
    expect(instance.sent.findLast((message) => message.kind === 'session/size')).toEqual({
      kind: 'session/size',
      session: id,
      size: { cols: 120, rows: 40 },
    })
    client.close()
    const next = await connect(path)
    next.send(0x40, { v: 1 })
    await next.until(() => next.json(0x41).length === 1)
    expect(next.json(0x41)[0]?.['session']).toMatchObject({ cols: 80, rows: 24, sizeBy: 'window' })
    expect(instance.sent.findLast((message) => message.kind === 'session/size')).toEqual({
      kind: 'session/size',
      session: id,
      size: null,
    })
  })
})

describe('output', () => {
  test('comes complete from its offset, also to a client that paused reading', async () => {
    const { path } = instance.open(
      '/bin/sh',
      '-c',
      'stty -echo; printf "before "; read -r go; seq 1 40000; printf "END"; cat',
    )
    const client = await connect(path)
    client.send(0x40, { v: 1 })
    client.send(0x42, { output: true })
    await client.barrier()
    const printed = () => Buffer.concat(client.of(0x46).map((one) => one.subarray(8))).toString()
    await client.until(() =>
      `${client.json(0x44)[0]?.['ansi'] as string}${printed()}`.includes('before '),
    )
    client.socket.pause()
    client.stdin('\r')
    await new Promise((resolve) => setTimeout(resolve, 300))
    client.socket.resume()
    await client.until(() => printed().endsWith('END'))
    let next = client.json(0x44)[0]?.['at'] as number
    for (const one of client.of(0x46)) {
      expect(Number(one.readBigUInt64BE(0))).toBe(next)
      next += one.length - 8
    }
    expect(client.of(0x44).length).toBe(1) // the ring holds all of it
    expect(printed().replaceAll('\r', '').replace('before ', '')).toBe(
      `${Array.from({ length: 40_000 }, (_, index) => `${index + 1}\n`).join('')}END`,
    )
  })
})

describe('the program', () => {
  test('learns its own socket; an inherited name is replaced; a restart has the same', async () => {
    const file = join(instance.home, 'env')
    const { id, path } = instance.open(
      '/bin/sh',
      '-c',
      `echo "$VIBEFLOW_SESSION_ID $VIBEFLOW_SOCKET" >> ${file}; exec cat`,
    )
    const client = await connect(path)
    // the file is there before the words are in it
    await client.until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
    instance.workspace.receive({ kind: 'session/restart', session: asSession(id), force: true })
    await client.until(() => client.closed !== null)
    expect(client.json(3).at(-1)).toMatchObject({ state: 'exited', signal: 1 })
    const again = await connect(path)
    await again.until(() => readFileSync(file, 'utf8').split('\n').length === 3)
    expect(readFileSync(file, 'utf8')).toBe(`${id} ${path}\n${id} ${path}\n`)
  })

  test('runs without a socket when socket.enabled is turned off, and gets it back', async () => {
    const { id, path, typed } = copier('live')
    const client = await ready(path)
    client.send(2, { cmd: 'resize', cols: 120, rows: 40 })
    await client.barrier()
    instance.workspace.configure({ ...defaults, socket: { ...defaults.socket, enabled: false } })
    await client.until(() => client.closed !== null)
    const session = instance.workspace.session(asSession(id))
    expect([
      client.closed,
      client.json(3),
      client.of(0x49),
      existsSync(join(path, '..')),
      session?.why().socket,
    ]).toEqual(['end', [], [], false, 'socket.enabled is off.'])
    const { id: second, path: none } = instance.open('/bin/cat')
    await expect
      .poll(() => [none, instance.workspace.session(asSession(second))?.program.phase])
      .toEqual(['', 'running'])

    instance.workspace.configure(defaults)
    const again = await connect(path)
    again.send(0x40, { v: 1 })
    again.stdin('on')
    await again.until(() => again.of(0x41).length === 1 && typed().toString().endsWith('on'))
    expect(again.json(0x41)[0]?.['session']).toMatchObject({
      id,
      cols: 80,
      rows: 24,
      sizeBy: 'window',
    }) // who had set it was let go
    expect(instance.workspace.session(asSession(second))?.socket.path).toContain(second)
  })
})
