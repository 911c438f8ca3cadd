/** Tests the events that a session's recorder stores, and its behavior in floods. */
import { describe, expect, it } from 'vitest'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import type { RecordedEvent, RecorderEvent } from '../../../src/core/recorder/events.ts'
import { eventsBurst, eventsKeptMax, eventsPerSecond } from '../../../src/core/recorder/limits.ts'
import { countsAs } from '../../../src/core/recorder/log-rows.ts'
import { SessionRecorder } from '../../../src/core/recorder/session-recorder.ts'
import { Session } from '../../../src/core/session/session.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

function makeSession() {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const entries: RecordedEvent[] = []
  const session = new Session(
    {
      ...bashTab,
      directory: '/home/u/api',
    },
    {
      clock,
      start,
      send: () => undefined,
      writeClipboard: () => undefined,
      recorded: (entry) => entries.push(entry),
    },
  )
  const print = (text: string) => ptys.at(-1)?.print(text)
  return { clock, entries, print, ptys, session }
}

const events = (entries: readonly RecordedEvent[]) => entries.map(({ event }) => event)
const commands = (entries: readonly RecordedEvent[]) =>
  events(entries).filter(({ type }) => type === 'command')

it('counts a command as failed unless the user ended or suspended it', () => {
  const command = (code: number | null) => ({ type: 'command', line: 'a', ranMs: 1, code }) as const
  expect([null, 0, 1, 130, 148].filter((code) => countsAs(command(code)) !== null)).toEqual([1])
})

describe('the recorder of a session', () => {
  it("records a program's reports, with reason, project and place", () => {
    const { clock, entries, print } = makeSession()
    print('hello\r\n')
    clock.advance(1_000)
    const report = '\x1b]7501;state=blocked:kind=permission:app=claude\x07'
    print(report)
    expect(entries).toMatchObject([
      {
        at: clock.now(),
        place: 7 + report.length,
        event: {
          type: 'state',
          state: 'waiting',
          kind: 'permission',
          tool: 'claude',
          project: 'api',
          source: 'osc7501',
        },
      },
    ])
    expect(entries[0]?.event).toHaveProperty('reason', expect.stringMatching(/\w/))
  })

  it('records that keys answered, and not which', () => {
    const { clock, entries, print, session } = makeSession()
    const says = (words: string) => {
      clock.advance(1_000)
      print(`\x1b]7501;state=${words}:app=claude\x07`)
    }
    const answers = () => events(entries).filter(({ type }) => type === 'answer')
    says('working')
    session.input.type('keys', new TextEncoder().encode('y'))
    says('blocked:kind=permission:msg=TWF5IEk/')
    says('working') // by itself
    expect(answers()).toEqual([])
    says('blocked:kind=permission:msg=TWF5IEk/')
    session.input.type('keys', new TextEncoder().encode('secret\r'))
    says('working')
    expect(answers()).toEqual([
      { type: 'answer', rule: '', question: 'May I?', choice: '', by: 'keyboard', refused: null },
    ])
    says('blocked:kind=question')
    session.input.type('keys', new TextEncoder().encode('\x1b'))
    says('idle') // canceled
    expect(answers()).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toContain('secret')
  })

  it('counts an answer once that was given in the list', () => {
    const { entries, print, session } = makeSession()
    print('\x1b]7501;state=blocked:kind=permission:app=claude\x07')
    session.recording.recorder.typed(true)
    const answer = { rule: 'permission', question: 'May I?', choice: 'Yes', refused: null } as const
    session.recording.recorder.record({ type: 'answer', ...answer, by: 'mcp' })
    print('\x1b]7501;state=working:app=claude\x07')
    expect(events(entries).filter(({ type }) => type === 'answer')).toEqual([
      { type: 'answer', ...answer, by: 'mcp' },
    ])
  })

  it('records one state once, however often it is reported', () => {
    const { clock, entries, print } = makeSession()
    for (let at = 0; at < 10; at += 1) {
      print(`\x1b]1338;state=working;tool=claude;progress=${at}\x07`)
      clock.advance(1_000)
    }
    expect(events(entries)).toMatchObject([{ type: 'state', state: 'working', tool: 'claude' }])
  })

  it("records a shell's commands: line, time, exit code, and where their output starts", () => {
    const { clock, entries, print } = makeSession()
    print('\x1b]133;A\x07$ \x1b]133;B\x07make all\r\n\x1b]0;make all\x07')
    const before = '\x1b]133;A\x07$ \x1b]133;B\x07make all\r\n\x1b]0;make all\x07\x1b]133;C\x07'
    print('\x1b]133;C\x07')
    clock.advance(2_500)
    print('error\r\n\x1b]133;D;2\x07')
    expect(entries.filter(({ event }) => event.type === 'command')).toEqual([
      {
        at: clock.now(),
        place: before.length,
        event: { type: 'command', line: 'make all', ranMs: 2_500, code: 2 },
      },
    ])
  })

  it('has no line of a command that the shell hides', () => {
    const { entries, print } = makeSession()
    print('\x1b]133;A\x07$ \x1b]133;B\x07\x1b]0;ls\x07\x1b]133;C\x07\x1b]133;D;0\x07')
    print('\x1b]0;~/api\x07\x1b]133;A\x07$ \x1b]133;B\x07 secret\r\n\x1b]133;C\x07\x1b]133;D;0\x07')
    expect(commands(entries)).toMatchObject([{ line: 'ls' }, { line: null }])
  })

  it('uses the line that VS Code marks name', () => {
    const { entries, print } = makeSession()
    print(
      '\x1b]633;A\x07$ \x1b]633;B\x07\x1b]633;E;git \\x3b log\x07\x1b]633;C\x07\x1b]633;D;0\x07',
    )
    expect(commands(entries)).toMatchObject([{ line: 'git ; log', code: 0 }])
  })

  it('records bells, notifications and the end of the program', () => {
    const { clock, entries, print, ptys } = makeSession()
    print('\x1b]777;notify;Build;ready\x07')
    clock.advance(2_000)
    print('\x1b]9;only text\x07')
    ptys[0]?.end({ code: 3, signal: null })
    expect(events(entries).filter(({ type }) => type !== 'state')).toEqual([
      { type: 'notification', from: 'program', text: 'Build' },
      { type: 'notification', from: 'program', text: 'only text' },
      { type: 'ended', code: 3, signal: null },
    ])
  })

  it('records texts of others, cleaned and truncated', () => {
    const { entries, session } = makeSession()
    session.recording.recorder.record({
      type: 'answer',
      rule: 'claude-permission',
      question: `Run \x1b[31mrm\u202e${'x'.repeat(500)}?`,
      choice: 'Yes',
      by: 'list',
      refused: null,
    })
    session.recording.recorder.record({
      type: 'call',
      program: '/usr/bin/x',
      tool: 'list',
      allowed: false,
    })
    expect(events(entries)).toEqual([
      {
        type: 'answer',
        rule: 'claude-permission',
        question: `Run [31mrm${'x'.repeat(190)}`,
        choice: 'Yes',
        by: 'list',
        refused: null,
      },
      { type: 'call', program: '/usr/bin/x', tool: 'list', allowed: false },
    ])
  })

  it('records nothing while it is off, and the present state when it is on again', () => {
    const { clock, entries, print, session } = makeSession()
    const configure = (enabled: boolean) =>
      session.configure({ ...defaults, recorder: { ...defaults.recorder, enabled } } as Options)
    configure(false)
    print('\x1b]1338;state=working;tool=claude\x07')
    clock.advance(1_000)
    expect(entries).toEqual([])
    configure(true)
    expect(events(entries)).toMatchObject([{ type: 'state', state: 'working', tool: 'claude' }])
  })
})

function make() {
  const clock = new FakeClock()
  const entries: RecordedEvent[] = []
  const recorder = new SessionRecorder({
    clock,
    place: () => 0,
    project: () => '',
    enabled: () => true,
    recorded: (entry) => entries.push(entry),
  })
  return { clock, entries, recorder }
}

const bell: RecorderEvent = { type: 'notification', from: 'bell', text: '' }
const state = (tool: string): RecorderEvent => ({
  type: 'state',
  state: 'working',
  tool,
  project: '',
  source: 'osc1338',
  reason: 'said so',
})

describe('a flood of events', () => {
  it('is recorded at a bounded pace, and counted', () => {
    const { clock, entries, recorder } = make()
    const seconds = 60
    for (let at = 0; at < seconds * 100; at += 1) {
      for (let event = 0; event < 10; event += 1) recorder.record(bell)
      clock.advance(10)
    }
    clock.advance(1_000)
    const dropped = entries.reduce(
      (sum, { event }) => sum + (event.type === 'dropped' ? event.count : 0),
      0,
    )
    const recorded = entries.filter(({ event }) => event.type === 'notification').length
    expect(recorded + dropped).toBe(seconds * 1_000)
    expect(entries.length).toBeLessThan(eventsBurst + 2 * eventsPerSecond * (seconds + 2))
    recorder.dispose()
    expect(clock.timers).toBe(0)
  })

  it('ends with the state that it ended with', () => {
    const { clock, entries, recorder } = make()
    for (let at = 0; at < 10_000; at += 1) recorder.record(state(`tool${at}`))
    clock.advance(1_000)
    expect(entries.at(-1)?.event).toMatchObject({ tool: 'tool9999' })
    expect(entries.length).toBeLessThan(eventsBurst + 5)
  })

  it('is bounded in memory', () => {
    const { clock, recorder } = make()
    for (let at = 0; at < 10 * eventsKeptMax; at += 1) {
      recorder.record(bell)
      clock.advance(1_000)
    }
    expect(recorder.entries.length).toBeLessThanOrEqual(2 * eventsKeptMax)
  })

  it('loses no pending event when the session ends', () => {
    const { clock, entries, recorder } = make()
    for (let at = 0; at < eventsBurst; at += 1) recorder.record(bell)
    recorder.record(state('last'))
    recorder.dispose()
    expect(entries.at(-1)?.event).toMatchObject({ tool: 'last' })
    expect(clock.timers).toBe(0)
  })
})
