/** Clicks into a prompt reach its shell as mouse reports or arrow keys, if the shell asks. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atPrompt, expect, test, type Started } from '../app.ts'
import { noServer, startSshServer } from '../../support/ssh-server.ts'
import { slow } from '../../slow.ts'

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

/** A shell on the host marks its prompt itself, unless `vibeflow ssh` does that. */
const profile = String.raw`PS1='far> '
[ -n "$TERM_PROGRAM" ] || PS1='\[\e]133;A;cl=line\a\]far> \[\e]133;B\a\]'
`

/** Clicks the cell after these words in the last row that starts with them. */
async function clickBehind({ page, screen }: Started, words: string): Promise<void> {
  const row = (await screen()).findLastIndex((text) => text.startsWith(words))
  const { x, y, width, height } = (await page.locator('.grid:visible .xterm-screen').boundingBox())!
  const { cols, rows } = await page.evaluate(() => window.vibeflowTest!.stats())
  await page.mouse.click(
    x + ((words.length + 0.5) * width) / cols,
    y + ((row + 0.5) * height) / rows,
  )
}

const withServer = noServer === null ? test : test.skip
for (const { command, when } of [
  { command: 'vibeflow ssh', when: {} },
  { command: 'ssh', when: slow },
])
  withServer(
    `a click at a prompt behind ${command} moves the cursor of that shell`,
    when,
    async ({ shared }) => {
      const { shows, tabs, type } = shared
      const server = await startSshServer()
      try {
        writeFileSync(join(server.home, '.bash_profile'), profile)
        // tests switch the shell integration off, also on the host
        await type(`VIBEFLOW_SHELL_INTEGRATION=1 ${command} ${server.words().join(' ')} box\n`)
        await shows(/^far> $/m, 30_000)
        await expect.poll(async () => (await tabs())[0]?.subtitle).toContain('on box')
        await type('echo abcdef')
        await shows('far> echo abcdef')
        await clickBehind(shared, 'far> echo ab')
        await type('X')
        await shows('far> echo abXcdef')
        await clickBehind(shared, 'far> echo abXcde')
        await type('Y\n')
        await shows(/^abXcdeYf$/m)
        // a program there gets no keys, even if its shell marks no start of a command
        await type('cat >kept\n')
        await type('uvwxyz')
        await shows(/^uvwxyz *$/m)
        await clickBehind(shared, 'uv')
        await type('!\n\x04')
        await shows(/^far> *$/m)
        expect(readFileSync(join(server.home, 'kept'), 'utf8')).toBe('uvwxyz!\n')
        await type('exit\n')
        await atPrompt(shared)
      } finally {
        server.close()
      }
    },
  )
