/** Processes that outlive their tab, and ports of its programs. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slow } from '../../slow.ts'
import { desktopCalls, expect, makeHome, picture, startApp, test, type Started } from '../app.ts'
import { openTabs } from './open-tabs.ts'

/** Starts a process that leaves the session of the active tab. Returns its process ID. */
async function startDaemon({ home, shows, type }: Started, name: string): Promise<number> {
  await type(
    `(setsid sh -c 'echo $$ > "$HOME/${name}"; exec sleep 987' &); echo ${name}$((6 * 7))\n`,
  )
  await shows(`${name}42`)
  const file = join(home, name)
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+\n$/)
  return Number(readFileSync(file, 'utf8'))
}

test('closing a tab asks about a daemon, which keeps running unless the user ends it', async ({
  shared: started,
}) => {
  const { page } = started
  const dialog = page.getByRole('dialog')
  await openTabs(started, 3)
  const kept = await startDaemon(started, 'kept')
  await page.keyboard.press('Control+Shift+W')
  await expect(dialog).toContainText('Started here, and may keep running:')
  await expect(dialog.getByRole('listitem')).toHaveText(/^sleep, \d+ MB$/)
  await picture(page, 'left-running')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+Q')
  await expect(dialog).toHaveAccessibleName(/^Quit vibeflow and close \d tabs\?$/)
  await expect(dialog.getByRole('listitem')).toHaveText(/^sleep, \d+ MB$/)
  await expect(dialog.getByRole('button', { name: 'Quit and end them' })).toBeVisible()
  await picture(page, 'left-running-quit')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+W')
  await dialog.getByRole('button', { name: 'Close and keep them' }).click()
  await expect.poll(async () => (await started.tabs()).length).toBe(2)

  const ended = await startDaemon(started, 'ended')
  await page.keyboard.press('Control+Shift+W')
  await dialog.getByRole('button', { name: 'Close and end them' }).click()
  await expect.poll(() => existsSync(`/proc/${ended}`)).toBe(false)
  await expect.poll(async () => (await started.tabs()).length).toBe(1)
  expect(existsSync(`/proc/${kept}`)).toBe(true)
  process.kill(kept)
})

test('quitting ends the processes that its question named', slow, async () => {
  const home = makeHome()
  const started = await startApp({ home })
  const child = started.app.process()
  const isOver = new Promise((resolve) => child.once('exit', resolve))
  await started.shows('ready$')
  const pid = await startDaemon(started, 'ended')
  await started.page.keyboard.press('Control+Shift+Q')
  await started.page.getByRole('button', { name: 'Quit and end them' }).click()
  await isOver
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
})

test('a click on a port in Why opens it in the browser', async ({ shared: started }) => {
  const { app, page, screen, shows, type } = started
  const serve =
    'require("http").createServer().listen(0, function () { ' +
    'console.log("port " + this.address().port) })'
  await type(`'${process.execPath}' -e '${serve}'\n`)
  await shows(/port \d+\n/)
  const port = /port (\d+)/.exec((await screen()).join('\n'))?.[1]
  await page.keyboard.press('Control+Shift+Y')
  await page.getByRole('button', { name: port ?? '' }).click()
  const opened = async () => JSON.stringify(await desktopCalls(app))
  await expect.poll(opened).toContain(`http://localhost:${port}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // another tab needs that port: Why leads to this one
  const [{ id } = { id: '' }] = await started.tabs()
  await page.keyboard.press('Control+Shift+T')
  await shows('ready$')
  const needs = `require("http").createServer().listen(${port})`
  const mark = (letters: string) => `printf '\\e]133;${letters}\\a'`
  await type(`${mark('C')}; '${process.execPath}' -e '${needs}'; ${mark('D;1')}\n`)
  await shows(`EADDRINUSE: address already in use :::${port}`)
  await page.keyboard.press('Control+Shift+Y')
  const user = page.getByRole('button', { name: new RegExp(`^Port ${port} is used by `) })
  await expect(user).toHaveText(/\(Window 1, tab 1\)$/)
  await picture(page, 'port-in-use')
  await user.click()
  await expect.poll(async () => (await started.tabs()).find(({ active }) => active)?.id).toBe(id)
  await expect(page.getByRole('dialog')).toBeHidden()
})
