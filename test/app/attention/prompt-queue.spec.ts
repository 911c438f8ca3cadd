/** The prompt queue of a tab: its panel, and what the agent is sent. */
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promptBytesMax } from '../../../src/core/windows/tabs/prompt-queue-view.ts'
import { expect, picture, test, vibeflow } from '../app.ts'

test('prompts are queued in the panel, sent in order, and paused by Esc', async ({ shared }) => {
  const { home, page, shows, type } = shared
  const program = join(home, 'claude')
  copyFileSync(join(import.meta.dirname, '../../support/dialogs/prompts.pl'), program)
  chmodSync(program, 0o755)
  const file = join(home, 'prompts')
  const sent = () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '')
  await shows('ready$')
  await type(`exec ${program} ${file}\n`)
  await shows('? for shortcuts')
  const panel = page.getByRole('dialog', { name: 'Prompt queue of' })
  const field = panel.getByRole('textbox')
  const rows = panel.locator('.queue-text')
  const button = (name: string) => panel.getByRole('button', { name, exact: true })
  const open = async (): Promise<void> => {
    await page.keyboard.press('Control+Shift+P')
    await expect(page.locator('.palette')).toBeVisible()
    await page.keyboard.type('Queue prompt')
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
  }

  await test.step('the first is sent immediately, the others wait', async () => {
    await open()
    for (const text of ['first', 'second', 'third']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await expect.poll(sent, { timeout: 15_000 }).toBe('<first>')
    await expect(rows).toHaveText(['second', 'third'])
    await expect(panel).toContainText('The agent is working.')
  })

  await test.step('they are moved, edited and removed', async () => {
    await panel.locator('li', { hasText: 'third' }).getByLabel('Move up').click()
    await expect(rows).toHaveText(['third', 'second'])
    await panel.locator('li', { hasText: 'third' }).getByText('Edit').click()
    await expect(field).toHaveValue('third')
    await field.press('Shift+Enter')
    await page.keyboard.type('with a second line')
    await button('Save').click()
    await expect(rows).toHaveText(['third\nwith a second line', 'second'])
    await page.keyboard.type('fourth')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(3)
    await picture(page, 'prompt-queue')
    await panel.locator('li', { hasText: 'fourth' }).getByText('Remove').click()
    await expect(rows).toHaveCount(2)
    await expect.poll(sent, { timeout: 20_000 }).toBe('<first>\n<third\nwith a second line>')
  })

  await test.step('a refused prompt stays in the field', async () => {
    const text = 'ä'.repeat(promptBytesMax)
    await field.fill(text)
    await page.keyboard.press('Enter')
    await expect(panel).toContainText(`up to ${promptBytesMax} are possible`)
    await expect(field).toHaveValue(text)
    await field.fill('')
  })

  await test.step('Esc in the agent pauses them, and the tab names them', async () => {
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await page.keyboard.press('Escape')
    await open()
    await expect(panel).toContainText('Paused: You interrupted the agent.')
    await picture(page, 'prompt-queue-paused')
    await button('Close').click()
    await expect(page.locator('.tab').first()).toContainText('1 queued (paused)')
    await page.keyboard.press('Control+Shift+W')
    await expect(page.getByRole('dialog')).toContainText('1 queued prompt')
    await page.keyboard.press('Escape')
    expect(sent()).toBe('<first>\n<third\nwith a second line>')
  })

  await test.step('Resume sends the next one, and a command queues another', async () => {
    await open()
    await button('Resume').click()
    await expect.poll(sent, { timeout: 15_000 }).toMatch(/<second>$/)
    await button('Close').click()
    await vibeflow(home, 'send', '@claude', '--when', 'idle', 'by a command')
    await expect.poll(sent, { timeout: 15_000 }).toMatch(/<by a command>$/)
  })
})
