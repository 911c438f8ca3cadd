/** What a tab's work is called while folders are looked at slowly, or never answer. */
import { expect, it } from 'vitest'
import { Project } from '../../../src/core/session/naming/project.ts'

function make() {
  const asked: string[] = []
  const answers: ((name: string | null) => void)[] = []
  let changes = 0
  const project = new Project(
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
  const answer = async (name: string | null) => {
    answers.shift()?.(name)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { project, asked, answer, changes: () => changes }
}

it('is the folder until the repository is known, and says when it is', async () => {
  const { project, answer, changes } = make()
  expect([project.at('/srv/api/src'), project.at('/srv/api/src'), changes()]).toEqual([
    'src',
    'src',
    0,
  ])
  await answer('api')
  expect([project.at('/srv/api/src'), changes()]).toEqual(['api', 1])
})

it('stays the folder where there is no repository, and says nothing', async () => {
  const { project, answer, changes } = make()
  project.at('/srv/notes')
  await answer(null)
  expect([project.at('/srv/notes'), changes()]).toEqual(['notes', 0])
})

// … and never shows the answer to an older one
it('asks one question at a time, however often the directory changes', async () => {
  const { project, asked, answer, changes } = make()
  for (let number = 0; number < 1_000; number += 1) project.at(`/dead/${number}`)
  expect(asked).toEqual(['/dead/0'])
  await answer('wrong')
  expect([asked, project.at('/dead/999'), changes()]).toEqual([['/dead/0', '/dead/999'], '999', 0])
  await answer('right')
  expect([project.at('/dead/999'), changes()]).toEqual(['right', 1])
})
