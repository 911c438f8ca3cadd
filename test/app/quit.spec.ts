/** The end of the app while programs live that do not want to. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app.ts'

test('a quit kills the program that ignores the hang-up, and ends with 0 within 5 s', async ({
  start,
}) => {
  const { app, home, shows, type } = await start()
  const file = join(home, 'pid')
  await shows('ready$')
  await type(
    `exec sh -c 'trap "" HUP; echo $$ > ${file}; echo be"gun"; while :; do sleep 60; done'\n`,
  )
  await shows('begun')
  const pid = Number(readFileSync(file, 'utf8'))
  const child = app.process()
  const ended = new Promise<unknown>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const began = performance.now()
  await app.evaluate((electron) => electron.app.quit()).catch(() => {}) // it may be gone by then
  expect(await ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(5_000)
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
})
