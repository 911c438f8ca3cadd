/**
 * Tests one tab's agent: evidence goes in, the tab's drawing comes out, with one timer. A fake
 * reports the foreground program.
 */
import { describe, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { Agent } from '../../../src/core/session/agent/agent.ts'
import type { ProcessWatch, WatchProcesses } from '../../../src/core/session/ports.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'

function tab(options = defaults) {
  const clock = new FakeClock()
  const reported: string[] = []
  const asked: string[] = []
  let report: Parameters<WatchProcesses>[0]['report'] | undefined
  const watch: WatchProcesses = (options) => {
    report = options.report
    const process: ProcessWatch = {
      stirred: () => undefined,
      foregroundNow: () => 'shell',
      look: () => {
        asked.push('look')
      },
      demand: ({ claim, marked, usesCpu }) => {
        asked.push(`claim ${claim} marked ${marked} guessed ${usesCpu}`)
      },
      front: { foreground: 'tool', name: 'codex', agent: 'codex' },
      dispose: () => {
        asked.push('gone')
      },
    }
    return process
  }
  let last: string = 'active'
  const changed = () => {
    const { state } = agent.drawn
    if (state !== last) reported.push((last = state))
  }
  const agent: Agent = new Agent({ clock, watch, options, changed })
  agent.inFront.begin({ pid: 100, isUserShell: true, home: '/home/u' })
  return {
    agent,
    clock,
    reported,
    asked,
    front: (tool: string | null) =>
      report?.(
        tool === null
          ? { type: 'process', foreground: 'shell' }
          : { type: 'process', foreground: 'tool', tool, pid: 200, startTime: 1 },
        tool,
      ),
  }
}

const reasons = (agent: Agent) =>
  agent.why({ dropped: {}, socket: null, tab: { title: 'x', directory: '~' } })

describe('Agent', () => {
  it('requests a foreground check for a question while no agent is seen', () => {
    const { agent, asked, front } = tab()
    expect([agent.inFront.rulesNow().length, asked]).toEqual([0, ['look']])
    front('codex')
    asked.length = 0
    expect(agent.inFront.rulesNow()).toBe(agent.inFront.known?.rules)
    expect([agent.inFront.rulesNow().length > 0, asked]).toEqual([true, []])
  })

  it('reports each state once, and leaves no timer', () => {
    const { agent, clock, reported, front } = tab()
    front('codex')
    clock.advance(1_000)
    for (let line = 0; line < 20; line += 1) {
      agent.output()
      clock.advance(100)
    }
    clock.advance(4_000)
    expect(reported).toEqual(['working']) // it may load: its prompt was not visible yet
    clock.advance(4_000)
    expect(reported).toEqual(['working', 'waiting'])
    front(null)
    clock.advance(1_000)
    expect(reported.at(-1)).toBe('active')
    agent.output()
    agent.dispose()
    expect(clock.timers).toBe(0)
  })

  it.each([
    [
      'codex',
      'To get exact states, install hooks for Codex: run `vibeflow integrate codex` in a ' +
        'shell. It shows each change first.',
    ],
    ['aider', 'To get exact states, have the program report them (see `vibeflow-emit --help`).'],
  ])('explains how to make a guess of %s certain', (tool, advice) => {
    const { agent, clock, front } = tab()
    const { advice: atTheShell } = reasons(agent)
    front(tool)
    for (let line = 0; line < 20; line += 1) {
      agent.output()
      clock.advance(100)
    }
    clock.advance(10_000) // silence before a first prompt
    expect(atTheShell).toBe(null)
    expect(agent.drawn.agent.confidence).toBe('guess')
    expect(reasons(agent).advice).toContain(advice)
    agent.dispose()
  })

  it('names the foreground tool as long as its exit would be noticed', () => {
    const ai = { ...defaults.ai, explicit_scope: 'session' as const }
    const { agent, front } = tab({ ...defaults, ai })
    const seen = [agent.drawn.front]
    const note = (act: () => void) => {
      act()
      seen.push(agent.drawn.front)
    }
    const claim = {
      type: 'osc1338',
      value: { state: 'working', tool: 'pi' },
      end: 0,
    } as unknown as Parameters<Agent['found']>[0] // as the dispatcher gives it
    note(() => front('codex'))
    note(() => front(null))
    note(() => front('codex'))
    note(() => agent.found(claim)) // for the session: /proc is read no more
    agent.restart()
    note(() =>
      agent.found({
        type: 'prompt',
        value: { kind: 'prompt_start' },
        end: 0,
      } as unknown as Parameters<Agent['found']>[0]),
    )
    note(() => front('codex'))
    note(() => agent.found(claim))
    note(() =>
      agent.found({
        type: 'prompt',
        value: { kind: 'prompt_start' },
        end: 0,
      } as unknown as Parameters<Agent['found']>[0]),
    )
    expect(seen).toEqual([null, 'codex', null, 'codex', null, null, 'codex', 'codex', null])
    agent.dispose()
  })

  it('the watch learns of a claim before a mark in the same read asks it', () => {
    const asked: string[] = []
    const watch: WatchProcesses = () =>
      quietWatch({
        foregroundNow: () => {
          asked.push('front')
          return 'tool'
        },
        demand: ({ claim }) => {
          asked.push(`claim ${claim}`)
        },
        front: { foreground: 'other', name: 'mine', agent: null },
      })
    const agent = new Agent({
      clock: new FakeClock(),
      watch,
      options: defaults,
      changed: () => undefined,
    })
    agent.inFront.begin({ pid: 100, isUserShell: true, home: '/home/u' })
    agent.during(() => {
      agent.found({ type: 'osc7501', value: { state: 'working' }, end: 0 } as unknown as Parameters<
        Agent['found']
      >[0]) // as the dispatcher gives it
      agent.found({
        type: 'prompt',
        value: { kind: 'prompt_start' },
        end: 0,
      } as unknown as Parameters<Agent['found']>[0])
    })
    expect(asked).toEqual(['claim tool', 'front', 'claim tool'])
    agent.dispose()
  })

  it('leaves no timer in any state', () => {
    const claims = ['working', 'waiting', 'done', 'idle'] as const
    for (const state of claims) {
      const { agent, clock } = tab()
      agent.found({
        type: 'osc1338',
        value: { state, tool: 'pi' },
        end: 0,
      } as unknown as Parameters<Agent['found']>[0]) // as the dispatcher gives it
      clock.advance(150)
      expect(agent.drawn.state).toBe(state)
      agent.dispose()
      expect(clock.timers, state).toBe(0)
    }
  })

  it('keeps at most one timer, however much is reported', () => {
    const { agent, clock, front } = tab()
    front('codex')
    for (let round = 0; round < 200; round += 1) {
      agent.output()
      agent.input('keys', new Uint8Array([0x61]))
      clock.advance(7)
      expect(clock.timers).toBeLessThanOrEqual(1)
    }
    agent.dispose()
  })

  it("reads progress by the agent's rules, and by the common ones for all", () => {
    const { agent, clock, reported } = tab()
    agent.found({
      type: 'progress',
      value: { state: 'value', percent: 40 },
      text: '4;1;40',
      end: 0,
    })
    clock.advance(5_000)
    expect([reported, agent.drawn.agent.source, agent.drawn.agent.progress]).toEqual([
      ['working'],
      'osc9_4',
      40,
    ])
    agent.dispose()
  })

  it('tells the watch what it needs, and releases it', () => {
    const { agent, asked } = tab()
    agent.found({
      type: 'osc1338',
      value: { state: 'working', tool: 'pi' },
      end: 0,
    } as unknown as Parameters<Agent['found']>[0]) // as above
    agent.why({ dropped: {}, socket: null, tab: { title: 'bash', directory: '~' } })
    agent.dispose()
    expect(asked).toEqual(['claim tool marked false guessed false', 'look', 'gone'])
  })
})
