/** `session.keep_running`: which programs outlive vibeflow, and the question before quitting. */
import { readFileSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { slow } from '../../slow.ts'
import { expect, makeHome, picture, startApp, test, type Started } from '../app.ts'
import { keepersOf, removeHome } from './keeper-process.ts'

const script =
  'echo $$ > "$HOME/pid"; n=0; while :; do n=$((n+1)); echo "count $n"; sleep 0.1; done'

async function startCounter(home: string): Promise<Started> {
  writeFileSync(join(home, 'counter.sh'), script)
  const started = await startApp({ home })
  await started.shows('ready$')
  await started.type('sh counter.sh\n')
  await started.shows('count 3')
  return started
}

const pidOf = (home: string) => Number(readFileSync(join(home, 'pid'), 'utf8'))
const runs = (home: string) => existsSync(`/proc/${pidOf(home)}`)

/** Resolves when the app is gone. */
function gone({ app }: Started): Promise<unknown> {
  const child = app.process()
  return new Promise((resolve) => child.once('exit', resolve))
}

/** Quits, with this answer to the question. Returns the question. */
async function quit(started: Started, answer: string): Promise<string> {
  const { page } = started
  const ended = gone(started)
  await page.evaluate(() => window.vibeflowTest!.act('quit'))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const text = await dialog.innerText()
  await picture(page, `quit-${answer.toLowerCase().replaceAll(' ', '-')}`)
  await dialog.getByRole('button', { name: answer, exact: true }).click()
  await ended
  return text
}

test('with "always", programs outlive quitting unless the user stops them', slow, async () => {
  const home = makeHome('[session]\nkeep_running = "always"\n')
  const first = await startCounter(home)
  const [{ id } = { id: '' }] = await first.tabs()
  expect(await quit(first, 'Quit')).toContain('These programs keep running after you quit:')
  expect(runs(home)).toBe(true)

  const next = await startApp({ home })
  await expect(next.page.getByText('1 program kept running while vibeflow was gone.')).toBeVisible()
  expect((await next.tabs()).map((tab) => tab.id)).toEqual([id])
  const count = async () => Number(/count (\d+)\s*$/.exec((await next.screen()).join('\n'))?.[1])
  const then = await count()
  await expect.poll(count).toBeGreaterThan(then)
  await quit(next, 'Quit and stop programs')
  await expect.poll(() => runs(home)).toBe(false)
  await expect.poll(() => keepersOf(home)).toEqual([])
  removeHome(home)
})

test('by default, programs end with the app when the user quits', slow, async () => {
  const home = makeHome()
  const started = await startCounter(home)
  const text = await quit(started, 'Quit')
  expect(text).toContain('Still running:')
  expect(text).not.toContain('stop programs')
  await expect.poll(() => runs(home)).toBe(false)
  await expect.poll(() => keepersOf(home)).toEqual([])
  removeHome(home)
})

test('a second request to close or quit leaves the question open', async () => {
  const home = makeHome()
  const started = await startCounter(home)
  const { app, page } = started
  const dialog = page.getByRole('dialog')
  const question = (text: string) => expect(dialog).toContainText(text)
  const closeWindow = () =>
    app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close()
    })
  const isAnswered = async () => {
    // the page has read all messages of main once it answers
    await page.evaluate(() => window.vibeflowTest!.tabs())
    await expect(dialog).toHaveCount(1)
    expect(runs(home)).toBe(true)
  }
  await page.keyboard.press('Control+Shift+Q')
  await question('Quit vibeflow')
  for (const again of [() => page.keyboard.press('Control+Shift+Q'), closeWindow]) {
    await again()
    await isAnswered()
    await question('Quit vibeflow')
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await closeWindow()
  await question('Close this window')
  await closeWindow()
  await isAnswered()
  await quit(started, 'Quit').catch(() => undefined)
  removeHome(home)
})

test('with "never", programs end with an app that is killed', slow, async () => {
  const home = makeHome('[session]\nkeep_running = "never"\n')
  const started = await startCounter(home)
  const ended = gone(started)
  started.app.process().kill('SIGKILL')
  await ended
  await expect.poll(() => runs(home)).toBe(false)
  await expect.poll(() => keepersOf(home)).toEqual([])
  removeHome(home)
})

test('a window that the engine destroys ends no program of another window', slow, async () => {
  const started = await startApp()
  const { app, page, shows, type } = started
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await shows('ready$')
  await page.keyboard.press('Control+Shift+N')
  await expect.poll(windows).toBe(2)
  await app.evaluate(({ BrowserWindow }) => {
    const [, newer] = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
    newer?.destroy()
  })
  await expect.poll(windows).toBe(1)
  await page.bringToFront()
  await type('echo still $((40 + 2))\n')
  await shows('still 42')
  await started.close()
  removeHome(started.home)
})
