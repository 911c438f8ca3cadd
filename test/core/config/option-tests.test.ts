/** Each option has a test that it changes what it says. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entries } from '../../../src/core/config/table.ts'
import { root } from '../../tidy/tree.ts'
import { optionTests } from './option-tests.ts'

test('every option is named with the file of its test', () => {
  expect(Object.values(optionTests).flat().toSorted()).toEqual(
    entries.map(({ name }) => name).toSorted(),
  )
})

test('each of these files exists', () => {
  const gone = Object.keys(optionTests).filter((file) => !existsSync(join(root, 'test', file)))
  expect(gone).toEqual([])
})
