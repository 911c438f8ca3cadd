/** Other tables of key bytes, in rooms that may not import the encoder. */
import { expect, test } from 'vitest'
import { capabilities } from '../../../../src/base/sequences/capabilities.ts'
import { defaultModes } from '../../../../src/base/sequences/modes.ts'
import { namedKeys } from '../../../../src/core/clients/mcp/tools.ts'
import { namedPress } from '../../../../src/core/config/keys/named-press.ts'
import { programKeys } from '../../../../src/core/config/keys/program-keys.ts'
import { defaults } from '../../../../src/core/config/table.ts'

function sent(name: string, applicationCursor = false): string {
  const found = namedPress(name)
  if ('problem' in found) throw new Error(found.problem)
  const side = { ...defaultModes(), applicationCursor, flags: 0, options: defaults.keyboard }
  return programKeys(found.ok, side)
}

test('keys that tools press over MCP are those of the encoder', () => {
  const names = Object.keys(namedKeys)
  expect(Object.fromEntries(names.map((name) => [name, sent(name)]))).toEqual(namedKeys)
})

test('XTGETTCAP reports the bytes of the encoder', () => {
  const keys = {
    ...{ kcuu1: 'Up', kcud1: 'Down', kcuf1: 'Right', kcub1: 'Left', khome: 'Home', kend: 'End' },
    ...{ kich1: 'Insert', kdch1: 'Delete', kpp: 'PageUp', knp: 'PageDown' },
    ...{ kbs: 'Backspace', kcbt: 'Shift+Tab' },
    ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`kf${at + 1}`, `F${at + 1}`])),
  }
  const expected = Object.entries(keys).map(([name, key]) => [name, sent(key, true)])
  expect(capabilities).toMatchObject(Object.fromEntries(expected))
})
