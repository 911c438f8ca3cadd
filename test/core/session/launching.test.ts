/** A start that takes its time, since a folder is looked at first. */
import { expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { Launching } from '../../../src/core/session/launch/launching.ts'
import { Session } from '../../../src/core/session/session.ts'
import type { Size } from '../../../src/base/sizes/size.ts'
import type { StartOutcome, StartPty } from '../../../src/core/session/ports.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FakePty } from '../../support/fake/fake-pty.ts'
import { noWindowFacts } from '../../../src/core/session/window-facts.ts'
import { asSession } from '../../support/windows/ids.ts'

function fakeStart() {
  const asked: { readonly pty: FakePty; readonly answer: (outcome: StartOutcome) => void }[] = []
  let cancelled = 0
  const start: StartPty = (launch, events, answer) => {
    asked.push({ pty: new FakePty(1_000 + asked.length, launch, events), answer })
    return () => {
      cancelled += 1
    }
  }
  return { asked, cancelled: () => cancelled, start }
}

const options = {
  id: asSession('t'),
  command: { program: '/bin/bash', args: [] },
  isUserShell: true,
  directory: '/dead/api',
  instead: ['/dead', '/home/u'],
  word: 'duplicated',
  home: '/home/u',
  environment: {},
  size: { cols: 80, rows: 24 },
  replies: { version: '1.0', clipboardWrite: true },
  settings: defaults,
  hostname: 'thishost',
} as const

function makeLaunching() {
  const { asked, start } = fakeStart()
  return { asked, launching: new Launching(options, start) }
}

function make(size: Size | null = options.size) {
  const clock = new FakeClock()
  const { asked, cancelled, start } = fakeStart()
  const session = new Session(
    { ...options, size },
    {
      clock,
      start,
      send: () => undefined,
      writeClipboard: () => undefined,
    },
  )
  session.attach()
  const text = () => Buffer.concat(session.restorable().restoredOutput).toString()
  return { asked, cancelled, clock, session, text }
}

it('passes on keys and size from before the start, and reports another host', () => {
  const { asked, clock, session, text } = make()
  expect([session.view().phase, session.program.pid]).toEqual(['starting', null])
  session.input.type('keys', new TextEncoder().encode('ls\r'))
  session.program.resize({ cols: 100, rows: 30 })
  session.delivery.shownIn({ ...noWindowFacts, cell: { width: 8, height: 17 } })
  const [first] = asked
  first?.answer({ pty: first.pty, directory: '/home/u', silent: true })
  clock.advance(100)
  expect([
    first?.pty.launch.instead,
    first?.pty.written,
    first?.pty.sizes,
    first?.pty.cell,
    session.identity.directory,
    session.view().phase,
  ]).toEqual([
    ['/dead', '/home/u'],
    'ls\r',
    [{ cols: 100, rows: 30 }],
    { width: 8, height: 17 },
    '/home/u',
    'running',
  ])
  session.delivery.shownIn({ ...noWindowFacts, cell: { width: 9, height: 18 } })
  expect(first?.pty.cell).toEqual({ width: 9, height: 18 })
  expect(text()).toContain(
    "── duplicated ──\x1b[m /dead/api doesn't respond. Started in /home/u instead.",
  )
})

it('passes on input that was typed before the size was known', () => {
  const { asked, clock, session } = make(null)
  session.input.type('keys', new TextEncoder().encode('l'))
  session.input.type('keys', new TextEncoder().encode('s\r'))
  clock.advance(500)
  expect(asked.length).toBe(0)
  session.program.resize({ cols: 100, rows: 30 })
  const [first] = asked
  first?.answer({ pty: first.pty, directory: '/', silent: true })
  clock.advance(100)
  expect([first?.pty.launch.size, first?.pty.written]).toEqual([{ cols: 100, rows: 30 }, 'ls\r'])
})

it('passes on the signals that a socket client sent during the launch, in order', () => {
  const { asked, launching } = makeLaunching()
  expect(launching.signalSoon(1)).toBe(false)
  launching.begin(
    { directory: '/', environment: {}, size: { cols: 80, rows: 24 } },
    { output: () => undefined, exit: () => undefined },
    () => undefined,
  )
  expect([launching.signalSoon(1), launching.signalSoon(18)]).toEqual([true, true])
  const [first] = asked
  first?.answer({ pty: first.pty, directory: '/', silent: false })
  expect([first?.pty.signals, launching.signalSoon(15)]).toEqual([[1, 18], false])
})

it('cancels a start that no one waits for any more', () => {
  const { asked, cancelled, clock, session } = make()
  session.program.restart()
  expect([asked.length, cancelled()]).toEqual([2, 1])
  session.dispose()
  clock.advance(1_000)
  expect([cancelled(), clock.timers]).toEqual([2, 0])
})

it('forgets typed input if no program starts', () => {
  const { asked, clock, session } = make()
  session.input.type('keys', new TextEncoder().encode('ls\r'))
  asked[0]?.answer({ problem: 'Cannot start.' })
  clock.advance(1_000)
  expect([session.view().phase, session.view().problem, clock.timers]).toEqual([
    'failed',
    'Cannot start.',
    0,
  ])
})
