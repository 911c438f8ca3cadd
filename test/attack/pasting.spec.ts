/**
 * Output cannot take the question before a paste of several lines away:
 * docs/architecture/session.md, "Paste".
 */
import { atPrompt, expect, giveUpLine, test } from '../app/app.ts'

// … and of one that is gone
test('asks although output has set mode 2004: of a program that reads lines', async ({
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
