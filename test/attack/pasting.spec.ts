/**
 * Output cannot take the question before a paste of several lines away:
 * docs/contributing/internals/session.md, "Paste".
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atPrompt, expect, giveUpLine, test } from '../app/app.ts'
import { slow } from '../slow.ts'

test('a paste asks although output set mode 2004, also of a program that is gone', async ({
  shared,
}) => {
  const { app, page, shows, type } = shared
  const dialog = page.getByRole('dialog')
  await app.evaluate(({ clipboard }) => clipboard.writeText('one\ntwo\n'))
  const asks = async () => {
    await page.keyboard.press('Control+Shift+V')
    await expect(dialog).toContainText('Paste 2 lines?')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  // The shell at its prompt has asked for the brackets itself.
  await page.keyboard.press('Control+Shift+V')
  await shows('two')
  await expect(dialog).toHaveCount(0)
  await giveUpLine({ page, shows })
  await type('printf "\\033[?2004h"; echo he""re; cat\n')
  await shows('here')
  await asks()
  await page.keyboard.press('Control+C')
  await atPrompt(shared)
  await type(
    'clear; sh -c \'stty raw -echo; printf "\\033[?2004h\\033[Hwatch""ing"; exec cat -v\'\n',
  ) // raw, and it asks for brackets itself
  await shows('watching')
  await page.keyboard.press('Control+Shift+V')
  await shows('200~one')
  await expect(dialog).toHaveCount(0)
})

test(
  'a paste asks again when the program turned its brackets off during the question',
  slow,
  async ({ shared }) => {
    const { app, home, page, shows, type } = shared
    const dialog = page.getByRole('dialog')
    await atPrompt(shared)
    await type(
      'clear; sh -c \'stty raw -echo; printf "\\033[?2004h\\033[Hwatch""ing"; ' +
        'while [ ! -e ~/off ]; do sleep 0.1; done; printf "\\033[?2004lo""ff"; exec cat -v\'\n',
    )
    await shows('watching')
    await app.evaluate(({ clipboard }) => clipboard.writeText('\u0001one\ntwo\n'))
    await page.keyboard.press('Control+Shift+V')
    await expect(dialog).toContainText('Contains control characters')
    await expect(dialog).not.toContainText('may run')
    writeFileSync(join(home, 'off'), '')
    await shows('off')
    await dialog.getByRole('button', { name: 'Paste', exact: true }).click()
    await expect(dialog).toContainText('Each line may run as a command')
    await dialog.getByRole('button', { name: 'Paste', exact: true }).click()
    await shows('one^Mtwo')
  },
)
