/** Cases of the actions of the grid: output, history, search, selection and the clipboard. */
import type { ActionName } from '../../../src/core/config/keys/actions.ts'
import { enter, expect, type Started } from '../app.ts'
import type { Case } from './case.ts'
import type { Steps } from './steps.ts'

export function gridCases(
  { app, page, screen, shows, tabs, type }: Started,
  { visible, run, interrupt, counted, openTab, dismiss }: Steps,
) {
  const position = () => page.evaluate(() => window.vibeflowTest!.position())
  let filled = 0
  const fill = async () => {
    filled += 1
    await run(`clear; seq 100; echo filled ${filled}\n`)
    await expect.poll(async () => (await screen()).join('\n')).toContain(`filled ${filled}\nready$`)
  }
  const clipboard = () => app.evaluate(({ clipboard }) => clipboard.readText())
  let top = 0
  const scrolls = (before: () => Promise<unknown>, which: 'up' | 'down'): Case => ({
    before: async () => {
      await before()
      top = (await position()).top
    },
    seen: async () =>
      which === 'up' ? (await position()).top < top : (await position()).top > top,
  })
  const up = async () => {
    await fill()
    await page.mouse.move(400, 300)
    await page.mouse.wheel(0, -240)
    await expect
      .poll(async () => {
        const { top, bottom } = await position()
        return top < bottom
      })
      .toBe(true)
  }
  /**
   * Prints the marks of a shell around two commands, the second of which prints `out`, and no
   * state.
   */
  const marked = async () => {
    filled += 1
    await run(
      `clear; printf '\\033]133;A\\007$ \\033]133;B\\007one\\n\\033]133;C\\007'; seq 60; ` +
        `printf '\\033]133;D;0\\007\\033]133;A\\007$ ` +
        `\\033]133;B\\007two\\n\\033]133;C\\007out ${filled}\\n\\033]133;D;0\\007'; seq 60; ` +
        `echo marked ${filled}\n`,
    )
    await shows(`marked ${filled}`)
    await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().idle)).toBe(true)
  }
  /** Opens a tab, which goes again. */
  const pages: Case = {
    ...counted(1, marked),
    after: async () => {
      const many = (await tabs()).length
      await page.keyboard.press('q')
      await expect.poll(async () => (await tabs()).length).toBe(many - 1)
    },
  }
  /** `does`: effect of a label, in the words of the mode. */
  const quickSelect = (does: string): Case => ({
    before: async () => {
      filled += 1 // the screen of the case before holds the same path
      await run(`clear; echo /etc/hosts; echo filled ${filled}\n`)
      await shows(`filled ${filled}\nready$`)
    },
    seen: async () =>
      (await page.locator('.quick-label').count()) > 0 &&
      ((await page.locator('.mode-word').textContent()) ?? '').includes(`Type a label to ${does}`),
    after: () => page.keyboard.press('Escape'),
  })
  const copying: Case = {
    before: async () => {
      await fill()
      await app.evaluate(({ clipboard }) => clipboard.writeText(''))
      await page.mouse.dblclick(10, 60)
      await expect.poll(() => page.evaluate(() => window.vibeflowTest!.selection())).not.toBe('')
    },
    seen: async () => /^\d+$/.test(await clipboard()),
  }
  const count = () => page.locator('.find-count').textContent()
  let match: string | null = ''
  const searching: Pick<Case, 'before' | 'after'> = {
    before: async () => {
      await fill()
      await page.keyboard.press('Control+Shift+F')
      await page.locator('.find-field').fill('9')
      await expect(page.locator('.find-count')).toHaveText(/^\d+ of 2\d$/)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      match = await count()
    },
    after: () => page.locator('.find-field').press('Escape'),
  }
  return {
    copy_last_output: {
      before: async () => {
        await marked()
        await app.evaluate(({ clipboard: one }) => one.writeText(''))
      },
      seen: async () => (await clipboard()) === `out ${filled}`,
    },
    select_output: {
      before: marked,
      seen: () => page.evaluate(() => window.vibeflowTest!.selection() !== ''),
      after: () => page.mouse.click(500, 300),
    },
    page_scrollback: pages,
    page_last_output: pages,
    show_changes: {
      seen: async () =>
        ((await page.locator('.notices').textContent()) ?? '').includes('No changes to show'),
      after: dismiss,
    },
    previous_prompt: scrolls(marked, 'up'),
    next_prompt: scrolls(async () => {
      await marked()
      await page.keyboard.press('Shift+Home')
      await expect.poll(async () => (await position()).top).toBe(0)
    }, 'down'),
    previous_event: {
      ...scrolls(async () => {
        await openTab()
        await type(`printf '\\033]7501;state=working:app=claude\\007'; read -r; seq 200\n`)
        // later output follows the event
        await expect(page.locator('.tab-active .time-line rect[data-as=worked]')).toHaveCount(1)
        await type('\n')
        await shows(/^200$/m)
        await page.keyboard.press('Shift+End')
      }, 'up'),
      after: async () => {
        const before = (await tabs()).length
        await type('exit\n')
        await expect.poll(async () => (await tabs()).length).toBe(before - 1)
      },
    },
    find_next: {
      ...searching,
      seen: async () => /^\d+ of/.test((await count()) ?? '') && (await count()) !== match,
    },
    find_previous: {
      ...searching,
      seen: async () => /^\d+ of/.test((await count()) ?? '') && (await count()) !== match,
    },
    copy: copying,
    copy_raw: copying,
    paste: {
      before: async () => {
        await fill()
        await app.evaluate(({ clipboard }) => clipboard.writeText('echo fr""om'))
      },
      seen: async () => (await screen()).join('\n').includes('fr""om'),
      after: interrupt,
    },
    paste_primary: {
      before: async () => {
        await fill()
        await app.evaluate(({ clipboard }) => clipboard.selection.writeText('echo pri""mary'))
      },
      seen: async () => (await screen()).join('\n').includes('pri""mary'),
      after: interrupt,
    },
    select_all: {
      before: fill,
      seen: () => page.evaluate(() => window.vibeflowTest!.selection().includes('99')),
      after: () => page.mouse.click(500, 300),
    },
    copy_mode: visible('.mode-word'),
    quick_select: quickSelect('copy'),
    quick_select_open: quickSelect('open'),
    quick_select_insert: quickSelect('insert'),
    quick_select_edit: quickSelect('edit'),
    clear_scrollback: { before: fill, seen: async () => (await position()).bottom === 0 },
    clear_screen: { before: fill, seen: async () => !(await screen()).join('\n').includes('99') },
    reset_terminal: {
      before: async () => {
        await enter(page, `sh -c 'printf "\\033[?1049h\\033[2Jf""ull"; exec sleep 99'\n`)
        await expect.poll(async () => (await screen()).join('\n')).toContain('full')
      },
      seen: async () => !(await screen()).join('\n').includes('full'),
      after: interrupt,
    },
    scroll_page_up: scrolls(fill, 'up'),
    scroll_page_down: scrolls(up, 'down'),
    scroll_to_top: scrolls(fill, 'up'),
    scroll_to_bottom: scrolls(up, 'down'),
    scroll_line_up: scrolls(fill, 'up'),
    scroll_line_down: scrolls(up, 'down'),
    find: visible('.find'),
    find_in_last_output: {
      before: marked,
      seen: async () =>
        (await page
          .getByRole('button', { name: 'Search last command output' })
          .getAttribute('aria-pressed')
          .catch(() => null)) === 'true',
      after: () => page.locator('.find-field').press('Escape'),
    },
  } satisfies Partial<Record<ActionName, Case>>
}
