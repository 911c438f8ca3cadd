/** Tests the drawing of other panes while the user types in one. */
import { expect, test } from 'vitest'
import { Typing } from '../../../src/renderer/grid/draw/typing.ts'
import { besideEchoMs, besideMs, typingMs } from '../../../src/renderer/grid/limits.ts'
import { asSession } from '../../support/windows/ids.ts'

test('the other pane waits for the echo, and for its next picture, but never the typed one', () => {
  let now = 10_000
  const typing = new Typing(() => now)
  expect(typing.waitMs(asSession('beside'), now)).toBe(0) // the user has not typed
  typing.typed([asSession('typed in')])
  expect(typing.waitMs(asSession('typed in'), now)).toBe(0)
  expect(['typed in', 'beside'].map((pane) => typing.into(asSession(pane)))).toEqual([true, false])
  expect(typing.waitMs(asSession('beside'), now - besideMs)).toBe(besideEchoMs)
  expect(typing.waitMs(asSession('beside'), now)).toBe(besideMs)
  now += besideEchoMs
  expect(typing.waitMs(asSession('beside'), now - besideMs)).toBe(0)
  expect(typing.waitMs(asSession('beside'), now - 30)).toBe(besideMs - 30)
  now += typingMs - besideEchoMs
  expect(typing.waitMs(asSession('beside'), now)).toBe(0) // long ago
  expect(typing.into(asSession('typed in'))).toBe(false)
  typing.typed([asSession('beside')])
  expect(typing.waitMs(asSession('beside'), now)).toBe(0)
  expect(typing.waitMs(asSession('typed in'), now)).toBe(besideMs)
})

test('quick keys without an echo do not hold a picture back forever', () => {
  let now = 10_000
  const typing = new Typing(() => now)
  const drawn: number[] = []
  for (const began = now; now < began + 2_000; now += 10) {
    typing.typed([asSession('typed in')]) // a key that is held down
    now += 5
    if (typing.waitMs(asSession('beside'), drawn.at(-1) ?? now - besideMs) === 0) drawn.push(now)
    now -= 5
  }
  const gaps = drawn.slice(1).map((time, index) => time - drawn[index]!)
  expect(drawn.length).toBeGreaterThan(15)
  expect([...new Set(gaps)]).toEqual([besideMs])
})

test('no pane of a broadcast waits for its echo', () => {
  const now = 10_000
  const typing = new Typing(() => now)
  typing.typed([asSession('typed in'), asSession('gets it too')])
  expect(typing.waitMs(asSession('gets it too'), now)).toBe(0)
  expect(typing.waitMs(asSession('beside'), now)).toBe(besideMs)
})
