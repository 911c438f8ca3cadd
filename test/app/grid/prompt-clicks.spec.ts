/** Clicks into a prompt reach its shell as mouse reports or arrow keys, if the shell asks. */
import { expect, test, type Started } from '../app.ts'

/**
 * Shows a prompt with these parameters and `abcdef` as input, and returns what a program reads.
 * @param by runs the program, whose process group it leads
 */
async function prompt({ page, shows, type, screen }: Started, parameters: string, by = 'bash -c') {
  await shows('ready$')
  await type(
    `clear; ${by} "printf '\\033]133;A;${parameters}\\007> \\033]133;B\\007abcdef'; ` +
      'stty raw -echo; timeout --foreground 20 cat -v; stty sane"\n',
  )
  await shows('> abcdef')
  const cell = await page.locator('.grid .xterm-screen').first().boundingBox()
  const { x, y } = cell!
  return {
    click: (dx: number) => page.mouse.click(x + dx, y + 8),
    received: async () =>
      (await screen())
        .join('')
        .replace(/.*> abcdef/, '')
        .trim(),
  }
}

test('a click in a prompt with click_events is a mouse report', async ({ shared }) => {
  const { click, received } = await prompt(shared, 'click_events=1')
  await click(30)
  await expect.poll(received).toMatch(/^\^\[\[<0;[45];1M$/)
  await shared.page.keyboard.press('Control+c')
})

test('a click in a prompt that another program prints does nothing', async ({ shared }) => {
  const { click, received } = await prompt(shared, 'cl=line', 'timeout 25 bash -c')
  await click(30)
  await shared.page.keyboard.type('x')
  await expect.poll(received).toMatch(/x$/)
  expect(await received()).toBe('x')
  await shared.page.keyboard.press('Control+c')
})

test('a click in a prompt with cl moves the cursor by arrow keys', async ({ shared }) => {
  const { click, received } = await prompt(shared, 'cl=line')
  await click(30)
  await expect.poll(received).toMatch(/^(\^\[\[D){4,5}$/)
  const before = await received()
  await shared.page.keyboard.down('Alt')
  await click(30)
  await shared.page.keyboard.up('Alt')
  await shared.page.keyboard.type('x')
  await expect.poll(received).toBe(`${before}x`)
})
