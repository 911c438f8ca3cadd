/**
 * Tabs with a profile: what they run, how they are drawn, and that they come back with it; options
 * of the command line.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, shots, startAgain, test, vibeflow, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

const configuration = `
[profiles.light]
shell.env = { ROLE = "review" }
shell.working_directory = "~/work"
colors.preset = "Vibeflow Light"
fonts.size = 20
[profiles.say]
command = ["sh", "-c", "echo said by $0; cat", "me"]
`

const ground = (page: Started['page']) =>
  page.evaluate(() => {
    const grid = document.querySelector<HTMLElement>('.grid:not([data-unfocused])')
    return grid === null ? '' : getComputedStyle(grid).backgroundColor
  })

test(
  'a profile sets the shell, folder, theme and font of its tab only',
  slow,
  async ({ configured, restart }) => {
    const started = await configured(configuration)
    const { home, page, shows, tabs, type, screen } = started
    mkdirSync(join(home, 'work'))
    const [dark, rows] = [await ground(page), (await screen()).length]
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('profile light')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await tabs()).length).toBe(2)
    await shows('ready$')
    await type('echo "$ROLE $PWD"\n')
    await shows(`review ${home}/work`)
    expect(await ground(page)).toBe('rgb(251, 251, 253)')
    expect((await screen()).length).toBeLessThan(rows)
    // the terminal reports to programs the colors that it shows
    await type(`printf '\\033]11;?\\007'; IFS= read -rsn 24 -t 5 a; printf '%q\\n' "$a"\n`)
    await shows('rgb:fbfb/fbfb/fdfd')
    if (shots !== '') {
      const folder = resolve(import.meta.dirname, '../../../artifacts/screenshots/help')
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, 'profile.png') })
      await page.evaluate(() => window.vibeflowTest!.act('split_right'))
      await page.waitForTimeout(800)
      await page.screenshot({ path: join(folder, 'profile-split.png') })
      await page.evaluate(() => window.vibeflowTest!.act('close_tab'))
      await expect(page.locator('.pane-frames')).toHaveCount(0)
    }
    await page.keyboard.press('Alt+1')
    await expect.poll(() => ground(page)).toBe(dark)
    await expect.poll(async () => (await screen()).length).toBe(rows)

    const file = join(home, 'config/vibeflow/config.toml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Vibeflow Light', 'Nord'))
    await page.keyboard.press('Alt+2')
    await expect.poll(() => ground(page)).toBe('rgb(46, 52, 64)')

    const again = await restart()
    await expect.poll(async () => (await again.tabs()).length).toBe(2)
    await again.page.keyboard.press('Alt+2')
    await expect.poll(() => ground(again.page)).toBe('rgb(46, 52, 64)')
    await again.type('echo "again $ROLE"\n')
    await again.shows('again review')
  },
)

test(
  'the + menu, --profile and vibeflow new open a profile; a wrong name is reported',
  slow,
  async ({ configured }) => {
    const { home, page, shows, tabs } = await configured(configuration)
    await startAgain(home, ['--tab', '--profile', 'say'])
    await shows('said by me')
    await page.getByRole('button', { name: 'New tab' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'New tab: say' }).click()
    await expect.poll(async () => (await tabs()).length).toBe(3)
    await shows('said by me')
    await vibeflow(home, 'new', '--profile', 'say')
    await expect.poll(async () => (await tabs()).length).toBe(4)
    await shows('said by me')
    await expect(vibeflow(home, 'new', '--profile', 'sya')).rejects.toThrow(
      /No profile named "sya"\. Did you mean say\?/,
    )
  },
)

test('vibeflow new --background keeps the active tab', slow, async ({ shared }) => {
  const { home, tabs } = shared
  await vibeflow(home, 'new', '--background')
  await expect.poll(async () => (await tabs()).map(({ active }) => active)).toEqual([true, false])
  for (const title of ['second', 'third'])
    await vibeflow(home, 'new', '--background', '--title', title)
  await expect
    .poll(async () => (await tabs()).map(({ title }) => title))
    .toEqual(['bash', 'bash', 'second', 'third'])
})
