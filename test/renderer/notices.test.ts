/** How long notices stay. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Notices } from '../../src/renderer/state/notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('errors and warnings stay, and a notice closes after 8 s, but not when hovered', () => {
  const notices = new Notices()
  for (const level of ['error', 'warning', 'notice'] as const)
    notices.add(
      level,
      level,
      level === 'notice' ? { editor: { name: 'nano', file: '/config.toml' } } : {},
    )
  const texts = () => notices.all.value.map(({ text }) => text)
  const [{ id } = { id: 0 }] = notices.all.value
  vi.advanceTimersByTime(7_999)
  notices.hold(id)
  notices.add('notice', 'notice') // shown again in between
  vi.advanceTimersByTime(60_000)
  const held = texts()
  notices.release(id)
  vi.advanceTimersByTime(7_999)
  const left = texts()
  vi.advanceTimersByTime(1)
  expect([held, left, texts(), vi.getTimerCount()]).toEqual([
    ['notice', 'warning', 'error'],
    ['notice', 'warning', 'error'],
    ['warning', 'error'],
    0,
  ])
})
