/** Tests the name of a tab's project while its folders are read slowly, or never answer. */
import { expect, it } from 'vitest'
import { branchAgainMs, branchSettleMs } from '../../../src/core/session/limits.ts'
import { Project, type Repository } from '../../../src/core/session/naming/project.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

function make() {
  const asked: string[] = []
  const answers: ((found: Repository | null) => void)[] = []
  let changes = 0
  const clock = new FakeClock()
  const project = new Project(
    clock,
    '/home/u',
    (directory) => {
      asked.push(directory)
      return new Promise((resolve) => {
        answers.push(resolve)
      })
    },
    () => {
      changes += 1
    },
  )
  const answer = async (name: string | null, branch: string | null = null) => {
    answers.shift()?.(name === null ? null : { name, branch, worktreeOf: null })
    await Promise.resolve()
    await Promise.resolve()
  }
  return { project, asked, answer, clock, changes: () => changes }
}

it('is the directory until the repository is known, and reports when it is', async () => {
  const { project, answer, changes } = make()
  expect([project.at('/srv/api/src'), project.at('/srv/api/src'), changes()]).toEqual([
    'src',
    'src',
    0,
  ])
  await answer('api')
  expect([project.at('/srv/api/src'), changes()]).toEqual(['api', 1])
})

it('remains the directory if there is no repository, and reports nothing', async () => {
  const { project, answer, changes } = make()
  project.at('/srv/notes')
  await answer(null)
  expect([project.at('/srv/notes'), changes()]).toEqual(['notes', 0])
})

it('asks one question at a time and never shows the answer to an older one', async () => {
  const { project, asked, answer, changes } = make()
  for (let number = 0; number < 1_000; number += 1) project.at(`/dead/${number}`)
  expect(asked).toEqual(['/dead/0'])
  await answer('wrong')
  expect([asked, project.at('/dead/999'), changes()]).toEqual([['/dead/0', '/dead/999'], '999', 0])
  await answer('right')
  expect([project.at('/dead/999'), changes()]).toEqual(['right', 1])
})

it('checks the branch again when a turn ends, with a minimum interval', async () => {
  const { project, asked, answer, changes, clock } = make()
  project.recheck()
  expect(asked).toEqual([])
  project.at('/srv/api')
  await answer('api', 'main')
  expect([project.branch, changes()]).toEqual(['main', 1])
  for (let turn = 0; turn < 100; turn += 1) project.recheck()
  expect([asked.length, clock.timers]).toEqual([1, 1])
  clock.advance(branchAgainMs)
  expect([asked.length, clock.timers]).toEqual([2, 0])
  await answer('api', 'main')
  expect(changes()).toBe(1)
  clock.advance(branchAgainMs)
  project.recheck()
  clock.advance(branchSettleMs)
  await answer('api', 'fix/\u202ereversed')
  expect([project.branch, changes(), asked.length]).toEqual(['fix/reversed', 2, 3])
  project.recheck()
  project.dispose()
  expect(clock.timers).toBe(0)
})
