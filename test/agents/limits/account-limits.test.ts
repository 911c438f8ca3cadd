import { describe, expect, test } from 'vitest'
import {
  accountsOf,
  limitedUntil,
  limitsText,
  readClaudeStatus,
  readCodexSession,
} from '../../../src/agents/limits/account-limits.ts'

const now = 1_763_480_000_000
const path = '/home/u/.codex/sessions/2025/11/18/rollout-2025-11-18T16-53-16-019a9662.jsonl'

/** Fields as https://code.claude.com/docs/en/statusline lists them. */
const status = (limits: object, context: object = { used_percentage: 42 }) =>
  JSON.stringify({
    hook_event_name: 'Status',
    session_id: 'abc123',
    transcript_path: '/home/u/.claude/projects/-srv-api/abc123.jsonl',
    model: { id: 'claude-opus-4-6', display_name: 'Opus' },
    context_window: context,
    rate_limits: limits,
  })

/** A line of Codex 0.58, with its field names of `TokenCountEvent`. */
const tokens = (limits: object | null, timestamp = '2025-11-18T15:33:10.000Z') =>
  JSON.stringify({
    timestamp,
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: { last_token_usage: { total_tokens: 68_000 }, model_context_window: 272_000 },
      rate_limits: limits,
    },
  })

describe('readClaudeStatus', () => {
  test('reads limits, context and account', () => {
    const five = { used_percentage: 23.5, resets_at: now / 1_000 + 7_200 }
    const limits = readClaudeStatus(status({ five_hour: five }), now)
    expect(limits).toEqual({
      account: '/home/u/.claude',
      windows: [{ name: '5 h', used: 23.5, resetsAt: now + 7_200_000 }],
      context: 42,
      at: now,
    })
  })

  test('reads a status without limits, as accounts with an API key have', () => {
    expect(readClaudeStatus(status({}, {}), now)).toMatchObject({ windows: [], context: null })
  })

  test.each([
    ['numbers out of range', { five_hour: { used_percentage: 1e9, resets_at: 1 } }],
    ['negative numbers', { five_hour: { used_percentage: -1, resets_at: now / 1_000 } }],
    ['text', { five_hour: { used_percentage: '50', resets_at: 'soon' }, seven_day: 'all' }],
    ['lists', { five_hour: [], seven_day: [[1]] }],
  ])('ignores %s', (_, limits) => {
    expect(readClaudeStatus(status(limits), now)?.windows).toEqual([])
  })

  test('does not believe a reset that is more than 8 days away', () => {
    for (const resets_at of [1e12, -1e12, 1e308, now / 1_000 + 9 * 86_400]) {
      const limits = readClaudeStatus(
        status({ seven_day: { used_percentage: 100, resets_at } }),
        now,
      )
      expect(limits?.windows).toEqual([{ name: 'week', used: 100, resetsAt: null }])
      expect(limitedUntil(limits ?? { windows: [] }, now)).toBe(null)
    }
  })

  test.each(['', 'null', '[]x', '{"rate_limits":', '1', '{'.repeat(60_000)])(
    'returns nothing for what is not an object (%#)',
    (text) => {
      expect(readClaudeStatus(text, now)).toBe(null)
    },
  )

  test('takes the account from an absolute path only', () => {
    const account = (transcript_path: unknown) =>
      readClaudeStatus(JSON.stringify({ transcript_path }), now)?.account
    expect(account('projects/x')).toBe('')
    expect(account('/projects/x')).toBe('')
    expect(account(7)).toBe('')
    expect(account('/srv/c2/projects/x')).toBe('/srv/c2')
  })
})

describe('readCodexSession', () => {
  const limits = {
    primary: { used_percent: 7, window_minutes: 299, resets_at: 1_763_483_205 },
    secondary: { used_percent: 77, window_minutes: 10_080, resets_at: 1_763_606_387 },
  }

  test('reads the last report, with names of the windows', () => {
    const end = [
      'rest of a line"}',
      tokens({ primary: { used_percent: 1, window_minutes: 300, resets_at: 1 } }),
      tokens(limits),
      JSON.stringify({ type: 'response_item', payload: { text: 'about "token_count"' } }),
      '{"type":"event_msg","payload":{"type":"token_count',
    ].join('\n')
    expect(readCodexSession(end, path)).toEqual({
      account: '/home/u/.codex',
      windows: [
        { name: '5 h', used: 7, resetsAt: 1_763_483_205_000 },
        { name: 'week', used: 77, resetsAt: 1_763_606_387_000 },
      ],
      context: 25,
      at: Date.parse('2025-11-18T15:33:10.000Z'),
    })
  })

  test('reads a report without limits, but not one without a time', () => {
    expect(readCodexSession(tokens(null), path)?.windows).toEqual([])
    expect(readCodexSession(tokens(limits, 'yesterday'), path)).toBe(null)
    expect(readCodexSession('', path)).toBe(null)
  })

  test('reads an end that is one long line of reports in bounded time', () => {
    const line = tokens(limits).slice(0, -1)
    expect(readCodexSession(line.repeat(700), path)).toBe(null)
    expect(readCodexSession(`${line}\n`.repeat(700), path)).toBe(null)
  })
})

test('limitsText has what is used and when it resets', () => {
  const windows = [
    { name: '5 h', used: 63.6, resetsAt: now + 8_000_000 },
    { name: 'week', used: 100, resetsAt: now - 1 },
    { name: 'limit', used: 5, resetsAt: null },
  ]
  expect(limitsText({ windows }, now)).toBe('5 h 64 % used, resets in 2 h; limit 5 % used')
})

test('limitedUntil is the last reset of the limits that are reached', () => {
  const reached = (used: number, inMs: number) => ({ name: '', used, resetsAt: now + inMs })
  expect(limitedUntil({ windows: [reached(99.9, 5)] }, now)).toBe(null)
  expect(limitedUntil({ windows: [reached(100, -5)] }, now)).toBe(null)
  expect(limitedUntil({ windows: [reached(105, 5), reached(100, 9)] }, now)).toBe(now + 9)
})

test('each account is listed once, with its newest limits and all contexts', () => {
  const used = (percent: number) => [{ name: '5 h', used: percent, resetsAt: null }]
  const one = (id: string, account: string, at: number) => ({
    ...{ agent: 'claude', id, name: '' },
    limits: { account, windows: used(at), context: at, at },
  })
  const rows = [one('a', '/x', 1), one('b', '/x', 3), one('c', '/x', 2)]
  const listed = accountsOf([...rows, one('d', '', 4), one('e', '', 5)])
  expect(listed.map(({ at, sessions, windows }) => [at, windows, sessions])).toEqual([
    [
      ...[3, used(3)],
      [
        { id: 'a', context: 1 },
        { id: 'b', context: 3 },
        { id: 'c', context: 2 },
      ],
    ],
    [4, used(4), [{ id: 'd', context: 4 }]],
    [5, used(5), [{ id: 'e', context: 5 }]],
  ])
})
