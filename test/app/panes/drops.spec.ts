/** Dropping files, text and images on panes and tabs, and pasting an image from the clipboard. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, giveUpLine, picture, test, type Started } from '../app.ts'
import { copyImage } from '../image-in-clipboard.ts'
import { fakeContainers } from '../../support/fake-containers.ts'
import { slow } from '../../slow.ts'

interface Dropped {
  readonly files?: readonly string[]
  readonly text?: string
}

/** Drags content to the middle of an element, as another program does, and drops it. */
async function drag(page: Page, selector: string, { files = [], text }: Dropped) {
  const cdp = await page.context().newCDPSession(page)
  const box = (await page.locator(selector).boundingBox())!
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  const items = text === undefined ? [] : [{ mimeType: 'text/plain', data: text }]
  const data = { items, files: [...files], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') =>
    cdp.send('Input.dispatchDragEvent', { type, ...at, data })
  await send('dragEnter')
  await send('dragOver')
  return {
    drop: async () => {
      await send('drop')
      await cdp.detach()
    },
  }
}

async function drop(page: Page, selector: string, dropped: Dropped): Promise<void> {
  await (await drag(page, selector, dropped)).drop()
}

const act = ({ page }: Started, name: 'split_right' | 'new_tab' | 'command_palette') =>
  page.evaluate((action) => window.vibeflowTest!.act(action), name)

const shown = '.grid:not([data-unfocused]):visible'

test('dropped files become quoted paths at the cursor, without a line end', async ({ shared }) => {
  const { home, page, shows, type } = shared
  const folder = join(home, 'dropped')
  mkdirSync(join(folder, 'a directory'), { recursive: true })
  const hostile = ["it's $(touch ran)", 'line\nend', 'plain.png', '-rf', 'ünï']
  for (const name of hostile) writeFileSync(join(folder, name), '')
  const paths = [...hostile, 'a directory'].map((name) => join(folder, name))
  await type("printf '%s|' ")
  const dragged = await drag(page, shown, { files: paths })
  await expect(page.locator('.grid[data-drop]')).toHaveCount(1)
  await picture(page, 'drop-over')
  await dragged.drop()
  await expect(page.locator('.grid[data-drop]')).toHaveCount(0)
  await expect(page.getByText(/Skipped 1 file: the name contains control/)).toBeVisible()
  await shows(/directory'/)
  await picture(page, 'drop-done')
  await type(' > out\n')
  await expect.poll(() => readdirSync(home).includes('out')).toBe(true)
  await expect
    .poll(() => readFileSync(join(home, 'out'), 'utf8'))
    .toBe(
      paths
        .filter((path) => !path.includes('\n'))
        .map((path) => `${path}|`)
        .join(''),
    )
  expect(readdirSync(home)).not.toContain('ran')
})

test(
  'a drop goes to the pane or tab under it, and to nothing while a dialog is open',
  slow,
  async ({ shared }) => {
    const { page, screen, shows, tabs, type } = shared
    await act(shared, 'split_right')
    await expect(page.locator('.grid:visible')).toHaveCount(2)
    await shows('ready$')
    await drop(page, '.grid[data-unfocused]:visible', { text: 'on the left' })
    await shows('on the left')
    await giveUpLine(shared)
    await act(shared, 'new_tab')
    await shows('ready$')
    await drop(page, '.tab >> nth=0', { text: 'on the tab' })
    await expect.poll(async () => (await tabs())[0]?.active).toBe(true)
    await shows('on the tab')
    await giveUpLine(shared)
    await act(shared, 'command_palette')
    await expect(page.getByRole('combobox')).toBeFocused()
    await drop(page, shown, { files: ['/etc/hostname'] })
    await drop(page, shown, { text: 'behind a dialog' })
    await page.keyboard.press('Escape')
    await drop(page, shown, { files: ['/etc/hosts'] })
    await drop(page, shown, { files: ['/etc/passwd'] })
    await shows('/etc/hosts /etc/passwd')
    expect((await screen()).join('')).not.toMatch(/hostname|behind/)
    await giveUpLine(shared)
    await drop(page, shown, { text: 'first\nsecond' })
    await expect(page.getByRole('dialog', { name: 'Paste 2 lines?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await drop(page, shown, { files: Array.from({ length: 1_001 }, () => '/etc/hosts') })
    await expect(page.getByText("Can't insert more than 1,000 paths at once.")).toBeVisible()
    await drop(page, shown, { files: Array.from({ length: 300 }, () => '/etc/fstab') })
    await shows('/etc/fstab')
    await giveUpLine(shared)
    await type('true\n')
  },
)

test(
  'a file dropped on a tab of vibeflow enter is copied into the container',
  slow,
  async ({ shared }) => {
    const { home, page, shows, type } = shared
    const { bin, temporary } = fakeContainers(join(home, 'containers'))
    const file = join(home, 'dropped text.txt')
    writeFileSync(file, 'from this side\n')
    await type(`PATH='${bin}':$PATH vibeflow enter podman web\n`)
    await expect
      .poll(async () => (await shared.tabs())[0]?.subtitle, { timeout: 30_000 })
      .toContain('in web')
    await shows(/^[^\n]*@[^\n]*[#$]/m)
    await type('cat ')
    await drop(page, shown, { files: [file] })
    await expect(page.locator('.toast')).toContainText('Copying a file to where the program runs')
    await shows(/files\/[0-9a-f]{6}-droppe/)
    await picture(page, 'drop-in-container')
    await type('\n')
    await shows(/^from this side/m)
    await type('exit\n')
    await shows(/^ready\$ $/m)
    await expect.poll(() => readdirSync(temporary)).toEqual([])
  },
)

test('an image in the clipboard becomes a private file, and text has priority', async ({
  shared,
}) => {
  const { app, home, page, shows } = shared
  await copyImage(app)
  await page.keyboard.press('Control+Shift+V')
  const question = page.getByRole('dialog', { name: 'Paste the path of this image?' })
  await expect(question).toContainText('PNG image, 1 × 1, 70 bytes')
  const thumbnail = question.getByRole('img', { name: 'PNG image, 1 × 1, 70 bytes' })
  await expect(thumbnail).toBeVisible()
  const opacity = await thumbnail.evaluate(
    (canvas: HTMLCanvasElement) => canvas.getContext('2d')!.getImageData(0, 0, 1, 1).data[3],
  )
  await picture(page, 'image-question')
  expect(opacity).toBeGreaterThan(0)
  await question.getByRole('button', { name: 'Paste' }).click()
  await expect(page.locator('.toast')).toHaveText(/^Pasted the path of a PNG image, 1 × 1, 70/)
  await shows(/pasted-images\/image-/)
  await picture(page, 'image-pasted')
  const folder = join(home, 'state/vibeflow/pasted-images')
  const [file = ''] = readdirSync(folder)
  expect(file).toMatch(/^image-[\d-]+-[0-9a-f]{6}\.png$/)
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  expect([mode(folder), mode(join(folder, file))]).toEqual(['700', '600'])
  await giveUpLine(shared)
  await app.evaluate(({ clipboard }) => clipboard.writeText('only text'))
  await page.keyboard.press('Control+Shift+V')
  await shows('only text')
  expect(readdirSync(folder)).toHaveLength(1)
  await giveUpLine(shared)
})
