/** Resume hints of a session: kept, offered, used up. */
import { describe, expect, it } from 'vitest'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import type { ResumeHint } from '../../../src/core/resume/hint.ts'
import { aliveAgainMs, verifyIntervalMs } from '../../../src/core/resume/limits.ts'
import type { ProcessWatch } from '../../../src/core/session/ports.ts'
import { Session } from '../../../src/core/session/session.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

const hint: ResumeHint = {
  agent: 'Claude Code',
  program: 'claude',
  args: ['--resume', 'a1'],
  directory: '/srv/api',
  session: 'a1',
  process: { pid: 7, startTime: 9 },
}
const size = { cols: 80, rows: 24 }

interface Given {
  readonly offer?: ResumeHint
  readonly command?: string
  readonly isUserShell?: boolean
  readonly directory?: string
  readonly settings?: Options
}

function make({
  offer,
  command = '/bin/bash',
  isUserShell = true,
  directory = '/srv/api',
  settings = defaults,
}: Given = {}) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const world = { front: 'claude' as string | null, lives: false, looks: 0, where: '/srv/api' }
  const watch: ProcessWatch = {
    stirred: () => undefined,
    foregroundNow: () => 'tool',
    demand: () => undefined,
    look: () => {
      world.looks += 1
      report(
        { type: 'process', foreground: 'tool', tool: world.front ?? '', pid: 7, startTime: 9 },
        world.front,
      )
    },
    get front() {
      return { foreground: 'tool' as const, name: 'node', agent: world.front }
    },
    dispose: () => undefined,
  }
  let report: Parameters<
    NonNullable<ConstructorParameters<typeof Session>[1]['watch']>
  >[0]['report'] = () => undefined
  const session = new Session(
    {
      ...bashTab,
      command: { program: command, args: [] },
      isUserShell,
      directory,
      size,
      settings,
      ...(offer === undefined ? {} : { resume: offer, word: 'restored' }),
      ...(isUserShell ? {} : { deferredStart: true }),
    },
    {
      clock,
      start,
      send: () => undefined,
      writeClipboard: () => undefined,
      lives: () => world.lives,
      directoryInFront: () => world.where,
      watch: (options) => {
        report = options.report
        return watch
      },
    },
  )
  const used: string[] = []
  return {
    clock,
    ptys,
    session,
    world,
    used,
    kept: () => session.restorable().resume,
    offered: () => session.view().resume?.command,
    take: () => session.resume(size, () => used.push(ptys.map(({ written }) => written).join())),
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const arm = (args: string, cmd = 'claude') =>
  `\x1b]88;arm;cmd=${base64(cmd)};args=${base64(args)}\x07`
const named = (id: string, app = 'claude') =>
  `\x1b]26;AppName=${base64(app)};SessionId=${base64(id)}\x07`

describe('what a program says', () => {
  it('is kept when it runs in front, by any of three dialects', () => {
    for (const said of [
      arm('--resume a1'),
      named('a1'),
      '\x1b]777;notify;warp://cli-agent;' +
        '{"event":"stop","v":1,"agent":"claude","session_id":"a1"}\x07',
    ]) {
      const { kept, ptys } = make()
      ptys[0]?.print(said)
      expect(kept()).toMatchObject({ program: 'claude', args: ['--resume', 'a1'] })
    }
  })

  it('is kept with what the program calls itself then', () => {
    const { clock, kept, ptys } = make()
    ptys[0]?.print(`${named('a1')}\x1b]0;Mend the parser\x07`)
    clock.advance(1_000)
    expect(kept()?.title).toBe('Mend the parser')
  })

  it('is not kept when another program runs, nor what names one that may not be', () => {
    for (const [front, said] of [
      ['codex', arm('--resume a1')],
      [null, named('a1')],
      ['claude', named('a1;id')],
      ['claude', named('--print')],
      ['claude', arm('-c id', 'sh')],
    ] as const) {
      const { kept, ptys, world } = make()
      world.front = front
      ptys[0]?.print(said)
      expect(kept()).toBe(null)
    }
  })

  it('is where the program is, by the kernel', () => {
    const { kept, ptys, world } = make()
    world.where = '/srv/web'
    ptys[0]?.print(named('a1'))
    expect(kept()?.directory).toBe('/srv/web')
  })

  it('is looked up once a second at most, and the last one counts', () => {
    const { clock, kept, ptys, world } = make()
    for (let at = 0; at < 1_000; at += 1) ptys[0]?.print(named(`a${at}`))
    expect([world.looks, kept()?.session]).toEqual([1, 'a0'])
    clock.advance(verifyIntervalMs)
    expect([world.looks, kept()?.session]).toEqual([2, 'a999'])
  })

  it('goes with `clear`, with the next command, and when the program leaves by itself', () => {
    for (const [said, stays] of [
      ['\x1b]88;clear\x07', false],
      ['\x1b]133;D;0\x07', false],
      ['\x1b]133;D;130\x07', false],
      ['\x1b]133;D;137\x07', true],
      ['\x1b]133;D;1\x07', true],
      ['\x1b]133;D;137\x07\x1b]133;D;0\x07', true],
      ['\x1b]133;D;137\x07\x1b]133;C\x07', false],
    ] as const) {
      const { kept, ptys } = make()
      ptys[0]?.print('\x1b]133;C\x07')
      ptys[0]?.print(named('a1'))
      ptys[0]?.print(said)
      expect([said, kept() !== null]).toEqual([said, stays])
    }
  })

  it('is not kept by session.resume_hints = "off", from one moment to the other', () => {
    const { kept, offered, session } = make({ offer: hint })
    expect([offered(), kept()]).toEqual(['claude --resume a1', hint])
    session.configure({ ...defaults, session: { ...defaults.session, resume_hints: 'off' } })
    expect([offered(), kept()]).toEqual([undefined, null])
    session.configure(defaults)
    expect(offered()).toBe('claude --resume a1')
  })
})

describe('an offer', () => {
  it('is typed at the shell when it is taken, once, after it is used up', () => {
    const { kept, offered, ptys, take, used } = make({ offer: hint })
    expect(ptys[0]?.written).toBe('')
    take()
    expect(ptys[0]?.written).toBe('claude --resume a1\r')
    expect(used).toEqual(['']) // nothing was typed before that
    expect([offered(), kept()]).toEqual([undefined, null])
    take()
    expect(ptys[0]?.written).toBe('claude --resume a1\r')
  })

  it('holds words that a shell could make something of', () => {
    const { offered, ptys, take } = make({
      offer: { ...hint, args: ["'; touch x; '", '$(id)', '!!'] },
    })
    expect(offered()).toBe(`claude ''\\''; touch x; '\\''' '$(id)' '!!'`)
    take()
    expect(ptys[0]?.written).toBe(`claude ''\\''; touch x; '\\''' '$(id)' '!!'\r`)
  })

  it('is none where the shell cannot hold its words', () => {
    const { kept, offered } = make({ offer: { ...hint, args: ['!!'] }, command: '/bin/tcsh' })
    expect([offered(), kept()?.args]).toEqual([undefined, ['!!']])
  })

  it('goes with whatever else is typed or pasted, and stays with the mouse and with focus', () => {
    const bytes = new TextEncoder().encode('x')
    for (const [act, stays] of [
      [(session: Session) => session.input('keys', bytes), false],
      [(session: Session) => session.paste(bytes, { total: 1, last: true }), false],
      [(session: Session) => session.declineResume(), false],
      [(session: Session) => session.input('mouse', bytes), true],
      [(session: Session) => session.applyEvidence({ type: 'focus', on: true }), true],
    ] as const) {
      const { kept, offered, session, take, used } = make({ offer: hint })
      act(session)
      expect([offered() !== undefined, kept() !== null]).toEqual([stays, stays])
      take()
      expect(used.length).toBe(stays ? 1 : 0)
    }
  })

  it('is made in its own folder alone', () => {
    const { kept, offered } = make({ offer: hint, directory: '/srv' })
    expect([offered(), kept()]).toEqual([undefined, hint]) // kept: the disk may be back tomorrow
  })

  it('is withdrawn while its session goes on elsewhere', () => {
    const { clock, kept, offered, take, used, world } = make({ offer: hint })
    world.lives = true
    take() // it has begun since it was offered
    expect([offered(), kept(), used]).toEqual([undefined, hint, []])
    world.lives = false
    clock.advance(aliveAgainMs)
    expect(offered()).toBe('claude --resume a1')
  })

  it('begins in place of a command that waits, and comes back if that fails', () => {
    const given = { offer: { ...hint, directory: '/srv/web' }, command: 'htop', isUserShell: false }
    const { offered, ptys, session, take } = make(given)
    expect(session.view()).toMatchObject({ phase: 'ended', deferredStart: { command: 'htop' } })
    expect(offered()).toBe('claude --resume a1')
    take()
    expect(ptys.map(({ launch }) => [launch.program, launch.args, launch.directory])).toEqual([
      ['claude', ['--resume', 'a1'], '/srv/web'],
    ])
    session.restart()
    expect(ptys.at(-1)?.launch.program).toBe('htop')

    const missing = make({ ...given, offer: { ...hint, program: 'missing' } })
    missing.take()
    expect(missing.session.phase).toBe('failed')
    expect([missing.offered(), missing.used.length]).toEqual(['missing --resume a1', 1])
  })

  it('goes when the command that waits is started instead', () => {
    const { kept, session } = make({ offer: hint, command: 'htop', isUserShell: false })
    session.restart()
    expect(kept()).toBe(null)
  })

  it('goes when an agent reports itself', () => {
    const { kept, offered, ptys } = make({ offer: hint })
    ptys[0]?.print(named('b2'))
    expect([offered(), kept()?.session]).toEqual([undefined, 'b2'])
  })
})
