/** Copies text that an agent printed: without its drawing, and as displayed. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, program, test, vibeflow, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

const words =
  'The cache reads the whole index from disk each time a request comes in, because the index is ' +
  'loaded inside the loop and not before it. With ten thousand entries this takes about forty ' +
  'milliseconds per request, and most of that time is spent in the parser of the index file.'
const code = ['def load(path):', '    with open(path) as file:', '        return parse(file)']
const answer = `${words}\n\n${code.join('\n')}`

/** Breaks text as Claude Code does, below its mark and next to its gutter. */
function drawn(columns: number): readonly string[] {
  const rows: string[] = []
  let row = ' '
  for (const word of words.split(' '))
    if (`${row} ${word}`.length > columns) {
      rows.push(row)
      row = `  ${word}`
    } else row += ` ${word}`
  return [...rows, row, '', ...code.map((line) => `  ${line}`)].map((line, at) =>
    at === 0 ? `●${line.slice(1)}` : line,
  )
}

const clipboard = ({ app }: Started, primary = false) =>
  app.evaluate(
    ({ clipboard: one }, isPrimary) => (isPrimary ? one.selection.readText() : one.readText()),
    primary,
  )

/** Drags from one cell of the grid to another. */
async function drag(
  { page }: Started,
  from: readonly [row: number, column: number],
  to: readonly [row: number, column: number],
): Promise<void> {
  const points = await page.evaluate(
    (cells) => {
      const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
      const { cols, rows } = window.vibeflowTest!.stats()
      return cells.map(([row = 0, column = 0]) => ({
        x: screen.left + ((column + 0.3) * screen.width) / cols,
        y: screen.top + ((row + 0.5) * screen.height) / rows,
      }))
    },
    [from, to],
  )
  await page.mouse.move(points[0]!.x, points[0]!.y)
  await page.mouse.down()
  await page.mouse.move(points[1]!.x, points[1]!.y, { steps: 4 })
  await page.mouse.up()
}

/** Runs a program of this name that prints an answer. @returns its rows, and where they start */
async function answers(started: Started, name: 'claude' | 'viewer') {
  const { page, home, type } = started
  const { cols } = await page.evaluate(() => window.vibeflowTest!.stats())
  const rows = drawn(cols)
  writeFileSync(join(home, 'answer'), `${rows.join('\n')}\n`)
  // Output before the program is known as an agent does not count as its work.
  rmSync(join(home, 'known'), { force: true })
  const rest = String.raw`until [ -e known ]; do sleep 0.2; printf "\033[m"; done; read -r line`
  await type(`clear; '${program(home, name)}' -c 'cat answer; ${rest}'\n`)
  await started.shows('return parse(file)')
  if (name === 'claude')
    await expect
      .poll(async () => (await page.evaluate(() => window.vibeflowTest!.agents())).at(-1))
      .toMatchObject({ tool: 'claude' })
  writeFileSync(join(home, 'known'), '')
  const top = (await started.screen()).findIndex((row) => row.startsWith('● The cache'))
  return { rows, top, last: top + rows.length - 1, columns: cols }
}

test('a copy from another program stays as it is', slow, async ({ shared: started }) => {
  const { rows, top, last, columns } = await answers(started, 'viewer')
  await started.page.keyboard.press('Control+Shift+Alt+C') // nothing to copy: not ^C of the program
  await drag(started, [top, 0], [last, columns - 1])
  await started.page.keyboard.press('Control+Shift+C')
  await expect.poll(() => clipboard(started)).toBe(rows.join('\n'))
  await started.type('\n')
  await started.shows(/parse\(file\)\s+ready\$/)
})

test('a copy from an agent has its answer without gutter and line breaks', async ({
  shared: started,
}) => {
  const { page, home } = started
  const { rows, top, last, columns } = await answers(started, 'claude')
  const raw = rows.join('\n').slice(2)

  await test.step('the selection of the mouse, and its primary selection', async () => {
    await drag(started, [top, 2], [last, columns - 1])
    await page.keyboard.press('Control+Shift+C')
    await expect.poll(() => clipboard(started)).toBe(answer)
    await expect.poll(() => clipboard(started, true)).toBe(answer)
    const toast = page.locator('.toast')
    await expect(toast).toContainText('Copied without gutter and line breaks')
    await toast.getByRole('button', { name: 'Copy as displayed' }).click()
    await expect.poll(() => clipboard(started)).toBe(raw)
  })

  await test.step('copy_raw with and without a selection', async () => {
    await page.keyboard.press('Control+Shift+C')
    await expect.poll(() => clipboard(started)).toBe(answer)
    await page.keyboard.press('Control+Shift+Alt+C')
    await expect.poll(() => clipboard(started)).toBe(raw)
    await page.keyboard.press('Control+Shift+C')
    await expect.poll(() => clipboard(started)).toBe(answer)
    await page.mouse.click(500, 400)
    await page.keyboard.press('Control+Shift+Alt+C')
    await expect.poll(() => clipboard(started)).toBe(raw)
  })

  await test.step('a block stays as it is', async () => {
    await page.keyboard.down('Alt')
    await drag(started, [top, 0], [top + 1, 5])
    await page.keyboard.up('Alt')
    await page.keyboard.press('Control+Shift+C')
    await expect
      .poll(() => clipboard(started))
      .toBe(`${rows[0]!.slice(0, 5)}\n${rows[1]!.slice(0, 5)}`)
  })

  await test.step('copy mode', async () => {
    await page.keyboard.press('Control+Shift+X')
    for (const key of ['g', 'V', 'G', 'y']) await page.keyboard.press(key)
    await expect.poll(() => clipboard(started)).toBe(answer)
  })

  await test.step('vibeflow snapshot --clean', async () => {
    expect(await vibeflow(home, 'snapshot', '@claude', '--clean')).toBe(answer)
    expect(await vibeflow(home, 'snapshot', '@claude')).toBe(rows.join('\n'))
  })

  await test.step('nothing is cleaned while the option is off', async () => {
    await drag(started, [top, 2], [last, columns - 1])
    for (const [value, copied] of [
      [false, raw],
      [true, answer],
    ] as const) {
      await page.evaluate(
        (isClean) =>
          window.vibeflowTest!.post({
            kind: 'option/save',
            option: { name: 'clipboard.clean_agent_copies', value: isClean },
          }),
        value,
      )
      await expect
        .poll(async () => {
          await page.keyboard.press('Control+Shift+C')
          return clipboard(started)
        })
        .toBe(copied)
    }
  })
})
