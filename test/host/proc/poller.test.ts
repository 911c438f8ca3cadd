/**
 * When the poller looks, how much it reads, and what it makes of it. Clock and /proc are fakes;
 * foreground.test.ts has real programs.
 */
import { describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { Tools } from '../../../src/agents/process/match.ts'
import type { ProcessWatch, WatchProcesses } from '../../../src/core/session/ports.ts'
import { Poller } from '../../../src/host/proc/poller.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FakeProc } from '../../support/fake/fake-proc.ts'

type ProcessReading = Parameters<Parameters<WatchProcesses>[0]['report']>[0]

const listed = ['claude', 'codex', 'gemini']

function tab({ isUserShell = true, tools = listed } = {}) {
  const clock = new FakeClock()
  const proc = new FakeProc()
  proc.put(100, { comm: 'bash', parent: 1, foregroundGroup: 100 })
  const poller = new Poller(clock, proc, new Tools(tools, shippedAgents()))
  const reported: ProcessReading[] = []
  const agents: (string | null)[] = []
  const watch: Required<ProcessWatch> = poller.watch({
    pid: 100,
    isUserShell,
    home: '/home/u',
    report: (evidence, agent) => {
      reported.push(evidence)
      agents.push(agent)
    },
  })
  clock.advance(0)
  const show = ({ foreground, tool, pid, descends }: ProcessReading) =>
    `${foreground}${tool === undefined ? '' : ` ${tool} ${pid}`}` +
    `${descends === true ? ' descends' : ''}`
  return {
    clock,
    proc,
    poller,
    watch,
    reported,
    agents,
    /** Different readings, in order. */
    story: () => reported.map(show).filter((one, index, all) => one !== all[index - 1]),
    /** Reads in the next so many milliseconds. */
    reads: (ms: number) => {
      proc.reads.length = 0
      clock.advance(ms)
      return proc.reads.length
    },
    /** Another program comes to the front, and the tab notices by its output. */
    run: (pid: number, process: Parameters<FakeProc['put']>[1]) => {
      proc.put(pid, process)
      proc.front(pid)
      watch.stirred()
    },
    end: () => {
      poller.dispose()
      expect(clock.timers).toBe(0)
    },
  }
}

describe('when the poller looks', () => {
  it('reads immediately, then ever more rarely for a quiet shell, one file each time', () => {
    const { proc, clock, reads, end } = tab()
    expect(proc.reads).toEqual(['stat 100'])
    const times: number[] = []
    for (let ms = 0; ms < 10_000; ms += 250) if (reads(250) > 0) times.push(clock.now())
    expect(times).toEqual([500, 1_500, 3_000, 5_000, 7_000, 9_000])
    end()
  })

  it('looks 250 ms after output or input, and not more often while it flows', () => {
    const { clock, watch, proc, reads, end } = tab()
    reads(60_000)
    watch.stirred()
    expect([reads(249), reads(1)]).toEqual([0, 1])
    proc.reads.length = 0
    for (let ms = 0; ms < 1_000; ms += 1) {
      watch.stirred()
      clock.advance(1)
    }
    expect(proc.reads.length).toBe(4)
    end()
  })

  it('reads every 250 ms while a tool is in the foreground, two files each time', () => {
    const { run, reads, end } = tab()
    run(200, { comm: 'codex' })
    reads(1_000)
    expect(reads(10_000)).toBe(80)
    end()
  })

  it('reads nothing under a claim for the session, whatever happens', () => {
    const { run, reads, watch, end } = tab()
    run(200, { comm: 'codex' })
    reads(1_000)
    watch.demand({ claim: 'session', marked: false, usesCpu: false })
    watch.stirred()
    expect(reads(60_000)).toBe(0)
    end()
  })

  it('reads once a second under a claim for the tool, even where prompts are marked', () => {
    const { run, reads, watch, end } = tab()
    run(200, { comm: 'codex' })
    reads(1_000)
    watch.demand({ claim: 'tool', marked: false, usesCpu: false })
    reads(1_000)
    watch.stirred()
    expect(reads(10_000)).toBe(20)
    watch.demand({ claim: 'tool', marked: true, usesCpu: false })
    expect(reads(10_000)).toBe(20)
    watch.demand({ claim: null, marked: true, usesCpu: false })
    expect(reads(1_000)).toBeGreaterThan(4)
    end()
  })

  it('reads immediately for a program that printed at a marked prompt, before it can crash', () => {
    const { run, reads, watch, story, end } = tab()
    reads(10_700)
    run(200, { comm: 'codex' })
    watch.demand({ claim: 'tool', marked: true, usesCpu: false })
    reads(0)
    expect(story()).toEqual(['shell', 'tool codex 200'])
    end()
  })

  // such as vibeflow-emit in a nested shell, or at the other end of ssh
  it.each([
    ['a nested shell', { comm: 'fish' }],
    ['another machine', { comm: 'ssh', argv: ['ssh', 'build'] }],
    ['a new container', { comm: 'docker', argv: ['docker', 'run', '-it', 'debian'] }],
    ['another user', { comm: 'sudo', argv: ['sudo', '-s'] }],
  ])('takes the marks of %s for its own, whatever has reported there', (_, process) => {
    const { run, reads, watch, end } = tab()
    run(200, process)
    reads(1_000)
    watch.demand({ claim: 'tool', marked: true, usesCpu: false })
    reads(1_000)
    expect(watch.foregroundNow()).toBe('other')
    end()
  })

  it('sees that a reporting group member left while another shell remains', () => {
    const { run, reads, watch, proc, story, end } = tab()
    run(200, { comm: 'bash' })
    reads(1_000)
    run(300, { comm: 'codex', parent: 200 })
    reads(1_000)
    watch.demand({ claim: 'tool', marked: true, usesCpu: false })
    reads(10_000)
    proc.front(200)
    reads(1_000)
    expect(story()).toEqual(['shell', 'other', 'tool codex 300', 'other'])
    end()
  })

  it('gives a program that has just spoken a second, as a shell may start one next', () => {
    const { run, reads, watch, end } = tab()
    reads(10_700) // idle, and a while after the last poll
    watch.demand({ claim: 'tool', marked: false, usesCpu: false })
    expect(reads(999)).toBe(0)
    run(200, { comm: 'codex' })
    expect(reads(1)).toBe(4) // the shell, the program in the foreground, its path and its words
    expect(reads(10_000)).toBe(20)
    end()
  })

  it('reads one stat before a mark, even where it does not poll', () => {
    const { run, reads, watch, proc, clock, end } = tab()
    run(200, { comm: 'codex' })
    reads(1_000)
    watch.demand({ claim: 'session', marked: true, usesCpu: false })
    proc.reads.length = 0
    expect([watch.foregroundNow(), proc.reads]).toEqual(['tool', ['stat 100']])
    proc.front(100)
    expect([watch.foregroundNow(), proc.reads]).toEqual(['shell', ['stat 100', 'stat 100']])
    clock.advance(10_000)
    expect(proc.reads.length).toBe(2)
    end()
  })

  it('does nothing at all with an empty list', () => {
    const { reads, end, clock } = tab({ tools: [] })
    expect([reads(60_000), clock.timers]).toEqual([0, 0])
    end()
  })

  it('has one timer for all tabs, and none after the last', () => {
    const { clock, poller, watch } = tab()
    const others = Array.from({ length: 59 }, (_, index) =>
      poller.watch({ pid: 1_000 + index, isUserShell: true, home: '/', report: () => undefined }),
    )
    clock.advance(10_000)
    expect(clock.timers).toBe(1)
    for (const other of [watch, ...others]) other.dispose()
    expect(clock.timers).toBe(0)
  })

  it('checks as often as foreground_check_interval_ms, from the next check on', () => {
    const { run, reads, poller, end } = tab()
    run(200, { comm: 'codex' })
    reads(1_000)
    poller.configure(new Tools(listed, shippedAgents()), 1_000)
    reads(1_000)
    expect(reads(10_000)).toBe(20)
    end()
  })

  it('wakes up to once a second for sixty idle tabs, and looks at each in two', () => {
    const { clock, poller, proc, end } = tab()
    for (let index = 0; index < 59; index += 1) {
      proc.put(1_000 + index, { comm: 'bash', parent: 1, foregroundGroup: 1_000 + index })
      poller.watch({
        pid: 1_000 + index,
        isUserShell: true,
        home: '/home/u',
        report: () => undefined,
      })
      clock.advance(33)
    }
    clock.advance(10_000)
    proc.reads.length = 0
    let wakes = 0
    for (let ms = 0; ms < 10_000; ms += 1) {
      const before = proc.reads.length
      clock.advance(1)
      if (proc.reads.length > before) wakes += 1
    }
    expect([wakes, proc.reads.length]).toEqual([10, 300])
    end()
  })

  it('takes a new list immediately', () => {
    const { run, reads, poller, story, end } = tab()
    run(200, { comm: 'mytool' })
    reads(1_000)
    poller.configure(new Tools(['mytool'], shippedAgents()), 250)
    reads(0)
    expect(story()).toEqual(['shell', 'other', 'tool mytool 200'])
    end()
  })

  it('samples CPU use of descendants once a second while a quiet tool may be working', () => {
    const { run, reads, watch, proc, reported, end } = tab()
    run(200, { comm: 'codex' })
    proc.put(201, { comm: 'cc1', parent: 200, group: 200 })
    reads(1_000)
    watch.demand({ claim: null, marked: false, usesCpu: true })
    for (let second = 0; second < 5; second += 1) {
      reads(1_000)
      proc.change(201, { cpuTicks: 50 * (second + 1) })
    }
    expect(reported.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]))).toEqual([
      0.5, 0.5, 0.5, 0.5,
    ])
    watch.demand({ claim: null, marked: false, usesCpu: false })
    reads(1_000)
    expect(reads(10_000)).toBe(80)
    end()
  })
})

describe('its results', () => {
  it('reports a tool with pid, start time and agent, and that it has left', () => {
    const { run, reads, proc, reported, agents, story, end } = tab()
    run(200, { comm: 'node', argv: ['node', '/usr/bin/gemini'], startTime: 7 })
    reads(250)
    expect([reported.at(-1), agents.at(-1)]).toEqual([
      { type: 'process', foreground: 'tool', tool: 'gemini', pid: 200, startTime: 7 },
      'gemini',
    ])
    proc.front(100)
    reads(250)
    expect(story()).toEqual(['shell', 'tool gemini 200', 'shell'])
    end()
  })

  it("keeps a tool armed while its own program is in the foreground, but not a stranger's", () => {
    const { run, reads, story, end } = tab()
    run(200, { comm: 'claude' })
    reads(250)
    run(300, { comm: 'sh', parent: 200 })
    reads(250)
    run(301, { comm: 'vim', parent: 300 })
    reads(250)
    run(302, { comm: 'codex', parent: 300 })
    reads(250)
    run(200, { comm: 'claude' })
    reads(250)
    run(400, { comm: 'vim' })
    reads(250)
    expect(story()).toEqual([
      ...['shell', 'tool claude 200', 'other descends', 'tool claude 200', 'other'],
    ])
    end()
  })

  it('knows a process by its start time: the same number may be another', () => {
    const { run, reads, proc, story, end } = tab()
    run(200, { comm: 'claude', startTime: 1 })
    reads(250)
    proc.put(200, { comm: 'claude', startTime: 2 })
    proc.put(300, { comm: 'vim', parent: 200 })
    proc.front(300)
    reads(250)
    expect(story()).toEqual(['shell', 'tool claude 200', 'other'])
    end()
  })

  it('sees exec, which keeps the number, and a renaming, which keeps the program', () => {
    const { run, reads, proc, story, end } = tab()
    run(200, { comm: 'npm', exe: '/usr/bin/node' })
    reads(250)
    proc.change(200, { comm: 'codex', exe: '/opt/codex' })
    reads(500)
    proc.change(200, { comm: 'thinking' })
    reads(250)
    proc.change(200, { comm: 'vim', exe: '/usr/bin/vim' })
    reads(250)
    expect(story()).toEqual(['shell', 'other', 'tool codex 200', 'other'])
    end()
  })

  it('finds a tool that a runner starts later in its group, and that it ends', () => {
    const { run, reads, proc, story, end } = tab()
    run(200, { comm: 'npm exec codex' })
    reads(3_000)
    proc.put(201, { comm: 'sh', parent: 200, group: 200 })
    proc.put(202, {
      comm: 'node',
      parent: 201,
      group: 200,
      argv: ['node', '/x/node_modules/@openai/codex/bin/codex.js'],
    })
    reads(8_000)
    proc.processes.delete(202)
    reads(250)
    expect(story()).toEqual(['shell', 'other', 'tool codex 202', 'other'])
    end()
  })

  // Codex's launcher under load: its dialog stood for 8 s before its choices were known
  it('finds it immediately when the user asks, even under a claim', () => {
    const { run, reads, proc, watch, story, end } = tab()
    run(200, { comm: 'node' })
    reads(60_000)
    watch.demand({ claim: 'tool', marked: true, usesCpu: false })
    reads(0)
    proc.put(201, { comm: 'codex', parent: 200, group: 200 })
    watch.look()
    expect(story()).toEqual(['shell', 'other', 'tool codex 201'])
    end()
  })

  it('finds a tool in a pipe whose leader has ended', () => {
    const { run, reads, proc, story, end } = tab()
    run(200, { comm: 'true', isDead: true })
    proc.put(201, { comm: 'claude', group: 200 })
    reads(250)
    proc.processes.delete(200)
    reads(250)
    expect(story()).toEqual(['shell', 'tool claude 201'])
    end()
  })

  it('treats a vanished process as a race the first time, and as gone the second', () => {
    const { run, reads, proc, story, reported, end } = tab()
    run(200, { comm: 'claude' })
    reads(250)
    proc.processes.delete(200)
    const before = reported.length
    reads(250)
    expect(reported.length).toBe(before)
    reads(250)
    expect(story()).toEqual(['shell', 'tool claude 200', 'other'])
    end()
  })

  it('gives no evidence when the tab itself cannot be read', () => {
    const { reads, proc, reported, end } = tab()
    proc.processes.delete(100)
    const before = reported.length
    reads(10_000)
    expect(reported.length).toBe(before)
    end()
  })

  it('distinguishes an unknown foreground from the shell', () => {
    const { reads, proc, story, end } = tab()
    proc.front(-1)
    reads(2_000)
    expect(story()).toEqual(['shell', 'other'])
    end()
  })

  it('judges a program that was started for the tab, and a program that a shell became', () => {
    for (const isUserShell of [true, false]) {
      const { reads, proc, story, end } = tab({ isUserShell })
      proc.change(100, { comm: 'codex' })
      reads(2_000)
      proc.change(100, { comm: 'vim', exe: '/usr/bin/vim' })
      reads(2_000)
      expect(story()).toEqual(['shell', 'tool codex 100', isUserShell ? 'shell' : 'other'])
      end()
    }
  })

  it('treats a shell named for the tab as a prompt, unless it runs a line or script', () => {
    for (const [argv, wanted] of [
      [['bash'], 'shell'],
      [['-bash', '--norc'], 'shell'],
      [['sh', '-c', 'sleep 9'], 'other'],
      [['/bin/bash', '-lc', 'x'], 'other'],
      [['sh', './agent.sh'], 'other'],
      [['bash', '-O', 'extglob'], 'shell'],
    ] as const) {
      const { proc, watch, story, end } = tab({ isUserShell: false })
      proc.change(100, { argv })
      watch.look()
      proc.put(200, { comm: 'vim' })
      proc.front(200)
      watch.look()
      proc.front(100)
      watch.look()
      expect(story().at(-1), argv.join(' ')).toBe(wanted)
      end()
    }
  })

  it('believes the hint of a wrapper, if it names an entry of the list', () => {
    const { run, reads, story, end } = tab()
    run(200, { comm: 'bwrap', hint: 'codex' })
    reads(250)
    run(300, { comm: 'bwrap', hint: 'vim' })
    reads(250)
    expect(story()).toEqual(['shell', 'tool codex 200', 'other'])
    end()
  })

  it('looks no further than the client of a multiplexer or a remote shell', () => {
    const { run, reads, proc, story, end } = tab()
    proc.put(500, { comm: 'claude', parent: 1, session: 500 })
    run(200, { comm: 'tmux: client', argv: ['tmux', 'attach'] })
    reads(2_000)
    run(300, { comm: 'ssh', argv: ['ssh', 'host', 'claude'] })
    reads(2_000)
    expect(story()).toEqual(['shell', 'other'])
    end()
  })

  it('counts the unlisted program that holds the claim as the tool, before a mark', () => {
    const { run, reads, watch, proc, end } = tab()
    run(200, { comm: 'crush' })
    reads(250)
    watch.demand({ claim: 'tool', marked: false, usesCpu: false })
    expect(watch.foregroundNow()).toBe('tool')
    proc.front(100)
    expect(watch.foregroundNow()).toBe('shell')
    end()
  })
})
