/** Answers that are forged or of another version do not reach a command. */
import { expect, test } from 'vitest'
import { isWelcome } from '../../../src/cli/client/validate-messages.ts'

const session = {
  ...{ id: 'a', title: 'build', cwd: '/srv', command: 'sh' },
  ...{ pid: 1, startedAt: 1, cols: 80, rows: 24 },
}
const state = { state: 'idle', source: 'shell', since: 1 }
/** An object that can't become text. */
const textless = { toString: 1, valueOf: 1 }

const usage = { processes: 1, memory: 1, ports: [80], biggest: [] }

test.each([{ mark: { sign: '🔥', color: 'cyan' }, usage }, {}])(
  'an answer with %j is accepted',
  (more) => {
    expect(isWelcome({ session: { ...session, ...more }, state })).toBe(true)
  },
)

test.each([
  { mark: { sign: textless } },
  { mark: { color: textless } },
  { usage: { ...usage, ports: [textless] } },
  { usage: { ...usage, processes: textless } },
  { usage: { ...usage, biggest: [{ name: textless, processes: 1, memory: 1 }] } },
])('an answer with %j is refused', (more) => {
  expect(isWelcome({ session: { ...session, ...more }, state })).toBe(false)
})
