/** The recorder's files: what is written, bounded, removed, and borne. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecorderEvent } from '../../src/core/recorder/events.ts'
import {
  loggedEachMs,
  askedMs,
  daysKept,
  logsBytesMax,
  writeDelayMs,
} from '../../src/core/recorder/limits.ts'
import { SessionRecorder } from '../../src/core/recorder/session-recorder.ts'
import { sumReport } from '../../src/core/recorder/daily-totals.ts'
import {
  localCalendar,
  readDays,
  readSessionLog,
  recorderFolder,
  sessionsWithLogs,
  type RecorderFolder,
} from '../../src/host/state/recorder/folder.ts'
import { RecorderStore } from '../../src/host/state/recorder/recorder-store.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { below, pick, seeded } from '../support/random.ts'
import { asSession } from '../support/windows/ids.ts'
import { slow } from '../slow.ts'

let root = ''
let folder: RecorderFolder = { logs: '', days: '' }
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vibeflow-recorder-'))
  folder = recorderFolder(join(root, 'state', 'vibeflow'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const twenty = Array.from({ length: 20 }, (_, at) => `tab${at}`)
const epoch = new Date(2026, 10, 25, 9).getTime()

function make({ run = 'run1', enabled = true, clock = new FakeClock() } = {}) {
  const problems: string[] = []
  let slept = 0
  const wall = () => epoch + clock.now() + slept
  const store = new RecorderStore(folder, enabled, {
    clock,
    wall,
    calendar: localCalendar,
    run,
    failed: (problem) => problems.push(problem),
  })
  const tell = (session: string, event: RecorderEvent, place = 0) =>
    store.entry(asSession(session), { at: clock.now(), place, event })
  const sleep = (ms: number) => {
    slept += ms
  }
  return { clock, problems, sleep, store, tell, wall }
}

const state = (shown: 'working' | 'waiting' | 'done' | 'error', tool = 'claude') =>
  ({
    type: 'state',
    state: shown,
    ...(shown === 'waiting' ? { kind: 'permission' as const } : {}),
    tool,
    project: 'api',
    source: 'osc7501',
    reason: 'the program said so',
  }) satisfies RecorderEvent

const events = (session: string) =>
  readSessionLog(folder, session)?.items.flatMap((item) =>
    item.type === 'entry' ? item.event : [],
  )
const sums = () => sumReport(readDays(folder, () => true).rows, null)

describe('recorded events', () => {
  it('is on the disk soon, for the user alone', () => {
    const { clock, store, tell } = make()
    tell('a', state('working'))
    expect(existsSync(join(folder.logs, 'a.log'))).toBe(false) // not on the way of what happens
    clock.advance(writeDelayMs)
    expect(events('a')).toEqual([state('working')])
    expect(statSync(join(folder.logs, 'a.log')).mode & 0o777).toBe(0o600)
    expect(statSync(folder.logs).mode & 0o777).toBe(0o700)
    store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    store.end()
    expect(statSync(folder.days).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder.days))
      expect(statSync(join(folder.days, name)).mode & 0o777).toBe(0o600)
    expect(clock.timers).toBe(0)
  })

  it('adds up in the report, also after a crash, less a minute', () => {
    const { clock, tell } = make()
    tell('a', state('working'))
    clock.advance(10 * loggedEachMs + 30_000)
    // nothing ends it
    expect(sums()).toMatchObject([{ project: 'api', agent: 'claude', workedMs: 10 * loggedEachMs }])
  })

  it('is on the disk immediately for a request, with its duration', () => {
    const { clock, store, tell } = make()
    tell('a', state('working'))
    clock.advance(3_000)
    const bytes = () => statSync(join(folder.logs, 'a.log')).size
    store.writeNow()
    expect([events('a'), sums()]).toMatchObject([[state('working')], [{ workedMs: 3_000 }]])
    const before = bytes()
    store.writeNow() // a log that is watched does not grow by each look
    clock.advance(askedMs - 1)
    store.writeNow()
    expect(bytes()).toBe(before)
    clock.advance(1)
    store.writeNow()
    expect(sums()).toMatchObject([{ workedMs: 3_000 + askedMs }])
    tell('a', { type: 'ended', code: 0, signal: null })
    store.writeNow()
    expect(events('a')).toHaveLength(2)
  })

  it('counts neither sleep nor a clock that is set', () => {
    const { clock, sleep, store, tell } = make()
    tell('a', state('working'))
    clock.advance(60_000)
    sleep(8 * 3_600_000)
    clock.advance(60_000)
    sleep(-9 * 3_600_000)
    clock.advance(60_000)
    tell('a', state('waiting'))
    clock.advance(5_000)
    store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    store.end()
    expect(sums()).toMatchObject([{ workedMs: 180_000, waitedMs: 5_000 }])
  })

  it('costs nothing while nothing happens', () => {
    const { clock, tell } = make()
    tell('a', state('done'))
    clock.advance(loggedEachMs)
    expect(clock.timers).toBe(0)
  })
})

describe('a session', () => {
  it('deletes its log when it is closed, and keeps its totals', () => {
    const { clock, store, tell } = make()
    tell('a', state('working'))
    tell('b', state('working', 'codex'))
    clock.advance(60_000)
    tell('a', state('done'))
    clock.advance(writeDelayMs)
    store.gone(asSession('a'))
    clock.advance(loggedEachMs)
    expect(sessionsWithLogs(folder)).toEqual(['b'])
    expect(sums().map(({ agent }) => agent)).toEqual(['codex', 'claude'])
  })

  it('that returns with the next start continues its log', () => {
    const first = make()
    first.tell('old', state('working'))
    first.clock.advance(60_000)
    first.store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    first.store.end()
    const { clock, store, tell } = make({ run: 'run2' })
    store.goesOn(asSession('old'), asSession('new'))
    tell('new', state('waiting'))
    clock.advance(30_000)
    store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    store.end()
    expect(sessionsWithLogs(folder)).toEqual(['new'])
    expect(events('new')).toEqual([state('working'), state('waiting')])
    expect(sums()).toMatchObject([{ workedMs: 60_000, waitedMs: 30_000 }])
  })

  it('that does not return leaves no log', () => {
    const { store, tell } = make()
    tell('a', state('working'))
    tell('b', state('working'))
    store.stays(['b'].map((id) => asSession(id)))
    store.gone(asSession('b'))
    store.end()
    store.gone(asSession('b')) // tabs close when the app ends
    expect(sessionsWithLogs(folder)).toEqual(['b'])
  })
})

describe('the option', () => {
  it('off: nothing is recorded, and earlier records are removed', () => {
    const { clock, store, tell } = make()
    tell('a', state('working'))
    clock.advance(loggedEachMs)
    store.configure(false)
    tell('a', state('waiting'))
    clock.advance(loggedEachMs)
    store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    store.end()
    expect(existsSync(folder.logs)).toBe(false)
    expect(existsSync(folder.days)).toBe(false)
    expect(clock.timers).toBe(0)
  })

  it('off at the start removes the records of an earlier run', () => {
    const first = make()
    first.tell('a', state('working'))
    first.store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    first.store.end()
    expect(existsSync(folder.logs)).toBe(true)
    make({ enabled: false })
    expect(existsSync(folder.logs)).toBe(false)
  })

  it('on again records again', () => {
    const { clock, store, tell } = make()
    store.configure(false)
    store.configure(true)
    tell('a', state('working'))
    clock.advance(loggedEachMs)
    expect(events('a')).toEqual([state('working')])
  })
})

describe('limits', () => {
  // a tenth of them: each has a log of its own, and its own rows of the sums
  it('20 busy tabs leave less than 20 MB a day', slow, () => {
    const clock = new FakeClock()
    const { store } = make({ clock })
    const random = seeded(20)
    const count = 2
    const tabs = Array.from({ length: count }, (_, at) => {
      const recorder = new SessionRecorder({
        clock,
        place: () => clock.now() * 10,
        project: () => `project-${at}`,
        enabled: () => true,
        recorded: (entry) => store.entry(asSession(`tab${at}`), entry),
      })
      return recorder
    })
    // entries written together have the same length, whichever second of this span they are from
    const stepS = 120
    for (let at = 0; at < 86_400; at += 1) {
      if (at % stepS === 0) clock.advance(stepS * 1_000)
      // each tab: a state in 4 s, a command in 10 s, a notification in 30 s, an answer in a minute
      for (const recorder of tabs) {
        if (random() < 1 / 4)
          recorder.record(state(pick(random, ['working', 'waiting', 'done', 'error'] as const)))
        if (random() < 1 / 10)
          recorder.record({
            type: 'command',
            line: `npm test -- core/${below(random, 1_000_000)} ${'x'.repeat(below(random, 60))}`,
            ranMs: below(random, 100_000),
            code: below(random, 3),
          })
        if (random() < 1 / 30)
          recorder.record({ type: 'notification', from: 'program', text: `run ${at} has ended` })
        if (random() < 1 / 60)
          recorder.record({
            type: 'answer',
            rule: 'claude-permission',
            question: `Do you want to run test ${at}?`,
            choice: 'Yes',
            by: 'list',
            refused: null,
          })
      }
    }
    store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    store.end()
    const bytes = Number(
      execFileSync('du', ['-sb', join(root, 'state')])
        .toString()
        .split('\t')[0],
    )
    expect(bytes).toBeGreaterThan((count * 1_000_000) / 20)
    expect(bytes).toBeLessThan(count * 1_000_000)
    // the newest is there, and every file is read whole
    for (let at = 0; at < count; at += 1) {
      const read = readSessionLog(folder, `tab${at}`)
      expect(read?.problems).toEqual([])
      expect(read?.items.at(-1)?.mono).toBeGreaterThan(86_000_000)
    }
  })

  it('records older than the kept days are removed at the next start', () => {
    const { store, tell } = make()
    tell('a', state('working'))
    store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    store.end()
    const clock = new FakeClock()
    clock.advance((daysKept + 1) * 86_400_000)
    make({ clock, run: 'run2' })
    expect(sums()).toEqual([])
  })
})

describe('files that are not as we left them', () => {
  const kept = () => {
    const { clock, store, tell } = make()
    tell('a', state('working'))
    clock.advance(60_000)
    store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    store.end()
  }

  it('are reported when damaged or truncated, and the rest is read', () => {
    kept()
    appendFileSync(join(folder.logs, 'a.log'), '\u0000garbage\n["s",1')
    const read = readSessionLog(folder, 'a')
    expect(read?.items.length).toBeGreaterThan(1)
    expect(read?.problems).toEqual([
      `${join(folder.logs, 'a.log')} is damaged. Unreadable lines that were skipped: 2.`,
    ])
    const [day = ''] = readdirSync(folder.days)
    writeFileSync(join(folder.days, day), '{"version":1,"rows":[{}]}')
    expect(readDays(folder, () => true)).toEqual({
      rows: [],
      problems: [`Skipped ${join(folder.days, day)}: it is damaged.`],
    })
  })

  it('are reported when a link, pipe, folder or huge file, and not followed', () => {
    kept()
    const file = join(folder.logs, 'a.log')
    const instead = (act: () => void) => {
      rmSync(file, { recursive: true, force: true })
      act()
      return readSessionLog(folder, 'a')?.problems.join()
    }
    const secret = join(root, 'secret')
    writeFileSync(secret, '["r",1,2]\n')
    expect(instead(() => symlinkSync(secret, file))).toContain('it is a symbolic link')
    expect(instead(() => execFileSync('mkfifo', [file]))).toContain('it is a pipe, not a file')
    expect(instead(() => mkdirSync(file))).toContain('it is a directory, not a file')
    expect(instead(() => writeFileSync(file, 'x'.repeat(2_000_000)))).toContain('larger than')
    expect(instead(() => undefined)).toBe(undefined)
  })

  it('are reported once when writing meets a link, pipe or folder, and not touched', () => {
    const secret = join(root, 'secret')
    writeFileSync(secret, 'mine')
    mkdirSync(folder.logs, { recursive: true })
    for (const put of [
      (file: string) => symlinkSync(secret, file),
      (file: string) => execFileSync('mkfifo', [file]),
      (file: string) => mkdirSync(file),
    ]) {
      const file = join(folder.logs, 'a.log')
      rmSync(file, { recursive: true, force: true })
      put(file)
      const { clock, problems, store, tell } = make()
      tell('a', state('working'))
      clock.advance(writeDelayMs)
      tell('a', state('done'))
      clock.advance(writeDelayMs)
      store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
      store.end()
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(
        /^The recorder can't write its files: .*set recorder\.enabled = false/,
      )
      expect(readFileSync(secret, 'utf8')).toBe('mine')
    }
  })

  it("stay when others' files are among full logs, and all is recorded", () => {
    mkdirSync(folder.logs, { recursive: true })
    const sparse = (name: string) => {
      const file = join(folder.logs, name)
      writeFileSync(file, '')
      truncateSync(file, logsBytesMax)
      return file
    }
    mkdirSync(join(folder.logs, 'folder.log'))
    const notes = sparse('notes.txt')
    const old = sparse('old.log')
    const { clock, tell } = make()
    tell('a', state('working'))
    clock.advance(writeDelayMs)
    expect(events('a')).toEqual([state('working')])
    expect([existsSync(notes), existsSync(old)]).toEqual([true, false])
  })

  it('are reported once when the disk is full, and everything else keeps running', () => {
    mkdirSync(join(root, 'state', 'vibeflow'), { recursive: true })
    writeFileSync(join(root, 'state', 'vibeflow', 'recorder'), 'no folder')
    const { clock, problems, store, tell } = make()
    for (let at = 0; at < 10; at += 1) {
      tell('a', state(at % 2 === 0 ? 'working' : 'done'))
      clock.advance(loggedEachMs)
    }
    store.stays(['a', 'b', 'old', 'new', ...twenty].map((id) => asSession(id)))
    store.end()
    expect(problems).toHaveLength(1)
  })

  it('may be removed or written to by others, and the next lines can be read', () => {
    const { clock, problems, tell } = make()
    tell('a', state('working'))
    clock.advance(writeDelayMs)
    rmSync(folder.logs, { recursive: true })
    tell('a', state('waiting'))
    clock.advance(writeDelayMs)
    expect(readSessionLog(folder, 'a')?.problems).toEqual([])
    expect(events('a')).toContainEqual(state('waiting'))
    appendFileSync(join(folder.logs, 'a.log'), '["s",1,')
    tell('a', state('done'))
    clock.advance(writeDelayMs)
    expect(readSessionLog(folder, 'a')?.problems).toEqual([
      `${join(folder.logs, 'a.old.log')} is damaged. Unreadable lines that were skipped: 1.`,
    ])
    expect(events('a')).toContainEqual(state('done'))
    expect(problems).toEqual([])
  })

  it('keep their old content when the disk takes half of a write', () => {
    const { clock, problems, tell } = make()
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
    const passed = () => undefined
    process.on('SIGXFSZ', passed)
    try {
      tell('a', state('working'))
      clock.advance(writeDelayMs)
      const before = readFileSync(join(folder.logs, 'a.log'), 'utf8')
      limit(String(before.length + 10))
      for (let turn = 0; turn < 3; turn += 1) {
        tell('a', state(turn % 2 === 0 ? 'done' : 'working'))
        clock.advance(writeDelayMs)
      }
      limit('unlimited')
      tell('a', state('error'))
      clock.advance(writeDelayMs)
      expect(events('a')).toEqual([state('working'), state('error'), state('error')])
      expect(readSessionLog(folder, 'a')?.problems).toEqual([])
      expect(problems).toHaveLength(1)
    } finally {
      limit('unlimited')
      process.off('SIGXFSZ', passed)
    }
  })
})
