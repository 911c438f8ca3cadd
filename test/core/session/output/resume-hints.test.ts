/** Resume hints of a session: kept, offered, used up. */
import { describe, expect, it } from 'vitest'
import { defaults, type Options } from '../../../../src/core/config/table.ts'
import { shippedAgents } from '../../../../src/agents/rules/shipped.ts'
import type { ResumeHint } from '../../../../src/agents/resume/hint.ts'
import {
  aliveAgainMs,
  fileLooksMax,
  verifyIntervalMs,
} from '../../../../src/agents/resume/limits.ts'
import type { RuleWord } from '../../../../src/core/session/launch/restart-rule.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { quietWatch } from '../../../support/fake/fake-watch.ts'

const hint: ResumeHint = {
  agent: 'claude',
  program: '/bin/claude',
  directory: '/srv/api',
  session: 'a1',
  process: { pid: 7, startTime: 9 },
}
const size = { cols: 80, rows: 24 }
const line = '/bin/claude --resume a1'

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
  const world = {
    /** An agent, or another program. */
    front: 'claude',
    pid: 7,
    /** null: not known. */
    file: '/bin/claude' as string | null,
    /** null: not known. */
    where: '/srv/api' as string | null,
    lives: false,
    looks: 0,
  }
  const front = () => {
    const isAgent = shippedAgents().has(world.front)
    return {
      foreground: isAgent ? ('tool' as const) : ('other' as const),
      name: world.front,
      agent: isAgent ? world.front : null,
    }
  }
  const look = () => {
    const { foreground, agent } = front()
    report(
      {
        type: 'process',
        foreground,
        ...(agent === null ? {} : { tool: agent, pid: world.pid, startTime: 9 }),
      },
      agent,
    )
  }
  const watch = quietWatch({
    foregroundNow: () => 'tool',
    look: () => {
      world.looks += 1
      look()
    },
    get front() {
      return front()
    },
    agentFile: () => world.file,
  })
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
  const shell = ptys[0]
  if (shell !== undefined) shell.readBy = { group: shell.pid, canonical: false }
  return {
    clock,
    /** Another program is in the foreground, and the watch has seen it. */
    switchTo: (name: string, pid: number) => {
      world.front = name
      world.pid = pid
      look()
    },
    ptys,
    session,
    world,
    used,
    kept: () => session.restorable().resume,
    offered: () => session.view().resume?.command,
    take: (command = line, directory = '/srv/api') =>
      session.resuming.accept({ command, directory }, size, () =>
        used.push(ptys.map(({ written }) => written).join()),
      ),
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const arm = (args: string, cmd = 'claude') =>
  `\x1b]88;arm;cmd=${base64(cmd)};args=${base64(args)}\x07`
const named = (id: string, app = 'claude') =>
  `\x1b]26;AppName=${base64(app)};SessionId=${base64(id)}\x07`

describe("an agent's reports", () => {
  it('is kept while the agent is in the foreground, in any of three dialects', () => {
    for (const said of [
      arm('--resume a1'),
      named('a1'),
      '\x1b]777;notify;warp://cli-agent;' +
        '{"event":"stop","v":1,"agent":"claude","session_id":"a1"}\x07',
    ]) {
      const { kept, ptys } = make()
      ptys[0]?.print(said)
      expect(kept()).toEqual(hint)
    }
  })

  it('is kept with the last title of the agent', () => {
    const { clock, kept, ptys } = make()
    ptys[0]?.print(`${named('a1')}\x1b]0;Fix the parser\x07`)
    clock.advance(1_000)
    expect(kept()?.title).toBe('Fix the parser')
  })

  it('is not kept from another program, or with other words', () => {
    for (const [front, said] of [
      ['codex', arm('--resume a1')],
      ['git', arm('--resume a1')],
      ['git', named('a1')],
      ['git', arm('-c alias.x=!id x', 'git')],
      ['claude', arm('-c alias.x=!id x', 'git')],
      ['claude', named('a1;id')],
      ['claude', named('--print')],
      ['claude', arm('-c id', 'sh')],
    ] as const) {
      const { kept, ptys, world } = make()
      world.front = front
      ptys[0]?.print(said)
      expect([front, said, kept()]).toEqual([front, said, null])
    }
  })

  it('has the directory of the process, and is not kept without one', () => {
    const { clock, kept, ptys, world } = make()
    world.where = '/srv/web'
    ptys[0]?.print(`\x1b]7;file:///tmp/x\x07${named('a1')}`)
    expect(kept()?.directory).toBe('/srv/web')
    world.where = null
    clock.advance(verifyIntervalMs)
    ptys[0]?.print(named('a2'))
    expect(kept()?.session).toBe('a1')
  })

  it('is looked up again while the file of the agent is not known, a few times', () => {
    const { clock, kept, ptys, world } = make()
    world.file = null
    ptys[0]?.print(named('a1'))
    clock.advance(verifyIntervalMs)
    expect([world.looks, kept()]).toEqual([2, null])
    world.file = '/bin/claude'
    clock.advance(verifyIntervalMs)
    expect([world.looks, kept()]).toEqual([3, hint])
    world.file = null
    ptys[0]?.print(named('a2'))
    clock.advance(10 * verifyIntervalMs)
    expect([world.looks, kept()?.session]).toEqual([3 + fileLooksMax, 'a1'])
  })

  it('is looked up once a second at most, and the last one counts', () => {
    const { clock, kept, ptys, world } = make()
    for (let at = 0; at < 1_000; at += 1) ptys[0]?.print(named(`a${at}`))
    expect([world.looks, kept()?.session]).toEqual([1, 'a0'])
    clock.advance(verifyIntervalMs)
    expect([world.looks, kept()?.session]).toEqual([2, 'a999'])
  })

  it('is forgotten with `clear`, with the next command, and when the agent exits by itself', () => {
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
    expect([offered(), kept()]).toEqual([line, hint])
    session.configure({ ...defaults, session: { ...defaults.session, resume_hints: 'off' } })
    expect([offered(), kept()]).toEqual([undefined, null])
    session.configure(defaults)
    expect(offered()).toBe(line)
  })
})

describe('an agent that leaves no hint', () => {
  const prompt = new TextEncoder().encode('do it\r')

  it('is kept with the tab after a prompt, while it runs', () => {
    const { session, switchTo } = make()
    const left = () => session.restorable().unresumed
    switchTo('claude', 7)
    expect(left()).toBe(null) // without a prompt it has nothing to resume
    session.input.type('keys', prompt)
    expect(left()).toEqual({ agent: 'claude', name: 'Claude Code', hasCommand: true })
    switchTo('bash', 8)
    expect(left()).toBe(null)
  })

  it('is not kept if it has a hint, or with session.resume_hints = "off"', () => {
    const { ptys, session, switchTo } = make()
    switchTo('claude', 7)
    session.input.type('keys', prompt)
    session.configure({ ...defaults, session: { ...defaults.session, resume_hints: 'off' } })
    expect(session.restorable().unresumed).toBeUndefined()
    session.configure(defaults)
    ptys[0]?.print(named('a1'))
    expect(session.restorable()).toMatchObject({ resume: hint })
    expect(session.restorable().unresumed).toBeUndefined()
  })

  it('has a sentence of what would help below the rule line of its restored tab, once', () => {
    const text = (session: Session) => Buffer.concat(session.restorable().restoredOutput).toString()
    const restored = (agent: string, hasCommand: boolean, word = 'restored' as RuleWord) => {
      const { start, ptys } = fakeStart()
      const session = new Session(
        {
          ...bashTab,
          size,
          settings: defaults,
          word,
          restoredOutput: [new TextEncoder().encode('old screen')],
          unresumed: { agent, name: 'An\x1b]0;x\x07 Agent', hasCommand },
        },
        { clock: new FakeClock(), start, send: () => undefined, writeClipboard: () => undefined },
      )
      ptys[0]?.print('$ ')
      session.input.type('keys', prompt)
      expect(session.restorable().unresumed).toBe(null)
      return text(session).split('── restored').at(-1)
    }
    expect(restored('claude', true)).toContain('Run "vibeflow integrate claude" to resume')
    expect(restored('codex', true)).toContain('No conversation of Codex could be found.')
    expect(restored('droid', true)).toContain("reported no session, so it can't be resumed")
    expect(restored('aider', false)).toContain('Add one to agent-rules.json')
    expect(restored('aider', false)).not.toContain('\x1b]0;')
    expect(restored('claude', true, 'reopened')).not.toContain('integrate')
  })
})

describe('an offer', () => {
  it('is typed at the shell when it is taken, once, after it is used up', () => {
    const { kept, offered, ptys, take, used } = make({ offer: hint })
    expect(ptys[0]?.written).toBe('')
    expect(take()).toBe(null)
    expect(ptys[0]?.written).toBe(`${line}\r`)
    expect(used).toEqual(['']) // nothing was typed before that
    expect([offered(), kept()]).toEqual([undefined, null])
    expect(take()).toBe('changed')
    expect(ptys[0]?.written).toBe(`${line}\r`)
  })

  it('is typed only as it was approved', () => {
    const { offered, ptys, take, used } = make({ offer: hint })
    for (const [command, directory] of [
      ['/bin/claude --resume a2', '/srv/api'],
      ['claude --resume a1', '/srv/api'],
      [`${line} `, '/srv/api'],
      [`${line}\r`, '/srv/api'],
      [line, '/srv'],
      ['', ''],
    ] as const)
      expect(take(command, directory)).toBe('changed')
    expect([used, ptys[0]?.written, offered()]).toEqual([[], '', line])
  })

  it('quotes characters that a shell could interpret', () => {
    const { offered, ptys, take } = make({ offer: { ...hint, program: "/x y/it's/claude" } })
    const quoted = `'/x y/it'\\''s/claude' --resume a1`
    expect(offered()).toBe(quoted)
    take(quoted)
    expect(ptys[0]?.written).toBe(`${quoted}\r`)
  })

  it('is not made where the shell cannot hold its words', () => {
    const offer = { ...hint, program: '/x y/claude' }
    const { kept, offered } = make({ offer, command: '/bin/tcsh' })
    expect([offered(), kept()]).toEqual([undefined, offer])
  })

  it('is not made beyond the closed list, whatever the saved hint contains', () => {
    for (const change of [
      { program: '/usr/bin/git' },
      { program: '/bin/sh' },
      { agent: 'git', program: '/usr/bin/git' },
      { agent: 'codex' },
      { agent: 'aider', program: '/usr/bin/aider' },
      { program: `/${'x'.repeat(600)}/claude` },
    ])
      expect([change, make({ offer: { ...hint, ...change } }).offered()]).toEqual([
        change,
        undefined,
      ])
    const settings = { ...defaults, ai: { ...defaults.ai, tools: ['codex'] } }
    expect(make({ offer: hint, settings }).offered()).toBe(undefined)
  })

  it('ends with any other typed or pasted input, and stays with the mouse and with focus', () => {
    const bytes = new TextEncoder().encode('x')
    for (const [act, stays] of [
      [(session: Session) => session.input.type('keys', bytes), false],
      [(session: Session) => session.input.paste(bytes, { total: 1, last: true }), false],
      [(session: Session) => session.resuming.decline(), false],
      [(session: Session) => session.input.type('mouse', bytes), true],
      [(session: Session) => session.evidence.apply({ type: 'focus', on: true }), true],
    ] as const) {
      const { kept, offered, session, take, used } = make({ offer: hint })
      act(session)
      expect([offered() !== undefined, kept() !== null]).toEqual([stays, stays])
      take()
      expect(used.length).toBe(stays ? 1 : 0)
    }
  })

  it('is made in its own directory alone', () => {
    const { kept, offered } = make({ offer: hint, directory: '/srv' })
    expect([offered(), kept()]).toEqual([undefined, hint]) // kept: the disk may be back tomorrow
  })

  it('is withdrawn while its session still runs elsewhere', () => {
    const { clock, kept, offered, take, used, world } = make({ offer: hint })
    world.lives = true
    expect(take()).toBe('running') // it has begun since it was offered
    expect([offered(), kept(), used]).toEqual([undefined, hint, []])
    world.lives = false
    clock.advance(aliveAgainMs)
    expect(offered()).toBe(line)
  })

  it('is started instead of a command that waits, and comes back if that fails', () => {
    const given = { offer: { ...hint, directory: '/srv/web' }, command: 'htop', isUserShell: false }
    const { offered, ptys, session, take } = make(given)
    expect(session.view()).toMatchObject({ phase: 'ended', deferredStart: { command: 'htop' } })
    expect(offered()).toBe(line)
    expect(take(line, '/srv/api')).toBe('changed')
    expect(take(line, '/srv/web')).toBe(null)
    expect(ptys.map(({ launch }) => [launch.program, launch.args, launch.directory])).toEqual([
      ['/bin/claude', ['--resume', 'a1'], '/srv/web'],
    ])
    expect(session.view().deferredStart).toBeUndefined()
    ptys[0]?.end({ code: 1, signal: null })
    // the tab's own command was never approved: it waits again, and is not what Restart runs
    expect(session.view()).toMatchObject({ phase: 'ended', deferredStart: { command: 'htop' } })

    const missing = make({ ...given, offer: { ...given.offer, program: '/missing/claude' } })
    expect(missing.take('/missing/claude --resume a1', '/srv/web')).toBe(null)
    expect(missing.session.program.phase).toBe('failed')
    expect([missing.offered(), missing.used.length]).toEqual(['/missing/claude --resume a1', 1])
    expect(missing.session.view().deferredStart).toMatchObject({ command: 'htop' })
  })

  it('ends when the waiting command is started instead', () => {
    const { kept, session } = make({ offer: hint, command: 'htop', isUserShell: false })
    session.program.restart()
    expect(kept()).toBe(null)
  })

  it('ends when an agent reports itself', () => {
    const { kept, offered, ptys } = make({ offer: hint })
    ptys[0]?.print(named('b2'))
    expect([offered(), kept()?.session]).toEqual([undefined, 'b2'])
  })
})

describe('an approved line', () => {
  const before = (act: (made: ReturnType<typeof make>) => void, given: Given = {}) => {
    const made = make({ offer: hint, ...given })
    act(made)
    const refusal = made.take()
    return [refusal, made.ptys[0]?.written, made.offered()]
  }
  const kept = [line]

  it('is not typed into another program than the shell', () => {
    for (const canonical of [true, false])
      expect(
        before(({ ptys: [pty] }) => {
          if (pty !== undefined) pty.readBy = { group: 77, canonical }
        }),
      ).toEqual(['prompt', '', ...kept])
    expect(
      before(({ ptys: [pty] }) => {
        if (pty !== undefined) pty.readBy = null
      }),
    ).toEqual(['prompt', '', ...kept])
  })

  it('is not typed while the shell runs something itself', () => {
    const collects = ({ ptys: [pty] }: ReturnType<typeof make>) => {
      if (pty !== undefined) pty.readBy = { group: pty.pid, canonical: true }
    }
    for (const command of ['/bin/bash', '/bin/zsh', '/usr/bin/fish'])
      expect(before(collects, { command })).toEqual(['prompt', '', ...kept])
    // these never edit a line
    expect(before(collects, { command: '/bin/dash' })).toEqual([null, `${line}\r`, undefined])
    expect(before(({ ptys }) => ptys[0]?.print('\x1b]133;C\x07'))).toEqual(['prompt', '', ...kept])
    const next = '\x1b]133;C\x07\x1b]133;D;0\x07\x1b]133;A\x07'
    expect(before(({ ptys }) => ptys[0]?.print(next))).toEqual([null, `${line}\r`, undefined])
  })

  it('is not typed in another directory', () => {
    for (const where of ['/srv', null])
      expect(
        before(({ world }) => {
          world.where = where
        }),
      ).toEqual(['directory', '', ...kept])
  })

  it('is typed on an empty line, whatever the terminal has sent before', () => {
    expect(
      before(({ session }) => session.input.type('mouse', new TextEncoder().encode('62;22c'))),
    ).toEqual([null, `62;22c\x15${line}\r`, undefined])
  })

  it('is typed in one piece or not at all, and then offered again', () => {
    expect(
      before(({ ptys: [pty] }) => {
        if (pty !== undefined) pty.full = true
      }),
    ).toEqual(['prompt', '', ...kept])
  })

  it("is not typed when the shell's latest output withdraws it", () => {
    const made = make({ offer: hint })
    made.ptys[0]?.held.push(named('b2'))
    expect(made.take()).toBe('prompt')
    expect([made.ptys[0]?.written, made.kept()?.session]).toEqual(['', 'b2'])
    const moved = make({ offer: hint })
    moved.ptys[0]?.held.push('$ ')
    expect([moved.take(), moved.ptys[0]?.written]).toEqual([null, `${line}\r`])
  })
})
