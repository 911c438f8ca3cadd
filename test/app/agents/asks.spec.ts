/** Ordinary programs that wait for a password or an answer: stripe, inbox, Why, and no notice. */
import { expect, picture, test } from '../app.ts'
import { openTabs, states } from '../attention/attention-tabs.ts'
import { activeStripe, record } from './agent-stripe.ts'
import { slow } from '../../slow.ts'

const password =
  `sh -c 'stty -echo; printf "[sudo] password for me: "; read x; stty echo; ` + `sleep 60'`
const question = `bash -c 'read -p "Continue? [y/N] " x; echo; sleep 60'`

test('a question is amber from 2 s of rest until a key', slow, async ({ integrated }) => {
  const { page, shows, type } = integrated
  const stripe = activeStripe(page)
  await shows('ready$')
  const shown = await record(page)
  await type(`${question}\n`)
  await shows('Continue?')
  await expect(stripe).toHaveAttribute('data-state', 'waiting')
  await expect(page.locator('.tab-active')).toContainText('needs you: input?')
  await picture(page, 'asks-question')
  await page.keyboard.press('y')
  await expect(stripe).toHaveAttribute('data-state', 'working')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+C')
  await expect(stripe).not.toHaveAttribute('data-state', 'working')
  expect((await shown()).filter(({ state }) => state === 'waiting')).toHaveLength(1)
})

test('a password in a terminal that a program lends is amber', slow, async ({ integrated }) => {
  const { page, shows, type } = integrated
  await shows('ready$')
  await type(`script -qc 'stty -echo; printf "Enter passphrase for d: "; read x' /dev/null\n`)
  await shows('passphrase for d')
  await expect(activeStripe(page)).toHaveAttribute('data-state', 'waiting')
  await expect(page.locator('.tab-active')).toContainText('needs you: password')
  await picture(page, 'asks-lent-password')
  const { short } = await page.evaluate(() => window.vibeflowTest!.why())
  expect(short).toContain('is silent after a line that asks for a password')
  await page.keyboard.press('x')
  await expect(activeStripe(page)).toHaveAttribute('data-state', 'working')
})

test('a password prompt is in the inbox with its line, and is not answered there', async ({
  integrated,
}) => {
  const { page, shows, tabs, type } = integrated
  await shows('ready$')
  await type(`${password}\n`)
  await shows('password for me')
  await expect(activeStripe(page)).toHaveAttribute('data-state', 'waiting')
  await picture(page, 'asks-password')

  await test.step('the user who looks at it gets no notice', async () => {
    await expect(page.locator('.toast')).toHaveCount(0)
    const { short, source } = await page.evaluate(() => window.vibeflowTest!.why())
    expect([short.replace(/ for [^:]+/, ''), source]).toEqual([
      'Waiting: password: sh reads the terminal, which hides your input.',
      'terminal',
    ])
  })
  await openTabs(integrated, 2)
  await page.keyboard.press('Alt+2')
  await expect.poll(async () => (await states(page))[0]).toBe('waiting')
  await test.step('the inbox shows the line and offers no answer', async () => {
    await page.keyboard.press('Control+Shift+I')
    const row = page.locator('.attention-row')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('needs you: password')
    await expect(row).toContainText('[sudo] password for me:')
    await expect(page.locator('.attention-dialog')).toHaveCount(0)
    await picture(page, 'asks-inbox')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await tabs())[0]?.active).toBe(true)
  })
  await test.step('typing ends it, and its echo is not shown', async () => {
    await type('secret')
    await expect.poll(async () => (await states(page))[0]).toBe('working')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+C')
    expect(await page.evaluate(() => window.vibeflowTest!.screen().join(''))).not.toContain(
      'secret',
    )
  })
})
