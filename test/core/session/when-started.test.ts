/** Tests the start of a tab that was just opened and whose program starts late. */
import { expect, test } from 'vitest'
import {
  startWaitMs,
  whenStarted,
  type StartedSession,
} from '../../../src/core/session/launch/when-started.ts'
import type { Session } from '../../../src/core/session/session.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { asSession } from '../../support/windows/ids.ts'

test('a caller without a limit gets a late failed start as a failure', async () => {
  const clock = new FakeClock()
  let phase: ReturnType<Session['view']>['phase'] = 'starting'
  const session = {
    id: asSession('one'),
    socket: { path: null },
    view: () => ({ phase, problem: 'no program of that name' }) as ReturnType<Session['view']>,
  }
  const answers: StartedSession[] = []
  void whenStarted(session, clock).then((started) => answers.push(started))
  void whenStarted(session, clock, Number.POSITIVE_INFINITY).then((started) =>
    answers.push(started),
  )
  clock.advance(startWaitMs)
  await Promise.resolve()
  expect(answers).toEqual([{ id: 'one', socket: null }])
  phase = 'failed'
  clock.advance(startWaitMs)
  await Promise.resolve()
  expect(answers.slice(1)).toEqual([{ problem: 'no program of that name', failed: true }])
})
