/**
 * Every documented limit of OSC strings (docs/reference/conformance.md, SECURITY.md) is the
 * effective one: a payload of exactly the limit has its effect, and a longer one does what the
 * documents describe.
 */
import { expect, test } from 'vitest'
import { Dispatcher } from '../../../src/agents/dispatch/dispatcher.ts'
import { scannedStringBytesMax } from '../../../src/agents/scan/limits.ts'
import {
  clipboardBytesMax,
  detailCharactersMax,
  idBytesMax,
  MAX_FRAME_LEN,
  messageBytesMax,
  notificationIdMax,
  pathBytesMax,
  taskLabelsMax,
  titleBytesMax,
  tokenCharactersMax,
  userVariableBytesMax,
  userVariableNameMax,
  warpBytesMax,
} from '../../../src/protocol/index.ts'

/** Returns what a dispatcher finds in a string that arrives in pieces. */
function read(text: string) {
  const values: unknown[] = []
  let tooLong = 0
  const dispatcher = new Dispatcher('thishost', {
    evidence: ({ value }) => values.push(value),
    query: () => undefined,
    clipboardTooLong: () => {
      tooLong += 1
    },
  })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 4_093) dispatcher.feed(bytes.subarray(at, at + 4_093))
  return { found: JSON.stringify(values), dropped: dispatcher.dropped, tooLong }
}

const osc = (text: string) => `\x1b]${text}\x07`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const x = (count: number) => 'x'.repeat(count)
/** Fills a string to a length in bytes that includes introducer and terminator. */
const filled = (length: number, start: string, end = '') =>
  osc(start + x(length - start.length - end.length - 3) + end)
/** A base64 text of so many bytes. */
const encoded = (count: number) => base64(x(count))

type Beyond = 'too-long' | 'bad-id' | 'bad-text' | 'unchanged' | 'cut'

/** The limit, a string with so much of what it limits, and what is documented beyond it. */
const limits: readonly [string, number, (length: number) => string, Beyond][] = [
  ['any string', scannedStringBytesMax, (length) => filled(length, '9;'), 'too-long'],
  ['a title string', scannedStringBytesMax, (length) => filled(length, '2;'), 'too-long'],
  ['OSC 1338', MAX_FRAME_LEN, (length) => filled(length, '1338;state=done;x='), 'too-long'],
  ['OSC 7501', MAX_FRAME_LEN, (length) => filled(length, '7501;state=done:x='), 'too-long'],
  ['OSC 26', MAX_FRAME_LEN, (length) => filled(length, '26;Status=idle;x='), 'too-long'],
  ['OSC 88', MAX_FRAME_LEN, (length) => filled(length, '88;clear;x='), 'too-long'],
  ['OSC 21337', MAX_FRAME_LEN, (length) => filled(length, '21337;status=working;x='), 'too-long'],
  [
    'Warp',
    warpBytesMax,
    (length) => filled(length, '777;notify;warp://cli-agent;{"event":"stop","q":"', '"}'),
    'too-long',
  ],
  [
    'a directory (OSC 7)',
    pathBytesMax,
    (length) => osc(`7;file://thishost/${'%41'.repeat(length - 1)}`),
    'unchanged',
  ],
  [
    'an id (OSC 7501)',
    tokenCharactersMax,
    (length) => osc(`7501;state=done:id=${x(length)}`),
    'bad-id',
  ],
  [
    'a nested id (OSC 7501)',
    idBytesMax,
    (length) => osc(`7501;state=done:id=${`${x(31)}/`.repeat(3)}${x(length - 96)}`),
    'bad-id',
  ],
  [
    'a title (OSC 7501)',
    titleBytesMax,
    (length) => osc(`7501;state=done:title=${encoded(length)}`),
    'bad-text',
  ],
  [
    'a message (OSC 7501)',
    messageBytesMax,
    (length) => osc(`7501;state=done:msg=${encoded(length)}`),
    'bad-text',
  ],
  [
    'a detail (OSC 26)',
    detailCharactersMax,
    (length) => osc(`26;Status=idle;Detail=${encoded(length)}`),
    'cut',
  ],
  [
    'task labels (OSC 26)',
    taskLabelsMax,
    (count) =>
      osc(
        `26;Status=idle;Tasks=${base64(
          Array.from({ length: count }, (_, at) => `t${at}`).join('\n'),
        )}`,
      ),
    'cut',
  ],
  [
    'a name (OSC 1337)',
    userVariableNameMax,
    (length) => osc(`1337;SetUserVar=${x(length)}=SGk=`),
    'bad-id',
  ],
  [
    'a value (OSC 1337)',
    userVariableBytesMax,
    (length) => osc(`1337;SetUserVar=a=${encoded(length)}`),
    'bad-text',
  ],
  ['an id (OSC 99)', notificationIdMax, (length) => osc(`99;i=${x(length)}:d=0;title`), 'bad-id'],
]

test.each(limits)('%s is read with %d and not with one more', (_what, limit, string, beyond) => {
  const [full, over] = [read(string(limit)), read(string(limit + 1))]
  expect(full).toMatchObject({ dropped: {}, tooLong: 0 })
  expect(full.found).not.toBe('[]')
  if (beyond === 'unchanged') expect(over).toMatchObject({ found: '[]', dropped: {} })
  else if (beyond === 'cut') {
    expect(over.dropped).toEqual({})
    expect(over.found.length).toBeLessThanOrEqual(full.found.length)
  } else expect(over).toMatchObject({ found: '[]', dropped: { [beyond]: 1 } })
})

test.each([
  ['BEL', (text: string) => `\x1b]52;c;${text}\x07`],
  ['ST', (text: string) => `\x1b]52;c;${text}\x1b\\`],
  ['all selections', (text: string) => `\x1b]52;cpqs01234567;${text}\x1b\\`],
  ['line ends', (text: string) => `\x1b]52;c;${text.replace(/.{76}/g, '$&\r\n')}\x07`],
])(
  'clipboard text (OSC 52, %s) is read up to its limit, and reported beyond it',
  (_how, string) => {
    for (const bytes of [98_304, clipboardBytesMax - 1, clipboardBytesMax]) {
      const { found, dropped, tooLong } = read(string(encoded(bytes)))
      expect([found.length > bytes, found.includes('"truncated":false'), dropped, tooLong]).toEqual(
        [true, true, {}, 0],
      )
    }
    for (const bytes of [clipboardBytesMax + 1, clipboardBytesMax + 600, 4 * clipboardBytesMax]) {
      const { found, tooLong } = read(string(encoded(bytes)))
      expect(Number(found.includes('"truncated":true')) + tooLong).toBe(1)
    }
  },
)
