/** The changes of an agent's turn: in the tooltip of its tab, and in the pager. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'

test('a tab shows what its agent changed, and the pager how', async ({ shared: started }) => {
  const { home, page, shows, type } = started
  const top = join(home, 'changed')
  await type(`git init -q ${top}; cd ${top}; printf 'one\\n' >a; clear\n`)
  await shows('ready$')
  await type(`sh -c 'printf "\\033]7501;state=working:app=mine\\007"; read -r go'\n`)
  await expect(page.locator('.tab-active')).toHaveAttribute('data-state', 'working')
  const tip = page.getByRole('tooltip')
  await page.locator('.tab-active').hover()
  await expect(tip).toContainText('This turn: no changes')
  for (const name of ['a', 'b c']) writeFileSync(join(top, name), 'one\nnew words\n')
  await expect(tip).toContainText('This turn: +3 -0 in 2 files')
  await picture(page, 'changes-tooltip')

  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('Show changes')
  await page.keyboard.press('Enter')
  await shows('\n+new words')
  await picture(page, 'changes-pager')
  await page.keyboard.press('q')
  await expect(page.locator('.tab-active')).toHaveAttribute('data-state', 'working')
  await page.keyboard.press('Enter')
  await shows('ready$')
})
