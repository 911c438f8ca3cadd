/** Tests the content of a stripe, its pulse, and the text next to it. */
import { describe, expect, it } from 'vitest'
import type { TabState } from '../../../../src/core/windows/tabs/tab-view.ts'
import {
  pulseAlpha,
  pulseFrames,
  pulseSteps,
  pulseStepsInSoftware,
} from '../../../../src/core/windows/tabs/pulse.ts'
import { sinceChangesIn, sinceText, sinceWords } from '../../../../src/base/text/since.ts'
import {
  tabDescription,
  stateWord,
  subtitleOf,
  thirdLine,
} from '../../../../src/core/windows/tabs/state-words.ts'
import { glyphOf, motionAllowed, pulses } from '../../../../src/core/windows/tabs/stripe.ts'
import { defaults } from '../../../../src/core/config/table.ts'
import { vectors } from '../../../support/vectors.ts'
import { tabView } from '../../../support/tab-view.ts'

const clock = (at: number) => `clock ${at}`

describe('pulse', () => {
  it.each(vectors('pulse_alpha').map((vector) => [vector.id, vector] as const))(
    'is as vector %s expects',
    (_id, vector) => {
      expect(
        Math.abs(pulseAlpha(vector['t_s'] as number) - (vector['expect'] as number)),
      ).toBeLessThanOrEqual(vector['tol'] as number)
    },
  )

  it.each([pulseSteps, pulseStepsInSoftware])(
    'goes from 40 to 100 %% and back in %i held steps',
    (steps) => {
      const frames = pulseFrames(steps)
      const values = frames.slice(0, -1).map(({ opacity }) => opacity)
      expect([values.length, Math.min(...values), Math.max(...values)]).toEqual([steps, 0.4, 1])
      expect(
        frames.every(
          ({ easing, offset }, index) =>
            easing === 'step-end' && Math.abs(offset - index / steps) < 1e-9,
        ),
      ).toBe(true)
      expect(frames.at(-1)?.opacity).toBe(frames[0]?.opacity)
    },
  )

  it('is only for waiting tabs that were not seen', () => {
    const states: TabState[] = ['active', 'idle', 'working', 'waiting', 'done', 'error']
    expect(states.filter((state) => pulses(tabView({ state })))).toEqual(['waiting'])
    expect(
      [{ seen: true }, { snoozedUntil: 9 }].map((agent) =>
        pulses(tabView({ state: 'waiting', agent })),
      ),
    ).toEqual([false, false])
  })

  it('is still when the user or the system prefers that', () => {
    const may = (change: object, reduces: boolean) =>
      motionAllowed({ ...defaults.ui, ...change }, reduces)
    expect([
      may({}, false),
      may({}, true),
      may({ indicator_pulse: false }, false),
      may({ reduce_motion: 'on' }, false),
      may({ reduce_motion: 'off' }, true),
    ]).toEqual([true, false, false, false, true])
  })
})

describe('stripe', () => {
  it('has another shape for each state', () => {
    const states: TabState[] = ['active', 'working', 'waiting', 'done', 'idle', 'error']
    expect(states.map((state) => glyphOf(tabView({ state })))).toEqual([
      ...['none', 'dot', 'triangle', 'check', 'ring', 'cross'],
    ])
    expect(glyphOf(tabView({ state: 'waiting', agent: { snoozedUntil: 5 } }))).toBe(
      'triangle-hollow',
    )
  })
})

describe('since', () => {
  it('counts seconds, minutes, hours', () => {
    expect([-5, 0, 59_999, 60_000, 3_599_999, 3_600_000, 90_000_000].map(sinceText)).toEqual([
      ...['0 s', '0 s', '59 s', '1 min', '59 min', '1 h', '25 h'],
    ])
    expect([1_000, 2_000, 60_000, 7_200_000].map(sinceWords)).toEqual([
      ...['1 second', '2 seconds', '1 minute', '2 hours'],
    ])
  })

  it('returns the time of its next change', () => {
    for (const age of [
      0, 1, 999, 1_000, 59_000, 59_999, 60_000, 61_234, 3_599_999, 3_600_000, 5_000_000,
    ]) {
      const wait = sinceChangesIn(age)
      expect([
        sinceText(age + wait) !== sinceText(age),
        sinceText(age + wait - 1) === sinceText(age),
      ]).toEqual([true, true])
    }
  })
})

describe('words', () => {
  it('name what is needed', () => {
    const kinds = ['permission', 'question', 'auth', 'other', 'password', 'input'] as const
    expect(
      kinds.map((kind) => stateWord(tabView({ state: 'waiting', agent: { kind } }), clock)),
    ).toEqual([
      ...['needs you: permission', 'needs you: question', 'needs you: login'],
      ...['needs you: your turn', 'needs you: password', 'needs you: input?'],
    ])
  })

  it('marks a guess, a snooze and a failed command', () => {
    expect(
      stateWord(
        tabView({ state: 'waiting', agent: { confidence: 'guess', kind: 'other' } }),
        clock,
      ),
    ).toBe('needs you: your turn?')
    expect(
      stateWord(tabView({ state: 'waiting', agent: { kind: 'question', snoozedUntil: 7 } }), clock),
    ).toBe('needs you: question, snoozed until clock 7')
    expect(stateWord(tabView({ state: 'idle', agent: { exitCode: 2 } }), clock)).toBe(
      'idle, exit 2',
    )
    expect(stateWord(tabView({ state: 'active', agent: { confidence: 'guess' } }), clock)).toBe('')
  })

  it('makes the second line of project, state and time', () => {
    expect(
      subtitleOf(
        tabView({ state: 'waiting', agent: { kind: 'permission', since: 1_000, more: 1 } }),
        181_000,
        clock,
      ),
    ).toBe('api · needs you: permission +1 · 3 min')
    expect(subtitleOf(tabView(), 5_000, clock)).toBe('api')
    const worktree = tabView({ branch: 'api', state: 'idle' })
    expect(subtitleOf(worktree, 5_000, clock)).toBe('api · idle · 5 s')
    expect(subtitleOf(worktree, 5_000, clock, '{branch} - {state}')).toBe('api - idle')
    expect(subtitleOf(worktree, 5_000, clock, '{project} · {project}')).toBe('api · api')
    expect(subtitleOf(worktree, 5_000, clock, '{project} - on {branch}')).toBe('api - on api')
    const idle = tabView({ project: 'idle', branch: 'idle', state: 'idle' })
    expect(subtitleOf(idle, 5_000, clock)).toBe('idle · idle · 5 s')
    expect(
      subtitleOf(
        tabView({ state: 'error', phase: 'ended', exit: { code: 3, signal: null, ranMs: 1 } }),
        5_000,
        clock,
      ),
    ).toBe('api · exit 3')
    expect(
      subtitleOf(
        tabView({ state: 'error', phase: 'ended', exit: { code: 0, signal: 'SIGKILL', ranMs: 1 } }),
        5_000,
        clock,
      ),
    ).toBe('api · SIGKILL')
  })

  it("shows the program's question below, else its directory, else its name; nothing twice", () => {
    const asking = { state: 'waiting', agent: { message: 'Run make?' } } as const
    expect([
      thirdLine(tabView(asking)),
      thirdLine(tabView({ ...asking, title: 'Run make?' })),
      thirdLine(tabView({ state: 'working' })),
      thirdLine(tabView({ state: 'working', project: '~', place: '~' })),
      thirdLine(tabView({ project: '~', place: '~' })),
    ]).toEqual(['Run make?', '~/api', '~/api', 'Claude Code', ''])
  })

  it('names a tab for ears', () => {
    expect(
      tabDescription(
        tabView({ title: 'api', state: 'waiting', agent: { kind: 'permission' } }),
        181_000,
        clock,
      ),
    ).toBe('api, Claude Code, needs you: permission, 3 minutes')
    expect(tabDescription(tabView({ title: 'bash' }), 181_000, clock)).toBe('bash, api')
  })
})
