/**
 * Recordings of real agents, with everything that they say of themselves switched off (reports,
 * titles, progress): the screen alone gives the right states. Played with their own times on a
 * clock wound by hand. How they were recorded: test/data/traces/README.md.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { play, recording, screenOnly, type Played } from '../../support/recorded/recorded-agent.ts'

type Outcome = Played['outcomes'][number]
const codex = recording('codex-0.169.0')
const claude = recording('claude-2.1.328')
const opencode = recording('opencode-1.18.33')

/** State and rule of each outcome, in order. */
const inOrder = (outcomes: readonly Outcome[]) =>
  outcomes.map(
    ({ state, kind, rule }) => `${state}${kind === undefined ? '' : ` (${kind})`} by ${rule}`,
  )
/** Returns the states that the tab showed between two times, in ms. */
const shownIn = ({ shown }: Played, from: number, to: number) =>
  shown
    .filter(({ at }) => at >= from && at < to)
    .map(
      ({ state, kind, source }) =>
        `${state}${kind === undefined ? '' : ` (${kind})`}` +
        `${source === 'silence' ? '' : ` from the ${source}`}`,
    )

describe('the recording of Codex', () => {
  const expected = JSON.parse(
    readFileSync(new URL('../../data/traces/codex-0.169.0.expected.json', import.meta.url), 'utf8'),
  ) as {
    readonly screenRules: readonly {
      readonly t_s: number
      readonly state: string
      readonly kind?: string
      readonly rule: string
    }[]
    readonly reported: readonly {
      readonly t_s: number
      readonly state: string
      readonly kind?: string
    }[]
  }
  const played = play('codex', codex, { whyAt: [6_000, 9_000] })

  it('has the expected outcomes, each within 300 ms, and no others', () => {
    const late = played.outcomes.map(({ at }, index) =>
      Math.abs(at - 1_000 * (expected.screenRules[index]?.t_s ?? NaN)),
    )
    expect([inOrder(played.outcomes), late.filter((ms) => !(ms <= 300))]).toEqual([
      inOrder(expected.screenRules.map((one) => ({ ...one, at: 0 }))),
      [],
    ])
  })

  it('agrees with the reports of Codex itself, except for done and idle', () => {
    const reported = expected.reported.filter(({ state }) => state !== 'clear').slice(0, 5)
    expect(played.outcomes.map(({ state, kind }) => [state, kind])).toEqual(
      reported.map(({ state, kind }) => [state === 'done' ? 'idle' : state, kind]),
    )
  })

  it('shows working, a permission that is asked for, working, and your turn', () => {
    expect(shownIn(played, 4_200, 24_000)).toEqual([
      ...['working from the screen', 'waiting (permission) from the screen'],
      ...['working from the screen', 'waiting (other) from the screen'],
    ])
    expect(played.timersLeft).toBe(0)
  })

  it('shows the deciding rule in Why', () => {
    expect([...played.why.values()]).toEqual([
      'Probably working for 1 s: the screen shows activity (rule status_row). H5: the screen ' +
        'shows activity (rule status_row)',
      'Probably waiting for 1 s: the screen shows a permission prompt (rule confirm). H5: the ' +
        'screen shows a permission prompt (rule confirm)',
    ])
  })

  it('has the same outcome for all pieces of a read, down to single bytes', () => {
    for (const pieceBytes of [1, 7])
      expect(play('codex', codex, { pieceBytes })).toEqual({ ...played, why: new Map() })
  })

  it('does not let a blinking title, or output beneath it, end a wait', () => {
    const titled = play('codex', codex, {
      options: { ...defaults, ai: { ...defaults.ai, protocols: ['title'] } },
    })
    expect(shownIn(titled, 7_000, 16_000)).toEqual([
      'waiting (permission) from the title',
      'working from the title',
    ])
  })

  it('reports nothing where screen reading is off', () => {
    const unread = play('codex', codex, {
      options: { ...screenOnly, ai: { ...screenOnly.ai, screen_rules: false } },
    })
    expect([unread.outcomes, unread.shown.filter(({ source }) => source === 'screen')]).toEqual([
      [],
      [],
    ])
  })

  it('adds nothing to what Codex reports, whose dialogs it reports itself', () => {
    const read = { options: defaults }
    const unread = { options: { ...defaults, ai: { ...defaults.ai, screen_rules: false } } }
    const shown = shownIn(play('codex', codex, read), 2_500, 30_000)
    expect(shown).toEqual(shownIn(play('codex', codex, unread), 2_500, 30_000))
    expect(shown.length).toBeGreaterThan(4)
  })
})

describe('the recording of Claude Code', () => {
  const played = play('claude', claude)

  it('shows working, a permission, working and idle, each by the rule for it', () => {
    expect(inOrder(played.outcomes)).toEqual([
      ...['idle by prompt_idle', 'working by turn_live', 'waiting (permission) by permission'],
      ...['working by turn_live', 'idle by prompt_idle'],
    ])
  })

  it('shows working, a permission that is asked for, working, and your turn', () => {
    expect(shownIn(played, 4_600, 34_000)).toEqual([
      ...['working from the screen', 'waiting (permission) from the screen'],
      ...['working from the screen', 'waiting (other) from the screen'],
    ])
  })

  it('is your turn by its title, and stays so while it redraws its input box', () => {
    const titled = play('claude', claude, {
      options: { ...defaults, ai: { ...defaults.ai, protocols: ['title'] } },
    })
    expect(shownIn(titled, 5_000, 34_000)).toEqual([
      ...['working from the title', 'waiting (permission) from the screen'],
      ...['working from the title', 'waiting (other) from the title'],
    ])
  })
})

describe('the recording of opencode', () => {
  const played = play('opencode', opencode)

  it('shows working, a permission, working and idle, each by the rule for it', () => {
    expect(inOrder(played.outcomes)).toEqual([
      'idle by composer',
      'working by interrupt_hint',
      'waiting (permission) by permission_command',
      'working by interrupt_hint',
      'idle by composer',
    ])
  })

  it('asks for no one in the half minute for which its screen is empty', () => {
    expect(shownIn(played, 0, 55_000).filter((one) => one.startsWith('waiting'))).toEqual([])
  })

  it('shows working, a permission that is asked for, working, and your turn', () => {
    expect(shownIn(played, 60_000, 102_000)).toEqual([
      ...['working from the screen', 'waiting (permission) from the screen'],
      ...['working from the screen', 'waiting (other) from the screen'],
    ])
  })
})

describe('an agent over SSH, known only by its screen', () => {
  const elsewhere = { relation: 'on', name: 'build' } as const

  it.each([
    ['codex', codex],
    ['claude', claude],
    ['opencode', opencode],
  ] as const)('%s is recognized by its screen, and asks for its permission', (id, recorded) => {
    const played = play(id, recorded, { elsewhere, afterMs: 10_000 })
    // opencode's screen is empty for half a minute
    const empty = id === 'opencode' ? [id, null] : []
    expect(played.named.map(({ tool }) => tool)).toEqual([...empty, id, null])
    const states = shownIn(played, 0, played.named.at(-1)!.at)
    expect(states).toContain('working from the screen')
    expect(states.filter((one) => one === 'waiting (permission) from the screen')).toHaveLength(1)
    expect(played.shown.at(-1)?.state).toBe('active')
    expect(played.timersLeft).toBe(0)
  })

  it('nothing is looked for where screens are not to be read', () => {
    const ai = { ...screenOnly.ai, screen_rules: false }
    const unread = play('claude', claude, { elsewhere, options: { ...screenOnly, ai } })
    expect([unread.named, unread.reported]).toEqual([[], 0])
  })

  it('a tool that is not listed is not looked for', () => {
    const ai = { ...screenOnly.ai, tools: ['codex'] }
    expect(play('claude', claude, { elsewhere, options: { ...screenOnly, ai } }).named).toEqual([])
  })
})
