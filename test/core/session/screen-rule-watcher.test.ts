/**
 * Tests how the session handles readings of the screen, and output that waits for a reading. The
 * reader is fake: the test sets its findings.
 */
import { expect, it } from 'vitest'
import { readAgentRules } from '../../../src/agents/rules/parse.ts'
import { shippedAgents, shippedDocument } from '../../../src/agents/rules/shipped.ts'
import type { ScreenEvidence } from '../../../src/agents/state/evidence.ts'
import { defaults } from '../../../src/core/config/table.ts'
import type { ScreenWatch } from '../../../src/agents/screen-rules/screen-reader.ts'
import { Agent } from '../../../src/core/session/agent/agent.ts'
import { agentInFront } from '../../support/fake/fake-watch.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

function tab() {
  const clock = new FakeClock()
  const watches: (ScreenWatch | null)[] = []
  const screen = {
    on: true,
    judge: () => Promise.resolve(null),
    mark: () => undefined,
    watch: (watch: ScreenWatch | null) => {
      watches.push(watch)
    },
  }
  const { watch, report } = agentInFront('codex')
  let agents = shippedAgents()
  const agent = new Agent({
    clock,
    watch,
    options: defaults,
    screen,
    agents: () => agents,
    changed: () => undefined,
  })
  agent.inFront.begin({ pid: 100, isUserShell: true, home: '/home/u' })
  const front = (tool: string | null) =>
    report(
      tool === null
        ? { type: 'process', foreground: 'shell' }
        : { type: 'process', foreground: 'tool', tool, pid: 200, startTime: 1 },
      tool,
    )
  const found = (evidence: Omit<ScreenEvidence, 'type'>, turn = watches.at(-1)?.turn ?? 0) =>
    agent.screenFound({ turn, evidence: { type: 'screen', ...evidence } })
  /** A dialog has been shown for a while. */
  const asks = () => {
    front('codex')
    clock.advance(1_000)
    found({ state: 'waiting', kind: 'permission', rule: 'confirm' })
    clock.advance(1_000)
  }
  return {
    agent,
    clock,
    screen,
    watches,
    front,
    found,
    asks,
    state: () => agent.drawn.state,
    know: (other: typeof agents) => {
      agents = other
      agent.configure(defaults)
    },
  }
}

it('a dialog that prints keeps waiting as one episode', () => {
  const { agent, clock, found, asks, state } = tab()
  asks()
  const { since } = agent.drawn.agent
  for (let blink = 0; blink < 20; blink += 1) {
    agent.output()
    clock.advance(150)
    found({ state: 'waiting', kind: 'permission', rule: 'confirm' })
    clock.advance(350)
  }
  expect([state(), agent.drawn.agent.since]).toEqual(['waiting', since])
})

it('the output after a dialog is gone is work', () => {
  const { agent, clock, found, asks, state } = tab()
  asks()
  agent.output()
  clock.advance(150)
  expect(state()).toBe('waiting')
  found({ state: null })
  clock.advance(100)
  expect(state()).toBe('working')
})

it('a reader late by 2 s is not waited for, and a reader that is off not at all', () => {
  const late = tab()
  late.asks()
  for (let step = 0; step < 6; step += 1) {
    late.agent.output()
    late.clock.advance(500)
  }
  const off = tab()
  off.asks()
  off.screen.on = false
  off.agent.output()
  off.clock.advance(150)
  expect([late.state(), off.state()]).toEqual(['working', 'working'])
})

it('a reading for an earlier agent does not count, nor one after the agent has left', () => {
  const { clock, front, found, watches, state } = tab()
  front('codex')
  const turn = watches.at(-1)?.turn ?? 0
  front('claude')
  found({ state: 'waiting', kind: 'permission', rule: 'confirm' }, turn)
  clock.advance(500)
  expect(state()).toBe('working')
  front(null)
  found({ state: 'waiting', kind: 'permission', rule: 'confirm' })
  clock.advance(500)
  expect([state(), watches.at(-1)]).toEqual(['active', null])
})

it("the foreground agent's screen is read by current rules, also while it reports itself", () => {
  const { agent, front, watches, know } = tab()
  front('codex')
  expect(watches.at(-1)?.rules).toBe(shippedAgents().get('codex')?.rules)
  const { agents } = readAgentRules([
    shippedDocument,
    {
      agents: {
        codex: {
          rules: [
            { id: 'mine', state: 'error', priority: 9_999, region: 'screen', any: [{ text: 'x' }] },
          ],
        },
      },
    },
  ])
  know(agents)
  expect(watches.at(-1)?.rules[0]?.id).toBe('mine')
  agent.found({
    type: 'osc1338',
    value: { state: 'working', tool: 'codex' },
    end: 0,
  } as unknown as Parameters<Agent['found']>[0]) // as the dispatcher gives it
  expect(watches.at(-1)?.rules[0]?.id).toBe('mine')
})

it('Why no longer names a removed rule, and an edit of another changes nothing', () => {
  const { agent, asks, clock, know, state } = tab()
  const without = (id: string) =>
    new Map(
      [...shippedAgents()].map(([name, one]) => [
        name,
        { ...one, rules: one.rules.filter((rule) => rule.id !== id) },
      ]),
    )
  const why = () =>
    agent.why({ dropped: {}, socket: null, tab: { title: '', directory: '' } }).reason
  asks()
  const said = [why()]
  const { since } = agent.drawn.agent
  know(without('prompt_idle'))
  clock.advance(1_000)
  said.push(why())
  const same = agent.drawn.agent.since === since
  know(without('confirm'))
  clock.advance(1_000)
  expect([said, same, why().includes('confirm'), state()]).toEqual([
    Array(2).fill('the screen shows a permission prompt (rule confirm)'),
    true,
    false,
    'active',
  ])
})

it('a screen reading from before the program reported itself does not count', () => {
  const { agent, asks, clock, know, state } = tab()
  const dissent = () =>
    agent
      .why({ dropped: {}, socket: null, tab: { title: '', directory: '' } })
      .dissent.map(({ source, state }) => `${source} ${state}`)
  asks()
  agent.found({
    type: 'osc1338',
    value: { state: 'working', tool: 'codex' },
    end: 0,
  } as unknown as Parameters<Agent['found']>[0])
  clock.advance(1_000)
  const before = dissent()
  know(
    new Map(
      [...shippedAgents()].map(([name, one]) => [
        name,
        { ...one, rules: one.rules.filter(({ id }) => id !== 'confirm') },
      ]),
    ),
  )
  expect([before, dissent(), state()]).toEqual([[], [], 'working'])
})

it("Why names the user's rules that are not tried", () => {
  const { agent, front, know, screen } = tab()
  const { agents } = readAgentRules([
    shippedDocument,
    {
      agents: {
        codex: {
          rules: [
            { id: 'mine', state: 'error', priority: 9_999, region: 'title', any: [{ line: 'x' }] },
          ],
        },
      },
    },
  ])
  const why = () =>
    agent.why({ dropped: {}, socket: null, tab: { title: '', directory: '' } }).rules
  front('codex')
  know(
    new Map(
      [...agents].map(([id, one]) => [
        id,
        id === 'codex' ? { ...one, off: ['codex, rule slow: it took too long.'] } : one,
      ]),
    ),
  )
  const said = [why()]
  screen.on = false
  said.push(why())
  expect(said).toEqual([
    ['codex, rule slow: it took too long.'],
    [
      'codex, rule slow: it took too long.',
      expect.stringMatching(
        /^Your rules for titles and progress reports are off.*: they need the terminal parser/,
      ),
    ],
  ])
})

it('the watcher leaves no timer', () => {
  const { agent, clock, asks } = tab()
  asks()
  agent.output()
  agent.dispose()
  expect(clock.timers).toBe(0)
})
