/** Old conversations in the palette: found by their text, and resumed in a new tab. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'

const id = '0f5a9f60-7c1e-4a34-9d2b-1c64a2b7f001'

test('the palette finds a conversation by its text and resumes it', async ({ shared }) => {
  const { home, page, shows, tabs } = shared
  const project = join(home, 'parser')
  const folder = join(home, '.claude/projects/-parser')
  for (const one of [project, folder]) mkdirSync(one, { recursive: true })
  const lines = [
    { type: 'user', cwd: project, message: { content: 'Why does the parser fail on tabs?' } },
    {
      type: 'assistant',
      message: { content: [{ type: 'text', text: 'The Lexer drops \x1b[31m' }] },
    },
  ]
  writeFileSync(join(folder, `${id}.jsonl`), lines.map((one) => JSON.stringify(one)).join('\n'))
  await shows('ready$')
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('%lexer drops')
  const row = page.getByRole('option').first()
  await expect(row).toContainText('Why does the parser fail on tabs?')
  await expect(row).toContainText(/Claude Code · parser · (?:under 1|\d+) s/)
  await expect(row.locator('.list-line')).toHaveText('The Lexer drops [31m')
  await picture(page, 'conversations')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await shows(`claude --resume ${id}`)
})
