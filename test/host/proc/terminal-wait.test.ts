/** How the foreground program waits for its terminal, by its system calls. */
import { expect, test } from 'vitest'
import type { TerminalReader } from '../../../src/core/session/ports.ts'
import type { Front } from '../../../src/host/proc/foreground.ts'
import { threadsMax } from '../../../src/host/proc/limits.ts'
import { programWait } from '../../../src/host/proc/terminal-wait.ts'
import { FakeProc, type FakeProcess } from '../../support/fake/fake-proc.ts'

/** Terminal 7, as the kernel numbers it. */
const terminal = (136 << 8) | 7
const files = ['/dev/pts/7', '/dev/pts/7', '/dev/pts/7', '/tmp/file', 'anon_inode:[eventpoll]']
const arm = process.arch === 'arm64'
const read = (file: number) => `${arm ? 63 : 0} 0x${file.toString(16)} 0x7ffe 0x1000`
const select = `${arm ? 73 : 7} 0x7ffe 0x1`
const epoll = `${arm ? 22 : 232} 0x4 0x7ffe`
const sleep = `${arm ? 115 : 230} 0x0 0x0`

function waits(
  members: readonly Partial<FakeProcess>[],
  reader: Partial<TerminalReader> = {},
  front: Pick<Front, 'kind' | 'descends' | 'name'> = { kind: 'other', name: 'ask' },
) {
  const proc = new FakeProc()
  proc.put(100, { comm: 'bash', parent: 1, terminal, calls: [read(0)], files })
  for (const [index, member] of members.entries())
    proc.put(200 + index, { comm: `ask${index}`, group: 200, terminal, files, ...member })
  return programWait(proc, 100, front, { group: 200, canonical: true, ...reader })
}

type How = 'reads' | 'polls' | 'unknown' | null
const rows: readonly (readonly [string, readonly Partial<FakeProcess>[], How])[] = [
  ['reads its input', [{ calls: [read(0)] }], 'reads'],
  ['reads /dev/tty', [{ calls: [read(3)], files: ['x', 'x', 'x', '/dev/tty'] }], 'reads'],
  ['reads a file', [{ calls: [read(3)] }], null],
  ['reads another terminal', [{ calls: [read(0)], files: ['/dev/pts/8'] }], null],
  ['sleeps', [{ calls: [sleep] }], null],
  ['waits for events of its input', [{ calls: [epoll], watched: { 4: [3, 0] } }], 'reads'],
  ['waits for events of a file', [{ calls: [epoll], watched: { 4: [3] } }], null],
  ['waits for several files', [{ calls: [select] }], 'polls'],
  ['belongs to another user', [{ calls: [null] }], 'unknown'],
  ['polls, next to one of another user', [{ calls: [null] }, { calls: [select] }], 'unknown'],
  ['belongs to another user and works', [{ calls: [null], isRunning: true }], null],
  ['reads in its third thread', [{ calls: [sleep, select, read(0)] }], 'reads'],
  ['reads while another thread works', [{ calls: [read(0), 'running'] }], null],
  ['works while a thread reads', [{ calls: ['running', read(0)] }], null],
  ['starts a program that reads', [{ calls: [sleep] }, { calls: [read(0)] }], 'reads'],
  ['is stopped', [{ calls: [read(0)], isStopped: true }], null],
  ['has ended', [{ calls: [read(0)], isDead: true }], null],
]
test.each(rows)('a program that %s', (_, members, how) => {
  const wait = waits(members)
  const seen = wait && (wait.reads ? 'reads' : wait.polls ? 'polls' : 'unknown')
  expect(seen).toBe(how)
})

test('names the program that reads, and whether it reads commands', () => {
  const gdb = { comm: 'gdb', argv: ['gdb'], calls: [read(0)] }
  expect(waits([{ calls: [sleep] }, gdb])).toEqual({
    ...{ name: 'gdb', reads: true, polls: false, shows: null, commands: true },
  })
})

test('looks at few threads of a group that has thousands', () => {
  const proc = new FakeProc()
  const calls = [...Array<string>(5_000).fill(sleep), read(0)]
  proc.put(100, { comm: 'bash', parent: 1, terminal })
  for (const pid of [200, 10_000])
    proc.put(pid, { comm: 'ask', group: 200, terminal, files, calls })
  const front = { kind: 'other', name: 'ask' } as const
  expect(programWait(proc, 100, front, { group: 200, canonical: true })).toBe(null)
  expect(proc.reads.filter((one) => one.startsWith('call')).length).toBe(threadsMax)
})

test('agents, their programs, and programs that read single keys are not looked at', () => {
  const asks = [{ calls: [read(0)] }]
  expect(waits(asks, {}, { kind: 'tool' })).toBe(null)
  expect(waits(asks, {}, { kind: 'other', descends: true })).toBe(null)
  expect(waits(asks, { canonical: false })).toBe(null)
})

test('a program on a terminal that sudo lends may wait for it', () => {
  const sudo = { comm: 'sudo', calls: [select] }
  const inner = { parent: 200, group: 201, foregroundGroup: 201, terminal: (136 << 8) | 9 }
  const front = { kind: 'other', name: 'sudo' } as const
  const lent = (calls: readonly (string | null)[]) =>
    waits([sudo, { ...inner, files: ['/dev/pts/9'], calls }], { canonical: false }, front)
  expect(lent([read(0)])).toEqual({
    ...{ name: 'ask1', reads: false, polls: false, shows: 'lent', commands: false },
  })
  expect(lent([null])).toMatchObject({ reads: false, polls: false })
  expect(lent([select])?.polls).toBe(true)
  expect(lent([sleep])).toBe(null)
})

test('ssh shows a terminal that another machine has', () => {
  const front = { kind: 'other', name: 'ssh' } as const
  const shows = (raw: object) => waits([{ comm: 'ssh', calls: [select] }], raw, front)?.shows
  expect([shows({ canonical: false }), shows({})]).toEqual(['remote', null])
})
