/**
 * Tests which events are reported on which channels: the table by examples, and properties that
 * must always hold.
 */
import { describe, expect, it } from 'vitest'
import {
  decide,
  type AttentionContext,
  type Happened,
} from '../../../../src/core/windows/attention/decide.ts'
import {
  notificationDefaults,
  type Category,
  type Channel,
  type NotificationOptions,
} from '../../../../src/core/windows/attention/channels.ts'
import { isQuiet, parseQuietHours } from '../../../../src/core/windows/attention/quiet-hours.ts'
import { below, pick, seeded } from '../../../support/random.ts'

const free: AttentionContext = {
  inFront: false,
  asksThere: false,
  seen: false,
  snoozed: false,
  muted: false,
  shownAt: [],
  ownAt: [],
  soundAt: null,
  minuteOfDay: 12 * 60,
  doNotDisturb: false,
}
const of = (category: Category): Happened => ({ categories: [category], at: 0 })
const reported = {
  outcome: 'now',
  desktop: 'none',
  sound: false,
  urgency: false,
  toast: false,
} as const
const categories: Category[] = ['waiting', 'error', 'done', 'bell', 'program', 'command', 'exit']
const everything: NotificationOptions = {
  ...notificationDefaults,
  ...Object.fromEntries(
    categories.map((category) => [category, ['desktop', 'sound', 'badge', 'urgency', 'toast']]),
  ),
}

describe('decide', () => {
  it.each([
    ['waiting', 0, { ...reported, desktop: 'own', urgency: true }],
    ['error', 0, { ...reported, desktop: 'own' }],
    ['done', 2_000, reported],
    ['bell', 0, { ...reported, urgency: true }],
    ['program', 0, { ...reported, desktop: 'own' }],
    ['exit', 0, { ...reported, toast: true }],
  ] as const)('reports %s by the channels of its row', (category, now, expected) => {
    expect(decide(of(category), free, notificationDefaults, now)).toEqual(expected)
  })

  it('reports a bad end once, by both its rows', () => {
    expect(decide({ categories: ['error', 'exit'], at: 0 }, free, notificationDefaults, 0)).toEqual(
      { ...reported, desktop: 'own', toast: true },
    )
  })

  it('has done wait, and nothing else', () => {
    expect(decide(of('done'), free, notificationDefaults, 1_999)).toEqual({
      outcome: 'later',
      at: 2_000,
    })
    expect(decide(of('waiting'), free, everything, 0).outcome).toBe('now')
  })

  it('reports commands that took long', () => {
    const ran = (ranMs: number) => decide({ ...of('command'), ranMs }, free, everything, 0).outcome
    expect([ran(9_999), ran(10_000)]).toEqual(['never', 'now'])
  })

  it('does not report a question on the terminal to the user who looks at it', () => {
    const always = { ...everything, when: 'always' } as const
    const there = (inFront: boolean, asksThere: boolean) =>
      decide(of('waiting'), { ...free, inFront, asksThere }, always, 0)
    expect(there(true, true)).toEqual({ outcome: 'never', reason: 'in front' })
    expect([there(true, false).outcome, there(false, true).outcome]).toEqual(['now', 'now'])
  })

  it('sums up beyond so many in a minute, and forgets them with it', () => {
    const shownAt = Array.from({ length: 20 }, (_, index) => index)
    const desktop = (now: number) => decide(of('waiting'), { ...free, shownAt }, everything, now)
    expect(
      [desktop(100), desktop(60_001)].map(
        (decision) => decision.outcome === 'now' && decision.desktop,
      ),
    ).toEqual(['summary', 'own'])
  })

  it('sounds once in two seconds, and not where the desktop or the hour is quiet', () => {
    const sound = (context: Partial<AttentionContext>, options = everything) => {
      const decision = decide(of('waiting'), { ...free, ...context }, options, 10_000)
      return decision.outcome === 'now' && decision.sound
    }
    expect([
      sound({}),
      sound({ soundAt: 8_001 }),
      sound({ soundAt: 8_000 }),
      sound({ doNotDisturb: true }),
      sound({ minuteOfDay: 23 * 60 }, { ...everything, quiet_hours: '22:00-07:00' }),
    ]).toEqual([true, false, true, false, false])
    expect(sound({ doNotDisturb: true }, { ...everything, respect_dnd: false })).toBe(true)
  })

  it('keeps its rules in any combination', () => {
    const random = seeded(12)
    const flag = () => below(random, 2) === 1
    const time = () => `${10 + below(random, 14)}:${10 + below(random, 50)}`
    const channels: readonly Channel[] = ['desktop', 'sound', 'badge', 'urgency', 'toast']
    for (let round = 0; round < 5_000; round += 1) {
      const now = below(random, 200_000)
      const category = pick(random, categories)
      const context: AttentionContext = {
        inFront: flag(),
        asksThere: flag(),
        seen: flag(),
        snoozed: flag(),
        muted: flag(),
        shownAt: Array.from({ length: below(random, 60) }, () => below(random, 200_000)),
        ownAt: Array.from({ length: below(random, 15) }, () => below(random, 200_000)),
        soundAt: flag() ? below(random, 200_000) : null,
        minuteOfDay: below(random, 1_440),
        doNotDisturb: flag(),
      }
      const options: NotificationOptions = {
        ...notificationDefaults,
        [category]: channels.filter(flag),
        when: pick(random, ['unfocused', 'always', 'never']),
        respect_dnd: flag(),
        quiet_hours: flag() ? `${time()}-${time()}` : '',
      }
      const decision = decide(
        { categories: [category], at: below(random, 200_000), ranMs: below(random, 20_000) },
        context,
        options,
        now,
      )
      const quiet =
        (options.respect_dnd && context.doNotDisturb) ||
        isQuiet(parseQuietHours(options.quiet_hours), context.minuteOfDay)
      if (
        context.seen ||
        context.snoozed ||
        context.muted ||
        options.when === 'never' ||
        (options.when === 'unfocused' && context.inFront)
      )
        expect(decision.outcome).toBe('never')
      if (category !== 'done') expect(decision.outcome).not.toBe('later')
      if (decision.outcome === 'later') expect(decision.at).toBeGreaterThan(now)
      if (decision.outcome !== 'now') continue
      const has = (channel: Channel) => options[category].includes(channel)
      const inMinute = (times: readonly number[]) => times.filter((at) => at > now - 60_000).length
      expect(decision).toEqual({
        outcome: 'now',
        desktop:
          !has('desktop') || quiet
            ? 'none'
            : inMinute(context.shownAt) < 20 && inMinute(context.ownAt) < 5
              ? 'own'
              : 'summary',
        sound:
          has('sound') && !quiet && (context.soundAt === null || now - context.soundAt >= 2_000),
        urgency: has('urgency') && !quiet,
        toast: has('toast'),
      })
    }
  })
})

describe('quiet hours', () => {
  it.each([
    ['22:00-07:00', { from: 1_320, to: 420 }],
    [' 9:05 - 17:30 ', { from: 545, to: 1_050 }],
    ['', null],
    ['24:00-07:00', null],
    ['22-07', null],
  ])('reads %j', (text, expected) => expect(parseQuietHours(text)).toEqual(expected))

  it('goes over midnight, with its begin and without its end', () => {
    const night = parseQuietHours('22:00-07:00')
    expect([1_319, 1_320, 0, 419, 420].map((minute) => isQuiet(night, minute))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect([0, 720].map((minute) => isQuiet({ from: 60, to: 60 }, minute))).toEqual([true, true])
  })
})
