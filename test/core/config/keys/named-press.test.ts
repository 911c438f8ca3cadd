/** Keys by name, as `vibeflow/testing` presses them. */
import { expect, test } from 'vitest'
import { defaultModes } from '../../../../src/base/sequences/modes.ts'
import { namedPress } from '../../../../src/core/config/keys/named-press.ts'
import { programKeys } from '../../../../src/core/config/keys/program-keys.ts'
import { defaults } from '../../../../src/core/config/table.ts'

test.each([
  ['A', 'A'],
  ['shift+a', 'A'],
  ['Ctrl+C', '\x03'],
  ['ctrl+@', '\0'],
  ['Ctrl+/', '\x1f'],
  ['+', '+'],
  ['Ctrl++', '+'],
  ['Ctrl+-', '-'],
  ['Space', ' '],
  [' ', 'it is empty.'],
  ['é', 'é'],
  ['?', '?'],
  ['ArrowUp', '\x1b[A'],
  ['Shift+PageUp', '\x1b[5;2~'],
  ['Alt+.', '\x1b.'],
  ['Shift+1', '!'],
  ['F13', '\x1b[1;2P'],
  ['Foo', 'unknown key foo.'],
  ['Hyper+a', 'unknown modifier hyper. Use ctrl, shift, alt or super.'],
  ['Super+a', ''],
  ['', 'it is empty.'],
])('%j sends %j', (name, bytes) => {
  const found = namedPress(name)
  const side = { ...defaultModes(), flags: 0, options: defaults.keyboard }
  expect('problem' in found ? found.problem : programKeys(found.ok, side)).toBe(bytes)
})
