import { expect, test } from 'vitest'
import { madeOnce } from '../../src/electron-shim/desktop/made-once.ts'

test('a value is made once, and again only when it could not be made', async () => {
  let tries = 0
  const get = madeOnce(async () => {
    if (++tries === 1) throw new Error('EMFILE')
    return tries
  })
  const first = await Promise.allSettled([get(), get()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([await get(), await get(), tries]).toEqual([2, 2, 2])
})
