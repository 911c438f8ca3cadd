/** Bytes that programs receive for the wheel and the side buttons, as xterm and kitty send them. */
import { expect, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

/** Runs `cat -v` after these sequences and returns what it shows of the mouse. */
async function reader({ shows, type, screen }: Started, sequences: string) {
  await shows('ready$')
  await type(
    `clear; printf '${sequences}reading\\n'; stty raw -echo; timeout 20 cat -v; stty sane\n`,
  )
  await shows(/^reading/m)
  return async () =>
    (await screen())
      .join('')
      .replace(/.*reading/, '')
      .trim()
}

test('a program receives the horizontal wheel and the side buttons', slow, async ({ shared }) => {
  const { page } = shared
  const received = await reader(shared, '\\033[?1000;1006h')
  await page.mouse.move(300, 200)
  await page.mouse.wheel(-120, 0)
  await page.mouse.wheel(120, 0)
  await expect.poll(received).toMatch(/^\^\[\[<66;\d+;\d+M\^\[\[<67;\d+;\d+M$/)
  const devtools = await page.context().newCDPSession(page)
  for (const button of ['back', 'forward'] as const)
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await devtools.send('Input.dispatchMouseEvent', {
        type,
        button,
        x: 300,
        y: 200,
        clickCount: 1,
      })
  await expect
    .poll(async () =>
      (await received())
        .match(/(?<=<)\d+|[Mm](?=\^|$)/g)
        ?.slice(4)
        .join(' '),
    )
    .toBe('128 M 128 m 129 M 129 m')
  await page.mouse.wheel(0, 120)
  await expect.poll(async () => (await received()).match(/<65;/g)?.length).toBe(1)
  expect(await page.evaluate(() => window.location.href)).toContain('vibeflow') // not left
})

test('the wheel sends no arrow keys on the alternate screen when mode 1007 is off', async ({
  shared,
}) => {
  const { page } = shared
  const off = await reader(shared, '\\033[?1049h\\033[?1007l')
  await page.mouse.move(300, 200)
  await page.mouse.wheel(0, 120)
  await page.keyboard.type('x')
  await expect.poll(off).toBe('x')
})
