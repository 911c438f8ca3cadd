/** Programs keep running when vibeflow is killed, and the next start shows them as they are. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveIntervalMs } from '../../../src/core/windows/restore/limits.ts'
import { slow } from '../../slow.ts'
import { expect, makeHome, startAgain, startApp, test, vibeflow, type Started } from '../app.ts'
import { startWindow } from '../processes.ts'
import { crashWorkers, killApp, killPages } from './kills.ts'
import { removeHome } from './keeper-process.ts'
import { expectNoGap, flood, startPrograms, steadyFlood, wholeNumbers } from './programs.ts'

test('programs of a killed app keep running in the tabs of the next one', async () => {
  const home = makeHome()
  const { first, leaves } = await startPrograms(await startApp({ home }), steadyFlood)
  const left = await leaves()
  await killApp(first, 'main')
  left.live()
  await left.checkIn(await startApp({ home }))
})

test('the tab that was activated just before a kill is active again', slow, async () => {
  const home = makeHome()
  const first = await startApp({ home })
  const actives = async ({ tabs }: Started) => (await tabs()).map(({ active }) => active)
  await first.page.keyboard.press('Control+Shift+T')
  await expect.poll(() => actives(first)).toEqual([false, true])
  const index = join(home, 'state/vibeflow/session/session.json')
  const saved = () => existsSync(index) && readFileSync(index, 'utf8')
  await expect.poll(saved).toContain('"active":1')
  await first.page.keyboard.press('Alt+1')
  await expect.poll(saved, { timeout: saveIntervalMs / 3 }).toContain('"active":0')
  await killApp(first, 'main')
  const next = await startApp({ home })
  await expect.poll(() => actives(next)).toEqual([true, false])
  await next.close()
  removeHome(home)
})

test('a program of the drop-down keeps running in the next drop-down', slow, async () => {
  const home = makeHome()
  const first = await startApp({ home })
  const above = await startWindow(first, ['--drop-down', '-T', 'above', '-e', 'cat'])
  await above.keyboard.type('before\n')
  await above.waitForFunction(() => window.vibeflowTest?.screen()[1] === 'before')
  const index = join(home, 'state/vibeflow/session-drop-down/session.json')
  await expect.poll(() => existsSync(index) && readFileSync(index, 'utf8')).toContain('"cat"')
  await killApp(first, 'main')
  const next = await startApp({ home })
  const widths = () =>
    next.app.evaluate(({ BrowserWindow, screen }) => {
      const { width } = screen.getPrimaryDisplay().workArea
      return BrowserWindow.getAllWindows().map((one) => one.getBounds().width === width)
    })
  await expect.poll(widths).toEqual([false, true])
  await expect.poll(() => next.app.windows().length).toBe(2)
  const dropDown = await Promise.any(
    next.app.windows().map(async (page) => {
      await page.waitForFunction(() => window.vibeflowTest?.tabs()[0]?.title === 'above')
      return page
    }),
  )
  await dropDown.keyboard.type('still here\n')
  await dropDown.waitForFunction(() => window.vibeflowTest?.screen().includes('still here'))
  await startAgain(home, ['--drop-down'])
  expect(await widths()).toHaveLength(2)
  await next.close()
  removeHome(home)
})

test('a page and a worker that are killed lose no line of a flood', slow, async () => {
  const home = makeHome()
  const started = await startApp({ home })
  const { app, type } = started
  writeFileSync(join(home, 'flood.sh'), `echo $$ > ${home}/pid; ${flood}`)
  await started.shows('ready$')
  await type(`exec sh ${home}/flood.sh\n`)
  await started.shows(/line \d{4}/)
  const [{ id } = { id: '' }] = await started.tabs()
  /** Text of the worker's terminal; of the page if it shows one again. */
  const core = async () => (await coreText(started, id)).split('\n')
  const inPage = () =>
    app
      .evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            'window.vibeflowTest?.scrollback() ?? []',
          ) as Promise<string[]>,
      )
      .catch(() => [])
  killPages(home)
  await expect.poll(async () => (await inPage()).length).toBeGreaterThan(200)
  await crashWorkers(started)
  const last = async () => wholeNumbers(await core()).at(-1) ?? 0
  const then = await last()
  await expect.poll(last).toBeGreaterThan(then + 100)
  const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
  process.kill(pid, 'SIGSTOP')
  await expect
    .poll(async () => wholeNumbers(await inPage()).at(-1))
    .toBe(wholeNumbers(await core()).at(-1))
  expectNoGap(wholeNumbers(await core()))
  expectNoGap(wholeNumbers(await inPage()))
  process.kill(pid, 'SIGKILL')
  await started.close()
  removeHome(home)
})

test('programs keep the order of their tabs if the saved session is given up', slow, async () => {
  const home = makeHome()
  let app = await startApp({ home })
  await app.shows('ready$')
  for (let tab = 2; tab <= 4; tab += 1) {
    await app.page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await app.tabs()).length).toBe(tab)
    await app.shows('ready$')
  }
  const ids = (await app.tabs()).map(({ id }) => id)
  const index = join(home, 'state/vibeflow/session/session.json')
  await expect.poll(() => readFileSync(index, 'utf8')).toContain(ids[3])
  await killApp(app, 'main')
  // as after two starts that ended early; an index without a checksum may have been edited
  const saved = JSON.parse(readFileSync(index, 'utf8')) as object
  writeFileSync(index, JSON.stringify({ ...saved, attempts: 2, sum: undefined }))
  app = await startApp({ home })
  await expect(app.page.getByText(/Tabs weren't restored because vibeflow quit/)).toBeVisible()
  await expect.poll(async () => (await app.tabs()).map(({ id }) => id)).toEqual(ids)
  await app.close()
  removeHome(home)
})

/** Returns scrollback and screen of a session, as the worker has them. */
function coreText({ app }: Started, id: string): Promise<string> {
  return app.evaluate(async (_, tab) => {
    const { vibeflowMainTest: hook } = globalThis as unknown as {
      vibeflowMainTest: {
        shadow(tab: string, form: string, lines: number): Promise<{ payload: string } | null>
      }
    }
    return (await hook.shadow(tab, 'text', 20_000))?.payload ?? '' // it starts again
  }, id)
}

test('a stopped app never types what was sent to it', slow, async () => {
  const started = await startApp({ args: ['-e', 'cat'] })
  const { app, home, tabs } = started
  const [{ id } = { id: '' }] = await tabs()
  const main = app.process().pid ?? 0
  process.kill(main, 'SIGSTOP')
  const sent = await vibeflow(home, 'send', id, '--enter', 'late').catch((error: unknown) => error)
  process.kill(main, 'SIGCONT')
  expect(sent).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') })
  await vibeflow(home, 'send', id, '--enter', 'in time')
  await started.shows('in time\nin time')
  expect((await started.screen()).join('\n')).not.toContain('late')
  await started.close()
  removeHome(home)
})
