/** Tests which tabs need the user, in which order, and the target of the key. */
import { describe, expect, it } from 'vitest'
import { notificationDefaults } from '../../../../src/core/windows/attention/channels.ts'
import { answeredWords } from '../../../../src/core/windows/attention/messages.ts'
import {
  badgeCount,
  nextInQueue,
  queue,
  type QueuedTab,
} from '../../../../src/core/windows/attention/queue.ts'
import { attentionRow as row } from '../../../support/tab-view.ts'
import { below, pick, seeded } from '../../../support/random.ts'
import { asSession } from '../../../support/windows/ids.ts'

const names = (rows: readonly QueuedTab[]) => rows.map(({ view }) => view.id).join(' ')
const bell = { kind: 'bell', title: '', body: '', at: 1 } as const

describe('queue', () => {
  const rows = [
    row('works', 'working'),
    row('done', 'done', { since: 1 }),
    row('failed', 'error', { since: 2 }),
    row('late', 'waiting', { since: 9 }),
    row('early', 'waiting', { since: 5 }),
    row('seen', 'waiting', { since: 0, seen: true }),
    row('known', 'error', { seen: true }),
    row('snoozed', 'waiting', { snoozedUntil: 99 }),
    row('rings', 'active', { call: bell }),
  ]

  it('puts the most urgent first, then the oldest, and seen tabs that wait last', () => {
    expect(names(queue(rows))).toBe('early late failed done rings seen')
  })

  it('counts by the channel: unseen, not snoozed', () => {
    expect(
      badgeCount(
        rows.map(({ view }) => view),
        notificationDefaults,
      ),
    ).toBe(4)
    expect(
      badgeCount(
        rows.map(({ view }) => view),
        { ...notificationDefaults, bell: ['badge'], done: [] },
      ),
    ).toBe(4)
  })
})

describe('nextInQueue', () => {
  const go = (rows: readonly QueuedTab[], from: string | null, by: 1 | -1 = 1) =>
    nextInQueue(queue(rows), asSession(from), by)?.view.id ?? null
  const three = [
    row('a', 'waiting', { since: 1 }),
    row('b', 'waiting', { since: 2 }),
    row('c', 'waiting', { since: 3 }),
  ]

  it('leads to the longest waiting, then to the next ones, and wraps around at the end', () => {
    expect([
      go(three, 'elsewhere'),
      go(three, 'a'),
      go(three, 'b'),
      go(three, 'c'),
      go(three, 'elsewhere', -1),
      go(three, 'a', -1),
    ]).toEqual(['a', 'b', 'c', 'a', 'c', 'c'])
  })

  it('has nowhere to go when no tab other than the active one needs the user', () => {
    expect([go([], null), go([row('a', 'waiting')], 'a'), go([row('a', 'working')], 'b')]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('visits all, whether each is seen on the way or not', () => {
    const random = seeded(3)
    for (let round = 0; round < 500; round += 1) {
      const count = 2 + below(random, 6)
      const tabs = Array.from({ length: count }, (_, index) => ({
        id: `t${index}`,
        state: pick(random, ['waiting', 'error', 'done'] as const),
        since: below(random, 10),
        seen: false,
      }))
      const slow = below(random, 2) === 1 // the user rests on each tab long enough to see it
      const visited = new Set<string>()
      let at: string | null = null
      for (let step = 0; step < count; step += 1) {
        at = go(
          tabs.map(({ id, state, since, seen }) => row(id, state, { since, seen })),
          at,
        )
        if (at === null) break
        visited.add(at)
        const tab = tabs.find(({ id }) => id === at)
        if (slow && tab !== undefined) tab.seen = true
      }
      expect(visited.size).toBe(count)
    }
  })
})

it('names the agent and its project for a sent answer, and an unknown program by title', () => {
  const answered = { tool: 'codex', project: 'api', title: '[ ! ] Action Required' }
  expect(answeredWords(answered, 'Yes, proceed')).toBe('Codex in api: Yes, proceed')
  const onHost = { ...answered, project: 'on build: api' }
  expect(answeredWords(onHost, 'Yes')).toBe('Codex on build: api: Yes')
  expect(answeredWords({ ...answered, project: 'in web' }, 'No')).toBe('Codex in web: No')
  expect(answeredWords({ ...answered, project: '' }, 'No')).toBe('Codex: No')
  expect(answeredWords({ ...answered, tool: 'vibeflow', title: 'my tool' }, 'No\u202e')).toMatch(
    /^“my tool”: No[^\u202e]*$/u,
  )
})
