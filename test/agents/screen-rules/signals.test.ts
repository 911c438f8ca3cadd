/** Tests titles and progress, with the rules of the foreground agent. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAgentRules } from '../../../src/agents/rules/parse.ts'
import type { RuleOutcome } from '../../../src/agents/rules/rules.ts'
import { shippedAgents, shippedDocument } from '../../../src/agents/rules/shipped.ts'
import { Dispatcher } from '../../../src/agents/dispatch/dispatcher.ts'
import { Signals, type RuleSignal } from '../../../src/agents/screen-rules/signals.ts'

function signalsOf(agent: string | null) {
  let reported: RuleSignal | null = null
  const signals = new Signals(
    () => shippedAgents(),
    undefined,
    (evidence) => {
      reported = evidence
    },
  )
  const said = (act: () => void): RuleSignal | null => {
    reported = null
    act()
    return reported
  }
  signals.front(agent)
  return {
    front: (other: string | null) => said(() => signals.front(other)),
    title: (text: string, now: number) => said(() => signals.title(text, now)),
    progress: (...report: Parameters<Signals['progress']>) =>
      said(() => signals.progress(...report)),
  }
}
const title = (agent: string | null, text: string) => signalsOf(agent).title(text, 0)?.state ?? null
const progress = (agent: string | null, body: string) => {
  const signals = signalsOf(agent)
  let said: unknown
  new Dispatcher('h', {
    evidence: (found) => {
      if (found.type === 'progress') said = signals.progress(found.value, found.text)
    },
    query: () => undefined,
  }).feed(new TextEncoder().encode(`\x1b]9;${body}\x07`))
  return said
}

interface Recorded {
  readonly events: readonly { readonly t_s: number; readonly t: string; readonly text?: string }[]
  readonly titleRules: readonly {
    readonly t_s: number
    readonly state: string
    readonly kind?: string
    readonly rule: string
  }[]
}

describe('titles', () => {
  it('of the recorded agent give the recorded outcomes', () => {
    const { events, titleRules } = JSON.parse(
      readFileSync(
        new URL('../../data/traces/codex-0.169.0.expected.json', import.meta.url),
        'utf8',
      ),
    ) as Recorded
    const signals = signalsOf('codex')
    let last = ''
    const changes = events.flatMap(({ t, t_s, text }) => {
      const said = t === 'title' ? signals.title(text ?? '', t_s * 1_000) : null
      if (said?.state == null || said.rule === last) return []
      last = said.rule ?? ''
      return [
        {
          t_s,
          state: said.state,
          ...(said.kind === undefined ? {} : { kind: said.kind }),
          rule: said.rule,
        },
      ]
    })
    expect(changes).toEqual(titleRules)
  })

  // A text for which each title rule holds, and a near miss.
  it.each([
    ['claude', '⠋ Fix the parser', 'working'],
    ['claude', '◐ Fix the parser', 'working'],
    ['claude', '✳ Fix the parser', 'idle'],
    ['claude', 'a ⠋ b', null],
    ['claude', '◐Fix', null],
    ['claude', '✻ Fix', null],
    ['codex', '[ ! ] Action Required | proj', 'waiting'],
    ['codex', '⠙ proj', 'working'],
    ['codex', 'proj', 'idle'],
    ['codex', '', null],
    ['codex', '[ ! ] Action Requested | proj', 'idle'],
    ['qwen', '✳︎ qwen - x', 'waiting'],
    ['qwen', '◐︎ qwen', 'working'],
    ['qwen', 'qwen - x', null],
    ['qwen', '✳︎qwen', null],
    ['gemini', '✋  Action Required (x)', 'waiting'],
    ['gemini', '✦  Thinking', 'working'],
    ['gemini', '⏲  Working…', 'working'],
    ['gemini', '◇  Ready (x)      ', 'idle'],
    ['gemini', 'x ✋', null],
    ['amp', '⠋ x', 'working'],
    ['amp', 'a - amp - b', 'idle'],
    ['amp', 'Plugin confirmation needed', 'waiting'],
    ['amp', 'a-amp-b', null],
    ['grok', 'Action Required', 'waiting'],
    ['grok', 'x - grok', null], // also at work, after Ctrl+C
    ['grok', '⠋ x - grok', null],
    ['grok', '', null],
    ['hermes', '⚠ x', 'waiting'],
    ['hermes', '⏳ x', 'working'],
    ['hermes', '✓ x', 'idle'],
    ['hermes', 'x ✓', null],
    ['opencode', 'OC | waiting', null],
    [null, '⠋ x', null],
    ['nobody', '⠋ x', null],
  ])('of %s: %j is %s', (agent, text, expected) => {
    expect(title(agent, text)).toBe(expected)
  })

  it('are news only when the outcome changes, or a second later', () => {
    const signals = signalsOf('claude')
    const at = (ms: number, text: string) => signals.title(text, ms)?.state
    expect([
      at(0, '◐ a'),
      at(100, '◓ a'),
      at(999, '◑ a'),
      at(1_000, '◒ a'),
      at(1_100, '✳ a'),
      at(1_200, 'a'),
      at(1_300, 'b'),
    ]).toEqual(['working', undefined, undefined, 'working', 'idle', null, undefined])
  })

  it('end with their agent', () => {
    const signals = signalsOf('claude')
    signals.title('◐ a', 0)
    expect(signals.front(null)).toEqual({ type: 'signal', source: 'title', state: null })
    expect([signals.front(null), signals.front('qwen'), signals.title('✳ a', 1)?.state]).toEqual([
      null,
      null,
      'waiting',
    ])
  })

  it('cost little, whatever they contain', () => {
    const signals = [...shippedAgents().keys()].map(signalsOf)
    const texts = [
      ' '.repeat(100_000),
      '⠋'.repeat(100_000),
      '⠋ '.repeat(50_000),
      '\u202e✳ '.repeat(30_000),
      'Action Require'.repeat(9_000),
    ]
    // CPU time, because other processes may use the CPU in between
    const before = process.cpuUsage()
    for (const one of signals)
      for (const [index, text] of texts.entries()) one.title(text.slice(0, 131_072), index)
    // per title; far less on an idle machine
    expect(process.cpuUsage(before).user / 1_000 / (signals.length * texts.length)).toBeLessThan(
      100,
    )
  })
})

describe('progress', () => {
  it.each([
    [null, '4;3', 'working', undefined],
    [null, '4;1;40', 'working', 40],
    [null, '4;4', 'working', undefined],
    [null, '4;2;80', 'error', 80],
    [null, '4;0', null, undefined],
    ['claude', '4;0', 'idle', undefined],
    ['claude', '4;3', 'working', undefined],
    ['qwen', '4;3', 'working', undefined],
    ['grok', '4;1;-1', 'working', undefined],
    ['grok', '4;0;0', 'idle', undefined],
    ['grok', '4;0', null, undefined],
  ])('of %s: %s is %s', (agent, body, state, percent) => {
    expect(progress(agent, body)).toMatchObject({
      type: 'signal',
      source: 'osc9_4',
      state,
      ...(percent === undefined ? {} : { progress: percent }),
    })
  })

  it('names the rule', () => {
    expect([progress('grok', '4;1;-1'), progress(null, '4;3')]).toMatchObject([
      { rule: 'progress_busy' },
      { rule: '9;4 busy' },
    ])
  })

  it('of Letta is ignored: it is work while the agent asks, too', () => {
    expect(progress('letta', '4;3')).toBe(null)
  })
})

describe("where a rule is the user's", () => {
  const { agents } = readAgentRules([
    shippedDocument,
    {
      agents: {
        claude: {
          rules: [
            { id: 'own', state: 'error', priority: 9_999, region: 'title', any: [{ text: 'x' }] },
          ],
        },
      },
    },
  ])
  function elsewhere() {
    const asked: {
      readonly text: string
      readonly rules: number
      readonly answer: (outcome: RuleOutcome | null | 'lost') => void
    }[] = []
    const said: RuleSignal[] = []
    const port = {
      on: true,
      judge: (rules: readonly unknown[], text: string) =>
        new Promise<RuleOutcome | null | 'lost'>((answer) => {
          asked.push({ text, rules: rules.length, answer })
        }),
    }
    const signals = new Signals(
      () => agents,
      port,
      (evidence) => said.push(evidence),
    )
    const answer = async (outcome: RuleOutcome | null | 'lost') => {
      asked.at(-1)?.answer(outcome)
      await Promise.resolve()
      await Promise.resolve()
    }
    return {
      signals,
      asked,
      said,
      port,
      answer,
      states: () => said.map(({ state, rule }) => `${state} ${rule}`),
    }
  }

  it('the worker judges all title rules and progress only when the user has any', async () => {
    const { signals, asked, answer, states } = elsewhere()
    signals.front('claude')
    signals.title('◐ a', 0)
    signals.progress({ state: 'busy' } as Parameters<Signals['progress']>[0], '4;3')
    await answer({ rule: 'title_busy', state: 'working' })
    expect([asked.map(({ text, rules }) => `${text} ${rules}`), states()]).toEqual([
      ['◐ a 3'],
      ['working 9;4 busy', 'working title_busy'],
    ])
  })

  it('a lost request is repeated or judged by shipped rules unless a newer waits', async () => {
    const { signals, asked, port, answer, states } = elsewhere()
    signals.front('claude')
    signals.title('◐ a', 0)
    await answer('lost')
    signals.title('✳ b', 1)
    await answer('lost')
    port.on = false
    await answer('lost')
    expect([asked.map(({ text }) => text), states()]).toEqual([
      ['◐ a', '◐ a', '✳ b'],
      ['idle title_idle'],
    ])
  })

  it('answers from before another agent came to the foreground are ignored', async () => {
    const { signals, answer, states } = elsewhere()
    signals.front('claude')
    signals.title('x', 0)
    signals.front('codex')
    await answer({ rule: 'own', state: 'error' })
    expect(states()).toEqual([])
  })
})
