/** Quick select acts: a label copies, and with a key held opens, inserts or edits. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  desktopCalls,
  expect,
  giveUpLine,
  holding,
  setVariable,
  showing,
  test,
  type Started,
} from '../app.ts'
import { slow } from '../../slow.ts'

/** Addresses that the desktop was asked to open, oldest first. */
const openedOf = async (app: Started['app']) =>
  (await desktopCalls(app))
    .filter(({ name }) => name === 'shell.openExternal')
    .map(({ args }) => args[0])

test('a quick-select label copies, opens, inserts and edits', async ({ configured }) => {
  const { app, home, page, shows, tabs, type } = await configured(holding)
  const editor = (command: string) => setVariable(app, 'EDITOR', command)
  mkdirSync(join(home, 'work'))
  const file = join(home, 'work/notes.txt')
  writeFileSync(file, 'first\nsecond\nthird\n')
  await editor(showing('tail -n 2'))
  const word = page.locator('.mode-word')
  const label = async (hold = '') => {
    await page.keyboard.press('Control+Shift+Space')
    await expect(word).toHaveText(
      'Type a label to copy · Shift: open · Alt: insert · Ctrl: edit · Esc: cancel',
    )
    await page.keyboard.press(`${hold}a`)
    await expect(word).toHaveCount(0)
  }
  let said = 0
  const says = async (text: string) => {
    said += 1
    await type(`clear; echo ${text.replace('/', '""/')}; echo "said $((${said}))"\n`)
    await shows(`${text}\nsaid ${said}\nready$`)
  }
  await says(file)
  await label()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(file)
  // as a paste: no Enter is pressed for anybody
  await label('Alt+')
  await shows(`ready$ ${file}`)
  await giveUpLine({ page, shows })
  await says(file)
  await label('Control+')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await shows('second\nthird')
  await page.keyboard.press('Enter') // who leaves an editor is done with it
  await expect.poll(async () => (await tabs()).length).toBe(1)
  await editor('')
  await says('https://a.example/b')
  await label('Shift+')
  await expect.poll(() => openedOf(app)).toEqual(['https://a.example/b'])
  // a hash
  await says('e350605abc')
  await label('Shift+')
  await expect(page.getByText('not a URL or file')).toBeVisible()
})

test('labels do not appear below the status words at the bottom', slow, async ({ configured }) => {
  const { page, shows, type } = await configured(holding)
  const paths = Array.from({ length: 6 }, (_, at) => `/usr/share/a${at}`).join(' ')
  const boxes = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    )
  let said = 0
  const below = async (before: string) => {
    said += 1
    await type(`clear; ${before}echo "said $((${said}))"\n`)
    await shows(`said ${said}\nready$`)
    await type(paths)
    await shows(`ready$ ${paths}`)
    await page.keyboard.press('Control+Shift+Space')
    await expect(page.locator('.quick-label').first()).toBeVisible()
    const [word] = await boxes('.mode-word')
    const labels = await boxes('.quick-target')
    await page.keyboard.press('Escape')
    await giveUpLine({ page, shows })
    const hidden = labels.filter(
      ({ left, right, top, bottom }) =>
        left < word!.right && right > word!.left && top < word!.bottom && bottom > word!.top,
    )
    return [labels.length, hidden.length, word!.top]
  }
  const [found, hidden, top] = await below('seq 90; ')
  expect([found, hidden]).toEqual([6, 0])
  // the foot is theirs otherwise
  const above = await below('')
  expect(above).toEqual([6, 0, expect.any(Number)])
  expect(above[2]).toBeGreaterThan(top! + 100)
})

test("a program's link is copied and opened by its address", async ({ configured }) => {
  const { app, page, shows, type } = await configured(holding)
  const before = (await openedOf(app)).length
  const link = (uri: string) => `\\033]8;;${uri}\\033\\\\`
  await type(`clear; printf 'the ${link('https://a.example/guide')}manual${link('')} of it\\n'\n`)
  await shows('the manual of it')
  await page.keyboard.press('Control+Shift+Space')
  await expect(page.locator('.quick-label')).toHaveText(['a'])
  await page.keyboard.press('a')
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe('https://a.example/guide')
  await expect(page.getByText('Copied https://a.example/guide')).toBeVisible()
  await page.keyboard.press('Control+Shift+Space')
  await page.keyboard.press('Shift+A')
  await expect
    .poll(async () => (await openedOf(app)).slice(before))
    .toEqual(['https://a.example/guide'])
})

test(
  "the user's patterns get labels, and a slow pattern is stopped",
  slow,
  async ({ configured }) => {
    const { app, page, shows, type } = await configured(`
[[quick_select.patterns]]
name = "ticket"
regex = '\\b[A-Z]{2,8}-\\d+\\b'
url = "https://tracker.example/browse/{match}"
[[quick_select.patterns]]
name = "slow"
regex = '^(a+)+$'
`)
    const before = (await openedOf(app)).length
    const opened = async () => (await openedOf(app)).slice(before)
    await type('clear; echo see A""BC-12 now\n')
    await shows('see ABC-12 now')
    await page.keyboard.press('Control+Shift+Space')
    await expect(page.locator('.quick-label')).toHaveText(['a'])
    await page.keyboard.press('a')
    await expect.poll(opened).toEqual(['https://tracker.example/browse/ABC-12'])
    // a pattern of exponential cost on this text: the page keeps running, and the other labels are
    // shown
    await type(`clear; printf 'see D%sEF-3\\n'; printf 'a%.0s' {1..60}; echo '!'\n`)
    await shows('aaaa!')
    // on a busy machine, matching may take too long for the other pattern as well
    await expect(async () => {
      await page.keyboard.press('Control+Shift+Space')
      await page.keyboard.press('a') // waits for its label
      await expect
        .poll(async () => (await opened()).at(-1), { timeout: 5_000 })
        .toBe('https://tracker.example/browse/DEF-3')
    }).toPass()
    await expect(page.getByText('Quick select skipped slow: matching took too long.')).toBeVisible()
    // rows move while the pattern is tried
    const [width, height] = await page.evaluate(() => [innerWidth, innerHeight] as const)
    await type(`seq 90; printf 'see G%sHI-4\n'; printf 'a%.0s' {1..60}; echo '?'\n`)
    await shows('aaaa?')
    await expect(async () => {
      await page.setViewportSize({ width, height })
      await page.keyboard.press('Control+Shift+Space')
      await page.setViewportSize({ width, height: height - 120 })
      await page.keyboard.press('a')
      await expect
        .poll(async () => (await opened()).at(-1), { timeout: 5_000 })
        .toBe('https://tracker.example/browse/GHI-4')
    }).toPass()
    await page.setViewportSize({ width, height })
  },
)

test(
  'a notice that takes rows ends neither quick select nor copy mode',
  slow,
  async ({ configured }) => {
    const { app, home, page, shows, type } = await configured(holding)
    const word = page.locator('.mode-word')
    const clipboard = () => app.evaluate(({ clipboard }) => clipboard.readText())
    const rows = () => page.evaluate(() => window.vibeflowTest!.stats().rows)
    /** @param unknown a key that `config.toml` may not have; none: the notice goes */
    const notice = async (unknown = '') => {
      const before = await rows()
      writeFileSync(join(home, 'config/vibeflow/config.toml'), `${holding}${unknown}`)
      if (unknown === '') await expect.poll(rows).toBeGreaterThan(before)
      else await expect.poll(rows).toBeLessThan(before)
    }
    // A notice of an earlier test would close by itself and free a row. This test's notice needs
    // that row.
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await expect(async () => {
      if ((await dismiss.count()) > 0) await dismiss.first().click({ timeout: 200 })
      await expect(dismiss).toHaveCount(0, { timeout: 200 })
    }).toPass()
    await type('clear; seq 90; echo /usr/li""b/e; PS1="end$ "\n')
    await shows('/usr/lib/e\nend$ ')
    await page.keyboard.press('Control+Shift+Space')
    await expect(page.locator('.quick-label')).toHaveText(['a'])
    await notice('unknown = 1\n')
    await expect(page.locator('.quick-label')).toBeInViewport()
    await page.keyboard.press('a')
    await expect.poll(clipboard).toBe('/usr/lib/e')
    await page.keyboard.press('Control+Shift+X')
    await expect(word).toHaveText('Copy mode')
    await notice()
    await page.keyboard.press('v')
    await page.keyboard.press('0')
    await page.keyboard.press('y')
    await expect.poll(clipboard).toMatch(/^end\$/)
    await expect(word).toHaveCount(0)
    await shows(/\nend\$ \n*$/)
    await type('clear\n')
    await shows(/^end\$ \n*$/)
    await page.keyboard.press('Control+Shift+X')
    await page.keyboard.press('Shift+L')
    await notice('unknown = 1\n') // the blank row of the cursor goes
    await expect(page.locator('.copy-cursor')).toBeInViewport()
    await page.keyboard.press('Escape')
  },
)

test('the scrollback and the last output open in the pager', slow, async ({ configured }) => {
  const { home, page, shows, tabs, type } = await configured(
    '[scrollback]\npager = "tail -n 2 -v -f"\n',
  )
  const files = () =>
    readdirSync(join(home, 'run')).filter((name) => name.startsWith('vibeflow-te'))
  writeFileSync(
    join(home, 'marks'),
    `clear; printf '\\033]133;A\\007$ \\033]133;B\\007one\\n\\033]133;C\\007'; ` +
      `printf 'first \\033[31mline\\033[m\\nsecond line\\n\\033]133;D;0\\007'; ` +
      `seq 60; echo mar""ked\n`,
  )
  await type('. ./marks\n')
  await shows('marked')
  const [own] = await tabs()
  await page.evaluate(() => window.vibeflowTest!.post({ kind: 'tab/open' }))
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await page.evaluate(
    (tab) => window.vibeflowTest!.post({ kind: 'pane/focus', pane: tab }),
    own!.id,
  )
  await shows('marked')
  const act = (name: 'page_scrollback' | 'page_last_output') =>
    page.evaluate((one) => window.vibeflowTest!.act(one), name)
  const leave = async () => {
    expect(files().length).toBe(1)
    await page.keyboard.press('Control+C')
    await expect.poll(files).toEqual([])
    await expect(page.locator('.foot')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await tabs()).length).toBe(2)
    // returns to the tab where the pager was requested, not to the tab on the pager's right
    expect((await tabs()).find(({ active }) => active)?.id).toBe(own!.id)
  }
  await act('page_last_output')
  await expect.poll(async () => (await tabs()).length).toBe(3)
  await shows(/==> .*text <==\nfirst line\nsecond line/)
  expect((await tabs())[1]?.title).toBe('Last command output')
  await leave()
  await act('page_scrollback')
  await expect.poll(async () => (await tabs()).length).toBe(3)
  await shows(/==> .*text <==\n/)
  expect((await tabs())[1]?.title).toBe('Scrollback')
  await leave()
})

test('Find searches only the last output, and outputs are selected one after another', async ({
  shared,
}) => {
  const { home, page, shows, type } = shared
  const mark = (letter: string) => `\\033]133;${letter}\\007`
  const command = (name: string, output: string) =>
    `printf '${mark('A')}$ ${mark('B')}${name}\\n${mark('C')}${output}\\n${mark('D;0')}'; `
  writeFileSync(
    join(home, 'marks'),
    `clear; ${command('one', 'needle 1')}${command('two', 'needle 2\\nneedle 3')}` +
      `echo mar""ked needle\n`,
  )
  await type('. ./marks\n')
  await shows('marked needle')
  const act = (name: 'find_in_last_output' | 'select_output') =>
    page.evaluate((one) => window.vibeflowTest!.act(one), name)
  const selection = () => page.evaluate(() => window.vibeflowTest!.selection())
  await act('select_output')
  await expect.poll(selection).toBe('needle 2\nneedle 3')
  await act('select_output')
  await expect.poll(selection).toBe('needle 1\n$ two\nneedle 2\nneedle 3')
  await page.mouse.click(500, 300)
  await expect.poll(selection).toBe('')
  await act('select_output')
  await expect.poll(selection).toBe('needle 2\nneedle 3')
  await page.mouse.click(500, 300)
  await act('find_in_last_output')
  await page.locator('.find-field').fill('needle')
  const count = page.locator('.find-count')
  await expect(count).toHaveText('2 of 2')
  await page.getByRole('button', { name: 'Search last command output' }).click()
  await expect(count).toHaveText(/of 4$/)
  await page.locator('.find-field').press('Escape')
  await page.keyboard.press('Control+Shift+F')
  await expect(count).toHaveText(/of 4$/)
})
