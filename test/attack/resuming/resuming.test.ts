/**
 * Attacks on the offer to resume an agent: reports that output forges, files and names that
 * pretend to be an agent, saved hints that were edited, and lines that are not all that runs.
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import type { ResumeHint } from '../../../src/agents/resume/hint.ts'
import { verifyIntervalMs } from '../../../src/agents/resume/limits.ts'
import { readSavedSession } from '../../../src/core/windows/restore/saved-session.ts'
import type { WatchProcesses } from '../../../src/core/session/ports.ts'
import { Session } from '../../../src/core/session/session.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { slow } from '../../slow.ts'
import { ResumeHome, ResumeTab } from './resume-tab.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const arm = (cmd: string, args: string) => `\x1b]88;arm;cmd=${base64(cmd)};args=${base64(args)}\x07`
const named = (id: string, app = 'claude') =>
  `\x1b]26;AppName=${base64(app)};SessionId=${base64(id)}\x07`
const attack = arm('git', '-c alias.x=!id x')

/** A tab whose foreground a test chooses; the kernel's facts are given by the test. */
function fakeTab(front = 'claude') {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const world = { front, pid: 7, elsewhere: false }
  let report: Parameters<WatchProcesses>[0]['report'] = () => undefined
  const isAgent = () => shippedAgents().has(world.front) && !world.elsewhere
  const look = () =>
    report(
      {
        type: 'process',
        foreground: isAgent() ? 'tool' : 'other',
        ...(isAgent() ? { tool: world.front, pid: world.pid, startTime: 9 } : {}),
      },
      isAgent() ? world.front : null,
    )
  const watch = quietWatch({
    foregroundNow: () => 'other',
    look,
    get front() {
      return {
        foreground: isAgent() ? ('tool' as const) : ('other' as const),
        name: world.front,
        agent: isAgent() ? world.front : null,
        ...(world.elsewhere ? { elsewhere: { relation: 'on' as const, name: 'build' } } : {}),
      }
    },
    agentFile: () => `/usr/bin/${world.front}`,
  })
  const session = new Session(
    { ...bashTab, directory: '/srv' },
    {
      clock,
      start,
      send: () => undefined,
      writeClipboard: () => undefined,
      directoryInFront: () => '/srv',
      watch: (options) => {
        report = options.report
        return watch
      },
    },
  )
  return {
    clock,
    world,
    print: (text: string) => ptys[0]?.print(text),
    /** Another program has come to the foreground, and was seen there. */
    switchTo: (name: string, pid: number) => {
      Object.assign(world, { front: name, pid })
      look()
    },
    kept: () => session.restorable().resume,
  }
}

/** Programs that run what their words say, and none of them is an agent. */
const runners = [
  ...['git', 'awk', 'busybox', 'find', 'sed', 'vim', 'nc', 'curl', 'timeout', 'flatpak', 'xargs'],
  ...['make', 'cargo', 'ssh', 'tar', 'less', 'man', 'gdb', 'watch', 'nohup', 'nice', 'setsid'],
  ...[
    ...['sh', 'bash', 'zsh', 'fish', 'node', 'python3', 'perl', 'env', 'sudo', 'docker'],
    'systemd-run',
  ],
]

describe('a report of a program that is not an agent', () => {
  it.each(runners)('registers nothing while %s is in the foreground', (name) => {
    for (const said of [
      arm(name, '-c alias.x=!id x'),
      arm(name, '--resume a1'),
      arm('claude', '--resume a1'),
      arm(`/usr/bin/${name}`, '-e id'),
      named('a1'),
      named('a1', name),
    ]) {
      const { kept, print } = fakeTab(name)
      print(said)
      expect([said, kept()]).toEqual([said, null])
    }
  })

  it.each([
    ['in one piece', [attack]],
    ['byte by byte', [...attack]],
    ['with ST as its end', [attack.replace('\x07', '\x1b\\')]],
    ['nested in another sequence', [`\x1b]2;x${attack}\x07`, `\x1bP+q${attack}\x1b\\`]],
    ['handed through tmux', [`\x1bPtmux;${attack.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`]],
    ['after one that is cut off', ['\x1b]88;arm;cmd=', attack, arm('claude', '--resume a1')]],
    ['many times', Array.from({ length: 2_000 }, () => attack)],
  ])('registers nothing %s', (_how, parts) => {
    const { clock, kept, print } = fakeTab('git')
    for (const part of parts) print(part)
    clock.advance(10 * verifyIntervalMs)
    expect(kept()).toBe(null)
  })

  it('registers nothing over ssh, whatever runs there', () => {
    const { kept, print, world } = fakeTab()
    world.elsewhere = true
    print(named('a1'))
    print(arm('claude', '--resume a1'))
    expect(kept()).toBe(null)
  })

  it('registers nothing for the agent that comes to the foreground next', () => {
    const { clock, kept, print, switchTo } = fakeTab('git')
    print(named('a0')) // the next report waits for its look
    print(named('forged'))
    print(arm('claude', '--resume forged'))
    switchTo('claude', 8)
    clock.advance(verifyIntervalMs)
    expect(kept()).toBe(null)
    print(named('own'))
    expect(kept()?.session).toBe('own')
  })

  it('registers nothing for another run of the agent', () => {
    const { clock, kept, print, switchTo } = fakeTab()
    print(named('a1'))
    print(named('late'))
    switchTo('claude', 8)
    clock.advance(verifyIntervalMs)
    expect(kept()?.session).toBe('a1')
  })

  it('registers nothing once its command has ended', () => {
    const { clock, kept, print } = fakeTab()
    print(named('a1'))
    print(`${named('late')}\x1b]133;D;1\x07`)
    clock.advance(verifyIntervalMs)
    expect(kept()?.session).toBe('a1')
    print('\x1b]133;A\x07\x1b]133;C\x07')
    expect(kept()).toBe(null)
  })

  it('never replaces what an agent has reported by more than another session', () => {
    const { clock, kept, print } = fakeTab()
    for (const said of [
      attack,
      arm('sh', '-c id'),
      arm('claude', '--settings /tmp/x'),
      named('b2'),
    ]) {
      print(said)
      clock.advance(verifyIntervalMs)
    }
    expect(kept()).toEqual({
      agent: 'claude',
      program: '/usr/bin/claude',
      session: 'b2',
      directory: '/srv',
      process: { pid: 7, startTime: 9 },
    })
  })
})

describe('real programs', () => {
  let home: ResumeHome
  const tabs: ResumeTab[] = []
  beforeEach(() => {
    home = new ResumeHome()
  })
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.dispose()
    home.remove()
  })
  const open = (
    ...given: [shell?: string[], offer?: ResumeHint, resumesNow?: boolean]
  ): ResumeTab => {
    const tab = new ResumeTab(home, ...given)
    tabs.push(tab)
    return tab
  }
  /** Prints a report, notes that it ran, and reads on until it is interrupted. */
  const agent = (report: string, then = 'while read line; do :; done') =>
    `#!/bin/sh\necho "$0 $*" >> "$HOME/ran"\nprintf '%s' '${report}'\necho started\n${then}\n`
  const ran = () =>
    existsSync(join(home.path, 'ran')) ? readFileSync(join(home.path, 'ran'), 'utf8') : ''
  const started = (tab: ResumeTab) => tab.until('its start', () => tab.printed.includes('started'))
  const settled = () => new Promise((resolve) => setTimeout(resolve, 3 * verifyIntervalMs))

  it('a push that fails registers nothing, in the words of git or of an agent', slow, async () => {
    await Promise.all(
      [attack, arm('claude', '--resume a1'), named('a1')].map(async (report, at) => {
        home.script(`bin${at}/git`, agent(report, 'sleep 1; exit 1'))
        const tab = open()
        tab.type(`PATH=$HOME/bin${at}:$PATH; git push\r`)
        await started(tab)
        await settled()
        expect(tab.kept).toBe(null)
      }),
    )
  })

  it('an agent that reports nothing is found by the file that it writes', slow, async () => {
    const id = '12345678-1234-4abc-8def-123456789abc'
    const file = `$HOME/.claude/projects/$(pwd | tr -c 'A-Za-z0-9\\n' -)/${id}.jsonl`
    const turn = `read turn; printf '{"cwd":"%s"}\\n' "$PWD" >> "${file}"; echo wrote`
    home.script(
      'bin/claude',
      `#!/bin/bash\nmkdir -p "$(dirname "${file}")"; ${turn}; read end; exit 9\n`,
    )
    const [first, second] = [new ResumeTab(home), new ResumeTab(home)]
    tabs.push(first, second)
    for (const tab of [first, second]) {
      tab.type('claude\r')
      await tab.until('the agent', () => tab.session.agents.own.inFront.process !== null)
      expect(tab.kept).toBeNull()
    }
    // Two agents are in the directory: the file of one may be the other's.
    first.type('fix it\r')
    await first.until('its turn', () => first.printed.includes('wrote'))
    expect([first.kept, second.kept]).toEqual([null, null])
    second.type('stop\rend\r')
    await second.until('its end', () => second.session.agents.own.inFront.process === null)
    await first.until('its conversation', () => first.kept !== null)
    expect(first.kept).toMatchObject({ agent: 'claude', session: id, directory: home.path })
  })

  it('a program of the same name is run under its own path', async () => {
    const other = home.script('x/claude', agent(arm('claude', '--resume a1')))
    home.script('bin/claude', agent(''))
    const tab = open()
    tab.type(`${other}\r`)
    await tab.until('its hint', () => tab.kept !== null)
    expect(tab.kept?.program).toBe(other)
    const { title: _, ...offer } = tab.kept as ResumeHint
    tab.dispose()
    const next = open(undefined, offer)
    await next.until('the offer', () => next.session.view().resume !== undefined)
    expect(next.session.view().resume?.command).toBe(`${other} --resume a1`)
    await next.until('the prompt', () => next.resume() === null)
    await started(next)
    expect(ran()).toBe(`${other} \n${other} --resume a1\n`)
  })

  it(
    'no program is resumed as an agent because of the name that it gives itself',
    slow,
    async () => {
      const report = arm('claude', '--resume a1') + named('a1')
      for (const path of ['evil', 'x/claude', 'claude/evil', 'bin/claude'])
        home.script(path, agent(report))
      const renamed = `$0 = 'claude'; $| = 1; print "${report.replaceAll('\\', '\\\\')}started\\n"`
      home.script('title', `#!/usr/bin/perl\n${renamed}; sleep 9`)
      const lines = [
        ...['exec -a claude ./evil', './title', 'VIBEFLOW_AGENT=claude ./evil', './claude/evil'],
        './evil claude /usr/bin/claude',
        'cd x; ./claude', // the directory may be another one by now
        'cd x; sh claude',
        'unshare -rm claude', // a path means another file there
      ]
      await Promise.all(
        lines.map(async (line) => {
          const tab = open()
          tab.type(`( ${line} )\r`)
          await started(tab)
          await settled()
          expect([line, tab.kept]).toEqual([line, null])
        }),
      )
    },
  )

  it('a link in PATH is run where it leads to the very file in the foreground', async () => {
    const version = join(home.path, 'share/claude/versions/2.1.332')
    mkdirSync(join(version, '..'), { recursive: true })
    copyFileSync('/bin/sh', version)
    symlinkSync(version, join(home.path, 'bin/claude'))
    const report = home.script('report', agent(arm('claude', '--resume a1')))
    const tab = open()
    tab.type(`claude ${report}\r`)
    await tab.until('its hint', () => tab.kept !== null)
    expect(tab.kept?.program).toBe(join(home.path, 'bin/claude'))
  })

  const hint = (program: string): ResumeHint => ({
    agent: 'claude',
    program,
    session: 'a1',
    directory: home.path,
    process: { pid: 2 ** 22 + 1, startTime: 1 },
  })

  it.each([
    ['bash', ['/bin/bash', '--norc']],
    ['zsh', ['/bin/zsh', '-f']],
    ['fish', ['/bin/fish', '--no-config']],
    ['dash', ['/bin/dash']],
  ])('%s runs the approved line and nothing that was left before it', async (_name, shell) => {
    const claude = home.script('bin/claude', agent(''))
    const tab = open(shell, hint(claude))
    await tab.until('the prompt', () => /[>#$] /.test(tab.printed))
    await new Promise((resolve) => setTimeout(resolve, 300))
    // as the terminal answers a question that came before
    tab.session.input.type('mouse', new TextEncoder().encode('62;touch owned;'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await tab.until('the line', () => tab.resume() === null)
    await started(tab)
    expect(ran()).toBe(`${claude} --resume a1\n`)
    expect(existsSync(join(home.path, 'owned'))).toBe(false)
  })

  it.each([
    ['a start-up file asks', 'read -p "go on? " answer; eval "$answer"; touch owned'],
    ['a program runs', 'bash -c \'read -p "go on? " answer; eval "$answer"; touch owned\''],
    ['a start-up file takes long', 'echo "go on?"; sleep 2'],
    ['a start-up file changes the directory', 'cd /; echo "go on?"'],
  ])('nothing is typed while %s', async (_what, text) => {
    const claude = home.script('bin/claude', agent(''))
    appendFileSync(join(home.path, 'rc'), `${text}\n`)
    const tab = open(['/bin/bash', '--rcfile', join(home.path, 'rc')], hint(claude))
    await tab.until('the question', () => tab.printed.includes('go on?'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(tab.resume()).toBe(text.startsWith('cd') ? 'directory' : 'prompt')
    expect(tab.session.view().resume?.command).toBe(`${claude} --resume a1`)
    expect([ran(), existsSync(join(home.path, 'owned'))]).toEqual(['', false])
  })

  it('a chosen line is typed after the programs of a start-up file, unless you type', async () => {
    const claude = home.script('bin/claude', agent(''))
    appendFileSync(join(home.path, 'rc'), "set -m; echo 'go on?'; sleep 1\n")
    const shell = ['/bin/bash', '--rcfile', join(home.path, 'rc')]
    const tab = open(shell, hint(claude), true)
    await tab.until('the program', () => tab.session.why().foreground?.name === 'sleep')
    await started(tab)
    expect(ran()).toBe(`${claude} --resume a1\n`)
    const other = open(shell, hint(claude), true)
    await other.until('the start', () => other.printed.includes('go on?'))
    other.type('x')
    await other.until('the prompt', () => /[#$] x$/.test(other.printed))
    await settled()
    expect(ran()).toBe(`${claude} --resume a1\n`)
  })

  const keyTitle = 'nothing is typed while a start-up file of %s waits for a key'
  const waitsForKey = async (shell: string, file: string, text: string) => {
    const claude = home.script('bin/claude', agent(''))
    home.script(claude.slice(1), agent('')) // what the line runs without its first character
    home.script(file, `${text}\n`)
    const tab = open([`/bin/${shell}`], hint(claude))
    await tab.until('the question', () => tab.printed.includes('go on?'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const refusal = tab.resume()
    await settled()
    expect([refusal, ran()]).toEqual(['prompt', ''])
    await tab.until('the prompt', () => {
      if (tab.resume() === null) return true
      tab.session.input.type('mouse', new TextEncoder().encode('\r')) // the user continues
      return false
    })
    await started(tab)
    expect(ran()).toBe(`${claude} --resume a1\n`)
  }
  it.each([
    ['bash', '.bashrc', 'read -ep "go on? " answer; eval "$answer"'],
    ['zsh', '.zshrc', 'read -rk 1 "answer?go on? "'],
    ['fish', '.config/fish/config.fish', 'read -n 1 -P "go on? " answer'],
  ])(keyTitle, slow, waitsForKey)
})

describe('a saved session that was edited', () => {
  const saved = (resume: unknown) =>
    readSavedSession(
      JSON.stringify({
        version: 1,
        ended: false,
        attempts: 0,
        windows: [
          {
            active: 0,
            tabs: [
              {
                id: 'a1',
                command: null,
                directory: '/srv',
                name: null,
                title: null,
                muted: false,
                resume,
              },
            ],
          },
        ],
      }),
    )?.windows[0]?.tabs[0]
  const good = {
    agent: 'claude',
    program: '/usr/bin/claude',
    session: 'a1',
    directory: '/srv',
    process: { pid: 7, startTime: 9 },
  }
  const offered = (resume: unknown) => {
    const tab = saved(resume)
    expect(tab?.id).toBe('a1') // the tab comes back in any case
    const session = new Session(
      { ...bashTab, directory: '/srv', resume: tab?.resume ?? null, word: 'restored' },
      {
        clock: new FakeClock(),
        start: fakeStart().start,
        send: () => undefined,
        writeClipboard: () => undefined,
      },
    )
    return session.view().resume?.command
  }

  it('offers sessions on the closed list', () => {
    expect(offered(good)).toBe('/usr/bin/claude --resume a1')
  })

  it.each([
    { program: '/usr/bin/git' },
    { program: '/bin/sh' },
    { program: 'claude' },
    { program: 'x/claude' },
    { program: '/usr/bin/claude;id' },
    { program: '/usr/bin/claude\rid\r' },
    { program: '/tmp/\u202e/claude' },
    { program: '/tmp/x/../../usr/bin/claude' },
    { agent: 'git', program: '/usr/bin/git' },
    { agent: 'constructor', program: '/usr/bin/constructor' },
    { agent: 'codex' },
    { agent: 'aider', program: '/usr/bin/aider' },
    { session: 'a1;id' },
    { session: '--dangerously-skip-permissions' },
    { session: '$(id)' },
    { session: null },
    { args: ['-c', 'alias.x=!id', 'x'] },
    { directory: '/srv\u200b' },
    { directory: 'srv' },
    // as an older version wrote it
    {
      agent: 'git',
      program: 'git',
      args: ['-c', 'alias.x=!id', 'x'],
      session: null,
      process: null,
    },
    { agent: 'Claude Code', program: 'claude', args: ['--resume', 'a1'] },
  ])('offers nothing with %j', (change) => {
    expect(offered({ ...good, ...change })).toBe(undefined)
  })
})
