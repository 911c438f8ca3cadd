/**
 * Real programs in the grid: they start without waiting for answers, draw what they should, and
 * give the screen back.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { atPrompt, expect, picture, shots, test, type Started } from './app.ts'
import { slow } from '../slow.ts'

/** The middle of the first cell of this text on the screen. */
async function cellOf(
  { page, screen }: Started,
  text: string,
): Promise<{ readonly x: number; readonly y: number }> {
  const rows = await screen()
  const row = rows.findIndex((one) => one.includes(text))
  return page.evaluate(
    ([at = 0, column = 0]) => {
      const { left, top, width, height } = document
        .querySelector('.grid .xterm-screen')!
        .getBoundingClientRect()
      const { cols, rows: count } = window.vibeflowTest!.stats()
      return { x: left + ((column + 0.5) * width) / cols, y: top + ((at + 0.5) * height) / count }
    },
    [row, rows[row]?.indexOf(text) ?? 0],
  )
}

/** Dark and light. */
async function pictures(page: Page, name: string): Promise<void> {
  if (shots === '') return
  await picture(page, name)
  await page.evaluate(() => window.vibeflowTest!.theme('Vibeflow Light'))
  await page.waitForTimeout(100)
  await picture(page, `${name}-light`)
  await page.evaluate(() => window.vibeflowTest!.theme('Vibeflow Dark'))
}

test('vim draws, edits, pastes verbatim, follows the window and restores the screen', async ({
  shared,
}) => {
  const { app, page, screen, shows, type } = shared
  await shows('ready$')
  await type('echo before vim; vim -u NONE -c "set nocp nu ruler" notes.txt\n')
  await shows('~')
  await type('ihello from vim\nsecond line')
  await page.keyboard.press('Escape')
  await shows(/1 hello from vim/)
  await shows(/2,11\s/)
  // Pasted with brackets: no question is shown, and autoindent does not add indents to each line.
  await app.evaluate(({ clipboard }) =>
    clipboard.writeText('if\n    one 日本語|\n    two 🚀|\nend\n'),
  )
  await type(':set autoindent\nGo')
  await page.keyboard.press('Control+Shift+V')
  await shows(/6 end *\n/)
  await page.keyboard.press('Escape')
  // While vim waits for the rest of an escape sequence, it shows the escape character, followed by
  // a space.
  expect((await screen()).slice(0, 6).map((row) => row.trimEnd())).toEqual([
    '  1 hello from vim',
    '  2 second line',
    '  3 if',
    '  4     one 日本語|',
    '  5     two 🚀|',
    '  6 end',
  ])
  await pictures(page, 'vim')
  await page.setViewportSize({ width: 640, height: 420 })
  await expect
    .poll(async () => {
      const rows = await screen()
      return [rows.length < 22, rows.at(-1)?.includes('7,0-1'), rows.at(-2)?.trim()]
    })
    .toEqual([true, true, '~'])
  await page.setViewportSize({ width: 960, height: 600 })
  await expect
    .poll(async () => {
      const rows = await screen()
      return [rows.length > 28, rows.at(-1)?.includes('7,0-1'), rows.at(-2)?.trim()]
    })
    .toEqual([true, true, '~'])
  await type(':wq\n')
  await shows('before vim')
  await atPrompt({ screen })
  await type('clear; cat notes.txt\n')
  await shows('hello from vim\nsecond line\nif\n    one 日本語|\n    two 🚀|\nend')
})

test('htop, less, tmux and mc draw, take the mouse and exit', slow, async ({ shared }) => {
  const { home, page, screen, shows, type } = shared
  await shows('ready$')
  await type('htop\n')
  await shows(/F10|Load average/)
  await pictures(page, 'htop')
  const quit = await cellOf(shared, 'Quit')
  await page.mouse.click(quit.x, quit.y)
  await atPrompt(shared)

  writeFileSync(
    join(home, 'long.txt'),
    Array.from({ length: 500 }, (_, line) => `line ${line + 1}`).join('\n'),
  )
  await type('clear; less long.txt\n')
  await shows('line 20')
  await type('G')
  await shows('line 500')
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, -120 * 3) // in the alternate screen the wheel is arrows
  await expect.poll(async () => (await screen()).join('\n')).not.toContain('line 500')
  await pictures(page, 'less')
  await type('q')
  await atPrompt(shared)

  await type('clear; tmux -f /dev/null -L vibeflow-spec new-session -s spec\n')
  await shows('[spec]')
  await page.keyboard.press('Control+b')
  await type('%')
  await expect
    .poll(async () => (await screen()).filter((row) => row.includes('│')).length, {
      timeout: 15_000,
    })
    .toBeGreaterThan(10)
  await type('echo in the right pane\n')
  await shows(/│.*in the right pane/)
  await pictures(page, 'tmux')
  await type('tmux -L vibeflow-spec set -g mouse on\n')
  await expect
    .poll(() =>
      page.evaluate(() =>
        document.querySelector('.grid .xterm')?.classList.contains('enable-mouse-events'),
      ),
    )
    .toBe(true)
  await page.mouse.click(100, 300) // the left pane
  await type('clear; echo to the $((1 + 1))nd\n')
  await shows(/^to the 2nd *│/m)
  await type('tmux -L vibeflow-spec kill-server\n')
  await atPrompt(shared) // and at none of the panes

  mkdirSync(join(home, 'data'), { recursive: true }) // mc makes its own folder only
  await type('clear; mc -x -u --nosubshell\n')
  await shows(/1\s*Help/)
  await picture(page, 'mc')
  await page.keyboard.press('F10')
  await expect
    .poll(async () => (await screen()).some((row) => row.includes('Do you really want')), {
      timeout: 1_500,
    })
    .toBe(true)
    .catch(() => undefined) // only some versions ask
  if ((await screen()).some((row) => row.includes('really'))) await page.keyboard.press('Enter')
  await shows('ready$')
})

test('colors, attributes, wide and combining characters, emoji and boxes are in place', async ({
  shared,
}) => {
  const { home, page, screen, shows, type } = shared
  await shows('ready$')
  writeFileSync(
    join(home, 'show.sh'),
    `
clear
for row in 0 1 2 3 4 5; do
  for column in $(seq 0 35); do printf "\\033[48;5;$((16 + row * 36 + column))m "; done
  printf "\\033[m\\n"
done
for step in $(seq 0 71); do printf "\\033[48;2;$((step * 3));$((255 - step * 3));128m "; done
printf "\\033[m\\n"
printf "\\033[1mbold\\033[m \\033[3mitalic\\033[m \\033[4munder\\033[m \\033[4:3mcurly\\033[m "
printf "\\033[9mstrike\\033[m \\033[7minverse\\033[m \\033[2mdim\\033[m \\033[53mover\\033[m\\n"
printf "|中文字|한글|かな|\\n|e\\314\\201 a\\314\\210|\\n|👩|🚀|😀|✅|\\n"
printf "┌──────┬──────┐\\n│ one  │ two  │\\n├──────┼──────┤\\n│ ▁▂▃▄▅│▆▇█░▒▓│\\n└──────┴──────┘\\n"
printf "╔══╦══╗\\n╠══╬══╣\\n╚══╩══╝\\n"
`,
  )
  await type('sh show.sh\n')
  await shows('╚══╩══╝')
  const rows = await screen()
  expect(rows).toContain('|中文字|한글|かな|')
  expect(rows).toContain('|e\u0301 a\u0308|')
  await picture(page, 'characters')
  // The column of the next character proves each width. The reply may arrive before `read` starts,
  // so echo is off.
  await type(
    'clear; stty -echo; printf "中中x\\\\033[6n" ; read -d R p; echo " ${p#*[}"; printf ' +
      '"👩x\\\\033[6n"; read -d R p; echo " ${p#*[}"; stty echo\n',
  )
  await shows(/中中x 1;6/)
  await shows(/👩x \d+;4/)
})

test('the main screen returns unchanged after the alternate screen', slow, async ({ shared }) => {
  const { screen, shows, type } = shared
  await shows('ready$')
  await type(
    'seq 1 100; printf "\\033[?1049h\\033[2J\\033[Hfull scr""een"; sleep 1; printf ' +
      '"\\033[?1049l"; echo back\n',
  )
  await shows('full screen')
  expect((await screen()).join('').trim()).toBe('full screen')
  await shows('back')
  expect((await screen()).join('\n')).toContain('100\nback')
})

test(
  'both renderers draw cells in the colors that the program requested',
  slow,
  async ({ shared }) => {
    const { page, shows, type } = shared
    await shows('ready$')
    await type(
      'clear; printf "\\033[48;2;10;200;30m  \\033[0m\\033[38;2;200;10;30m\\342\\226\\210\\' +
        '342\\226\\210\\033[0m\\n"\n',
    )
    await shows('██')
    const colours = async () =>
      page.evaluate(
        async (png) => {
          const image = await createImageBitmap(
            new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]),
          )
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
          canvas?.drawImage(image, 0, 0)
          const screen = document.querySelector('.xterm-screen')?.getBoundingClientRect()
          const { cols, rows } = window.vibeflowTest!.stats()
          if (screen === undefined || canvas === null) return []
          return [0, 1, 2, 3, 30].map((cell) =>
            [
              ...canvas.getImageData(
                screen.x + ((cell + 0.5) * screen.width) / cols,
                screen.y + (0.5 * screen.height) / rows,
                1,
                1,
              ).data,
            ].slice(0, 3),
          )
        },
        (await page.screenshot()).toString('base64'),
      )
    const wanted = [
      [10, 200, 30],
      [10, 200, 30],
      [200, 10, 30],
      [200, 10, 30],
      [14, 14, 18],
    ]
    for (const renderer of ['auto', 'webgl', 'dom'] as const) {
      await page.evaluate(
        (name) => window.vibeflowTest!.options({ ui: { renderer: name } }),
        renderer,
      )
      await expect
        .poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer))
        .toBe(renderer === 'dom' ? 'dom' : 'webgl')
      await expect.poll(colours, renderer).toEqual(wanted)
    }
    await page.evaluate(() => window.vibeflowTest!.options({ ui: { renderer: 'auto' } }))
  },
)

test("a program's pointer shape is the window's until the program takes it away", async ({
  shared,
}) => {
  const { page, shows, type } = shared
  await type("printf '\\033]22;>wait,help\\007\\033]22;<\\007shape'\n")
  await shows(/^shape/m)
  const cursor = () =>
    page.locator('.grid:visible .xterm').evaluate((element) => getComputedStyle(element).cursor)
  await expect.poll(cursor).toBe('wait')
  await type("printf '\\033]22;crosshair\\007\\033]22;none\\007\\033]22;url(x)\\007'\n")
  await expect.poll(cursor).toBe('crosshair')
  await type("printf '\\033]22;\\007'\n")
  await expect.poll(cursor).toBe('text')
})

test(
  'reverse video exchanges foreground and background, also of another theme',
  slow,
  async ({ shared }) => {
    const { page, shows, type } = shared
    const colors = () =>
      page.evaluate(() => {
        const { inside } = window.vibeflowTest!.screenDump()
        return (inside['colours'] as unknown[]).slice(0, 2)
      })
    const choose = (name: string) =>
      page.evaluate((theme) => window.vibeflowTest!.theme(theme), name)
    const dark = await colors()
    await choose('Vibeflow Light')
    await expect.poll(colors).not.toEqual(dark)
    const light = await colors()
    await choose('Vibeflow Dark')
    await type("printf '\\033[?5hreversed'\n")
    await shows(/^reversed/m)
    await expect.poll(colors).toEqual(dark.toReversed())
    await choose('Vibeflow Light')
    await expect.poll(colors).toEqual(light.toReversed())
    await type("printf '\\033[?5l'\n")
    await expect.poll(colors).toEqual(light)
    await choose('Vibeflow Dark')
    await expect.poll(colors).toEqual(dark)
  },
)

test('a tab has no variables that Chromium set in its own process', async ({ shared }) => {
  const { page, shows, type } = shared
  await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
  await atPrompt(shared)
  await type("env | grep -cE '^(GDK_BACKEND|NO_AT_BRIDGE|(IBUS|FCITX)_ENABLE_SYNC_MODE)='\n")
  await shows(/^0$/m)
})
