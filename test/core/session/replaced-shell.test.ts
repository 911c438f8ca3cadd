/** Tests what remains of a tab's shell after `exec` has replaced it. The foreground is fake. */
import { expect, test } from 'vitest'
import type { Foreground } from '../../../src/agents/state/evidence.ts'
import { Session } from '../../../src/core/session/session.ts'
import type { WatchProcesses } from '../../../src/core/session/ports.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

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
    return {
      stirred: () => undefined,
      foregroundNow: () => {
        read()
        return 'shell'
      },
      look: read,
      demand: () => undefined,
      front,
      dispose: () => undefined,
    }
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
