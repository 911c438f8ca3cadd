/**
 * Traps of the state machine where programs start, end, nest or follow each other, each under its
 * name in docs/contributing/internals/agent-state.md.
 */
import { expect, test } from 'vitest'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import type { Timeline } from '../../support/timeline.ts'
import { changes, front, guessedWaiting, tab } from './steps.ts'

test('amber-in-bare-shell', () => {
  const line = tab().arm().frame('waiting').to(1_000).apply(front('shell'))
  expect([line.to(5_000).shown, line.osc('133;A', 'shell').shown]).toEqual(['waiting', 'idle'])
})

test("a socket client's report for a shell stays until another program has run", () => {
  const said: Evidence = {
    type: 'frame',
    dialect: 'socket',
    tool: 'claude',
    state: 'waiting',
    kind: 'permission',
  }
  const beside = tab().apply(front('shell')).to(1_000).apply(said).play('@2000 front:shell @3000')
  expect([
    beside.shown,
    beside.apply(front('other')).to(4_000).apply(front('shell')).to(5_000).shown,
  ]).toEqual(['waiting', 'active'])
  expect(tab().arm().apply(said).to(2_000).apply(front('shell')).to(3_000).shown).toBe('active')
})

test('marks-inside-tui', () => {
  const line = tab().osc('7501;state=working:app=pi').to(1_000)
  expect([
    line.osc('133;A', 'tool').osc('133;C', 'tool').shown,
    line.apply({ type: 'alt_screen', on: true }).osc('133;A', 'shell').shown,
  ]).toEqual(['working', 'working'])
})

test('an agent that marks its own messages, as Kimi does', () => {
  const marks = (line: Timeline) =>
    ['A', 'B', 'C'].reduce((next, mark) => next.osc(`133;${mark}`, 'tool'), line)
  const idle: Evidence = { type: 'screen', state: 'idle', rule: 'box', digest: 1 }
  for (const shell of [['133;A', '133;C'], ['133;C'], []]) {
    const begun = shell.reduce((line, mark) => line.osc(mark, 'shell'), tab())
    const line = marks(
      begun
        .arm()
        .output()
        .apply({ ...idle, state: 'working' })
        .to(1_000),
    )
    expect([line.shown, marks(line.apply(idle).to(3_000)).to(9_000).shown]).toEqual([
      ...['working', 'waiting'],
    ])
  }
})

test('killed-agent', () => {
  expect(guessedWaiting().to(5_000).apply(front('shell')).shown).toBe('active')
  expect(tab().osc('7501;state=working').to(5_000).osc('133;A', 'shell').shown).toBe('idle')
  expect(tab().osc('7501;state=working').to(5_000).apply(front('shell')).shown).toBe('active')
  expect(tab().frame('working').to(5_000).osc('133;A', 'shell').shown).toBe('idle')
  expect(tab().frame('working').to(300_000).shown).toBe('active')
})

test('ctrl-z-and-fg', () => {
  const line = guessedWaiting().to(5_000).apply(front('shell')).to(6_000)
  expect([line.shown, line.arm().output().shown]).toEqual(['active', 'working'])
})

test('editor-child', () => {
  const line = guessedWaiting().to(5_000).apply(front('other', true)).to(6_000)
  expect([line.shown, line.output().shown]).toEqual(['waiting', 'working'])
})

test('nested-tmux, ssh', () => {
  const line = tab().apply(front('other')).output().to(10_000)
  expect([line.shown, line.frame('waiting').shown]).toEqual(['active', 'waiting'])
})

test('a seen error ends with its program, or when another report follows', () => {
  const seen: Evidence = { type: 'user', action: 'mark_seen' }
  const line = tab().osc('133;C', 'shell').to(500).osc('7501;state=error:app=make')
  line.to(1_000).osc('133;D;1', 'shell').osc('133;A', 'shell').to(60_000)
  expect(line.shown).toBe('error')
  line.apply(seen).to(62_999)
  expect([line.shown, line.to(63_000).shown]).toEqual(['error', 'idle'])
  const nested = tab().osc('133;C', 'shell').to(500).osc('7501;state=error:app=make').to(1_000)
  nested.apply(seen).to(9_000)
  expect(nested.shown).toBe('error')
  nested.frame('waiting').to(20_000).osc('133;D;0', 'shell').osc('133;A', 'shell').to(30_000)
  expect(changes(nested).slice(-2)).toEqual(['waiting@9000', 'idle@20000'])
})

// README's first lines are of the shell's own commands
test('a report at a prompt does not count for the agent after it', () => {
  for (const report of ['1338;state=waiting;tool=deploy', '7501;state=blocked:app=deploy']) {
    const line = tab().osc('133;A', 'shell').osc('133;C', 'shell').to(1_000).osc(report)
    line.apply(front('shell')).to(9_000)
    expect([report, line.shown]).toEqual([report, 'waiting'])
    line.osc('133;D;0', 'shell').osc('133;A', 'shell').to(20_000).osc('133;C', 'shell')
    line.to(20_200).arm().output().to(23_000)
    expect([report, line.shown, line.view.tool]).toEqual([report, 'working', 'claude'])
    line.to(30_000)
    expect([report, line.shown, line.view.source]).toEqual([report, 'waiting', 'silence'])
    // an error exit is seen too
    line.to(40_000).apply(front('shell')).osc('133;D;3', 'shell').osc('133;A', 'shell').to(50_000)
    expect([report, line.shown, line.view.rule]).toEqual([report, 'error', 'E1'])
  }
})

test('two-agents-one-tab', () => {
  for (const dialect of ['1338', '7501']) {
    const line = tab()
    if (dialect === '1338') line.frame('waiting', 'claude').to(500).frame('working', 'codex')
    else line.osc('7501;state=blocked:app=claude').to(500).osc('7501;state=working:app=codex')
    expect([
      line.to(1_000).shown,
      line.view.parts.map(({ tool, state }) => `${tool} ${state}`),
    ]).toEqual(['waiting', ['claude waiting', 'codex working']])
  }
})

test('named-and-unnamed', () => {
  expect(tab().frame('waiting').to(500).frame('working', 'claude').shown).toBe('working')
  expect(tab().frame('waiting', 'claude').to(500).frame('working').shown).toBe('working')
})

test('alias-double-report', () => {
  const line = tab().play('7501;state=working:app=claude-code @500 frame:waiting:claude @1000')
  expect([line.shown, line.view.parts.length, line.view.dissent]).toEqual([
    'working',
    1,
    [
      {
        source: 'osc1338',
        state: 'waiting',
        kind: 'other',
        tool: 'claude',
        at: 500,
        why: 'a more reliable source reports on the same tool',
      },
    ],
  ])
})

test('next-agent-same-tab', () => {
  const next = (line: Timeline) =>
    line.to(500).apply(front('shell')).to(1_000).arm('aider', 2).to(1_200).output().shown
  expect(next(tab().arm().osc('7501;state=working:app=claude'))).toBe('working')
  expect(next(tab().arm().frame('working'))).toBe('working')
  expect(next(tab({ explicitScope: 'session' }).arm().frame('working'))).toBe('active')
  expect(next(tab({ explicitScope: 'tool' }).arm().frame('working'))).toBe('working')
})

// A claim of the session outlives its program. The next program is in the foreground before its
// mark C is read.
test('next-agent-under-the-claim: idle counts from its end, and what it marks is its own', () => {
  const agents = {
    listed: (line: Timeline, pid: number) => line.arm('claude', pid),
    'not listed': (line: Timeline) => line.apply(front('other')),
  }
  for (const [name, begins] of Object.entries(agents)) {
    const line = tab({ explicitScope: 'session' })
    begins(line.osc('133;A', 'shell').osc('133;C', 'shell'), 1).frame('working', 'claude')
    line.to(5_000).apply(front('shell')).osc('133;D;0', 'shell').osc('133;A', 'shell')
    begins(line.to(60_000), 2).osc('133;C', 'tool')
    const runs = [line.to(60_500).shown, line.view.claim?.scope]
    const works = line.to(61_000).frame('working', 'claude').to(62_000).osc('133;C', 'tool').shown
    line.to(90_000).apply(front('shell')).osc('133;D;0', 'shell').osc('133;A', 'shell').to(91_000)
    expect([name, ...runs, works, line.shown, line.view.since]).toEqual([
      name,
      ...['working', 'session', 'working', 'idle'],
      90_000,
    ])
  }
})

test('next-agent-under-the-claim of a shell that marks prompts alone: a mark C is its own', () => {
  const line = tab({ explicitScope: 'session' })
  line.osc('133;A', 'shell').to(1_000).frame('working', 'claude')
  line.to(5_000).osc('133;A', 'shell').to(9_000).osc('133;A', 'shell')
  line.to(60_000).arm('claude', 2).to(62_000).osc('133;C', 'tool').to(63_000)
  expect([line.shown, line.view.since]).toEqual(['idle', 5_000])
  // an agent without reports has been seen in the foreground
  line.to(70_000).apply(front('shell')).osc('133;A', 'shell').to(71_000)
  expect([line.shown, line.view.since]).toEqual(['idle', 70_000])
})

test('an agent that exits with an error at a prompt shows it, even before its mark C', () => {
  for (const claim of [false, true])
    for (const isFirst of [false, true]) {
      const line = tab({ explicitScope: 'session' }).osc('133;A', 'shell')
      if (claim) line.frame('done', 'claude').to(500).osc('133;A', 'shell').to(1_000)
      if (isFirst) line.arm().osc('133;C', 'tool')
      else line.osc('133;C', 'shell').arm()
      line.to(5_000).apply(front('shell')).osc('133;D;1', 'shell')
      expect([claim, isFirst, line.to(6_000).shown]).toEqual([claim, isFirst, 'error'])
      expect([line.view.tool, line.osc('133;A', 'shell').view.tool]).toEqual(['claude', 'claude'])
    }
})

test('vanished-pid', () => {
  expect(guessedWaiting().apply(front('unknown')).to(60_000).output().shown).toBe('working')
})

test('exit-while-waiting', () => {
  const well = tab().frame('waiting').to(10).apply({ type: 'exit', code: 0 })
  expect([well.shown, changes(well)]).toEqual(['active', ['waiting@0', 'active@10']])
  const badly = tab().frame('waiting').to(10).apply({ type: 'exit', code: 1 })
  expect([badly.shown, badly.view.source, changes(badly)]).toEqual([
    'error',
    'exit',
    ['waiting@0', 'error@10'],
  ])
  const unknown = tab().frame('waiting').to(10).apply({ type: 'exit', code: null, signal: null })
  expect([unknown.shown, unknown.view.confidence]).toEqual(['active', 'guess'])
  expect(tab().apply({ type: 'exit', code: null, signal: 9, closed: true }).shown).toBe('active')
  expect(tab().frame('waiting').to(10).apply({ type: 'exit', code: 130 }).shown).toBe('active')
})
