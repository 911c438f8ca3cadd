/**
 * Agents over ssh and similar programs: recognized by their output, for as long as it is theirs.
 */
import { describe, expect, it, test } from 'vitest'
import { asRulesSee, holds, regionText } from '../../../src/agents/rules/rules.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { defaults } from '../../../src/core/config/table.ts'
import { Tools } from '../../../src/agents/process/match.ts'
import { regionsOf } from '../../../src/agents/screen-rules/regions.ts'
import {
  AgentElsewhere,
  agentOfTitle,
  signatureGoneMs,
} from '../../../src/core/session/agent/agent-elsewhere.ts'
import type { ProcessWatch, WatchProcesses } from '../../../src/core/session/ports.ts'
import { Session } from '../../../src/core/session/session.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { slow } from '../../slow.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'

/** Speaks of agents, each with what is on its screen. */
const nobody = [
  'me@build:~$ man claude',
  'Claude Code: press ? for shortcuts, esc to interrupt, shift+tab to cycle.',
  'OpenAI Codex (v0.169.0) has a prompt: › Ask Codex to do anything',
  'Gemini: Type your message or @path/to/file; workspace (/directory)',
  '─'.repeat(80),
  'me@build:~$ ',
]

const build = { relation: 'on', name: 'build' } as const

function make() {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  let front: ProcessWatch['front'] = { foreground: 'shell', name: 'bash', agent: null }
  let report: Parameters<WatchProcesses>[0]['report'] | undefined
  const read = () => report?.({ type: 'process', foreground: front.foreground }, null)
  const watch: WatchProcesses = (options) => {
    report = options.report
    return quietWatch({
      foregroundNow: () => {
        read()
        return front.foreground
      },
      look: read,
      get front() {
        return front
      },
    })
  }
  const session = new Session(
    {
      ...bashTab,
      directory: '/home/u/api',
    },
    { clock, start, watch, send: () => undefined, writeClipboard: () => undefined },
  )
  const become = (next: typeof front) => {
    front = next
    read()
  }
  return {
    clock,
    session,
    print: (text: string) => ptys[0]?.print(text),
    leads: () => become({ foreground: 'other', name: 'ssh', agent: null, elsewhere: build }),
    back: () => become({ foreground: 'shell', name: 'bash', agent: null }),
  }
}

describe('an agent over SSH', () => {
  it('is known by its title, and its rules give its state', () => {
    const { clock, session, print, leads } = make()
    print('\x1b]0;⠋ Claude Code\x07')
    expect(session.view().agent?.tool).toBe('')
    leads()
    print('\x1b]0;claude\x07')
    print('\x1b]0;◐ mending the build\x07')
    for (let line = 0; line < 20; line += 1) {
      print(`\x1b]0;${line % 2 === 0 ? '◐' : '◑'} mending the build\x07`)
      clock.advance(100)
    }
    expect(session.view()).toMatchObject({ state: 'working', project: 'claude on build' })
    const { foreground, short } = session.why()
    expect(foreground).toMatchObject({
      name: 'ssh',
      how: 'claude on build, recognized by its reports or title',
    })
    expect(short).toContain('orking for')
  })

  it('is known by its reports', () => {
    const { session, print, leads } = make()
    leads()
    print('\x1b]1338;state=waiting;tool=claude;project=api\x07')
    expect(session.view()).toMatchObject({ state: 'waiting', project: 'claude on build: api' })
    expect(session.why().short).toContain('Claude Code on build')
  })

  it('is one of several there: what another reports, or a title is called, takes nothing', () => {
    const { clock, session, print, leads } = make()
    leads()
    print('\x1b]7501;state=blocked:app=claude\x07')
    clock.advance(1_000)
    print('\x1b]0;✳ Codex configuration\x07')
    clock.advance(1_000)
    expect(session.view()).toMatchObject({ state: 'waiting' })
    print('\x1b]7501;state=working:app=codex\x07')
    clock.advance(1_000)
    expect(session.view()).toMatchObject({ state: 'waiting' })
  })

  it.each([
    ['a prompt mark there', '\x1b]133;D;0\x07\x1b]133;A\x07'],
    ["a shell's title", '\x1b]0;me@build: ~\x07'],
  ])('ends with %s', (_, text) => {
    const { clock, session, print, leads } = make()
    leads()
    print('\x1b]0;claude\x07')
    print('\x1b]0;◐ mending\x07')
    clock.advance(2_000)
    print(text)
    clock.advance(2_000)
    expect(session.why().foreground?.how).toContain('on build: only reports, titles and th')
    expect(session.view().agent?.tool).toBe('')
  })

  it('ends with the connection, and the tab is here again', () => {
    const { session, print, leads, back } = make()
    leads()
    print('\x1b]7;file://build/srv/api\x07\x1b]0;claude\x07')
    expect(session.view().place).toBe('build:/srv/api')
    back()
    expect(session.view()).toMatchObject({ place: '~/api', project: 'api' })
  })

  it('speaks of directories there, whether it names its host or not', () => {
    const { session, print, leads, back } = make()
    leads()
    expect(session.view().place).toBe('on build')
    print('\x1b]7;file:///etc\x07')
    expect([session.view().place, session.identity.directory]).toEqual([
      'build:/etc',
      '/home/u/api',
    ])
    print('\x1b]633;P;Cwd=/var\x07')
    expect([session.view().place, session.identity.directory]).toEqual([
      'build:/var',
      '/home/u/api',
    ])
    back()
    expect([session.view().place, session.identity.directory]).toEqual(['~/api', '/home/u/api'])
  })

  it('a shell here under another name of this machine is still here', () => {
    const { session, print } = make()
    print('\x1b]7;file://oldname/srv\x07')
    expect(session.view().place).toBe('~/api')
  })

  it('is not recognized where a page mentions it', () => {
    const textOf = regionsOf(nobody.map(asRulesSee))
    for (const { signature } of shippedAgents().values())
      if (signature !== null)
        expect(holds(signature, textOf(signature.region) ?? regionText([]))).toBe(false)
  })

  it('stays itself under a flood of titles that name others', slow, () => {
    const { clock, session, print, leads } = make()
    leads()
    const flood = Array.from(
      { length: 20_000 },
      (_, at) => `\x1b]0;${at % 2 === 0 ? 'claude' : 'me@build:'}\x07\x1b]7;file://h${at}/x\x07`,
    ).join('')
    print(flood)
    clock.advance(1_000)
    expect(session.identity.elsewhere).toBe('on build')
  })
})

describe('an agent known only by its screen', () => {
  const known = () => {
    const clock = new FakeClock()
    let changes = 0
    const elsewhere = new AgentElsewhere({
      clock,
      tools: () => new Tools(defaults.ai.tools, shippedAgents()),
      agents: () => shippedAgents(),
      prompted: () => undefined,
      changed: () => (changes += 1),
    })
    const read = (state: 'ignore' | 'idle' | null, rule?: string) =>
      elsewhere.read({ type: 'screen', state, ...(rule === undefined ? {} : { rule }) })
    expect(read('ignore', 'claude')).toBe(true)
    expect([elsewhere.match?.tool, elsewhere.isByScreen, changes]).toEqual(['claude', true, 1])
    return { clock, elsewhere, read, changes: () => changes }
  }

  it('has ended when none of its rules has held for 5 s, and not sooner', () => {
    const { clock, elsewhere, read, changes } = known()
    read(null)
    clock.advance(signatureGoneMs - 1)
    read('idle', 'prompt_idle')
    clock.advance(signatureGoneMs)
    expect(elsewhere.match?.tool).toBe('claude')
    read(null)
    clock.advance(signatureGoneMs)
    expect([elsewhere.match, changes()]).toEqual([null, 2])
  })

  it('is not known any more when screens are not read, and leaves no timer', () => {
    const { clock, elsewhere, read, changes } = known()
    elsewhere.configure(true)
    expect(elsewhere.match?.tool).toBe('claude')
    read(null)
    elsewhere.configure(false)
    expect([elsewhere.match, changes(), clock.timers]).toEqual([null, 2, 0])
  })
})

test.each([
  ['claude --resume', 'claude'],
  ['/usr/bin/codex exec', 'codex'],
  ['✳ Claude Code', 'claude'],
  ['⠋ Claude Code', 'claude'],
  ['OpenCode', 'opencode'],
  ['me@build: ~/claude', 'prompt'],
  ['root@build:/', 'prompt'],
  ['✳ me@example.com cannot sign in', null],
  ['vim claude', null],
  ['Claudette', null],
  [`Claude Code ${'x'.repeat(80)}`, null],
  ['', null],
])('the title %j is of %s', (title, expected) => {
  const found = agentOfTitle(title, new Tools(defaults.ai.tools, shippedAgents()))
  expect(typeof found === 'string' ? found : (found?.tool ?? null)).toBe(expected)
})
