/** Tests what remains of a tab's shell after `exec` has replaced it. The foreground is fake. */
import { expect, test } from 'vitest'
import type { Foreground } from '../../../src/agents/state/evidence.ts'
import { Session } from '../../../src/core/session/session.ts'
import type { WatchProcesses } from '../../../src/core/session/ports.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'

function make() {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  let report: Parameters<WatchProcesses>[0]['report'] | undefined
  let image = 1
  let reads: { reads?: number } = {}
  const front = { foreground: 'shell' as Foreground, name: 'bash', agent: null }
  const read = () => report?.({ type: 'process', foreground: 'shell', image, ...reads }, null)
  const watch: WatchProcesses = (options) => {
    report = options.report
    return quietWatch({
      foregroundNow: () => {
        read()
        return 'shell'
      },
      look: read,
      front,
    })
  }
  const session = new Session(
    { ...bashTab, directory: '/home/u/api' },
    { clock, start, send: () => undefined, writeClipboard: () => undefined, watch },
  )
  return {
    front,
    session,
    print: (text: string) => ptys[0]?.print(text.replaceAll('<', '\x1b]').replaceAll('>', '\x07')),
    pass: (ms: number) => clock.advance(ms),
    end: () => ptys[0]?.end({ code: 0, signal: null }),
    exec: () => {
      image += 1
    },
    waits: () => {
      reads = { reads: 1 }
      read()
      clock.advance(500)
    },
    shown: () => [session.view().title, session.view().state, session.evidence.runningCommand],
  }
}

test.each([
  ['before its mark of the command is read', true],
  ['after it', false],
])('a shell that exec replaced %s leaves neither title nor command', (_when, early) => {
  const { exec, pass, print, session, shown, waits } = make()
  print('<0;~/api><133;A>$ <133;B>')
  pass(1_000)
  if (early) exec()
  print('<0;exec bash><133;C>')
  pass(300)
  if (!early) {
    expect(shown()).toEqual(['exec bash', 'working', 'exec bash'])
    exec()
  }
  waits()
  expect(shown()).toEqual(['~/api', 'idle', null])
  session.identity.processMoved('/usr')
  expect(session.view().title).toBe('/usr')
  // the new shell's own title counts again; the marks that it has loaded also count
  print('<0;mine>')
  pass(300)
  session.identity.processMoved('/srv')
  expect(session.view().title).toBe('mine')
  print('<133;A>$ <133;B>')
  pass(300)
  print('<0;make><133;C>')
  pass(300)
  expect(shown()).toEqual(['make', 'working', 'make'])
  session.dispose()
})

test('a shell that exec replaced leaves no title that it set after the mark, as fish does', () => {
  const { exec, pass, print, session, shown, waits } = make()
  print('<133;A>> <0;~/api><133;B>')
  pass(1_000)
  print('<133;C><0;exec bash ~/api>')
  pass(300)
  expect(shown()).toEqual(['exec bash ~/api', 'working', null])
  exec()
  waits()
  expect(shown()).toEqual(['~/api', 'idle', null])
  print('<0;mine>')
  pass(300)
  expect(session.view().title).toBe('mine')
  session.dispose()
})

test('a prompt of the shell ends a command without an end, and that of a program does not', () => {
  const { front, print, session, shown } = make()
  print('<133;A>$ <133;B><0;claude><133;C>')
  front.foreground = 'tool'
  print('<133;A>message<133;B>')
  expect(shown().at(-1)).toBe('claude')
  front.foreground = 'shell'
  print('<133;A>$ <133;B>')
  expect(shown().at(-1)).toBe(null)
  session.dispose()
})

test.each([
  ['', ''],
  [';aid=1', ''],
  [';aid=1', ';aid=1'],
])('a title from a command line ends at the next prompt (A%s, then A%s)', (first, next) => {
  const { print, session, shown } = make()
  print(`<133;A${first}>$ <133;B><133;C;cmdline_url=make%20all>`)
  expect([shown()[0], shown()[2]]).toEqual(['make all', 'make all'])
  print(`<133;A${next}>`)
  expect([shown()[0], shown()[2]]).toEqual(['~/api', null])
  session.dispose()
})

test('a title from a nested shell ends at its next prompt', () => {
  const { front, pass, print, session, shown } = make()
  print('<133;A;aid=1>$ <133;B><133;C;cmdline_url=bash>')
  front.foreground = 'other'
  pass(1_000)
  print('<133;A;aid=2>$ <133;B><133;C;cmdline_url=make>')
  pass(1_000)
  expect([shown()[0], shown()[2]]).toEqual(['make', 'make'])
  print('<133;A>message of make<133;A;aid=3>')
  expect([shown()[0], shown()[2]]).toEqual(['make', 'make'])
  print('<133;A;aid=2>')
  expect([shown()[0], shown()[2]]).toEqual(['~/api', 'bash'])
  session.dispose()
})

test('a title from a command line ends when a hidden line follows without an end', () => {
  const { front, pass, print, session, shown } = make()
  print('<133;A>$ <133;B><133;C;cmdline_url=make>')
  front.foreground = 'other'
  pass(1_000)
  print('<133;C;cmdline_url=%20secret>')
  expect([shown()[0], shown()[2]]).toEqual(['~/api', null])
  session.dispose()
})

test('contexts end with the program that started them', () => {
  const { front, pass, print, session } = make()
  const trail = () => session.view().contexts?.trail
  const forged = '<3008;start=x;type=shell;pid=100;hostname=evil>'
  print('<133;A>$ <133;B><133;C>')
  front.foreground = 'other'
  pass(1_000)
  print(`<3008;start=n;type=container;container=web;pid=100>${forged}`)
  expect(trail()).toBe('container web › evil')
  front.foreground = 'shell'
  print('<133;D><133;A>')
  expect(trail()).toBeUndefined()
  print('<3008;start=n;type=container;container=web>')
  expect(trail()).toBe('container web')
  session.dispose()
})

test('contexts end when the program of the tab exits', () => {
  const { end, print, session } = make()
  print('<3008;start=n;type=container;container=web>')
  end()
  expect(session.view().contexts).toBeUndefined()
  session.dispose()
})
