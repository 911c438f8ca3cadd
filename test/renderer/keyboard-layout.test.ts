/** Tests the characters that keys type without Shift, from the browser's layout and from typing. */
import { expect, test } from 'vitest'
import { KeyboardLayout } from '../../src/renderer/keys/keyboard-layout.ts'

const french = { Digit0: 'à', Digit2: 'é', KeyQ: 'a' }
const american = { Digit0: '0', Digit2: '2', KeyQ: 'q' }

/** A layout by what the browser reports, and keys on it. */
async function keyboard(reported: Readonly<Record<string, string>> | null) {
  const browser = { reported }
  const layout = new KeyboardLayout(() =>
    browser.reported === null
      ? Promise.reject(new Error('not available'))
      : Promise.resolve(new Map(Object.entries(browser.reported))),
  )
  const settle = async () => {
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  }
  await settle()
  return {
    browser,
    has: (...codes: readonly string[]) => codes.map((code) => layout.unshifted(code)),
    press: async (key: string, code: string, { shift = false, altGraph = false } = {}) => {
      const none = { ctrl: false, alt: false, meta: false }
      layout.follow({ key, code, shift, altGraph, ...none })
      await settle()
    },
  }
}

test('the layout is as the browser reports it', async () => {
  const { has } = await keyboard(french)
  expect(has('Digit0', 'KeyQ', 'Enter')).toEqual(['à', 'a', null])
})

test('the layout is read again when Shift is pressed', async () => {
  const { browser, has, press } = await keyboard(french)
  await press('é', 'Digit2')
  browser.reported = american
  await press('Shift', 'ShiftLeft', { shift: true })
  expect(has('Digit2', 'Digit0')).toEqual(['2', '0'])
})

test('typed keys count when the browser reports another layout', async () => {
  const { has, press } = await keyboard(american)
  await press('é', 'Digit2')
  expect(has('Digit2', 'Digit0')).toEqual(['é', '0'])
  await press('2', 'Digit2')
  expect(has('Digit2', 'Digit0')).toEqual(['2', '0'])
})

test('a typed key of another layout withdraws the earlier ones', async () => {
  const { has, press } = await keyboard(null)
  await press('à', 'Digit0')
  await press('A', 'KeyQ')
  await press('Enter', 'Enter')
  expect(has('Digit0', 'KeyQ', 'Enter')).toEqual(['à', 'a', null])
  await press('q', 'KeyQ')
  expect(has('Digit0', 'KeyQ')).toEqual([null, 'q'])
})

test('keys with Shift or AltGr do not count', async () => {
  const { has, press } = await keyboard(french)
  await press('0', 'Digit0', { shift: true })
  await press('@', 'Digit0', { altGraph: true })
  expect(has('Digit0')).toEqual(['à'])
})
