/** `vibeflow --layout` and `vibeflow pane` against an app that runs, across its windows. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { enter, expect, picture, startAgain, test, vibeflow } from '../app.ts'
import { slow } from '../../slow.ts'

/** Several processes begin here, on a machine that may be busy. */
const until = <Value>(actual: () => Promise<Value> | Value) => expect.poll(actual)

interface Listed {
  readonly id: string
  readonly window: string
  readonly tab: number
  readonly state: string
}

const idsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.vibeflowTest!.tabs().map(({ id }) => id))

/** Returns the rows of a pane of any window, as its page shows them. */
async function rowsOf(app: ElectronApplication, id: string): Promise<string> {
  for (const page of app.windows())
    if ((await idsOf(page)).includes(id))
      return (await page.locator(`#grid-${id}`).count()) === 1
        ? page.evaluate((tab) => window.vibeflowTest!.screen(tab).join('\n'), id)
        : ''
  return ''
}

test(
  'a layout opens in the running vibeflow, and panes move between windows',
  slow,
  async ({ shared }) => {
    const { app, home, page } = shared
    const [layouts, folder] = [join(home, 'config/vibeflow/layouts'), join(home, 'called')]
    for (const made of [layouts, folder]) mkdirSync(made, { recursive: true })
    writeFileSync(
      join(layouts, 'work.toml'),
      '[[tabs]]\nsplit = "down"\npanes = [{ command = "touch ran; exec cat" }, ' +
        '{ focus = true }]\n[[tabs]]\n',
    )
    const panes = async () =>
      (JSON.parse(await vibeflow(home, 'pane', 'list', '--json')) as { panes: Listed[] }).panes
    const [first = ''] = await idsOf(page)

    expect(await startAgain(home, ['--layout', 'wrok'])).toEqual({
      code: 2,
      error: expect.stringContaining('Did you mean "work"?'),
    })
    expect(await startAgain(home, ['--layout', 'work'], { folder })).toEqual({ code: 0, error: '' })
    await until(() => app.windows().length).toBe(2)
    const second = app.windows()[1] as Page
    await expect(second.getByLabel('Command', { exact: true })).toHaveText('touch ran; exec cat')
    const listed = await panes()
    const [own, other] = new Set(listed.map(({ window }) => window))
    expect(own).toMatch(/^Window \d+$/)
    expect(listed.map(({ window, tab, state }) => [window, tab, state])).toEqual([
      [own, 1, 'active'],
      [other, 1, 'not-started'],
      [other, 1, 'active'],
      [other, 2, 'active'],
    ])
    const [, waits = '', shell = '', last = ''] = listed.map(({ id }) => id)
    await second.locator('.tab').first().click()
    await second.locator(`#grid-${shell}`).click()
    await enter(second, 'pwd\n')
    await until(() => rowsOf(app, shell)).toContain(folder)

    // moves a waiting pane to a new window
    await vibeflow(home, 'pane', 'move', waits, '--window')
    await until(() => app.windows().length).toBe(3)
    const third = app.windows()[2] as Page
    await expect(third.getByLabel('Command', { exact: true })).toHaveText('touch ran; exec cat')
    await expect(third.getByRole('button', { name: 'Start' })).toBeEnabled()
    expect(await idsOf(second)).not.toContain(waits)
    await third.keyboard.press('Enter')
    await until(() => existsSync(join(folder, 'ran'))).toBe(true)
    // keys go to the program from when its window knows that it runs
    await expect(third.locator('.foot-words')).toHaveCount(0)
    await enter(third, 'typed\n')
    await until(() => rowsOf(app, waits)).toContain('typed')

    // moves the only tab of its window next to a pane of another window: the window closes, the
    // program keeps running
    const closed = third.waitForEvent('close')
    await vibeflow(home, 'pane', 'move', waits, '--into', first, '--side', 'left')
    await closed
    expect(app.windows()).toHaveLength(2)
    expect(await idsOf(page)).toHaveLength(2)
    await until(() => rowsOf(app, waits)).toContain('typed')
    await enter(page, 'and there\n')
    await until(() => rowsOf(app, waits)).toMatch(/and there\s+and there/)
    // by the pane with the focus, not by another of its tab
    await expect(page.locator('.tab').first()).toContainText('called')
    await picture(page, 'pane-from-another-window')

    const gone = second.waitForEvent('close')
    for (const id of [shell, last]) await vibeflow(home, 'pane', 'close', id, '--force')
    await gone
    expect((await panes()).map(({ window, tab, state }) => [window, tab, state])).toEqual([
      [own, 1, 'active'],
      [own, 1, 'active'],
    ])
    rmSync(layouts, { recursive: true })
  },
)
