/** Real programs in the grid: they start without waiting for answers, draw what they should, and give the screen back. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from './app.ts'

test.setTimeout(60_000)

test('vim draws, edits and restores the screen', async ({ shared }) => {
  const { page, shows, type } = shared
  await type('echo before vim; vim -u NONE -c "set nocp nu ruler" notes.txt\n')
  await shows('~', 15_000)
  await type('ihello from vim\nsecond line')
  await page.keyboard.press('Escape')
  await shows(/1 hello from vim/)
  await shows(/2,11\s/)
  await picture(page, 'vim')
  await type(':wq\n')
  await shows('before vim')
  await type('cat notes.txt\n')
  await shows('hello from vim\nsecond line')
})

test('htop, less, tmux and mc draw and leave', async ({ shared }) => {
  const { home, page, screen, shows, type } = shared
  await type('htop\n')
  await shows(/F10|Load average/, 15_000)
  await picture(page, 'htop')
  await type('q')
  await shows('ready$')

  writeFileSync(join(home, 'long.txt'), Array.from({ length: 500 }, (_, line) => `line ${line + 1}`).join('\n'))
  await type('clear; less long.txt\n')
  await shows('line 20')
  await type('G')
  await shows('line 500')
  await picture(page, 'less')
  await type('q')
  await shows('ready$')

  await type('clear; tmux -f /dev/null -L vibeflow-spec new-session -s spec\n')
  await shows('[spec]', 15_000)
  await page.keyboard.press('Control+b')
  await type('%')
  await expect.poll(async () => (await screen()).filter((row) => row.includes('│')).length, { timeout: 15_000 }).toBeGreaterThan(10)
  await type('echo in the right pane\n')
  await shows(/│.*in the right pane/)
  await picture(page, 'tmux')
  await type('tmux -L vibeflow-spec kill-server\n')
  await shows('ready$')

  await type('clear; mc -x -u --nosubshell\n')
  await shows(/1\s*Help/, 15_000)
  await picture(page, 'mc')
  await page.keyboard.press('F10')
  await shows(/Do you really want|^ready\$ *$/m) // only some versions ask
  if ((await screen()).some((row) => row.includes('really'))) await page.keyboard.press('Enter')
  await shows('ready$')
})

test('colours, attributes, wide and combining characters, emoji and boxes stand where they should', async ({ shared }) => {
  const { home, page, screen, shows, type } = shared
  writeFileSync(join(home, 'show.sh'), `
clear
for row in 0 1 2 3 4 5; do for column in $(seq 0 35); do printf "\\033[48;5;$((16 + row * 36 + column))m "; done; printf "\\033[m\\n"; done
for step in $(seq 0 71); do printf "\\033[48;2;$((step * 3));$((255 - step * 3));128m "; done; printf "\\033[m\\n"
printf "\\033[1mbold\\033[m \\033[3mitalic\\033[m \\033[4munder\\033[m \\033[4:3mcurly\\033[m \\033[9mstrike\\033[m \\033[7minverse\\033[m \\033[2mdim\\033[m \\033[53mover\\033[m\\n"
printf "|中文字|한글|かな|\\n|e\\314\\201 a\\314\\210|\\n|👩|🚀|😀|✅|\\n"
printf "┌──────┬──────┐\\n│ one  │ two  │\\n├──────┼──────┤\\n│ ▁▂▃▄▅│▆▇█░▒▓│\\n└──────┴──────┘\\n╔══╦══╗\\n╠══╬══╣\\n╚══╩══╝\\n"
`)
  await type('sh show.sh\n')
  await shows('╚══╩══╝')
  const rows = await screen()
  expect(rows).toContain('|中文字|한글|かな|')
  expect(rows).toContain('|e\u0301 a\u0308|')
  await picture(page, 'characters')
  // Each of the widths is proved by where the next character stands.
  await type('clear; printf "中中x\\\\033[6n" ; read -s -d R p; echo " ${p#*[}"; printf "👩x\\\\033[6n"; read -s -d R p; echo " ${p#*[}"\n')
  await shows(/中中x 1;6/)
  await shows(/👩x \d+;4/)
})

test('the alternate screen gives back what was there', async ({ shared }) => {
  const { screen, shows, type } = shared
  await type('seq 1 100; printf "\\033[?1049h\\033[2J\\033[Hfull scr""een"; sleep 1; printf "\\033[?1049l"; echo back\n')
  await shows('full screen')
  expect((await screen()).join('').trim()).toBe('full screen')
  await shows('back')
  expect((await screen()).join('\n')).toContain('100\nback')
})

test('cells have the colours that the program asked for, drawn by WebGL and by the DOM', async ({ shared }) => {
  const { page, shows, type } = shared
  await type('clear; printf "\\033[48;2;10;200;30m  \\033[0m\\033[38;2;200;10;30m\\342\\226\\210\\342\\226\\210\\033[0m\\n"\n')
  await shows('██')
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer)).toBe('webgl')
  const colours = async () => page.evaluate(async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas?.drawImage(image, 0, 0)
    const screen = document.querySelector('.xterm-screen')?.getBoundingClientRect()
    const { cols, rows } = window.vibeflowTest!.stats()
    if (screen === undefined || canvas === null) return []
    return [0, 1, 2, 3, 30].map((cell) => [...canvas.getImageData(screen.x + (cell + 0.5) * screen.width / cols, screen.y + 0.5 * screen.height / rows, 1, 1).data].slice(0, 3))
  }, (await page.screenshot()).toString('base64'))
  const wanted = [[10, 200, 30], [10, 200, 30], [200, 10, 30], [200, 10, 30], [14, 14, 18]]
  await expect.poll(colours).toEqual(wanted)
  // The DOM renderer takes over where there is no context.
  await page.evaluate(() => { for (const canvas of document.querySelectorAll('canvas')) canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext() })
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer)).toBe('dom')
  await expect.poll(colours).toEqual(wanted)
})
