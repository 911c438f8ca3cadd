/** Words about a limit that is reached, in notifications, items of the inbox and the command. */
import { expect, test } from 'vitest'
import { whatOf, whoOf } from '../../../../src/cli/attention/messages.ts'
import { itemOf } from '../../../../src/core/windows/attention/list.ts'
import { sentenceOf } from '../../../../src/core/windows/attention/messages.ts'
import { timeOfDay } from '../../../../src/host/clock.ts'
import { tabView } from '../../../support/tab-view.ts'

const limited = (limit: { until?: number }, kind: 'other' | 'permission' = 'other') =>
  tabView({ state: 'waiting', account: 'work', agent: { tool: 'claude', kind, limit } })

test('a notification names the time of a limit, and no time without a clock', () => {
  const words = (clock?: (at: number) => string) =>
    sentenceOf('waiting', limited({ until: 7 }), null, clock)
  expect([words((at) => `14:0${at}`), words()]).toEqual([
    'Claude Code needs you: limited until 14:07',
    'Claude Code needs you: limited',
  ])
})

test('an item of the inbox has account and limit, in the words of the command', () => {
  const item = (limit: { until?: number }, kind?: 'permission') =>
    itemOf(
      { window: 'w1', view: limited(limit, kind) },
      { nameOf: () => 'Window 1', sinceEpoch: (at) => at * 1_000_000 },
    )
  const one = item({ until: 7 })
  expect(one).toMatchObject({ account: 'work', limit: { until: 7_000_000 } })
  expect([whatOf(one), whatOf(item({})), whatOf(item({}, 'permission'))]).toEqual([
    `needs you: limited until ${timeOfDay(7_000_000)}`,
    'needs you: limited',
    'needs you: permission',
  ])
  expect(whoOf(one)).toBe(`${one.title} (Claude Code, work)`)
})
