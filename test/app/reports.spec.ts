/**
 * Tests a program's reports about itself, from the pty to the page: state frames, titles,
 * directories, clipboard, questions, links.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { desktopCalls, expect, test, type Started } from './app.ts'
import { slow } from '../slow.ts'

/**
 * Resolves with the page's time, milliseconds since 1970, at which the first tab has this state.
 */
const arrival = (page: Page, state: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (window.vibeflowTest!.tabs()[0]?.state === wanted) {
            window.clearInterval(timer)
            resolve(performance.timeOrigin + performance.now())
          }
        }
        const timer = window.setInterval(look, 1)
      }),
    state,
  )

const state = async ({ tabs }: Started) => (await tabs())[0]?.state

/**
 * Runs a script in the first tab's shell, whatever its directory: a new tab starts in the folder of
 * the tab before it.
 */
async function run({ home, type }: Started, name: string, script: string): Promise<void> {
  writeFileSync(join(home, `${name}.sh`), script)
  await type(`clear; sh ~/${name}.sh\n`)
}

test('a state frame reaches the page in a moment', slow, async ({ shared: started }) => {
  writeFileSync(
    join(started.home, 'say.sh'),
    'at=$(date +%s%N); printf "\\033]1338;state=$1;tool=claude;project=vibeflow\\007"; echo ' +
      '"at=${at}."\n',
  )
  const tookMs: number[] = []
  for (const [round, word] of ['waiting', 'working', 'waiting', 'working'].entries()) {
    const arrived = arrival(started.page, word)
    await started.type(`clear; sh ~/say.sh ${word}\n`)
    const seenAt = await arrived
    await started.shows(/at=\d+\./)
    const at = /at=(\d+)\./.exec((await started.screen()).join('\n'))?.[1] ?? ''
    if (round > 0) tookMs.push(seenAt - Number(at) / 1e6)
  }
  test.info().annotations.push({
    type: 'measured',
    description: `frame to page, ms: ${tookMs.map((ms) => ms.toFixed(1)).join(' ')}`,
  })
  const median = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length / 2)] ?? Number.NaN
  console.log(`frame to page: median ${median.toFixed(1)} ms`)
  expect(median).toBeLessThan(3_000) // `npm run bench -- stripe` measures the speed
})

test(
  'a state frame counts however it is cut, and inside other output',
  slow,
  async ({ shared: started }) => {
    await run(
      started,
      'bytes',
      'for part in "\\\\033" "]13" "38;sta" "te=wai" "ting;tool=cl" "aude" "\\\\033" ' +
        '"\\\\\\\\"; do printf "$part"; sleep 0.03; done; echo cut over\n',
    )
    await started.shows('cut over')
    await expect.poll(() => state(started)).toBe('waiting')

    await run(
      started,
      'inside',
      'seq 1 5000; printf "\\033]1338;state=working\\007"; seq 1 5000; echo inside over\n' +
        'read go\n' +
        'printf "\\033Ptmux;\\033\\033]1338;state=waiting\\007\\033\\\\"\n' +
        'printf "\\033]7501;state=blocked:kind=question:app=codex\\033\\\\"\n' +
        'echo wrapped over; read go; printf "\\033c"; echo reset over; read go\n',
    )
    await started.shows('inside over')
    await expect.poll(() => state(started)).toBe('working')
    await started.page.keyboard.press('Enter')
    await started.shows('wrapped over')
    const agent = () => started.page.evaluate(() => window.vibeflowTest!.agents()[0])
    await expect.poll(agent).toMatchObject({ source: 'osc7501', kind: 'question', tool: 'codex' })
    await started.page.keyboard.press('Enter')
    await started.shows('reset over')
    // RIS ends a program's claim by 7501. OSC 1338 reports for the session.
    await expect.poll(agent).toMatchObject({ source: 'osc1338' })
    await expect.poll(() => state(started)).toBe('working')
    await started.page.keyboard.press('Enter')
  },
)

test('titles and directories come from the output, and new tabs start there', async ({
  shared: started,
}) => {
  const { home, page, shows, tabs, type } = started
  await type('mkdir -p deep/er; printf "\\033]2;wor\\xe2\\x80\\xaeking\\007"\n')
  await expect.poll(async () => (await tabs())[0]?.title).toBe('working')
  await type(`printf "\\033]7;file://$(hostname)${home}/deep/er\\033\\\\\\\\"\n`)
  await expect.poll(async () => (await tabs())[0]?.subtitle).toBe('er')
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await shows('ready$')
  await type('pwd\n')
  await shows('/deep/er')
})

test('a program may write the clipboard, with a notice, but not read it', async ({ shared }) => {
  const { app, page, shows, type } = shared
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'))
  await type('printf "\\033]52;c;?\\007\\033]52;c;SGVsbG8=\\007"; echo over\n')
  await shows('over')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('Hello')
  await expect(page.getByText('copied text to the clipboard')).toBeVisible()
})

test('queries are answered in the order they came', slow, async ({ shared: started }) => {
  await run(
    started,
    'ask',
    `stty raw -echo min 0 time 10
printf '\\033[5n\\033]7501;?\\033\\\\\\033]99;i=1:p=?;\\007'
printf '\\033Ptmux;\\033\\033]7501;?\\007\\033\\\\\\033[c'
answer=
while part=$(dd bs=200 count=1 2>/dev/null | od -An -c | tr -d ' \\n'); [ -n "$part" ]; do
  answer=$answer$part
done
stty sane; printf '%s.\\nover\\n' "$answer"
`,
  )
  await started.shows(/^over$/m)
  expect((await started.screen()).join('')).toContain(
    '033[0n033]7501;?033\\033]99;i=1:p=?;a=focus,report:o=always,unfocused,invisible:u=0,1,2:' +
      'p=title,body,?,close,icon,alive,buttons:c=1:w=1:s=system,silent,error,info,question,warn,' +
      'warning\\a033[?62;4;22;52c.',
  )
})

test('Ctrl+click opens a link unless it leads to a program', async ({ fresh }) => {
  const { app, page, shows, type } = await fresh()
  await shows('ready$')
  await type(
    'clear; printf "\\033]8;;https://example.org/a\\033\\\\\\\\LINKGOOD\\033]8;;\\033\\\\\\' +
      '\\\\n\\033]8;;file:///bin/sh\\033\\\\\\\\LINKBAD\\033]8;;\\033\\\\\\\\\\n"\n',
  )
  await shows(/^LINKGOOD *\nLINKBAD *$/m) // as printed, not as typed
  const point = await page.evaluate(() => {
    const box = document.querySelector('.xterm-screen')!.getBoundingClientRect()
    const rows = window.vibeflowTest!.screen()
    const { rows: count } = window.vibeflowTest!.stats()
    const height = box.height / count
    const at = (text: string) => ({
      x: box.left + 20,
      y: box.top + (rows.findIndex((row) => row.startsWith(text)) + 0.5) * height,
    })
    return { good: at('LINKGOOD'), bad: at('LINKBAD') }
  })
  // xterm.js looks for a link when the mouse comes to another cell, and may do so before it has
  // drawn the line.
  const hover = (at: { x: number; y: number }) =>
    expect(async () => {
      await page.mouse.move(at.x + 200, at.y + 200)
      await page.mouse.move(at.x + 10, at.y)
      await page.mouse.move(at.x, at.y)
      await expect(page.locator('.xterm-cursor-pointer')).toBeVisible({ timeout: 500 })
    }).toPass()
  await hover(point.good)
  await page.mouse.click(point.good.x, point.good.y)
  await page.keyboard.down('Control')
  await hover(point.good)
  await page.mouse.click(point.good.x, point.good.y)
  await expect
    .poll(async () => JSON.stringify(await desktopCalls(app)))
    .toMatch(/shell\.openExternal.{1,40}https:\/\/example\.org\/a/)
  await hover(point.bad)
  await page.mouse.click(point.bad.x, point.bad.y)
  await page.keyboard.up('Control')
  await expect(page.getByText('Not opened: /bin/sh is executable')).toBeVisible()
  expect(JSON.stringify(await desktopCalls(app))).not.toContain('/bin/sh')
})
