/** Apps and keepers of other versions. The bytes of version 1 must never change. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { compileKeeper, keeperBinary } from '../../../src/build/setup/keeper.mjs'
import { Keeper } from '../../../src/host/pty/keeper/keeper.ts'
import { olderVersion, ReplyReader, requests } from '../../../src/host/pty/keeper/messages.ts'
import { leavePrograms } from '../../../src/host/pty/live-children.ts'
import { native } from '../../../src/host/pty/native.ts'
import { connected, run, take } from './programs.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('the requests of version 1 have these bytes', () => {
  const start = requests.start({
    ...{ sequence: 7, until: 0x0102030405, hangUp: true, cols: 80, rows: 24, id: 'ab' },
    ...{ program: '/p', directory: '/d', facts: '{}', args: ['x', 'yz'], variables: ['A=1'] },
  })
  expect(hex(requests.hello(1))).toBe('07000000' + '01' + '56464b31' + '0100')
  expect(hex(start)).toBe(
    `${'44000000' + '02' + '07000000' + '0504030201000000' + '01' + '5000' + '1800'}${
      '02000000' + '6162' + '02000000' + '2f70' + '02000000' + '2f64' + '02000000' + '7b7d'
    }${'02000000' + '01000000' + '78' + '02000000' + '797a' + '01000000' + '03000000' + '413d31'}`,
  )
  expect(hex(requests.list())).toBe('01000000' + '03')
  expect(hex(requests.adopt('ab'))).toBe('07000000' + '04' + '02000000' + '6162')
  expect(hex(requests.end('ab'))).toBe('07000000' + '05' + '02000000' + '6162')
  expect(hex(requests.policy(true))).toBe('02000000' + '06' + '01')
})

test.for([
  ['070000000101000a000000', { kind: 'welcome', version: 1, pid: 10 }],
  ['07000000090200' + '0a000000', { kind: 'version', version: 2, pid: 10 }],
  ['0900000002070000000a000000', { kind: 'started', sequence: 7, pid: 10 }],
  ['0900000003070000000b000000', { kind: 'failed', sequence: 7, error: 11 }],
  ['0100000005', { kind: 'listed' }],
  ['0b00000006020000006162' + '0a000000', { kind: 'adopted', id: 'ab', pid: 10 }],
  ['0700000007020000006162', { kind: 'refused', id: 'ab' }],
  ['0d000000080a0000000300000009000000', { kind: 'exited', pid: 10, code: 3, signal: 9 }],
  [
    '1f00000004020000006162' +
      '0a000000' +
      '0504030201000000' +
      '0001' +
      '50001800' +
      '020000007b7d',
    {
      kind: 'session',
      program: {
        ...{ id: 'ab', pid: 10, startedAt: 0x0102030405, taken: false, exited: true },
        ...{ cols: 80, rows: 24, facts: '{}' },
      },
    },
  ],
] as const)('the reply %s of version 1 is read', ([bytes, reply]) => {
  expect(new ReplyReader().take(Buffer.from(bytes, 'hex'))).toEqual([reply])
})

test.for([
  [2, 1, 1],
  [9, 4, 4],
  [1, 2, null],
  [1, 1, null],
  [2, 0, null],
] as const)(
  'an app that a keeper has refused with version %i greets version %i with %s',
  ([asked, newest, next]) => {
    expect(olderVersion(asked, newest)).toBe(next)
  },
)

test.for([
  ['this', null],
  ['a newer', '-DPROTOCOL_VERSION=3'],
] as const)('an app of version 1 starts and adopts programs of %s keeper', async ([, option]) => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-versions-'))
  const [socket, newer] = [join(folder, 'keeper'), join(folder, 'vibeflow-keeper')]
  if (option !== null) await compileKeeper(newer, ['-O0', option])
  const child = spawn(option === null ? keeperBinary : newer, [socket], { stdio: 'ignore' })
  await vi.waitUntil(() => existsSync(socket), { timeout: 60_000 })
  const problems: string[] = []
  const connect = () =>
    new Keeper({ socket, program: 'none', failed: (text) => problems.push(text) })
  const first = connect()
  await run(first, 'one', 'echo on; read x; echo "got $x"; exit 4')
  leavePrograms()
  first.dispose()
  const second = connect()
  expect(await second.list()).toMatchObject([{ id: 'one', exited: false }])
  const { pty, text, exit } = await take(second, 'one')
  pty.write(Buffer.from('it\r'))
  expect(await exit).toEqual({ code: 4, signal: null })
  expect(text()).toContain('got it')
  expect(problems).toEqual([])
  pty.close()
  second.dispose()
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('the memory of a program has the layout of version 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-versions-'))
  const socket = join(folder, 'keeper')
  const child = spawn(keeperBinary, [socket], { stdio: 'ignore' })
  const fd = await connected(socket)
  const start = requests.start({
    ...{ sequence: 1, until: 0, hangUp: true, cols: 80, rows: 24, id: 'one', program: '/bin/cat' },
    ...{ directory: '/', facts: '', args: [], variables: [] },
  })
  writeSync(fd, Buffer.concat([requests.hello(), start]))
  let parcel: number[] = []
  await expect
    .poll(() => {
      const [, ...found] = native.receive(fd, new Uint8Array(100))
      if (found.length > 0) parcel = found
      return parcel.length
    })
    .toBe(3)
  const head = Buffer.alloc(16)
  readSync(parcel[2] ?? -1, head, 0, 16, 0)
  expect(hex(head)).toBe('56464b31' + '01000000' + '0000800000000000')
  for (const one of [...parcel, fd]) native.close(one)
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
