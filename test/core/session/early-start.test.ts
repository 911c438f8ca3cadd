/** A shell that starts before the page of its window has measured the grid. */
import { expect, it } from 'vitest'
import { heldBytesMax } from '../../../src/core/session/limits.ts'
import { Session } from '../../../src/core/session/session.ts'
import type { StartOutcome } from '../../../src/core/session/ports.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FakePty } from '../../support/fake/fake-pty.ts'

const likely = { cols: 100, rows: 30 }
const cell = { width: 8, height: 18 }

function make(more: { readonly isUserShell?: boolean; readonly restoredOutput?: Uint8Array[] }) {
  const clock = new FakeClock()
  const asked: { readonly pty: FakePty; readonly answer: (outcome: StartOutcome) => void }[] = []
  const session = new Session(
    {
      ...bashTab,
      size: null,
      ...more,
    },
    {
      clock,
      start: (launch, events, answer) => {
        asked.push({ pty: new FakePty(1_000 + asked.length, launch, events), answer })
        return () => undefined
      },
      send: () => undefined,
      writeClipboard: () => undefined,
    },
  )
  session.attach()
  const start = () => {
    session.program.startEarly(likely, cell)
    const [first] = asked
    if (first === undefined) throw new Error('nothing was started')
    first.answer({ pty: first.pty, directory: '/', silent: true })
    return first.pty
  }
  return { asked, clock, session, start, sizes: () => session.delivery.history.sizes }
}

it('prints nothing before the size is known, and then in the size of its start', () => {
  const { session, start, sizes } = make({})
  const pty = start()
  expect(pty.cell).toEqual(cell)
  pty.print('$ ')
  expect([session.view().phase, session.delivery.history.end]).toEqual(['starting', 0])
  session.program.resize({ cols: 90, rows: 20 })
  pty.print('ls')
  expect([session.view().phase, session.delivery.history.end]).toEqual(['running', 4])
  expect(pty.launch.size).toEqual(likely)
  expect(pty.sizes).toEqual([{ cols: 90, rows: 20 }])
  expect(sizes()).toEqual([
    { at: 0, ...likely },
    { at: 2, cols: 90, rows: 20 },
  ])
})

it('resizes nothing if the size is the likely one, and starts nothing again', () => {
  const { asked, clock, session, start } = make({})
  const pty = start()
  session.program.resize(likely)
  session.program.resize(likely)
  clock.advance(1_000)
  expect([asked.length, pty.sizes]).toEqual([1, []])
})

it('takes a size that comes before the shell has started', () => {
  const { asked, clock, session } = make({})
  session.program.startEarly(likely, cell)
  session.program.resize({ cols: 90, rows: 20 })
  const pty = asked[0]?.pty
  if (pty !== undefined) asked[0]?.answer({ pty, directory: '/', silent: true })
  clock.advance(1_000)
  expect([asked.length, pty?.sizes]).toEqual([1, [{ cols: 90, rows: 20 }]])
})

it('never starts a command or a restored tab early', () => {
  const command = make({ isUserShell: false })
  const restored = make({ restoredOutput: [new TextEncoder().encode('before')] })
  command.session.program.startEarly(likely, cell)
  restored.session.program.startEarly(likely, cell)
  expect([command.asked.length, restored.asked.length]).toEqual([0, 0])
  command.session.program.resize({ cols: 90, rows: 20 })
  expect(command.asked[0]?.pty.launch.size).toEqual({ cols: 90, rows: 20 })
})

it('reports an exit after the output, and closes a shell whose tab goes first', () => {
  const ended = make({})
  const pty = ended.start()
  pty.print('no such file')
  pty.end({ code: 3, signal: null })
  expect(ended.session.view().phase).toBe('starting')
  ended.session.program.resize(likely)
  expect([ended.session.view().phase, ended.session.view().exit?.code]).toEqual(['ended', 3])
  expect(ended.session.delivery.history.end).toBe(12)
  const closed = make({})
  const gone = closed.start()
  closed.session.dispose()
  expect([gone.closed, closed.clock.timers]).toEqual([true, 0])
})

it('holds a limited amount of output', () => {
  const { session, start } = make({})
  const pty = start()
  pty.print(new Uint8Array(heldBytesMax).fill(0x61))
  expect(session.delivery.history.end).toBe(0)
  pty.print('b')
  expect([session.view().phase, session.delivery.history.end]).toEqual([
    'running',
    heldBytesMax + 1,
  ])
})
