/**
 * Tests the dispatcher beyond its vectors: properties, notifications in parts, frames as
 * `--debug-frames` shows them.
 */
import { describe, expect, test } from 'vitest'
import { Dispatcher } from '../../../src/agents/dispatch/dispatcher.ts'
import { frameLine, type LoggedFrame } from '../../../src/agents/dispatch/frame-line.ts'
import {
  notificationCharactersMax,
  openNotificationsMax,
  shownBytesMax,
} from '../../../src/agents/dispatch/limits.ts'
import { NotificationParts } from '../../../src/agents/dispatch/notification-parts.ts'
import type { OutputQuery } from '../../../src/base/sequences/query.ts'
import { reply } from '../../../src/terminal/replies/replies.ts'
import { below, pick, seeded } from '../../support/random.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

function dispatcher() {
  const events: string[] = []
  const queries: OutputQuery[] = []
  const frames: LoggedFrame[] = []
  const made = new Dispatcher('thishost', {
    evidence: ({ type, value, end }) => events.push(`${end} ${type} ${JSON.stringify(value)}`),
    query: (query) => queries.push(query),
    frame: (frame) => frames.push(frame),
  })
  return { made, events, queries, frames }
}

const parts = [
  ...[
    ...['0', '2', '7', '9', '26', '52', '88', '99', '133', '633', '777', '1337', '1338', '7501'],
    ...['21337', '8', '01338'],
  ].map((number) => `\x1b]${number};`),
  ...['\x07', '\x1b\\', '\x1b', '\x18', '\0', ';', ':', '=', '%', '%41', '\\', '\xff'],
  ...['\xc3\xa9', '?', 'p=?', 'i=12', 'd=0', 'state=waiting', 'state=blocked', 'tool=a'],
  ...['Status=idle', 'A', 'D;1', '4;1;50', 'c;SGk=', 'notify;', 'osc1338;', 'warp://cli-agent;'],
  ...['{"event":"stop"}', 'file:///a', 'E;ls', 'P;Cwd=/a', 'arm', 'cmd=bHM=', 'status=working'],
  ...['CurrentDir=/a', 'SetUserVar=a=SGk=', '\x1b[?1049h', '\x1bc', '\x1bP'],
  'x'.repeat(4_090),
]

test('prop-split, prop-total: any bytes, cut in any way, give the same, and nothing throws', () => {
  const seed = 1_338
  const random = seeded(seed)
  for (let round = 0; round < 400; round += 1) {
    const input = bytes(
      Array.from({ length: below(random, 14) }, () => pick(random, parts)).join(''),
    )
    const outcome = (feed: (made: Dispatcher) => void) => {
      const { made, events, queries, frames } = dispatcher()
      feed(made)
      return { events, queries, frames, dropped: made.dropped }
    }
    const whole = outcome((made) => made.feed(input))
    expect(
      outcome((made) => {
        for (const byte of input) {
          made.feed(Uint8Array.of(byte))
          made.feed(new Uint8Array(0))
        }
      }),
      `seed ${seed}, round ${round}`,
    ).toEqual(whole)
    expect(
      outcome((made) => {
        for (let at = 0; at < input.length; )
          made.feed(input.slice(at, (at += 1 + below(random, 9))))
      }),
      `seed ${seed}, round ${round}`,
    ).toEqual(whole)
  }
})

test('prop-silent: the log holds one of two constants, and an identifier', () => {
  const random = seeded(99)
  const allowed = new RegExp(
    '^(?:\\x1b\\]7501;\\?|\\x1b\\]99;i=' +
      '[A-Za-z0-9_+.-]{1,64}:p=\\?;a=focus,report:[a-z0-9=:,?]*)(?:\\x07|\\x1b\\\\)$',
  )
  for (let round = 0; round < 500; round += 1) {
    const { made, queries } = dispatcher()
    const id = Array.from({ length: below(random, 12) }, () =>
      pick(random, [
        ...['0', '9', 'a', '_', '-', '.', '+', '\x01', ';', '\xe9', 'opentui-notifications'],
      ]),
    ).join('')
    made.feed(bytes(`\x1b]99;i=${id}:p=?;\x07\x1b]7501;?\x1b\\`))
    for (const query of queries) {
      const answer = reply(query, { version: '1', clipboardWrite: true })
      if (answer !== null) expect(answer).toMatch(allowed)
    }
  }
})

describe('text that the parsers see', () => {
  const events = (text: string) => {
    const one = dispatcher()
    one.made.feed(bytes(text))
    return [one.events, one.made.dropped]
  }

  test('text must be UTF-8, but titles show their valid parts', () => {
    expect(events('\x1b]1338;state=waiting;tool=\xff\x07\x1b]9;\xff\x07\x1b]2;\xff\x07')).toEqual([
      ['40 title {"text":"\ufffd"}'],
      { malformed: 2 },
    ])
  })

  test('the carrier has the cap of state frames, and Warp and notifications larger ones', () => {
    const long = 'x'.repeat(5_000)
    expect(events(`\x1b]777;osc1338;state=waiting;tool=${long}\x07`)).toEqual([
      [],
      { 'too-long': 1 },
    ])
    expect(
      events(`\x1b]777;notify;warp://cli-agent;{"event":"stop","summary":"${long}"}\x07`)[1],
    ).toEqual({})
    expect(
      events(
        `\x1b]777;notify;warp://cli-agent;{"event":"stop","summary":"${long.repeat(14)}"}\x07`,
      ),
    ).toEqual([[], { 'too-long': 1 }])
    expect(events(`\x1b]777;notify;${long.repeat(14)}\x07`)[1]).toEqual({})
  })

  test('claude-code#55614: a progress report without a value is not a notification', () => {
    const { made, events } = dispatcher()
    made.feed(bytes('\x1b]9;4;0;\x07\x1b]9;4;3;\x07'))
    expect(events.map((event) => event.split(' ')[1])).toEqual(['progress', 'progress'])
  })

  test('a clipboard is never read', () => {
    expect(events('\x1b]52;c;?\x07\x1b]52;p;?\x1b\\')).toEqual([[], {}])
  })

  test('a user variable is set, emptied, removed or refused', () => {
    const set = (text: string) => `\x1b]1337;SetUserVar=${text}\x07`
    expect(events(`${set('a=SGk=')}${set('a=')}${set('a')}${set('a=b')}${set('=SGk=')}`)).toEqual([
      [
        '25 user_variable {"variable":"a","value":"Hi"}',
        '46 user_variable {"variable":"a","value":""}',
        '66 user_variable {"variable":"a","value":null}',
      ],
      { 'bad-text': 1, 'bad-id': 1 },
    ])
  })

  test('parts of a notification are joined, RIS forgets them', () => {
    expect(events('\x1b]99;i=1:d=0;a\x07\x1b]99;i=1:p=body;b\x07')[0]).toContainEqual(
      expect.stringContaining('"notification":{"title":"a","body":"b"}'),
    )
    expect(events('\x1b]99;i=1:d=0;a\x07\x1bc\x1b]99;i=1:p=body;b\x07')[0]).toContainEqual(
      expect.stringContaining('"notification":{"body":"b"}'),
    )
  })
})

test('up to 16 split notifications wait, the oldest is dropped, and texts are truncated', () => {
  const open = new NotificationParts()
  for (let id = 0; id <= openNotificationsMax; id += 1)
    open.add({ id: `${id}`, part: 'title', text: 't', done: false })
  const end = (id: string) => open.add({ id, part: 'body', text: 'b', done: true })
  expect([end('0'), end('1')]).toEqual([{ body: 'b' }, { title: 't', body: 'b' }])
  open.add({ id: 'x', part: 'title', text: '😀'.repeat(1_500), done: false })
  expect(open.add({ id: 'x', part: 'title', text: '😀'.repeat(1_500), done: true })).toEqual({
    title: '😀'.repeat(notificationCharactersMax),
  })
  expect(open.add({ part: 'title', text: '', done: true })).toBeNull()
  open.add({ id: 'y', part: 'title', text: 't', done: false })
  open.forget('y')
  expect(end('y')).toEqual({ body: 'b' })
})

test('frames, read and dropped, are lines without controls, and cut', () => {
  const { made, frames } = dispatcher()
  made.feed(bytes('\x1b]1338;state=idle\x07\x1b]0;a\xc2\x9b\x1b]133;A\x07'))
  expect(frames.map((frame) => frameLine('t', frame))).toEqual([
    'tab t @18 OSC 1338 dropped (unknown-state): state=idle\n',
    'tab t @26 OSC 0 dropped (cut): a\n',
    'tab t @33 OSC 133 seen: A\n',
  ])
  made.feed(bytes(`\x1b]2;${'x'.repeat(200)}\x07`))
  expect(frames.at(-1)).toMatchObject({ body: 'x'.repeat(shownBytesMax), cut: true })
})
