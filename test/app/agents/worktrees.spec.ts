/** Worktrees in the palette, in their list, and in the question before one is removed. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, shots, test } from '../app.ts'

test('agents start in worktrees, which are listed and removed', async ({ shared: started }) => {
  const { home, page, shows, type, tabs } = started
  const top = join(home, 'api')
  mkdirSync(top)
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: top,
      encoding: 'utf8',
    })
  git('init', '-q', '-b', 'main')
  writeFileSync(join(top, '.gitignore'), 'node_modules\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  /** Takes pictures of both themes. */
  const both = async (name: string): Promise<void> => {
    if (shots === '') return
    for (const theme of ['Light', 'Dark']) {
      await page.evaluate((wanted) => window.vibeflowTest!.theme(wanted), `Vibeflow ${theme}`)
      await picture(page, `${name}-${theme.toLowerCase()}`)
    }
  }
  const action = async (label: string): Promise<void> => {
    await page.keyboard.press('Control+Shift+P')
    await expect(page.locator('.palette')).toBeVisible()
    await page.keyboard.type(label)
    await page.keyboard.press('Enter')
  }
  const list = page.getByRole('dialog', { name: 'Worktrees' })
  const rows = list.getByRole('option')
  const at = async (place: string) => {
    await type('clear; pwd\n')
    await shows(join(home, place))
  }
  await type(`cd ${top}; clear\n`)
  await shows('ready$')

  await test.step('a typed name is a new branch, next to the repository', async () => {
    await action('New agent in a worktree')
    await expect(rows).toHaveCount(2)
    await page.keyboard.type('fix/login')
    await expect(rows).toHaveText([/New worktree: fix\/login.*shell/])
    await both('worktrees-new')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await tabs()).length).toBe(2)
    await at('api-fix-login')
  })

  await test.step('the list has the tabs, and goes to them', async () => {
    await action('Show worktrees')
    await expect(rows).toHaveText([/main.*api/, /fix\/login.*api-fix-login/, /free name.*shell/])
    await both('worktrees-list')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await tabs()).findIndex(({ active }) => active)).toBe(0)
    await page.keyboard.press('Alt+2')
  })

  await test.step('a change keeps the worktree', async () => {
    const path = join(home, 'api-fix-login')
    appendFileSync(join(path, 'new'), 'text\n')
    await action('Remove worktree')
    await expect(page.locator('.notices')).toContainText('1 changed or untracked file: new.')
    await both('worktrees-refused')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    execFileSync('rm', [join(path, 'new')])
    mkdirSync(join(path, 'node_modules'))
    writeFileSync(join(path, 'node_modules', 'x'), '')
  })

  await test.step('a clean one is removed after the question, with its tab', async () => {
    await action('Remove worktree')
    const question = page.getByRole('dialog', { name: 'Remove the worktree api-fix-login?' })
    await expect(question).toContainText('Deletes the branch fix/login, which is merged into main.')
    await expect(question).toContainText(
      'Files in it that git ignores are also deleted: node_modules/.',
    )
    await both('worktrees-remove')
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(async () => (await tabs()).length).toBe(1)
    await expect(page.locator('.notices')).toContainText('Removed ')
    expect(existsSync(join(home, 'api-fix-login'))).toBe(false)
    expect(git('branch')).toBe('* main\n')
  })
})
