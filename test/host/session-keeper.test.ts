/** Windows and tabs on disk, and what the next start makes of them (behaviour/config.md [session], security.md 8). Real files. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaults, type Options } from '../../src/core/config/table.ts'
import { History } from '../../src/core/flow/history.ts'
import type { Remains } from '../../src/core/session/session-ports.ts'
import { SessionKeeper, type LiveTab } from '../../src/host/restore/session-keeper.ts'
import { FakeClock } from '../support/fake-clock.ts'

let folder: string
beforeEach(() => { folder = join(mkdtempSync(join(tmpdir(), 'session-')), 'session') })
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

class FakeTab implements LiveTab {
  readonly history = new History()
  readonly id: string
  readonly #facts: Partial<Remains>

  constructor(id: string, facts: Partial<Remains> = {}) {
    this.id = id
    this.#facts = facts
  }

  get outputVersion(): number { return this.history.version }
  print(text: string): this { this.history.push(new TextEncoder().encode(text)); return this }
  remains(lines: number): Remains {
    return { command: { program: '/bin/bash', args: [] }, isUserShell: true, directory: '/srv', name: null, title: null, muted: false, ...this.#facts, before: this.history.whole(lines) }
  }
}

function run(session: Partial<Options['session']> = {}) {
  const clock = new FakeClock()
  const told: string[] = []
  const state = { windows: [] as { tabs: LiveTab[]; active: number }[], options: { ...defaults.session, ...session } }
  const keeper = new SessionKeeper(folder, { clock, windows: () => state.windows, options: () => state.options, failed: (problem) => told.push(problem) })
  const take = (wanted = true) => {
    const { windows, problem } = keeper.take(wanted)
    const text = ({ before }: Remains) => before.map((bytes) => new TextDecoder().decode(bytes)).join('')
    return problem ?? windows.map(({ active, tabs }) => [active, ...tabs.map((tab) => [tab.isUserShell ? 'shell' : tab.command.program, tab.directory, tab.name, text(tab)])])
  }
  return { clock, keeper, state, take, told }
}

const kept = () => existsSync(folder) ? readdirSync(folder).sort() : []

test('the next start has windows, tabs, names and what they showed; other commands than the shell are named, and files are for the user alone', () => {
  const first = run()
  first.keeper.begin()
  const api = new FakeTab('a1', { name: 'api', directory: '/srv/api' }).print('one\r\ntwo\r\n$ ')
  first.state.windows = [{ tabs: [api, new FakeTab('a2', { command: { program: 'htop', args: ['-d', '5'] }, isUserShell: false, muted: true })], active: 1 }, { tabs: [new FakeTab('b1')], active: 0 }]
  first.keeper.end()
  expect([kept(), statSync(folder).mode & 0o777, statSync(join(folder, 'session.json')).mode & 0o777, statSync(join(folder, 'a1.out')).mode & 0o777]).toEqual([['a1.out', 'session.json'], 0o700, 0o600, 0o600])
  expect(run().take()).toEqual([[1, ['shell', '/srv/api', 'api', 'one\r\ntwo\r\n$ '], ['htop', '/srv', null, '']], [0, ['shell', '/srv', null, '']]])
  expect(first.clock.timers).toBe(0)
})

test('a tab that is closed on purpose is gone from the disk at once, whatever save_interval_s', () => {
  const { clock, keeper, state } = run({ save_interval_s: 600 })
  const [one, other] = [new FakeTab('one').print('kept\n'), new FakeTab('other').print('secret\n')]
  state.windows = [{ tabs: [one, other], active: 0 }]
  keeper.begin()
  clock.advance(600_000)
  state.windows = [{ tabs: [one], active: 0 }]
  keeper.tabGone()
  keeper.tabGone()
  clock.advance(1_000)
  expect([kept(), clock.timers]).toEqual([['one.out', 'session.json'], 1])
  keeper.end()
  keeper.tabGone()
  expect(clock.timers).toBe(0)
})

test('save_interval_s: saves as often, and what a closed tab showed is gone from the disk then', () => {
  const { clock, keeper, state } = run({ save_interval_s: 5 })
  const [one, other] = [new FakeTab('one').print('kept\n'), new FakeTab('other').print('secret\n')]
  state.windows = [{ tabs: [one, other], active: 0 }]
  keeper.begin()
  clock.advance(4_999)
  expect(kept()).toEqual([])
  clock.advance(1)
  expect(kept()).toEqual(['one.out', 'other.out', 'session.json'])
  one.print('more\n')
  state.windows = [{ tabs: [one], active: 0 }]
  clock.advance(5_000)
  expect([kept(), readFileSync(join(folder, 'one.out'), 'utf8')]).toEqual([['one.out', 'session.json'], 'kept\nmore\n'])
})

test('what the user clears is gone from the disk with the next save, said or not said anything since, and modes stay', () => {
  const { clock, keeper, state } = run({ save_interval_s: 2 })
  const tab = new FakeTab('t').print('\x1b[?2004hsecret\n$ ')
  state.windows = [{ tabs: [tab], active: 0 }]
  keeper.begin()
  clock.advance(2_000)
  tab.history.forget()
  clock.advance(2_000)
  const cleared = readFileSync(join(folder, 't.out'), 'utf8')
  tab.print('more\n')
  clock.advance(2_000)
  expect([cleared, readFileSync(join(folder, 't.out'), 'utf8')]).toEqual(['\x1b[?2004h', '\x1b[?2004hmore\n'])
})

test('scrollback_lines: the newest lines, in the modes in force where they begin; 0: none on disk', () => {
  const { clock, keeper, state } = run({ scrollback_lines: 2, save_interval_s: 2 })
  state.windows = [{ tabs: [new FakeTab('t').print('\x1b[?1049h1\n2\n').print('3\n4\n$ ')], active: 0 }]
  keeper.begin()
  clock.advance(2_000)
  expect(readFileSync(join(folder, 't.out'), 'utf8')).toBe('\x1b[?1049h3\n4\n$ ')
  state.options = { ...state.options, scrollback_lines: 0 }
  clock.advance(2_000)
  expect(kept()).toEqual(['session.json'])
})

test.each([
  ['always', true, 1], ['always', false, 1], ['crash', true, 0], ['crash', false, 1], ['never', true, 0], ['never', false, 0],
] as const)('restore = %j, ended in order: %j', (restore, ordered, windows) => {
  const first = run({ restore: 'always' })
  first.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  first.keeper.begin()
  first.clock.advance(15_000)
  if (ordered) first.keeper.end()
  expect(run({ restore }).take()).toHaveLength(windows)
  expect(run({ restore }).take(false)).toHaveLength(0) // --no-restore
  const second = run({ restore })
  second.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  second.keeper.end()
  expect(kept()).toEqual(restore === 'always' ? ['session.json'] : []) // what is never restored is not kept either
})

test('a session that ends the app is left out the third time; a damaged or endless one is said', () => {
  const first = run()
  first.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  first.keeper.end()
  const takes = [run().take(), run().take(), run().take()]
  expect([takes[0], takes[1]?.length, takes[2]]).toEqual([[[0, ['shell', '/srv', null, '']]], 1, 'The tabs of the last run were not restored: vibeflow ended 2 times soon after it had tried.'])
  writeFileSync(join(folder, 'session.json'), '{"version": 1, "windows": [{}]}')
  expect(run().take()).toBe(`The tabs of the last run were not restored: ${join(folder, 'session.json')} is damaged. A copy is kept as ${join(folder, 'session.json.damaged')}; this run begins anew.`)
  const next = run()
  next.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  next.keeper.end()
  expect([kept(), readFileSync(join(folder, 'session.json.damaged'), 'utf8')]).toEqual([['session.json', 'session.json.damaged'], '{"version": 1, "windows": [{}]}'])
  truncateSync(join(folder, 'session.json'), 65 * 1_048_576)
  expect(run().take()).toBe(`The tabs of the last run were not restored: ${join(folder, 'session.json')} is larger than 64 MiB.`)
})

test('whatever was asked of one tab, the others come back: a command of no name, one with thousands of words, one longer than the kernel takes', () => {
  const commands = [{ program: '', args: [] }, { program: 'vi', args: Array.from({ length: 5_000 }, (_, index) => `${index}`) }, { program: 'sh', args: ['-c', 'x'.repeat(200_000)] }]
  const first = run()
  first.state.windows = [{ tabs: [new FakeTab('shell'), ...commands.map((command, index) => new FakeTab(`c${index}`, { command, isUserShell: false }))], active: 0 }]
  first.keeper.end()
  expect(run().keeper.take(true).windows[0]?.tabs.map(({ isUserShell, command }) => isUserShell ? 'shell' : command)).toEqual(['shell', ...commands])
})

test('more windows than are kept: the others come back', () => {
  const first = run()
  first.state.windows = Array.from({ length: 101 }, (_, index) => ({ tabs: [new FakeTab(`t${index}`)], active: 0 }))
  first.keeper.end()
  expect(run().keeper.take(true).windows).toHaveLength(100)
})

test('what is none of ours is left in the folder, a folder included', () => {
  const { keeper, state, told } = run()
  mkdirSync(join(folder, 'own.folder'), { recursive: true })
  for (const name of ['letter.txt', 'gone.out', 'gone.out.new']) writeFileSync(join(folder, name), 'x')
  state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  keeper.end()
  expect([kept(), told]).toEqual([['letter.txt', 'own.folder', 'session.json'], []])
})

test('a disk that takes nothing is said once, and tabs go on', () => {
  const { clock, keeper, state, told } = run({ save_interval_s: 2 })
  mkdirSync(join(folder, '..'), { recursive: true })
  writeFileSync(folder, 'a file where the folder should be')
  state.windows = [{ tabs: [new FakeTab('t').print('x')], active: 0 }]
  keeper.begin()
  clock.advance(4_000)
  expect(told).toEqual([expect.stringMatching(/^The tabs cannot be kept for the next start: E/)])
})
