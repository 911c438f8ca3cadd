/**
 * An agent that works never asks for you: an hour of work that was recorded, by each of the ways in
 * which a tab knows of it. The recordings hold a minute of work; each stretch is played again and
 * again till it has been 20 minutes. And the screens that `npm run live` saw at work, with nothing
 * printed for as long as a screen is believed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaults, type Options } from '../../../src/core/config/table.ts'
import {
  play,
  recording,
  screenOnly,
  type Recording,
} from '../../support/recorded/recorded-agent.ts'
import { slow } from '../../slow.ts'

/**
 * Times at which the agent works, in ms: from its first sign on the screen to the dialog or the end
 * that follows. `steady`: a part of the longest of them, without its start and end.
 */
const recorded = [
  {
    agent: 'codex',
    name: 'codex-0.169.0',
    busy: [
      [4_620, 7_640],
      [15_060, 18_140],
    ],
    steady: [5_000, 7_000],
  },
  {
    agent: 'claude',
    name: 'claude-2.1.328',
    busy: [
      [5_970, 9_290],
      [12_820, 29_680],
    ],
    steady: [14_000, 29_000],
  },
  {
    agent: 'opencode',
    name: 'opencode-1.18.33',
    busy: [
      [62_020, 89_040],
      [92_580, 98_680],
    ],
    steady: [64_000, 88_000],
  },
] as const

const ways: Readonly<Record<string, Options>> = {
  'the screen alone': screenOnly,
  'title and screen': { ...defaults, ai: { ...defaults.ai, protocols: ['title'] } },
  'all that it says': defaults,
}

/** Till a change is shown: it has to hold, and to be the only one for a while. */
const settledMs = 300

type Shown = ReturnType<typeof play>['shown']

/** The states that were shown from one time to another, but for the first moments. */
function during(shown: Shown, from: number, to: number): readonly string[] {
  const settled = from + settledMs
  const first = shown.findLast(({ at }) => at <= settled)?.state ?? 'none'
  return [first, ...shown.filter(({ at }) => at > settled && at < to).map(({ state }) => state)]
}

/** The stretch from one time to another once more, until so much time has passed in all. */
function goesOn(
  { reads, ...size }: Recording,
  [from, to]: readonly [number, number],
  ms: number,
): Recording {
  const stretch = reads.filter(({ at }) => at >= from && at < to)
  const again = Array.from({ length: Math.ceil(ms / (to - from)) }, (_, round) =>
    stretch.map(({ at, bytes }) => ({ at: at + (round + 1) * (to - from), bytes })),
  )
  return { ...size, reads: [...reads.filter(({ at }) => at < to), ...again.flat()] }
}

const eachMs = 20 * 60_000

it('each loop adds up to an hour of minutes of work', () => {
  const seconds = recorded.flatMap(({ busy }) => busy.map(([from, to]) => (to - from) / 1_000))
  expect(Math.round(seconds.reduce((sum, one) => sum + one, 0))).toBe(59)
  expect(recorded.length * eachMs).toBe(3_600_000)
})

describe.each(Object.entries(ways))('by %s', (_, options) => {
  it.each(recorded)('$name works as it was recorded', ({ agent, name, busy }) => {
    const { shown } = play(agent, recording(name), { options })
    expect(busy.map(([from, to]) => during(shown, from, to))).toEqual(busy.map(() => ['working']))
  })

  it.each(recorded)(
    '$name works on for 20 minutes, and its last report fades after five',
    slow,
    ({ agent, name, steady }) => {
      const long = goesOn(recording(name), steady, eachMs)
      const { shown } = play(agent, long, { options, afterMs: 0 })
      const faded = options === defaults && agent === 'codex' ? ['active'] : []
      expect(during(shown, steady[0], eachMs)).toEqual(['working', ...faded])
    },
  )
})

const screens = new URL('../../data/screens/', import.meta.url)
/** Time for which a screen that shows work is believed: `ai.stale_state_timeout_s`. */
const believedMs = 29_000

it.each(readdirSync(screens).filter((file) => file.endsWith('.txt')))(
  'the screen of %s at work is work, also while nothing is printed',
  (file) => {
    const text = readFileSync(new URL(file, screens), 'utf8')
    const busy = text.split(/^=== /m).filter((one) => one.startsWith('working\n'))
    expect(busy.length).toBeGreaterThan(0)
    for (const one of busy) {
      const rows = one.trimEnd().split('\n').slice(1)
      const bytes = Buffer.from(`\x1b[?1049h\x1b[H\x1b[2J${rows.join('\r\n')}`)
      const reads = [0, 1, 2, 3].map((round) => ({ at: 1_000 + round * believedMs, bytes }))
      const { shown } = play(file.replace(/(-tmux)?\.txt$/, ''), { cols: 140, rows: 50, reads })
      expect(during(shown, 1_000, 1_000 + 4 * believedMs)).toEqual(['working'])
    }
  },
)
