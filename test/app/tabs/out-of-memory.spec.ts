/** A tab that ran out of memory, as the window shows it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'

test('a tab that ran out of memory shows a notice, and the reason of its end', async ({
  shared: app,
}) => {
  const { home, page } = app
  await app.type(`clear; exec sh -c 'echo $$ > "$HOME/pid"; echo works; sleep 600; :'\n`)
  await app.shows(/^works$/m)
  const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
  await app.app.evaluate(
    (_, of) =>
      (
        globalThis as unknown as { vibeflowMainTest: { runOutOfMemory(pid: number): void } }
      ).vibeflowMainTest.runOutOfMemory(of),
    pid,
  )
  const notice = page.getByText(/ran out of memory, and the system killed a program of it\./)
  await expect(notice).toBeVisible()
  process.kill(pid, 'SIGKILL')
  await expect(
    page
      .getByText(/out of memory/)
      .filter({ hasNotText: 'system' })
      .first(),
  ).toBeVisible()
  await picture(page, 'out-of-memory')
})
