/**
 * Options and what comes of them, where a number or a word decides: seen with the default, and with
 * another value. Wiring is in obeys.test.ts.
 */
import { describe, expect, it } from 'vitest'
import { decide, type Happened } from '../../../src/core/windows/attention/decide.ts'
import type { Category } from '../../../src/core/windows/attention/channels.ts'
import { badgeCount } from '../../../src/core/windows/attention/queue.ts'
import { notificationText } from '../../../src/core/windows/attention/messages.ts'
import { polling } from '../../../src/agents/state/claim.ts'
import { agentConfiguration } from '../../../src/core/config/agent-configuration.ts'
import { entries, type Options } from '../../../src/core/config/table.ts'
import { builtInDark } from '../../../src/core/config/theme/bundled.ts'
import { looksOf } from '../../../src/core/config/theme/looks.ts'
import { ownColours } from '../../../src/core/config/theme/own-colours.ts'
import { motionAllowed } from '../../../src/core/windows/tabs/stripe.ts'
import { Timeline } from '../../support/timeline.ts'
import { tabView } from '../../support/tab-view.ts'
import { having } from './having.ts'

/** Returns the result with the defaults, and the result with this option changed. */
const both = <Seen>(name: string, value: unknown, see: (options: Options) => Seen) => [
  see(having({})),
  see(having({ [name]: value })),
]

describe('[ai], in the state machine of a tab', () => {
  const tab = (options: Options) => new Timeline(agentConfiguration(options))

  it.each<readonly [string, unknown, (options: Options) => unknown, readonly [unknown, unknown]]>([
    [
      'ai.debounce_ms',
      500,
      (options) => tab(options).frame('working').to(10).frame('waiting').to(300).shown,
      ['waiting', 'working'],
    ],
    [
      'ai.heuristic_silence_ms',
      700,
      (options) => tab(options).arm().output().to(1_000).shown,
      ['working', 'waiting'],
    ],
    [
      'ai.heuristic',
      false,
      (options) => tab(options).arm().output().to(200).shown,
      ['working', 'active'],
    ],
    [
      'ai.program_questions',
      false,
      (options) =>
        tab(options)
          .apply({ type: 'process', foreground: 'other', input: 'hidden' })
          .apply({ type: 'output', inLine: true })
          .to(1_000)
          .apply({
            type: 'ask',
            asks: 'password',
            line: 'Password: ',
            program: 'su',
            reads: true,
            again: true,
          }).shown,
      ['waiting', 'active'],
    ],
    [
      'ai.heuristic_busy_s',
      5,
      (options) => {
        const line = tab(options).arm().output()
        for (let second = 1; second <= 10; second += 1)
          line.to(second * 1_000).apply({
            type: 'process',
            foreground: 'tool',
            tool: 'claude',
            pid: 1,
            startTime: 1,
            cpu: 0.9,
          })
        return line.shown
      },
      ['working', 'waiting'],
    ],
    [
      'ai.stale_state_timeout_s',
      10,
      (options) => tab(options).osc('133;C').to(15_000).shown,
      ['working', 'active'],
    ],
    [
      'ai.explicit_stale_state_s',
      20,
      (options) => tab(options).frame('working').to(60_000).shown,
      ['working', 'active'],
    ],
    [
      'ai.commands',
      'neutral',
      (options) => tab(options).osc('133;C').to(1_000).shown,
      ['working', 'active'],
    ],
    [
      'ai.explicit_scope',
      'session',
      (options) => polling(tab(options).frame('working').state),
      ['second', 'none'],
    ], // believed for the session, so the foreground is not polled
    [
      'ai.aliases',
      { mycode: 'claude' },
      (options) => tab(options).osc('7501;state=working:app=mycode').view.tool,
      ['mycode', 'claude'],
    ],
  ])('%s = %j, in a tab', (name, value, see, seen) => {
    expect(both(name, value, see)).toEqual(seen)
  })
})

describe('[notifications], [bell], [ui]: the notified tabs, and the channels', () => {
  const free = {
    inFront: false,
    asksThere: false,
    seen: false,
    snoozed: false,
    muted: false,
    shownAt: [0, 1, 2],
    ownAt: [],
    soundAt: null,
    minuteOfDay: 23 * 60,
    doNotDisturb: false,
  }
  const reported = (
    options: Options,
    what: Partial<Happened> = {},
    context: Partial<typeof free> = {},
    now = 30_000,
  ) =>
    decide(
      { categories: ['waiting'], at: 0, ...what },
      { ...free, ...context },
      options.notifications,
      now,
    )
  const outcome = (
    options: Options,
    what: Partial<Happened> = {},
    context: Partial<typeof free> = {},
    now = 30_000,
  ) => reported(options, what, context, now).outcome

  it.each(['waiting', 'error', 'done', 'bell', 'program', 'command', 'exit'] satisfies Category[])(
    'the channels of %s',
    (category) => {
      const received = (options: Options) => {
        const decision = reported(options, { categories: [category], ranMs: 60_000 })
        return decision.outcome === 'now' && decision.sound
      }
      expect(both(`notifications.${category}`, ['sound'], received)).toEqual([false, true])
    },
  )

  it.each<readonly [string, unknown, (options: Options) => unknown, readonly [unknown, unknown]]>([
    [
      'notifications.when',
      'always',
      (options) => outcome(options, {}, { inFront: true }),
      ['never', 'now'],
    ],
    [
      'notifications.command_after_s',
      2,
      (options) => outcome(options, { categories: ['command'], ranMs: 5_000 }),
      ['never', 'now'],
    ],
    [
      'notifications.respect_dnd',
      false,
      (options) => {
        const one = reported(options, {}, { doNotDisturb: true })
        return one.outcome === 'now' && one.desktop
      },
      ['none', 'own'],
    ],
    [
      'notifications.quiet_hours',
      '22:00-07:00',
      (options) => {
        const one = reported(options)
        return one.outcome === 'now' && one.desktop
      },
      ['own', 'none'],
    ],
    [
      'notifications.content',
      'none',
      (options) =>
        JSON.stringify(
          notificationText(
            'waiting',
            'secret',
            'May I delete secret?',
            options.notifications.content,
          ),
        ).includes('secret'),
      [true, false],
    ],
    [
      'notifications.waiting',
      [],
      (options) => badgeCount([tabView({ state: 'waiting' })], options.notifications),
      [1, 0],
    ],
    ['bell.attention', false, (options) => options.bell.attention, [true, false]],
    ['ui.tray', 'off', (options) => options.ui.tray, ['auto', 'off']],
    ['ui.reduce_motion', 'on', (options) => motionAllowed(options.ui, false), [true, false]],
    ['ui.indicator_pulse', false, (options) => motionAllowed(options.ui, false), [true, false]],
  ])('%s = %j, to the user', (name, value, see, seen) => {
    expect(both(name, value, see)).toEqual(seen)
  })
})

describe('[colors]', () => {
  const looks = (options: Options) => {
    const { grid, chrome } = ownColours(options)
    return looksOf({ ...builtInDark, ...grid }, chrome)
  }
  const single = entries
    .filter(({ section, option }) => section === 'colors' && option.type === 'colour')
    .map(({ key }) => key)

  // Some are raised until they can be read, so that not each is found again as it was written.
  it.each(single)('%s changes the window', (key) => {
    const [before, after] = both(`colors.${key}`, '#7F3F00FF', looks)
    expect(after).not.toEqual(before)
  })

  it('ansi changes the sixteen', () => {
    expect(
      both(
        'colors.ansi',
        Array.from({ length: 16 }, () => '#102030'),
        (options) => looks(options).theme.ansi[15],
      ),
    ).toEqual(['#ffffff', '#102030'])
  })
})
