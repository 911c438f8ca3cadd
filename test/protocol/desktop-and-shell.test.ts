/**
 * Edges of the sequences of shells and desktops: directories, notifications, marks, clipboard
 * (docs/reference/protocols.md).
 */
import { describe, expect, test } from 'vitest'
import {
  format7,
  format777,
  parse133,
  parse1337,
  parse52,
  parse633,
  parse7,
  parse777,
  parse9,
  parse99,
  parsePath,
  parseWarp,
  pathBytesMax,
  userVariableBytesMax,
  userVariableEncodedMax,
  userVariableNameMax,
} from '../../src/protocol/index.ts'
import { notificationNameMax, notificationNamesMax } from '../../src/protocol/limits.ts'
import { bad, base64, good } from './results.ts'

describe('OSC 7', () => {
  const here = 'laptop'
  test.each([
    ['a raw # belongs to the path', 'file:///tmp/a#b', '/tmp/a#b'],
    ['a % that escapes nothing stands for itself', 'file:///tmp/100%', '/tmp/100%'],
    ['a % before one digit stands for itself', 'file:///tmp/5%2', '/tmp/5%2'],
    ['escapes beside such a % count', 'file:///a%20b%', '/a b%'],
    ["kitty's form has a raw path", 'kitty-shell-cwd://laptop/tmp/a#b%20?', '/tmp/a#b%20?'],
    ["kitty's form of another host is not this machine's", 'kitty-shell-cwd://other/tmp', null],
    ['two slashes are no path', 'file:////tmp', null],
    ['a line end is refused', 'kitty-shell-cwd:///a\nb', null],
  ])('%s', (_, body, path) => expect(parse7(body, here)).toBe(path))
})

describe('OSC 777 and Warp', () => {
  test('first words', () => {
    expect(parse777('notify;T;a;b')).toEqual(good({ notify: { title: 'T', body: 'a;b' } }))
    expect(parse777('notify;T')).toEqual(good({ notify: { title: 'T', body: '' } }))
    expect([parse777('notify'), parse777('notify;;'), parse777('precmd'), parse777('')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(parse777('osc1338;state=done')).toEqual(good({ frame: { state: 'done' } }))
    expect(parse777('osc1338;')).toEqual(bad('missing-state'))
    expect(parse777('notify;warp://cli-agent')).toEqual(bad('malformed'))
    expect([
      format777('a;b', 'c'),
      format777('warp://cli-agent', '{}'),
      format777('T', 'x;y'),
    ]).toEqual([null, null, 'notify;T;x;y'])
  })
  test.each([
    ['[]', 'malformed'],
    ['null', 'malformed'],
    ['"stop"', 'malformed'],
    ['', 'malformed'],
    ['{"v":2,"event":"stop"}', 'unsupported-version'],
    ['{"v":"1","event":"stop"}', 'unsupported-version'],
    ['{"v":1}', 'missing-field'],
  ])('%s', (json, problem) => expect(parseWarp(json)).toEqual(bad(problem)))
  test('an unknown event has no state', () =>
    expect(parseWarp('{"event":"constructor","agent":5}')).toEqual(good({ event: 'constructor' })))
  test('properties that every object inherits are ignored', () =>
    expect(parseWarp('{"__proto__":{"event":"stop"}}')).toEqual(bad('missing-field')))
  test('deep JSON causes no error', () => expect(parseWarp('['.repeat(60_000)).ok).toBe(false))
})

describe('OSC 9, 99', () => {
  test.each([
    ['13;x', { notify: { body: '13;x' } }],
    ['0', { notify: { body: '0' } }],
    ['04;1', { notify: { body: '04;1' } }],
    ['12', null],
    ['4;1;9999999999999999999999', { progress: 'value', percent: 100 }],
    ['4;4;7', { progress: 'paused', percent: 7 }],
    ['4;', null],
    ['9;"/a b"', { cwd: '/a b' }],
    ['9;C:\\x', null],
    ['9;/a;b', { cwd: '/a;b' }],
  ])('9;%s', (body, expected) => expect(parse9(body)).toEqual(expected))
  test('99: parts, close, query, and ignored keys', () => {
    expect(parse99('i=1:d=0:p=body;x')).toEqual(
      good({ id: '1', part: 'body', text: 'x', done: false }),
    )
    expect(parse99(';Hello;World')).toEqual(
      good({ part: 'title', text: 'Hello;World', done: true }),
    )
    expect(parse99('e=1;w6k7')).toEqual(
      good({ part: 'title', text: 'w6k7', base64: true, done: true }),
    )
    expect(parse99('e=1;!')).toEqual(bad('bad-text'))
    expect(parse99('i=x:p=close;')).toEqual(good({ id: 'x', close: true }))
    expect(parse99('i=a b:p=?;')).toEqual(good({ query: true }))
    expect(parse99('i=x:p=alive;')).toEqual(good({ id: 'x', alive: true }))
    expect([parse99('p=sketch;x'), parse99('no metadata')]).toEqual([null, null])
  })
  test.each<[string, object]>([
    ['a=report,-focus', { report: true, focus: false }],
    ['a=-report,focus,explode', { report: false, focus: true }],
    ['c=1', { reportsClose: true }],
    ['c=0', { reportsClose: false }],
    ['o=unfocused', { occasion: 'unfocused' }],
    ['o=always:o=sometimes', { occasion: 'always' }],
    ['u=2', { urgency: 2 }],
    ['u=3', {}],
    ['u=02', {}],
    [`f=${base64('kitty')}`, { app: 'kitty' }],
    ['f=not base64', {}],
    [`f=${base64('x'.repeat(notificationNameMax))}`, { app: 'x'.repeat(notificationNameMax) }],
    [`f=${base64('x'.repeat(notificationNameMax + 1))}`, {}],
    [`t=${base64('im')}:t=${base64('device')}`, { types: ['im', 'device'] }],
    [`n=${base64('error')}:n=${base64('foo-bar')}`, { icons: ['error', 'foo-bar'] }],
    ['g=3e8c-1', { iconKey: '3e8c-1' }],
    ['g=../../x', {}],
    [`s=${base64('silent')}`, { sound: 'silent' }],
    ['w=-1', { expireMs: -1 }],
    ['w=0', { expireMs: 0 }],
    ['w=999999999', { expireMs: 999_999_999 }],
    ['w=-2:w=1e9:w=9999999999:w=', {}],
    ['X=1:focus=1:__proto__=1:=:::', {}],
  ])('99;%s is read as %o', (keys, options) =>
    expect(parse99(`${keys};x`)).toEqual(
      good({ part: 'title', text: 'x', done: true, ...options }),
    ),
  )
  test('99: names beyond the limit are ignored', () => {
    const names = Array.from(
      { length: notificationNamesMax + 5 },
      (_, at) => `n=${base64(`n${at}`)}`,
    )
    const found = parse99(`${names.join(':')};x`)
    expect(found).toMatchObject({ value: { icons: names.slice(0, 8).map((_, at) => `n${at}`) } })
  })
})

describe('marks', () => {
  test.each([
    ['D;+7', 7],
    ['D;2147483647', 2_147_483_647],
    ['D;2147483648', null],
    ['D;', null],
    ['D', null],
    ['D;0x1', null],
    ['D;-0', 0],
    ['D;007', 7],
  ])('133;%s', (body, code) =>
    expect(parse133(body)).toEqual({ kind: 'command_end', exit_code: code }),
  )
  test.each(['a', 'AB', ' A', 'E', 'E;x'])('133;%s is ignored', (body) =>
    expect(parse133(body)).toBeNull(),
  )
  test('633', () => {
    expect(parse633('E;')).toEqual({ kind: 'command_line', text: '' })
    expect(parse633('E')).toBeNull()
    expect(parse633('E;a\\\\x3b\\x3B;n')).toEqual({ kind: 'command_line', text: 'a\\x3b;' })
    expect(parse633('P;Cwd=rel')).toBeNull()
    expect(parse633('P;Cwd=/a\\x0ab')).toBeNull()
    expect(parse633('D;1;x')).toEqual({ kind: 'command_end', exit_code: 1 })
  })
})

describe('directories', () => {
  test('limits', () => {
    const path = `/${'x'.repeat(pathBytesMax - 1)}`
    expect([parsePath(path), parsePath(`${path}x`), parsePath(`/${'é'.repeat(2_048)}`)]).toEqual([
      path,
      null,
      null,
    ])
    expect(parse7(`file://${path.replaceAll('x', '%78')}`, 'h')).toBe(path)
  })
  test.each([
    'file://other/x',
    'file:/x',
    'file://h:22/x',
    '/x',
    'file:///%C2%9B',
    'file:///%7F',
    'FILE:///x',
  ])('%s is not a directory', (body) => expect(parse7(body, 'h')).toBeNull())
  test('written and read', () => expect(format7('/a b?é', 'H')).toBe('file://h/a%20b%3F%C3%A9'))
  test('1337', () => {
    expect(parse1337('RequestAttention=once')).toEqual(good({ attention: true }))
    expect(parse1337('RequestAttention=no')).toEqual(good({ attention: false }))
    expect(parse1337('CurrentDir=/a=b')).toEqual(good({ cwd: '/a=b' }))
    expect([
      parse1337('RequestAttention=fireworks'),
      parse1337('StealFocus'),
      parse1337('SetUserVars=a=SGk='),
      parse1337('CurrentDir=x'),
    ]).toEqual([null, null, null, null])
  })
})

describe('user variables (OSC 1337)', () => {
  const name = 'n'.repeat(userVariableNameMax)
  test.each([
    ['a value', 'WEZTERM_PROG=bWFrZSBhbGw=', 'WEZTERM_PROG', 'make all'],
    ['a value without padding', 'a=SGk', 'a', 'Hi'],
    ['UTF-8', `.b-c=${base64('é')}`, '.b-c', 'é'],
    ['an empty value', 'a=', 'a', ''],
    ['no value', 'a', 'a', null],
    ['a name of an object', '__proto__=SGk=', '__proto__', 'Hi'],
    ['the longest name', `${name}=SGk=`, name, 'Hi'],
  ])('%s', (_, body, variable, value) =>
    expect(parse1337(`SetUserVar=${body}`)).toEqual(good({ variable, value })),
  )
  test.each(['', '=', '=SGk=', 'a b=SGk=', 'a;b=SGk=', 'é=SGk=', 'a\x9b=SGk=', `${name}n=SGk=`])(
    'refuses the name of %j',
    (body) => expect(parse1337(`SetUserVar=${body}`)).toEqual(bad('bad-id')),
  )
  test.each([
    ...['b', 'SGl=', 'S-k=', 'SGk=;', 'SGk= ', 'SGk==', '=', '/w=='],
    ...['\x1b', 'a\nb', '\0', '\x7f', '\u009b'].map(base64),
    base64('x'.repeat(userVariableBytesMax + 1)),
    base64('é'.repeat(userVariableBytesMax / 2 + 1)),
    'A'.repeat(userVariableEncodedMax + 4),
  ])('refuses the value %j', (text) =>
    expect(parse1337(`SetUserVar=a=${text}`)).toEqual(bad('bad-text')),
  )
})

describe('OSC 52', () => {
  const text = (body: string) => {
    const found = parse52(body)
    return found.outcome === 'write' ? [found.text, found.truncated] : found.outcome
  }
  test.each(['c;SGk', 'c;SGk=\u00e9', 'c;SGl=', 'c;S-k=', 'c;=', 'c;YQ==YQ=='])(
    '%s is malformed',
    (body) => expect(parse52(body)).toEqual({ outcome: 'malformed' }),
  )
  test('bad UTF-8 becomes U+FFFD, controls stay', () =>
    expect([text('c;/w=='), text('c;GwA=')]).toEqual([
      ['\ufffd', false],
      ['\x1b\0', false],
    ]))
  test('above the cap it is cut at a whole character', () => {
    expect(text(`c;${base64('A'.repeat(102_401))}`)).toEqual(['A'.repeat(102_400), true])
    expect(text(`c;${base64(`A${'é'.repeat(60_000)}`)}`)).toEqual([`A${'é'.repeat(51_199)}`, true])
    expect(text(`c;${base64('😀'.repeat(25_601))}`)).toEqual(['😀'.repeat(25_600), true])
  })
})
