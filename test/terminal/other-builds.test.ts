/** Snapshots of builds with fewer or more fields, in both encodings. */
import { describe, expect, test } from 'vitest'
import { defaultModes } from '../../src/base/sequences/modes.ts'
import { messagePack } from '../../src/host/shadow/message-pack.ts'
import { decode, encode, type Snapshot } from '../../src/terminal/index.ts'
import { bytes, snapshot, terminal } from './terminals.ts'

/** Every optional part of a snapshot is present. */
const full = snapshot(
  terminal(
    '\x1b[1;38;5;9;48;5;1;58;5;2;4mcolors\x1b]8;;http://a/\x07link\x1b]8;;\x07\x1b[m字\x1b7' +
      '\x1b]22;>wait\x07\x1b[?25s\x1b]5;0;#111111\x07\x1b]13;#222222\x07\x1b[#P\x1b[#{' +
      '\x1b]66;s=2;x\x07\x1b[?1049hother\x1b7\x1b]22;>wait\x07\x1b[?12h\x1b[4 q\x1bN',
  ),
)

type Parts = unknown[]
/** Place of the parts that have a number, in a packed snapshot. */
const headAt = 9
const requiredParts = 14

const packed = () => messagePack.decode(encode(full, 'msgpack', messagePack)) as Parts
const json = () =>
  JSON.parse(new TextDecoder().decode(encode(full, 'json', messagePack))) as Snapshot
const fromJson = (value: unknown) => decode(bytes(JSON.stringify(value)), messagePack)
const fromPacked = (value: unknown) => decode(messagePack.encode(value), messagePack)

test('the snapshot of these tests has every part', () => {
  expect(Object.keys(full).sort()).toEqual(
    expect.arrayContaining([
      ...['colors', 'links', 'other', 'pointers', 'saved', 'savedColors', 'savedModes'],
      ...['savedPens', 'single'],
    ]),
  )
  expect([fromJson(json()), fromPacked(packed())]).toEqual([
    { ok: true, value: full },
    { ok: true, value: full },
  ])
})

test.each(Object.entries(defaultModes()))('a mode that an older build lacks: %s', (name, value) => {
  const { modes, ...rest } = json()
  const older = { ...rest, modes: Object.fromEntries(without(modes, name)) }
  const expected = { ok: true, value: { ...full, modes: { ...full.modes, [name]: value } } }
  expect(fromJson(older)).toEqual(expected)
  const parts = packed()
  ;(parts[headAt] as Parts)[2] = older.modes
  expect(fromPacked(parts)).toEqual(expected)
})

function without(modes: object, name: string): [string, unknown][] {
  return Object.entries(modes).filter(([key]) => key !== name)
}

test.each(
  (['single', 'savedModes', 'images', 'pointers', 'savedColors', 'savedPens'] as const).map(
    (name, index) => [name, requiredParts + index] as const,
  ),
)('parts from %s on that an older build lacks', (name, place) => {
  const parts = packed()
  parts[headAt] = (parts[headAt] as Parts).slice(0, place)
  const decoded = fromPacked(parts)
  expect(decoded).toMatchObject({ ok: true, value: { title: full.title, lines: full.lines } })
  expect(decoded.ok && decoded.value).not.toHaveProperty(name)
})

describe('fields of a newer build', () => {
  test('are ignored in JSON', () => {
    const { modes, cursor, colors, ...rest } = json()
    const newer = {
      ...{ ...rest, future: [1], modes: { ...modes, future: true } },
      ...{ cursor: { ...cursor, future: 1 }, colors: { ...colors, future: {} } },
    }
    expect(fromJson(newer)).toEqual({ ok: true, value: full })
  })

  test('are ignored in MessagePack', () => {
    const parts = packed()
    const head = parts[headAt] as Parts
    parts[headAt] = [...head, { future: 1 }, null]
    Object.assign(head[2] as object, { future: true })
    expect(fromPacked(parts)).toEqual({ ok: true, value: full })
  })
})

test.each([
  ['of the wrong type', { insert: 'yes' }],
  ['without a meaning', { conformance: 99 }],
  ['of null', { modifyOtherKeys: null }],
])('a mode %s is refused', (_name, wrong) => {
  const { modes, ...rest } = json()
  expect(fromJson({ ...rest, modes: { ...modes, ...wrong } })).toEqual({
    ok: false,
    problem: 'bad-field',
  })
})
