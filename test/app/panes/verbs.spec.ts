/** `vibeflow --layout` and `vibeflow pane` against an app that runs, across its windows. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, makeHome, picture, startAgain, test, vibeflow } from '../app.ts'

test.setTimeout(120_000)

/** Several processes begin here, on a machine that may be busy. */
const until = <Value>(actual: () => Promise<Value> | Value) =>
  expect.poll(actual, { timeout: 20_000 })

interface Listed {
  readonly id: string
  readonly window: string
  readonly tab: number
  readonly state: string
}

const idsOf = (page: Page) => page.evaluate(() => window.vibeflowTest!.tabs().map(({ id }) => id))

/** What stands in the pane of any window, as its page shows it. */
async function rowsOf(app: ElectronApplication, id: string): Promise<string> {
  for (const page of app.windows())
    if ((await idsOf(page)).includes(id))
      return (await page.locator(`#grid-${id}`).count()) === 1
        ? page.evaluate((tab) => window.vibeflowTest!.screen(tab).join('\n'), id)
        : ''
  return ''
}

test('a layout opens in the vibeflow that runs, and panes go from window to window', async ({
  start,
}) => {
  const home = makeHome('')
  const [layouts, folder] = [join(home, 'config/vibeflow/layouts'), join(home, 'called')]
  for (const made of [layouts, folder]) mkdirSync(made, { recursive: true })
  writeFileSync(
    join(layouts, 'work.toml'),
    '[[tabs]]\nsplit = "down"\npanes = [{ command = "touch ran; exec cat" }, { focus = true }]\n' +
      '[[tabs]]\n',
  )
  const { app, page, shows, type } = await start({ home })
  await shows('ready$')
  await type('echo is" here"\n')
  await shows('is here')
  const panes = async () =>
    (JSON.parse(await vibeflow(home, 'pane', 'list', '--json')) as { panes: Listed[] }).panes
  const [{ id: first }] = (await panes()) as [Listed]

  expect(await startAgain(home, ['--layout', 'wrok'])).toEqual({
    code: 2,
    error: expect.stringContaining('Did you mean work?'),
  })
  expect(await startAgain(home, ['--layout', 'work'], { folder })).toEqual({ code: 0, error: '' })
  await until(() => app.windows().length).toBe(2)
  const second = app.windows()[1] as Page
  await expect(second.locator('.foot-words')).toHaveText(['Waits for Start: touch ran; exec cat'])
  expect((await panes()).map(({ window, tab, state }) => [window, tab, state])).toEqual([
    ['Window 1', 1, 'active'],
    ['Window 2', 1, 'not-started'],
    ['Window 2', 1, 'active'],
    ['Window 2', 2, 'active'],
  ])
  const [, waits = '', shell = ''] = (await panes()).map(({ id }) => id)
  await second.locator('.tab').first().click()
  await second.locator(`#grid-${shell}`).click()
  await second.keyboard.type('pwd\n')
  await until(() => rowsOf(app, shell)).toContain(folder)

  // the only tab of its window beside a pane of another: the window goes, the program does not
  const closed = page.waitForEvent('close')
  await vibeflow(home, 'pane', 'move', first, '--into', waits, '--side', 'left')
  await closed
  expect(app.windows()).toHaveLength(1)
  expect(await idsOf(second)).toHaveLength(4)
  await until(() => rowsOf(app, first)).toContain('is here')
  await second.keyboard.type('echo and" there"\n')
  await until(() => rowsOf(app, first)).toContain('and there')
  // by the pane with the focus, not by another of its tab
  await expect(second.locator('.tab').first()).toContainText('~')
  await picture(second, 'pane-from-another-window')

  // one that waits, to a window of its own
  await vibeflow(home, 'pane', 'move', waits, '--window')
  await until(() => app.windows().length).toBe(2)
  const third = app.windows()[1] as Page
  await expect(third.locator('.foot-words')).toHaveText(['Waits for Start: touch ran; exec cat'])
  expect(await idsOf(second)).not.toContain(waits)
  await third.keyboard.press('Enter')
  await until(() => existsSync(join(folder, 'ran'))).toBe(true)
  // keys go to the program from when its window knows that it runs
  await expect(third.locator('.foot-words')).toHaveCount(0)
  await third.keyboard.type('typed\n')
  await until(() => rowsOf(app, waits)).toContain('typed')
  const gone = third.waitForEvent('close')
  await vibeflow(home, 'pane', 'close', waits, '--force')
  await gone
  expect((await panes()).map(({ tab, state }) => [tab, state])).toEqual([
    [1, 'active'],
    [1, 'active'],
    [2, 'active'],
  ])
})
