/** Tests the meaning of typed bytes for the state machine. */
import { expect, it } from 'vitest'
import { isTerminalReply, typedKind } from '../../../src/core/session/input/input-kind.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it.each([
  ['a letter', 'a', 'text'],
  ['a line end by Shift+Enter', '\n', 'text'],
  ['Enter', '\r', 'submit'],
  ['a word with Enter', 'yes\r', 'submit'],
  ['a lone Esc', '\x1b', 'interrupt'],
  ['Ctrl+C', '\x03', 'interrupt'],
  ['an arrow', '\x1b[A', 'text'],
  ['Alt and a letter', '\x1bf', 'text'],
  ['Esc in the kitty protocol', '\x1b[27u', 'interrupt'],
  ['Ctrl+C among text', 'a\x03', 'text'],
  ['Esc twice', '\x1b\x1b', 'interrupt'],
  ['a new line by Alt+Enter', '\x1b\r', 'text'],
  ['a sequence and Enter', '\x1b[A\r', 'submit'],
  ['kitty: Ctrl+C', '\x1b[99;5u', 'interrupt'],
  ['kitty: Ctrl+C on a Cyrillic keyboard', '\x1b[1089::99;5u', 'interrupt'],
  ['kitty: Ctrl+C with Num Lock', '\x1b[99;133u', 'interrupt'],
  ['kitty: Ctrl+Shift+C', '\x1b[99:67;6u', 'text'],
  ['kitty: Esc held', '\x1b[27;1:2u', 'interrupt'],
  ['kitty: Esc let go', '\x1b[27;1:3u', 'mouse'],
  ['kitty: Enter', '\x1b[13u', 'submit'],
  ['kitty: Enter of the number pad', '\x1b[57414u', 'submit'],
  ['kitty: Shift+Enter', '\x1b[13;2u', 'text'],
  ['kitty: Enter let go', '\x1b[13;1:3u', 'mouse'],
  ['kitty: a letter with its text', '\x1b[97;;97u', 'text'],
  ['kitty: Shift', '\x1b[57441;2u', 'mouse'],
  ['kitty: an arrow let go', '\x1b[1;1:3A', 'mouse'],
  ['kitty: an arrow', '\x1b[1;5A', 'text'],
  ['modifyOtherKeys: Ctrl+C', '\x1b[27;5;99~', 'interrupt'],
  ['modifyOtherKeys: Shift+Enter', '\x1b[27;2;13~', 'text'],
  ['modifyOtherKeys: Shift+Esc', '\x1b[27;2;27~', 'text'],
] as const)('reads %s as %s', (_name, typed, kind) => {
  expect(typedKind(bytes(typed))).toBe(kind)
})

it('a focus report is distinguished from a mouse report', () => {
  expect(
    ['\x1b[I', '\x1b[O', '\x1b[M', '\x1b[<0;1;1M'].map((text) => isTerminalReply(bytes(text))),
  ).toEqual([true, true, false, false])
})

it('the report of modifyOtherKeys is a reply, and its keys are not', () => {
  expect(
    ['\x1b[>4;2m', '\x1b[27;5;99~', '\x1b[>4;2m\x1b[27;5;99~'].map((text) =>
      isTerminalReply(bytes(text)),
    ),
  ).toEqual([true, false, false])
})
