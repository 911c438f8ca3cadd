/** Keys of several layouts, as the browser delivers them, compared with the bytes of xterm. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultModes } from '../../../../src/base/sequences/modes.ts'
import { programKeys } from '../../../../src/core/config/keys/program-keys.ts'
import { defaults } from '../../../../src/core/config/table.ts'

const lines = readFileSync(join(import.meta.dirname, '../../../data/layout-keys.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [name: string, keys: string])

test.each(lines)('%s sends the same bytes as xterm', (name, keys) => {
  const has = (word: string) => name.split(' ').includes(word)
  const side = { ...defaultModes(), flags: 0, options: defaults.keyboard }
  const rows = [...keys.matchAll(/(\w+):(.):([0-9a-f]+)/gu)]
  const sent = rows.map(([, code = '', key = '']) => {
    const bytes = programKeys(
      {
        ...{ key, code, type: 'press', meta: false, capsLock: false, numLock: false },
        ...{ ctrl: has('ctrl'), shift: has('shift'), alt: has('alt'), altGraph: has('altgr') },
        unshifted: null,
      },
      side,
    )
    return `${code}:${key}:${Buffer.from(bytes).toString('hex')}`
  })
  expect(sent).toEqual(rows.map(([row]) => row))
})
