/** A session whose program outlived another vibeflow, and the checkpoints for that. */
import { expect, it } from 'vitest'
import type { MainMessage } from '../../../src/core/ipc/contract.ts'
import { adoptedStateMs } from '../../../src/core/session/limits.ts'
import { outputRestMs, outputRingBytesMax } from '../../../src/core/session/flow/limits.ts'
import type {
  PastOutput,
  PastState,
  Pty,
  StartPty,
  WatchProcesses,
} from '../../../src/core/session/ports.ts'
import type { SessionEvent } from '../../../src/core/session/session-ports.ts'
import { Session } from '../../../src/core/session/session.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FakePty, fakeStart } from '../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** Start of the clock, ms since 1970. */
const epoch = 60_000

interface Checkpoint {
  readonly at: number
  readonly modes: string
  readonly rest: boolean
}

/** @param past output of an adopted program, in chunks; `undefined` to start one */
function make(
  past?: Pick<PastOutput, 'at'> & {
    modes: string
    chunks: readonly string[]
    before?: Partial<PastState>
  },
  watch?: WatchProcesses,
) {
  const clock = new FakeClock()
  const checkpoints: Checkpoint[] = []
  const [sent, copied, events] = [[] as MainMessage[], [] as string[], [] as SessionEvent[]]
  const notes: { state: string; since: number }[] = []
  let pty: (FakePty & Pty) | undefined
  let redrawn = 0
  const start: StartPty = (launch, ptyEvents, started) => {
    const made: FakePty & Pty = Object.assign(new FakePty(7, launch, ptyEvents), {
      checkpoint: (at: number, modes: Uint8Array, rest: boolean) =>
        checkpoints.push({ at, modes: Buffer.from(modes).toString(), rest }),
      noteState: (state: string, since: number) => notes.push({ state, since }),
      redraw: () => {
        redrawn += 1
      },
    })
    pty = made
    const { at = 0, modes = '', chunks = [] } = past ?? {}
    const read = () => chunks.map(encode)
    const before = { state: null, since: null, printedAt: null, ...past?.before }
    const adopted = { past: { at, modes: encode(modes), read, before } }
    started({
      ...{ pty: made, directory: launch.directory, silent: false },
      ...(launch.adopt === true ? adopted : {}),
    })
    return () => undefined
  }
  const session = new Session(
    {
      ...bashTab,
      ...(past === undefined
        ? {}
        : {
            adopts: { size: { cols: 91, rows: 23 }, startedAt: 1_000 },
            size: null,
            restoredOutput: [encode('saved')],
          }),
    },
    {
      ...{ clock, start, shadow: shadowsInPlace(clock).port, ...(watch ? { watch } : {}) },
      send: (message) => sent.push(message),
      writeClipboard: (_selection, text) => copied.push(text),
      happened: (event) => events.push(event),
      socket: {
        options: { access: 'full', evidence: true, version: '1' },
        places: { taken: 0 },
        open: () => ({ problem: 'none' }),
        sinceEpoch: (at) => at + epoch,
      },
    },
  )
  session.attach()
  if (pty === undefined) throw new Error('nothing was started')
  return { checkpoints, clock, copied, events, notes, pty, redrawn: () => redrawn, sent, session }
}

const settled = ({ clock }: ReturnType<typeof make>) => clock.advance(1_000)

it('shows and saves the saved output of a program that cannot be adopted', () => {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const session = new Session(
    {
      ...{ ...bashTab, command: { program: 'missing', args: [] }, word: 'restored', size: null },
      ...{
        adopts: { size: { cols: 91, rows: 23 }, startedAt: 1_000 },
        savedAt: '2026-11-22 18:04',
      },
      ...{ restoredOutput: [encode('old$ \x1b[c')], sizesBefore: [{ at: 0, cols: 70, rows: 20 }] },
    },
    {
      ...{ clock, start, shadow: shadowsInPlace(clock).port },
      ...{ send: () => undefined, writeClipboard: () => undefined },
    },
  )
  session.attach()
  clock.advance(1_000)
  expect(ptys).toEqual([])
  expect(session.view()).toMatchObject({ phase: 'failed' })
  const shown = session.delivery.history.whole()
  expect(Buffer.concat([...shown.restoredOutput]).toString()).toMatch(
    /^old\$ \x1b\[c[^]*── restored \(saved 2026-11-22 18:04\) ──/,
  )
  expect(shown.sizesBefore[0]).toEqual({ at: 0, cols: 70, rows: 20 })
  expect(Buffer.concat([...session.restorable().restoredOutput]).toString()).toBe('old$ \x1b[c')
})

it('adopts a program at its size, with what its output reports, and types nothing', () => {
  const made = make({
    at: 0,
    modes: '',
    chunks: [
      '\x1b]0;the title\x07$ ',
      '\x1b[c\x1b[6n\x1b]52;c;Y29waWVk\x07\x07\x1b]9;call\x1b\\',
      '\x1b]7501;state=blocked:app=deploy\x1b\\\x1b]7501;?\x1b\\',
    ],
  })
  settled(made)
  const { copied, events, pty, sent, session } = made
  const shown = Buffer.concat([...session.delivery.history.whole().restoredOutput]).toString()
  expect(shown).not.toContain('saved')
  expect(pty.launch).toMatchObject({ adopt: true, keep: { id: 't' }, size: { cols: 91, rows: 23 } })
  expect(session.view()).toMatchObject({ phase: 'running', title: 'the title', state: 'waiting' })
  expect(pty.written).toBe('')
  expect(copied).toEqual([])
  expect(events.filter(({ type }) => type === 'called')).toEqual([])
  expect(sent.filter(({ kind }) => kind === 'session/bell')).toEqual([])
  expect(made.redrawn()).toBe(0)

  pty.print('\x1b[c')
  settled(made)
  expect(pty.written).toMatch(/^\x1b\[\?\d[\d;]*c$/)
})

it('starts with the modes of the checkpoint, and lets the program draw again', () => {
  const made = make({ at: 5_000, modes: '\x1b[?2004h\x1b[?1h', chunks: ['text'] })
  settled(made)
  expect(Buffer.from(made.session.delivery.history.modes()).toString()).toContain('\x1b[?2004h')
  expect(made.redrawn()).toBe(1)
})

it('starts another program under a line after the adopted one has ended', () => {
  const made = make({ at: 0, modes: '', chunks: ['old'] })
  made.pty.end({ code: 0, signal: null })
  made.session.program.restart({ cols: 80, rows: 24 })
  const whole = Buffer.concat([...made.session.delivery.history.whole().restoredOutput]).toString()
  expect(whole).toMatch(/old[\s\S]*restarted/)
})

it('moves the checkpoint to the start of the kept output, in offsets of the program', () => {
  const made = make()
  const line = `${'x'.repeat(98)}\r\n`
  made.pty.print('\x1b[?2004h')
  const chunk = line.repeat(500)
  for (let count = 0; count < 40; count += 1) made.pty.print(chunk)
  const { at = 0, modes, rest } = made.checkpoints.at(-1) ?? {}
  const printed = 8 + 40 * chunk.length
  expect(printed - at).toBeGreaterThan(outputRingBytesMax - 4_096)
  expect((at - 8) % line.length).toBe(0) // a line starts there
  expect({ modes, rest }).toEqual({ modes: '\x1b[?2004h', rest: false })
  made.clock.advance(outputRestMs)
  expect(made.checkpoints.at(-1)?.rest).toBe(true)
})

it('counts no bytes that vibeflow adds', () => {
  const made = make()
  const line = `${'y'.repeat(98)}\r\n`
  made.pty.print(line.repeat(5_000))
  made.session.modes.reset() // adds sequences
  for (let count = 0; count < 40; count += 1) made.pty.print(line.repeat(500))
  const { at = 1 } = made.checkpoints.at(-1) ?? {}
  expect(at % line.length).toBe(0)
  expect(25_000 * 100 - at).toBeGreaterThan(outputRingBytesMax - 8_192)
})

const asks = '\x1b]7501;state=blocked:app=deploy\x1b\\'
const ages = [
  ['that it was shown with', { state: 'waiting', since: -90_000, printedAt: -5_000 }, -90_000],
  ['of its last output', { state: 'working', since: -90_000, printedAt: -5_000 }, -5_000],
  ['of its last output', { state: 'waiting', printedAt: -7_000 }, -7_000],
  ['of the adoption when nothing is known', {}, 0],
] as const

for (const [name, before, age] of ages)
  it(`shows an adopted agent that needs the user with the age ${name}`, () => {
    const made = make({ at: 0, modes: '', chunks: ['$ ', asks], before })
    const { agent, state } = made.session.view()
    expect({ state, since: agent?.since }).toEqual({ state: 'waiting', since: age })
    expect(made.notes.at(-1)).toEqual({ state: 'waiting', since: age })
  })

it('shows states after the user types, or later, with their own age', () => {
  const before = { state: 'working', since: -90_000, printedAt: -5_000 } as const
  const typed = make({ at: 0, modes: '', chunks: ['$ '], before })
  typed.clock.advance(2_000)
  typed.session.agents.own.input('keys', encode('x'))
  typed.pty.print(asks)
  settled(typed)
  expect(typed.session.view().agent?.since).toBe(2_000)
  const later = make({ at: 0, modes: '', chunks: ['$ '], before })
  later.clock.advance(adoptedStateMs)
  later.pty.print(asks)
  settled(later)
  expect(later.session.view().agent?.since).toBe(adoptedStateMs)
})

it('has the size of its terminal before a window shows it', () => {
  expect(make({ at: 0, modes: '', chunks: [] }).session.program.terminal.size).toEqual({
    cols: 91,
    rows: 23,
  })
})

it.each([
  ['other', 'waiting'],
  ['shell', 'working'],
] as const)(
  'counts the old screen of an adopted agent unless a shell is seen first: %s, %s',
  async (first, state) => {
    let tell: Parameters<WatchProcesses>[0]['report'] | undefined
    const watch: WatchProcesses = (asked) => {
      tell = asked.report
      return quietWatch({
        foregroundNow: () => 'unknown',
        front: { foreground: 'unknown', name: null, agent: null },
      })
    }
    const rule = '─'.repeat(80)
    const dialog =
      `${rule}\r\n Bash command\r\n rm file\r\n Do you want to proceed?\r\n` +
      ' ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel · Tab to amend'
    const made = make({ at: 0, modes: '', chunks: [dialog] }, watch)
    const later = async () => {
      for (let step = 0; step < 20; step += 1) {
        made.clock.advance(200)
        await Promise.resolve()
      }
    }
    await later()
    tell?.({ type: 'process', foreground: first }, null)
    await later()
    const tool = { tool: 'claude', pid: 200, startTime: 1 }
    tell?.({ type: 'process', foreground: 'tool', ...tool }, 'claude')
    await later()
    expect(made.session.view().state).toBe(state)
  },
)

it('an adopted program has the start that it had in the other vibeflow', () => {
  const { clock, session } = make({ at: 0, modes: '', chunks: ['$ '] })
  expect(session.program.startedAt).toBe(1_000 - epoch)
  session.program.restart()
  expect(session.program.startedAt).toBe(clock.now())
})
