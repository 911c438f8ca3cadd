/** Whether the desktop wants quiet, by what its programs answer. */
import { expect, it } from 'vitest'
import { DoNotDisturb } from '../../../src/host/desktop/do-not-disturb.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

function make(answers: Readonly<Record<string, string | null>>) {
  const clock = new FakeClock()
  const asked: string[] = []
  const quiet = new DoNotDisturb(clock, (program) => {
    asked.push(program)
    return Promise.resolve(answers[program] ?? null)
  })
  return { asked, clock, quiet }
}

it.each([
  ['GNOME, banners off', { gsettings: 'false\n' }, true],
  ['GNOME, banners on', { gsettings: 'true\n' }, false],
  ['KDE, inhibited', { busctl: 'b true\n' }, true],
  ['neither is there', {}, false],
])('%s', async (_, answers, expected) => {
  const { quiet } = make(answers)
  await quiet.refresh()
  expect(quiet.now()).toBe(expected)
})

it('do-not-disturb is queried again after five seconds, and never waited for', async () => {
  const answers: Record<string, string> = { gsettings: 'true\n' }
  const { asked, clock, quiet } = make(answers)
  await quiet.refresh()
  answers['gsettings'] = 'false\n'
  clock.advance(4_999)
  expect([quiet.now(), asked.length]).toEqual([false, 2])
  clock.advance(1)
  expect([quiet.now(), asked.length]).toEqual([false, 4])
  await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  expect(quiet.now()).toBe(true)
})
