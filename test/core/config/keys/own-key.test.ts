/** Keys that `copy` lets through when nothing is selected. */
import { expect, test } from 'vitest'
import { ownKey } from '../../../../src/core/config/keys/own-key.ts'

const press = (
  key: string,
  modifiers: { readonly shift?: boolean; readonly meta?: boolean } = {},
) => ({ key, shift: false, meta: false, ...modifiers })

test.each([
  ['ctrl+c', press('c'), true],
  ['alt+c', press('c'), true],
  ['f5', press('F5'), true],
  ['ctrl+shift+c, which would become ^C', press('C', { shift: true }), false],
  ['super+c, which would type a c', press('c', { meta: true }), false],
  ['ctrl+insert', press('Insert'), false],
  ['the key Copy', press('Copy'), false],
])('%s', (_chord, key, own) => {
  expect(ownKey(key)).toBe(own)
})
