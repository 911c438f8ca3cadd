/** A start that comes while another vibeflow ends. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, makeHome, startAgain, startApp, test } from '../../app/app.ts'
import { slow } from '../../slow.ts'

test("a start during another vibeflow's quit opens what was requested", slow, async () => {
  const home = makeHome('[tabs]\non_exit = "close"\n[session]\nrestore = "never"\n')
  const { app, page, shows, type } = await startApp({ home })
  await shows('ready$')
  await type(`exec sh -c 'trap "" HUP; echo be"gun"; while :; do sleep 60; done'\n`)
  await shows('begun')
  const child = app.process()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const closed = page.waitForEvent('close')
  void app.evaluate((electron) => electron.app.quit()).catch(() => undefined) // it may be gone
  await closed
  const file = join(home, 'opened')
  const { code } = await startAgain(home, ['-e', 'sh', '-c', `: > ${file}`])
  expect([existsSync(file), code]).toEqual([true, 0])
  await ended
})
