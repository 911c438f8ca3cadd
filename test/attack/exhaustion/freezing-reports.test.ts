/**
 * SECURITY.md: a program's reports about itself cannot freeze the app. Floods of every kind of
 * report run against a whole session, and the work is counted. The newest report of each record
 * counts in any case, even if the flood stops right after it.
 */
import { describe, expect, it } from 'vitest'
import { FrameLines } from '../../../src/agents/dispatch/frame-line.ts'
import type { SessionEvent } from '../../../src/core/session/session-ports.ts'
import type { ProcessWatch } from '../../../src/core/session/ports.ts'
import { Session } from '../../../src/core/session/session.ts'
import type { Hub } from '../../../src/core/clients/socket/hub.ts'
import { messageType } from '../../../src/core/clients/socket/message-types.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { flood, reportFloods } from '../../support/report-floods.ts'
import { FakeClient } from '../../support/socket/socket-session.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

/** A session whose work is counted: each reduction asks the watch for what it demands. */
function attacked() {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const work = { reductions: 0, reads: 0, messages: 0, frames: 0, happenings: 0, copies: 0 }
  const watch: ProcessWatch = {
    stirred: () => undefined,
    foregroundNow: () => {
      work.reads += 1
      return 'unknown'
    },
    look: () => {
      work.reads += 1
    },
    demand: () => {
      work.reductions += 1
    },
    front: { foreground: 'shell', name: 'bash', agent: null },
    dispose: () => undefined,
  }
  let hub: Hub | undefined
  const session = new Session(
    {
      ...bashTab,
      directory: '/home/u',
    },
    {
      clock,
      start,
      watch: () => watch,
      writeClipboard: () => {
        work.copies += 1
      },
      send: () => {
        work.messages += 1
      },
      happened: (_happening: SessionEvent) => {
        work.happenings += 1
      },
      socket: {
        options: { access: 'full', evidence: true, version: '1.0' },
        places: { taken: 0 },
        sinceEpoch: (at) => at,
        open: (_id, opened) => {
          hub = opened
          return { path: '/run/t', close: () => undefined }
        },
      },
    },
  )
  const follow = () => {
    const client = new FakeClient()
    client.connection = hub!.connect(client) // opened with the program, just now
    client.send(messageType.hello, '{"v":1}')
    client.send(messageType.subscribe, '{"state":true,"why":true}')
    client.frames()
    return client
  }
  const client = follow()
  const pty = ptys[0]!
  /** Reads of a pty as short as they come under load, one a millisecond. */
  const print = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += 4_095) {
      const chunk = bytes.subarray(at, at + 4_095)
      pty.print(chunk)
      work.frames += client.frames().length
      clock.advance(1)
    }
    return Math.ceil(bytes.length / 4_095)
  }
  for (const counted of Object.keys(work) as (keyof typeof work)[]) work[counted] = 0
  return {
    clock,
    session,
    work,
    follow,
    print,
    text: (words: string) => print(new TextEncoder().encode(words)),
  }
}

const floodBytes = 131_072

describe('a flood of reports', () => {
  for (const name of Object.keys(reportFloods)) {
    it(`costs no more work than its time allows: ${name}`, () => {
      const { clock, session, work, print } = attacked()
      const reads = print(flood(name, floodBytes).bytes)
      const seconds = reads / 1_000
      clock.advance(200)
      // One reduction for each read of the pty, whatever its content. Reports that may be reduced
      // one by one are counted twice, because a mark may be cut in two.
      const oneByOne = 200 + 200 * seconds
      expect(work.reductions).toBeLessThanOrEqual(reads + 2 * oneByOne + 20)
      expect(work.reads).toBeLessThanOrEqual(oneByOne + 2 * work.frames + 20)
      expect(work.messages).toBeLessThanOrEqual((1_000 / 16) * (seconds + 0.2) + 5)
      expect(work.frames).toBeLessThanOrEqual(2 * oneByOne)
      expect(work.happenings).toBeLessThanOrEqual(oneByOne + 20)
      expect(work.copies).toBeLessThanOrEqual(10 * (seconds + 1) + 1)
      session.dispose()
      clock.advance(5_000) // its client is gone
      expect(clock.timers).toBe(0)
    })
  }
})

it('computes reasons once per change for all socket clients', () => {
  const { clock, session, work, follow, text } = attacked()
  const others = [follow(), follow(), follow()]
  clock.advance(1_000)
  work.reads = 0
  text('\x1b]7501;state=blocked:app=claude\x1b\\')
  expect(
    others.map((client) => client.frames().filter(({ type }) => type === messageType.state).length),
  ).toEqual([1, 1, 1])
  expect(work.reads).toBe(1) // a request for *Why* reads the foreground
  session.dispose()
})

it('computes the reasons of released reports once, and sends them to each client once', () => {
  const { clock, session, work, follow, text } = attacked()
  const others = [follow(), follow(), follow()]
  clock.advance(1_000)
  work.reads = 0
  text(
    '\x1b]2;a\x07'.repeat(199) +
      '\x1b]7501;state=working:app=claude\x1b\\' +
      '\x1b]7501;state=working:id=job:app=pi\x1b\\'.repeat(3),
  )
  expect(
    others.map((client) => client.frames().filter(({ type }) => type === messageType.state).length),
  ).toEqual([1, 1, 1])
  expect(work.reads).toBe(2)
  session.dispose()
})

describe('the newest report when a flood stops', () => {
  const base64 = Buffer.from('Deploy?').toString('base64')
  const last: Readonly<Record<string, readonly [string, string, string]>> = {
    'OSC 7501, one id': [
      `\x1b]7501;state=blocked:id=job:app=claude:kind=permission:msg=${base64}\x1b\\`,
      'waiting',
      'osc7501',
    ],
    'OSC 7501, 256 ids': [
      '\x1b]7501;state=clear\x1b\\\x1b]7501;state=error:id=job7\x1b\\',
      'error',
      'osc7501',
    ],
    'OSC 7501, distinct ids': ['\x1b]7501;state=blocked:id=new\x1b\\', 'waiting', 'osc7501'],
    'OSC 7501, distinct ids that wait': ['\x1b]7501;state=clear\x1b\\', 'active', 'shell'],
    'OSC 7501, distinct programs': ['\x1b]7501;state=blocked\x1b\\', 'waiting', 'osc7501'],
    'OSC 1338': ['\x1b]1338;state=waiting;tool=pi\x07', 'waiting', 'osc1338'],
    'OSC 26, parts': ['\x1b]26;Status=awaiting-approval\x1b\\', 'waiting', 'osc26'],
    'OSC 21337': ['\x1b]21337;status=waiting\x07', 'waiting', 'osc21337'],
    'OSC 777, Warp': [
      '\x1b]777;notify;warp://cli-agent;{"v":1,"agent":"claude","event":"stop_failure"}\x07',
      'error',
      'osc777',
    ],
    'OSC 133': ['\x1b]133;A\x07', 'idle', 'shell'],
    'OSC 133 between reports': ['\x1b]133;A\x07', 'idle', 'shell'],
    'alternate screen': ['\x1b[?1049l\x1b]133;C\x07', 'working', 'shell'],
    RIS: ['\x1b]7501;state=done\x1b\\', 'done', 'osc7501'],
    'RIS between reports': ['\x1bc', 'active', 'shell'],
  }
  for (const [name, [report, state, source]] of Object.entries(last)) {
    it(`is shown: ${name}, then ${state}`, () => {
      const { clock, session, print, text } = attacked()
      print(flood(name, 200_000).bytes)
      text(report)
      clock.advance(210) // held for 100 ms, and shown 100 ms after the change before
      const { state: shown, agent } = session.view()
      expect([shown, agent?.source]).toEqual([state, source])
      session.dispose()
    })
  }

  it('decides the alternate screen too, with the offset of that change', () => {
    const { clock, session, print, text } = attacked()
    print(flood('alternate screen', 200_000).bytes)
    text('\x1b[?1049h')
    clock.advance(110)
    expect(session.socket.screen).toBe('grid')
    text('\x1b[?1049l')
    clock.advance(110)
    expect(session.socket.screen).toBe('stream')
    session.dispose()
  })

  it('does not keep the alternate screen over a restart', () => {
    const { clock, session, text } = attacked()
    text('\x1b[?1049h')
    clock.advance(1_000)
    text('\x1b]7501;state=working\x1b\\'.repeat(200))
    session.program.restart()
    expect(session.socket.screen).toBe('stream')
    session.dispose()
  })

  it('counts before anything else: the end of its program, an open Why panel', () => {
    const { session, print, text } = attacked()
    print(flood('OSC 7501, 256 ids', 200_000).bytes)
    text('\x1b]7501;state=clear\x1b\\\x1b]1338;state=waiting;tool=pi\x07')
    expect(session.why().parts.map(({ tool, state }) => [tool, state])).toEqual([['pi', 'waiting']])
    session.dispose()
  })
})

it('--debug-frames prints bounded lines a second, and how many it left out', () => {
  const clock = new FakeClock()
  const lines: string[] = []
  const frames = new FrameLines(clock, (line) => {
    lines.push(line)
  })
  const frame = { number: 7501, problem: null, end: 20, body: 'state=working', cut: false }
  for (let row = 0; row < 1_000; row += 1) frames.add('t', frame)
  clock.advance(1_000)
  frames.add('t', frame)
  clock.advance(1_000)
  expect([lines.length, lines[199], lines[200], lines[201]]).toEqual([
    202,
    'tab t @20 OSC 7501 seen: state=working\n',
    '800 frames left out: 200 lines a second\n',
    'tab t @20 OSC 7501 seen: state=working\n',
  ])
  expect(clock.timers).toBe(0)
})

describe('skipped reports', () => {
  it('are counted and shown in Why', () => {
    const { clock, session, text } = attacked()
    text(
      Array.from(
        { length: 250 },
        (_, row) => `\x1b]7501;state=working:id=job${row % 2}\x1b\\`,
      ).join(''),
    )
    clock.advance(110)
    expect(session.why().passedOver).toBe(
      'Skipped 48 reports (more than 200 per second). The latest one applies.',
    )
    session.dispose()
  })

  it('do not exist at the rate limit, and are one for one report more', () => {
    for (const [reports, passedOver] of [
      [199, null],
      [200, null],
      [201, null],
      [202, 'Skipped 1 report (more than 200 per second). The latest one applies.'],
    ] as const) {
      const { clock, session, text } = attacked()
      // the first report above the limit is queued and not skipped
      text('\x1b]7501;state=working\x1b\\'.repeat(reports))
      clock.advance(110)
      expect([reports, session.why().passedOver]).toEqual([reports, passedOver])
      session.dispose()
    }
  })

  it('never show a question that the same read takes back', () => {
    const { clock, session, text } = attacked()
    text('\x1b]7501;state=blocked\x1b\\\x1b]7501;state=working\x1b\\')
    clock.advance(300)
    expect([session.view().state, session.why().history.map(({ to }) => to)]).toEqual([
      'working',
      ['working'],
    ])
    session.dispose()
  })
})
