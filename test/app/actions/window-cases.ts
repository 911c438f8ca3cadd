/** Cases of the actions of a window: its dialogs, bar, configuration, theme and font. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ActionName } from '../../../src/core/config/keys/actions.ts'
import { expect, type Started } from '../app.ts'
import type { Case } from './case.ts'
import type { Steps } from './steps.ts'

export function windowCases(
  { app, page, screen, shows, tabs, type }: Started,
  { esc, visible, dialog, counted, dismiss, file }: Steps,
) {
  const rows = async () => (await screen()).length
  const size = (sign: -1 | 0 | 1): Case => ({
    seen: async () => Math.sign((await rows()) - normal) === sign,
  })
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--window'))
  let ground = ''
  let normal = 0
  const collapsed = () =>
    page.evaluate(() => window.vibeflowTest!.settings().tabs.sidebar_collapsed)
  const barHeight = () =>
    page
      .locator('.bar')
      .first()
      .evaluate((element) => getComputedStyle(element).height)
  return {
    open_config: {
      ...counted(1),
      after: async () => {
        expect(readFileSync(file, 'utf8')).toContain('# vibeflow configuration.')
        await shows('# vibeflow configuration.')
        rmSync(file)
        const many = (await tabs()).length
        await page.keyboard.press('Enter')
        await expect.poll(async () => (await tabs()).length).toBe(many - 1)
      },
    },
    reload_config: {
      before: async () => {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, '[ui]\nfont_size = 20\n')
        await expect.poll(barHeight).toBe('68px')
        rmSync(file)
        await expect(page.getByText('config.toml was deleted.').first()).toBeVisible()
      },
      seen: async () => (await barHeight()) === '48px',
      after: dismiss,
    },
    restore_session_before: {
      seen: async () => (await page.getByText("Can't restore a session").count()) > 0,
      after: dismiss,
    },
    choose_theme: visible('.palette'),
    find_conversation: visible('.palette'),
    mcp_access: dialog('MCP access'),
    queue_prompt: visible('.queue-field'),
    new_worktree: dialog('is not in a git repository'),
    list_worktrees: dialog('is not in a git repository'),
    remove_worktree: {
      before: async () => {
        await type('git init -q -b top wt; cd wt\n')
        await expect(page.locator('.tab-active')).toContainText('top')
      },
      seen: async () => (await page.getByText('which is never removed').count()) > 0,
      after: async () => {
        await dismiss()
        await type('cd\n')
        await expect(page.locator('.tab-active')).not.toContainText('top')
      },
    },
    save_layout: dialog('Save this window as a layout'),
    settings: visible('.settings'),
    show_keys: visible('.keys'),
    toggle_sidebar: {
      before: () =>
        page.evaluate(() => window.vibeflowTest!.options({ tabs: { position: 'left' } })),
      seen: async () =>
        existsSync(file) && readFileSync(file, 'utf8').includes('sidebar_collapsed = true'),
      after: async () => {
        // what was saved may be read at any time from now on: the sidebar opens again
        await expect.poll(collapsed).toBe(true)
        writeFileSync(file, '[tabs]\nsidebar_collapsed = false\n')
        await expect.poll(collapsed).toBe(false)
        rmSync(file)
        await expect(page.getByText('config.toml was deleted.').first()).toBeVisible()
        await dismiss()
        await page.evaluate(() => window.vibeflowTest!.options({ tabs: { position: 'top' } }))
      },
    },
    filter_tabs: {
      before: () =>
        page.evaluate(() => window.vibeflowTest!.options({ tabs: { position: 'left' } })),
      seen: () =>
        page.evaluate(() => document.activeElement?.classList.contains('bar-filter-field')),
      after: async () => {
        await esc()
        await page.evaluate(() => window.vibeflowTest!.options({ tabs: { position: 'top' } }))
      },
    },
    focus_tab_bar: {
      seen: () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'tab'),
      after: esc,
    },
    close_window: dialog('Close this window'),
    toggle_fullscreen: {
      seen: () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen()),
      after: async () => {
        await page.keyboard.press('F11')
        await expect
          .poll(() =>
            app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen()),
          )
          .toBe(false)
      },
    },
    quit: visible('dialog'),
    next_theme: {
      before: async () => {
        ground = await background()
      },
      seen: async () => (await background()) !== ground,
    },
    command_palette: visible('.palette'),
    font_larger: {
      ...size(-1),
      before: async () => {
        normal = await rows()
      },
    },
    font_smaller: {
      before: async () => {
        normal = await rows()
      },
      ...size(1),
    },
    font_reset: {
      before: async () => {
        await page.keyboard.press('Control+0')
        await expect
          .poll(async () => {
            const now = await rows()
            await page.waitForTimeout(60)
            return now === (await rows())
          })
          .toBe(true)
        normal = await rows()
        for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+=')
        await expect.poll(rows).toBeLessThan(normal)
      },
      ...size(0),
    },
    context_menu: visible('[role=menu]'),
  } satisfies Partial<Record<ActionName, Case>>
}
