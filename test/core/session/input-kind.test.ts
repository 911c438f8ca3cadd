/** What typed bytes mean to the state machine. */
import { expect, it } from 'vitest'
import { isFocusReport, typedKind } from '../../../src/core/session/input-kind.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it.each([
  ['a letter', 'a', 'text'], ['a line end by Shift+Enter', '\n', 'text'], ['Enter', '\r', 'submit'], ['a word with Enter', 'yes\r', 'submit'], ['a lone Esc', '\x1b', 'interrupt'],
  ['Ctrl+C', '\x03', 'interrupt'], ['an arrow', '\x1b[A', 'text'], ['Alt and a letter', '\x1bf', 'text'], ['Esc in the kitty protocol', '\x1b[27u', 'interrupt'], ['Ctrl+C among text', 'a\x03', 'text'],
] as const)('takes %s for %s', (_name, typed, kind) => {
  expect(typedKind(bytes(typed))).toBe(kind)
})

it('knows a report of focus from one of the mouse', () => {
  expect(['\x1b[I', '\x1b[O', '\x1b[M', '\x1b[<0;1;1M'].map((text) => isFocusReport(bytes(text)))).toEqual([true, true, false, false])
})
