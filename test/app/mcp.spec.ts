/** The question whether a program may use `vibeflow mcp`: seen, answered, and taken back. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandFile, expect, picture, shots, test, type Started } from './app.ts'
import { enableAfterMs } from '../../src/core/clients/mcp/limits.ts'
import { fakeContainers } from '../support/fake-containers.ts'
import { slow } from '../slow.ts'
import { copiedImage, copyImage } from './image-in-clipboard.ts'

const bar = ({ page }: Started) => page.locator('.access-bar')
const kept = ({ home }: Started): unknown => {
  const file = join(home, 'state/vibeflow/mcp-permissions.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

interface Caller {
  readonly child: ChildProcess
  /** The answer of the tool. */
  readonly result: Promise<{ readonly isError?: boolean; readonly content: { text: string }[] }>
}

/** An agent that calls one tool. */
function agent(
  { home }: Started,
  name: string,
  args: object = {},
  words: readonly string[] = [commandFile, 'mcp'],
): Caller {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), XDG_STATE_HOME: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const call = { id: 2, method: 'tools/call', params: { name, arguments: args } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...call })}\n`)
  const result = new Promise<Awaited<Caller['result']>>((resolve) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += String(text)
      if (!said.includes('\n')) return
      resolve((JSON.parse(said) as { result: Awaited<Caller['result']> }).result)
      child.stdin.end()
    })
  })
  return { child, result }
}

/** Takes the only permission back in the list, and closes that. */
async function forget(started: Started): Promise<void> {
  const list = started.page.getByRole('dialog')
  await list.getByRole('button', { name: /^Remove/ }).click()
  await expect.poll(() => kept(started)).toEqual([])
  await started.page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
}

test('an access question takes neither focus nor keys, and only a click answers it', async ({
  configured,
}) => {
  const started = await configured('[socket]\nmcp = "full"\n')
  const { page, shows, type } = started
  await shows('ready$')
  const reading = agent(started, 'list_sessions')
  await expect(bar(started)).toContainText('A program asks to read your sessions through MCP')
  await expect(bar(started).getByRole('button', { name: 'Allow reading' })).toBeDisabled()
  await type('echo typed$((40+2))\n')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await shows('typed42')
  await expect(bar(started)).toBeVisible()
  expect(kept(started)).toBeNull()
  await expect(bar(started).getByRole('button', { name: 'Allow reading' })).toBeEnabled({
    timeout: enableAfterMs + 5_000,
  })
  if (shots !== '') await page.waitForTimeout(200) // the colors of buttons fade in
  await picture(page, 'mcp-question')
  await bar(started).getByRole('button', { name: 'Allow reading' }).click()
  const { content } = await reading.result
  expect(JSON.parse(content[0]!.text)).toMatchObject({
    sessions: [{ state: 'active', active: true }],
  })
  await expect(bar(started)).toHaveCount(0)
  await page.keyboard.type('back here') // the keyboard is the terminal's again
  await shows('back here')
  await page.evaluate(() => window.vibeflowTest!.act('mcp_access'))
  await forget(started)
})

test(
  'an access question moves the text down, and closes when its client leaves',
  slow,
  async ({ shared: started }) => {
    const { page, shows, type } = started
    await type('for i in {1..60}; do echo row$i; done; tput home; echo the first row\n')
    await shows('the first row')
    const place = async () => (await page.locator('#panes').boundingBox())!
    const before = await place()
    // a program of its own, which starts the server
    const server = JSON.stringify([commandFile, 'mcp'])
    const code = `child_process.spawn(process.execPath, ${server}, { stdio: 'inherit' })`
    const { child } = agent(started, 'list_sessions', {}, ['-e', code])
    await expect(bar(started)).toBeVisible()
    const covers = (await bar(started).boundingBox())!
    const after = await place()
    expect(covers.height).toBeGreaterThan(30)
    expect(after.y).toBeCloseTo(covers.y + covers.height, 0)
    expect(after.y + after.height).toBeCloseTo(before.y + before.height, 0)
    // the pixels under its lower edge are those of the grid's first row
    expect(
      await page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.closest('#panes') !== null,
        {
          x: 60,
          y: after.y + 12,
        },
      ),
    ).toBe(true)
    await picture(page, 'mcp-question-above-the-text')
    child.kill('SIGKILL')
    child.stdin?.end()
    await expect(bar(started)).toHaveCount(0)
    await expect.poll(place).toEqual(before)
  },
)

test(
  'an access question works in a light theme and by keyboard; the list revokes it',
  slow,
  async ({ configured }) => {
    const started = await configured(
      '[socket]\nmcp = "full"\n[colors]\npreset = "Vibeflow Light"\n',
    )
    const { page, shows } = started
    await shows('ready$')
    const opening = agent(started, 'new_session', { command: ['/bin/cat'] })
    await expect(bar(started)).toContainText('asks to read, type into and open sessions')
    await page.evaluate(() => window.vibeflowTest!.act('mcp_access'))
    const list = page.getByRole('dialog')
    const all = list.getByRole('button', { name: 'Allow full control' })
    await expect(all).toBeEnabled({ timeout: enableAfterMs + 5_000 })
    if (shots !== '') await page.waitForTimeout(200)
    await picture(page, 'mcp-list-asked-light')
    await all.focus()
    await page.keyboard.press('Enter')
    expect((await opening.result).isError).toBeUndefined()
    await expect.poll(async () => (await started.tabs()).length).toBe(2)
    await expect(list.getByText('can read and type')).toBeVisible()
    await picture(page, 'mcp-list-light')
    await forget(started)
  },
)

test(
  'a refused access question offers no more than the option allows',
  slow,
  async ({ shared: started }) => {
    const one = agent(started, 'list_sessions')
    const refuse = bar(started).getByRole('button', { name: 'Deny' })
    await expect(refuse).toBeEnabled({ timeout: enableAfterMs + 10_000 })
    await expect(bar(started).getByRole('button', { name: 'Allow full control' })).toHaveCount(0)
    await refuse.click()
    expect((await one.result).content[0]!.text).toContain('the user has refused this')
  },
)

test('an image pasted into a session that an MCP client opened is copied to its program', async ({
  configured,
}) => {
  const started = await configured('[socket]\nmcp = "full"\n')
  const { app, home, page, shows, tabs, type } = started
  await shows('ready$')
  const container = fakeContainers(join(home, 'containers'))
  const line = `PATH='${container.bin}':$PATH exec vibeflow enter podman web`
  const opening = agent(started, 'new_session', { command: ['/bin/sh', '-c', line] })
  const allow = bar(started).getByRole('button', { name: 'Allow full control' })
  await expect(allow).toBeEnabled({ timeout: enableAfterMs + 10_000 })
  await allow.click()
  expect((await opening.result).isError).toBeUndefined()
  await page.locator('.tab').nth(1).click()
  await expect.poll(async () => (await tabs())[1]?.subtitle).toContain('in web')
  await shows(/^[^\n]*@[^\n]*[#$]/m)
  await type('read -r path; cp "$path" ~/got; echo read it\n')
  await copyImage(app)
  await page.keyboard.press('Control+Shift+V')
  await expect(page.locator('.toast')).toContainText('Copying a file to where the program runs')
  const question = page.getByRole('dialog', { name: 'Paste the path of this image?' })
  await expect(question).toContainText('PNG image, 1 × 1, 70 bytes')
  await question.getByRole('button', { name: 'Paste' }).click()
  await shows(/files\/[0-9a-f]{6}-image\.png/)
  await picture(page, 'mcp-image-pasted')
  await page.keyboard.press('Enter')
  await shows(/^read it$/m)
  expect(readFileSync(join(container.home, 'got')).equals(copiedImage)).toBe(true)
  expect(existsSync(join(home, 'state/vibeflow/pasted-images'))).toBe(false)
  await type('exit\n')
  await expect.poll(() => readdirSync(container.temporary)).toEqual([])
  await page.evaluate(() => window.vibeflowTest!.act('mcp_access'))
  await forget(started)
})
