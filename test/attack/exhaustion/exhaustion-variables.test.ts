/** Variables that output sets (OSC 1337): they stay bounded, and a forged name is only a name. */
import { describe, expect, test } from 'vitest'
import { Dispatcher } from '../../../src/agents/dispatch/dispatcher.ts'
import { UserVariables } from '../../../src/core/session/user-variables.ts'
import { userVariablesMax } from '../../../src/core/session/limits.ts'
import { userVariableBytesMax, userVariableNameMax } from '../../../src/protocol/limits.ts'
import { unseen } from '../../support/hostile-text.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const set = (name: string, value: string) => `\x1b]1337;SetUserVar=${name}=${base64(value)}\x07`

function printed() {
  const variables = new UserVariables()
  const dispatcher = new Dispatcher('thishost', {
    evidence: (found) => {
      if (found.type === 'user_variable') variables.take(found.value)
    },
    query: () => expect.unreachable('a variable is no query'),
  })
  const print = (text: string) => dispatcher.feed(Buffer.from(text))
  return { dispatcher, print, shown: () => variables.shown }
}

describe('variables that output sets', () => {
  test('a flood keeps the newest within a fixed size', () => {
    const { print, shown } = printed()
    const name = (row: number) => `${row}`.padStart(userVariableNameMax, 'n')
    const value = '"'.repeat(userVariableBytesMax)
    for (let row = 0; row < 300; row += 1) print(set(name(row), value))
    const all = shown() ?? {}
    expect(Object.keys(all)).toEqual(
      Array.from({ length: userVariablesMax }, (_, at) => name(300 - userVariablesMax + at)),
    )
    // less than a client may leave unread
    expect(JSON.stringify(all).length).toBeLessThan(262_144)
    print(set(name(290), '') + set('new', ''))
    expect(shown()).toMatchObject({ [name(290)]: '', new: '' })
  })

  test('a string without an end sets nothing, and the next one is read', () => {
    const { dispatcher, print, shown } = printed()
    print('\x1b]1337;SetUserVar=a=')
    for (let part = 0; part < 1_000; part += 1) print('SGVs'.repeat(1_000))
    expect(shown()).toBeUndefined()
    print(`\x07${set('b', 'Hi')}`)
    expect([shown(), dispatcher.dropped]).toEqual([{ b: 'Hi' }, { 'too-long': 1 }])
  })

  test('a string that another sequence or a control cuts sets nothing', () => {
    const { print, shown } = printed()
    for (const end of ['\x18', '\x1a', '\x1b[m', '\x1b]0;x\x07'])
      print(`\x1b]1337;SetUserVar=a=SGk=${end}`)
    expect(shown()).toBeUndefined()
  })

  test('a string in pieces of one byte is the same string', () => {
    const { print, shown } = printed()
    for (const one of set('a', 'one piece')) print(one)
    expect(shown()).toEqual({ a: 'one piece' })
  })

  test.each([
    '!',
    'SGl=',
    'SGk=SGk=',
    'SGk=\u00e9',
    '/w==',
    base64('\x1b]0;evil\x07'),
    base64('a\nb'),
  ])('the value %j is refused, and the variable keeps its own', (value) => {
    const { dispatcher, print, shown } = printed()
    print(`${set('a', 'kept')}\x1b]1337;SetUserVar=a=${value}\x07`)
    expect([shown(), dispatcher.dropped]).toEqual([{ a: 'kept' }, { 'bad-text': 1 }])
  })

  test.each([
    '',
    ' ',
    'a b',
    'a;b',
    'a"b',
    'ä',
    'a\u202e',
    '../a',
    'n'.repeat(userVariableNameMax + 1),
  ])('the name %j is refused', (name) => {
    const { dispatcher, print, shown } = printed()
    print(set(name, 'x'))
    expect([shown(), dispatcher.dropped]).toEqual([undefined, { 'bad-id': 1 }])
  })

  test('names of an object are ordinary names', () => {
    const { print, shown } = printed()
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0']
    print(names.map((name) => set(name, 'x')).join(''))
    const copy = JSON.parse(JSON.stringify(shown())) as object
    expect(Object.keys(copy).toSorted()).toEqual(names.toSorted())
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test('values show no invisible characters', () => {
    const { print, shown } = printed()
    print(set('a', 'user\u202etxt.exe\u200b\u{e0041}'))
    expect(shown()).toEqual({ a: 'usertxt.exe' })
    expect(JSON.stringify(shown())).not.toMatch(unseen)
  })
})
