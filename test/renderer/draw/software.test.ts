/** Tests the choice of the renderer, from the engine's answer to a request for a context. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAgain, drawsInSoftware } from '../../../src/renderer/look/software.ts'

/** The engine of the next contexts; `null` if there are no contexts. */
let engine: string | null = null
let asked = 0

beforeEach(() => {
  askAgain()
  asked = 0
  const context = () => {
    asked += 1
    return engine === null
      ? null
      : { RENDERER: 1, getExtension: () => null, getParameter: () => engine }
  }
  vi.stubGlobal('document', { createElement: () => ({ getContext: context }) })
})
afterEach(() => vi.unstubAllGlobals())

test('a graphics check is repeated until it answers, and then no more', () => {
  engine = null
  expect(drawsInSoftware()).toBe(true)
  engine = 'Mali-G52'
  expect(drawsInSoftware()).toBe(false)
  expect(drawsInSoftware()).toBe(false)
  expect(asked).toBe(2)
})

test('a graphics check is repeated after a lost context', () => {
  engine = 'Mali-G52'
  expect(drawsInSoftware()).toBe(false)
  engine = 'SwiftShader'
  expect(drawsInSoftware()).toBe(false)
  askAgain()
  expect(drawsInSoftware()).toBe(true)
})
