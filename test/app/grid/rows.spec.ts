/**
 * Tests rows of the history that the page has not received yet: the visible text and copied text
 * are complete (docs/contributing/internals/page.md, "Rows on their way").
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepHiddenMs } from '../../../src/renderer/grid/frames/limits.ts'
import { reloadUntouched } from '../../support/untouched.ts'
import { expect, test, type Started } from '../app.ts'
import { holdTimers } from './held-timers.ts'
import { slow } from '../../slow.ts'

/** More than `config.toml` has by default: what is printed is kept. */
const toml = '[scrollback]\nhistory_lines = 100000\nmemory_max_mib = 640\n'
const clipboard = ({ app }: Started) =>
  app.evaluate(({ clipboard: one }) =>
    (one as unknown as { readText(): Promise<string> | string }).readText(),
  )
const view = ({ page }: Started) =>
  page.evaluate(() => ({ rows: window.vibeflowTest!.screen(), ...window.vibeflowTest!.position() }))

async function run(started: Started, script: string): Promise<void> {
  writeFileSync(join(started.home, 's'), script)
  await started.type('. ./s\n')
}

/** Runs an action, and returns the first cells of the next picture that differ. */
const picture = ({ page }: Started, name: 'scroll_page_up') =>
  page.evaluate(
    (action) =>
      new Promise<string[]>((resolve, reject) => {
        const hook = window.vibeflowTest!
        hook.painted(0, 4).then(() => resolve(hook.screen()), reject)
        hook.act(action)
      }),
    name,
  )

test(
  '20,000 lines are complete after a reload and after ten seconds out of view',
  slow,
  async ({ configured }) => {
    const started = await configured(toml)
    const { page, shows } = started
    const tab = (await started.tabs())[0]!.id
    await run(started, 'seq -f "row %g" 1 20000; echo end-$((1 + 1))')
    await shows('end-2', 60_000)
    const lines = [
      'ready$ . ./s',
      ...Array.from({ length: 20_000 }, (_, index) => `row ${index + 1}`),
      'end-2',
      'ready$',
    ]
    // A busy machine takes longer than 100 ms now and then: test/renderer/frames/frame-view.test.ts
    // tests that no picture before is blank.
    const topIsWhole = async () => {
      await page.evaluate(() => window.vibeflowTest!.act('scroll_to_top'))
      await expect
        .poll(async () => (await started.screen()).slice(0, 20))
        .toEqual(lines.slice(0, 20))
    }
    const copied = async () => {
      await started.app.evaluate(({ clipboard: one }) =>
        (one as unknown as { writeText(text: string): Promise<void> | void }).writeText(''),
      )
      await page.evaluate(() => {
        window.vibeflowTest!.act('select_all')
        window.vibeflowTest!.act('copy')
      })
      await expect
        .poll(async () => (await clipboard(started)).length, { intervals: [500] })
        .toBeGreaterThan(0)
      expect((await clipboard(started)).trimEnd().split('\n')).toEqual(lines)
    }
    await test.step('a reload', async () => {
      await reloadUntouched(page, 0)
      await page.waitForFunction(
        () =>
          (window.vibeflowTest?.tabs().length ?? 0) > 0 && window.vibeflowTest!.laidOut() !== null,
      )
      await shows('end-2')
      await topIsWhole()
      await reloadUntouched(page, 0)
      await page.waitForFunction(
        () =>
          (window.vibeflowTest?.tabs().length ?? 0) > 0 && window.vibeflowTest!.laidOut() !== null,
      )
      await copied()
    })
    await test.step('out of view', async () => {
      await page.evaluate(() => window.vibeflowTest!.act('scroll_to_bottom'))
      const timers = await holdTimers(page)
      await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
      await page.waitForFunction(() => window.vibeflowTest!.tabs().length === 2)
      await timers.pass(keepHiddenMs)
      await timers.release()
      expect(
        await page.evaluate(
          (id) => window.vibeflowTest!.scrollback(id).filter((row) => row !== '').length,
          tab,
        ),
      ).toBeLessThan(200)
      await page.evaluate(() => window.vibeflowTest!.act('previous_tab'))
      expect((await started.screen()).slice(0, 5).every((row) => row.startsWith('row 199'))).toBe(
        true,
      )
      await topIsWhole()
      await copied()
    })
  },
)

test(
  'pages are complete and still, and copied whole, while output never rests',
  slow,
  async ({ configured }) => {
    const started = await configured(toml)
    const { page } = started
    await run(started, 'i=10000; while :; do seq $i $((i + 99)); i=$((i + 100)); sleep 0.01; done')
    await expect.poll(async () => (await view(started)).bottom).toBeGreaterThan(2_000)
    const goesOn = (rows: readonly string[]) =>
      rows.every(
        (row, index) =>
          /^\d+$/.test(row) && (index === 0 || Number(row) === Number(rows[index - 1]) + 1),
      )
    const box = (await page.locator('.grid').boundingBox())!
    await page.mouse.click(box.x + 20, box.y + 300)
    await page.evaluate(() => window.vibeflowTest!.act('scroll_page_up'))
    await page.mouse.dblclick(box.x + 20, box.y + 300) // the end of what is selected
    for (let turn = 0; turn < 8; turn += 1) {
      let rows = await picture(started, 'scroll_page_up')
      // later than 100 ms on a busy machine, as above
      if (rows.includes('')) {
        await expect.poll(async () => (await view(started)).rows).not.toContain('')
        rows = (await view(started)).rows
      }
      expect([turn, goesOn(rows), rows]).toEqual([turn, true, rows])
    }
    const before = await view(started)
    await page.keyboard.down('Shift')
    await page.mouse.click(box.x + 6, box.y + 14)
    await page.keyboard.up('Shift')
    await page.keyboard.press('Control+Shift+C')
    await expect.poll(() => clipboard(started)).not.toBe('')
    const text = (await clipboard(started)).split('\n')
    expect([goesOn(text), text.length > 200, text[0]]).toEqual([true, true, before.rows[0]])
    await expect.poll(async () => (await view(started)).bottom).toBeGreaterThan(before.bottom + 500)
    expect((await view(started)).rows).toEqual(before.rows)
    await page.keyboard.press('Control+C')
  },
)
