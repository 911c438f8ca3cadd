/** Every action by its chord, or by the palette where it has none, and by the menu that has it. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { actionNames, actionTable, type ActionName } from '../../src/core/config/keys/actions.ts'
import type { Page } from '@playwright/test'
import { enter, expect, showing, startApp, test, type Started } from './app.ts'
import { installStandIns } from '../support/stand-in-agents.ts'

/** Converts a vibeflow chord to Playwright's spelling. */
function playwrightChord(chord: string): string {
  const names: Readonly<Record<string, string>> = {
    ctrl: 'Control',
    shift: 'Shift',
    alt: 'Alt',
    pageup: 'PageUp',
    pagedown: 'PageDown',
    plus: '+',
    minus: '-',
    equal: '=',
    space: 'Space',
    menu: 'ContextMenu',
    tab: 'Tab',
    insert: 'Insert',
    home: 'Home',
    end: 'End',
    left: 'ArrowLeft',
    right: 'ArrowRight',
    up: 'ArrowUp',
    down: 'ArrowDown',
  }
  return chord
    .split('+')
    .map(
      (part) =>
        names[part] ?? (part.length === 1 ? part : part.charAt(0).toUpperCase() + part.slice(1)),
    )
    .join('+')
}

/** A menu of the tab bar gives the keyboard back to the bar. */
async function backToGrid(page: Page): Promise<void> {
  if (await page.evaluate(() => document.activeElement?.closest('[role=tablist]') != null))
    await page.keyboard.press('Escape')
}

interface Case {
  readonly before?: () => Promise<unknown>
  /** Something that is so once the action has been carried out, and was not before. */
  readonly seen: () => Promise<unknown>
  readonly after?: () => Promise<unknown>
}

/**
 * Actions on panes. The order matters: each action starts with the panes that the one before it
 * left.
 */
const paneActions = [
  ...(['split_right', 'focus_pane_left', 'focus_pane_right', 'next_pane'] as const),
  ...(['previous_pane', 'zoom_pane', 'resize_pane_left', 'resize_pane_right'] as const),
  ...(['equalize_panes', 'swap_pane_left', 'swap_pane_right', 'toggle_broadcast'] as const),
  ...(['move_pane_to_tab', 'split_down', 'focus_pane_up', 'focus_pane_down'] as const),
  ...(['resize_pane_up', 'resize_pane_down', 'swap_pane_up', 'swap_pane_down'] as const),
  ...(['close_all_panes', 'broadcast_to_all_tabs'] as const),
]
type PaneAction = (typeof paneActions)[number]

/** In a tab of two panes, side by side or one above the other. */
function paneCases(page: Page, tabs: Started['tabs']): Record<PaneAction, Case> {
  const act = (name: ActionName) =>
    page.evaluate((action) => window.vibeflowTest!.act(action), name)
  const grids = () => page.locator('.grid').count()
  const focus = async () => (await tabs()).find(({ active }) => active)?.id
  const ratio = async () => Number(await page.locator('.divider').getAttribute('aria-valuenow'))
  const places = () =>
    page
      .locator('.grid')
      .evaluateAll((all) =>
        all.map(({ id }) => `${id} ${document.getElementById(id)!.style.inset}`),
      )
      .then((found) => found.sort().join())
  const bars = () => page.locator('.tab').count()
  let had: unknown
  let split: 'row' | 'column' | null = null
  /** Back to one pane, with a prompt. */
  const end = async () => {
    split = null
    const panes = await page
      .locator('.pane-stripe')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-pane')))
    if (panes[0] != null)
      await page.evaluate(
        (tab) => window.vibeflowTest!.post({ kind: 'pane/close', pane: tab, force: true }),
        panes[0],
      )
    await expect(page.locator('.pane-frames')).toHaveCount(0)
  }
  const begin = (axis: 'row' | 'column', toFirst: boolean, note: () => Promise<unknown>) =>
    async function begun() {
      if (split !== axis) {
        await end()
        await act(axis === 'row' ? 'split_right' : 'split_down')
        await expect.poll(grids).toBe(2)
        split = axis
      }
      const [first, second] =
        axis === 'row' ? (['left', 'right'] as const) : (['up', 'down'] as const)
      await act(`focus_pane_${toFirst ? first : second}`)
      had = await note()
    }
  const changes = (
    note: () => Promise<unknown>,
    axis: 'row' | 'column',
    toFirst: boolean,
  ): Case => ({
    before: begin(axis, toFirst, note),
    seen: async () => (await note()) !== had,
  })
  const splits = (axis: 'row' | 'column'): Case => ({
    before: end,
    seen: async () => (await grids()) === 2,
    after: async () => {
      split = axis
    },
  })
  return {
    split_right: splits('row'),
    focus_pane_left: changes(focus, 'row', false),
    focus_pane_right: changes(focus, 'row', true),
    next_pane: changes(focus, 'row', false),
    previous_pane: changes(focus, 'row', false),
    zoom_pane: {
      before: begin('row', false, grids),
      seen: async () => (await grids()) === 1,
      after: async () => {
        await act('zoom_pane')
        await expect.poll(grids).toBe(2)
      },
    },
    resize_pane_left: changes(ratio, 'row', false),
    resize_pane_right: changes(ratio, 'row', false),
    equalize_panes: {
      ...changes(ratio, 'row', false),
      before: async () => {
        await begin('row', false, ratio)()
        await act('equalize_panes')
        await act('resize_pane_left')
        await expect.poll(ratio).toBe(45)
        had = 45
      },
    },
    swap_pane_left: changes(places, 'row', false),
    swap_pane_right: changes(places, 'row', true),
    toggle_broadcast: {
      before: begin('row', false, bars),
      seen: async () => (await page.locator('.broadcast-frame').count()) === 2,
      after: async () => {
        await act('toggle_broadcast')
        await expect(page.locator('.broadcast')).toHaveCount(0)
      },
    },
    move_pane_to_tab: {
      ...changes(bars, 'row', false),
      after: async () => {
        const tab = await focus()
        await page.evaluate(
          (id) => window.vibeflowTest!.post({ kind: 'pane/close', pane: id ?? '', force: true }),
          tab,
        )
        await expect.poll(bars).toBe(had)
        split = null
      },
    },
    split_down: splits('column'),
    focus_pane_up: changes(focus, 'column', false),
    focus_pane_down: changes(focus, 'column', true),
    resize_pane_up: changes(ratio, 'column', false),
    resize_pane_down: changes(ratio, 'column', false),
    swap_pane_up: changes(places, 'column', false),
    swap_pane_down: changes(places, 'column', true),
    close_all_panes: {
      before: async () => {
        await end()
        await act('new_tab')
        await begin('row', false, bars)()
      },
      seen: async () => (await bars()) === Number(had) - 1,
      after: async () => {
        split = null
      },
    },
    broadcast_to_all_tabs: {
      seen: async () => (await page.locator('[data-receives=true]').count()) > 1,
      after: async () => {
        await act('toggle_broadcast')
        await expect(page.locator('.broadcast')).toHaveCount(0)
      },
    },
  }
}

/** Every action: the type asks for each, so that a new one is not forgotten. */
function casesOf({
  app,
  home,
  page,
  tabs,
  screen,
  shows,
  type,
}: Started): Record<ActionName, Case> {
  const esc = () => page.keyboard.press('Escape')
  const active = async () => (await tabs()).findIndex((tab) => tab.active) + 1
  const ids = async () => (await tabs()).map(({ id }) => id).join()
  const position = () => page.evaluate(() => window.vibeflowTest!.position())
  const rows = async () => (await screen()).length
  const go = (number: number) => async () => {
    await page.keyboard.press(`Alt+${number}`)
    await expect.poll(active).toBe(number)
  }
  const visible = (locator: string): Case => ({
    seen: () =>
      page
        .locator(locator)
        .count()
        .then((count) => count > 0),
    after: esc,
  })
  const dialog = (words: string): Case => ({
    seen: () =>
      page
        .getByRole('dialog')
        .filter({ hasText: words })
        .count()
        .then((count) => count > 0),
    after: esc,
  })
  const goes = (from: number, to: number): Case => ({
    before: go(from),
    seen: async () => (await active()) === to,
  })
  const state = async () => (await tabs()).find((tab) => tab.active)?.state
  /** In the shell of the active tab; by a file, for each key is an echo, a frame and a picture. */
  const run = async (script: string) => {
    writeFileSync(join(home, 'script'), script)
    await type('. ./script\n')
  }
  const asks = async () => {
    await expect.poll(state).not.toBe('waiting')
    await run("printf '\\033]7501;state=blocked:kind=question:app=claude\\007'; sleep 9\n")
    await expect.poll(state).toBe('waiting')
  }
  const interrupt = async () => {
    await backToGrid(page)
    await page.keyboard.press('Control+c')
    await expect
      .poll(async () =>
        (await screen())
          .filter((row) => row !== '')
          .at(-1)
          ?.trim(),
      )
      .toBe('ready$')
  }
  const agent = async () =>
    (await page.evaluate(() => window.vibeflowTest!.agents()))[(await active()) - 1]
  const closeByForce = async () => {
    const before = await tabs()
    await page.evaluate(
      (tab) => window.vibeflowTest!.post({ kind: 'pane/close', pane: tab, force: true }),
      before.find((one) => one.active)?.id,
    )
    await expect.poll(async () => (await tabs()).length).toBe(before.length - 1)
  }
  const resumes: Required<Pick<Case, 'before' | 'seen'>> = {
    before: async () => {
      installStandIns(home)
      await openTab()
      await type('codex\n')
      await shows('codex turn 1')
      await closeByForce()
      await page.keyboard.press('Control+Shift+Alt+T')
      await expect(page.locator('.resume-bar')).toBeVisible({ timeout: 15_000 })
      await shows(/reopened[\s\S]*ready\$/)
    },
    seen: async () => (await screen()).join('\n').includes('codex turn 2'),
  }
  let filled = 0
  const fill = async () => {
    filled += 1
    await run(`clear; seq 100; echo filled ${filled}\n`)
    await expect.poll(async () => (await screen()).join('\n')).toContain(`filled ${filled}\nready$`)
  }
  const clipboard = () => app.evaluate(({ clipboard }) => clipboard.readText())
  const size = (of: number): Case => ({
    seen: async () =>
      of > 0
        ? (await rows()) > normal
        : of < 0
          ? (await rows()) < normal
          : (await rows()) === normal,
  })
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--window'))
  let ground = ''
  let normal = 0
  let order = ''
  let have = 0
  let top = 0
  const counted = (by: number, before?: () => Promise<unknown>): Case => ({
    before: async () => {
      await before?.()
      have = (await tabs()).length
    },
    seen: async () => (await tabs()).length === have + by,
  })
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
  /** A shell that has not come to its prompt yet is asked about before it is closed. */
  const prompt = () => expect.poll(async () => (await screen()).join('\n')).toContain('ready$')
  const openTab = async () => {
    const before = (await tabs()).length
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(before + 1)
    await prompt()
  }
  const closeTab = async () => {
    await prompt()
    const before = (await tabs()).length
    await page.keyboard.press('Control+Shift+W')
    await expect.poll(async () => (await tabs()).length).toBe(before - 1)
  }
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  /** The window that has just come goes again, with the tab in it. */
  const closeWindow = async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const all = BrowserWindow.getAllWindows()
      all
        .sort((one, other) => one.id - other.id)
        .at(-1)
        ?.destroy()
    })
    await expect.poll(windows).toBe(1)
    await page.bringToFront()
  }
  const collapsed = () =>
    page.evaluate(() => window.vibeflowTest!.settings().tabs.sidebar_collapsed)
  const title = async () => (await tabs()).find((tab) => tab.active)?.title
  /**
   * Prints a shell's output with prompt marks for two commands; the second prints `out`. The output
   * reports no state.
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
  /** @param does the action that the mode shows for a label */
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
  const waitsInTab2 = async () => {
    await go(2)()
    await asks()
    await go(5)()
    await expect
      .poll(() => page.evaluate(() => window.vibeflowTest!.needsYou()))
      .toEqual([(await tabs())[1]?.id])
  }
  const calm = async () => {
    await go(2)()
    await interrupt()
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
  /** A notice takes rows from the grid. */
  const dismiss = async () => {
    const button = page.getByRole('button', { name: 'Dismiss' })
    while ((await button.count()) > 0) await button.first().click()
  }
  const file = join(home, 'config/vibeflow/config.toml')
  const barHeight = () =>
    page
      .locator('.bar')
      .first()
      .evaluate((element) => getComputedStyle(element).height)
  return {
    reopen_closed_tab: {
      before: async () => {
        await openTab()
        await closeTab()
        have = (await tabs()).length
      },
      seen: async () => (await tabs()).length === have + 1,
      after: closeTab,
    },
    reset_tab_name: {
      before: async () => {
        const tab = (await tabs()).find(({ active: one }) => one)?.id ?? ''
        await page.evaluate(
          (id) => window.vibeflowTest!.post({ kind: 'session/rename', session: id, name: 'mine' }),
          tab,
        )
        await expect.poll(title).toBe('mine')
      },
      seen: async () => (await title()) !== 'mine',
    },
    mute_tab: {
      seen: () =>
        page
          .locator('.tab-active .tab-mark[title=Muted]')
          .count()
          .then((marks) => marks === 1),
      after: async () => {
        await page.evaluate(() => window.vibeflowTest!.act('mute_tab'))
        await expect(page.locator('.tab-mark')).toHaveCount(0)
      },
    },
    move_tab_to_new_window: { ...counted(-1, openTab), after: closeWindow },
    new_window: { seen: async () => (await windows()) === 2, after: closeWindow },
    next_attention: { before: waitsInTab2, seen: async () => (await active()) === 2, after: calm },
    previous_attention: {
      before: waitsInTab2,
      seen: async () => (await active()) === 2,
      after: calm,
    },
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
        // text printed from here on follows the event
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
    open_config: {
      ...counted(1),
      after: async () => {
        expect(readFileSync(file, 'utf8')).toContain('# vibeflow configuration.')
        await shows('# vibeflow configuration.')
        rmSync(file)
        await page.keyboard.press('Enter')
        await expect.poll(async () => (await tabs()).length).toBe(have)
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
    ...paneCases(page, tabs),
    new_tab: { ...counted(1), after: closeTab },
    close_tab: counted(-1, openTab),
    close_other_tabs: { before: openTab, seen: async () => (await tabs()).length === 1 },
    duplicate_tab: { ...counted(1), after: closeTab },
    rename_tab: visible('.rename'),
    choose_theme: visible('.palette'),
    mcp_access: dialog('MCP access'),
    save_layout: dialog('Save this window as a layout'),
    broadcast_to_tabs: dialog('Broadcast input to which terminals?'),
    settings: visible('.settings'),
    show_keys: visible('.keys'),
    attention_list: visible('[role=dialog]'),
    next_tab: goes(1, 2),
    previous_tab: goes(2, 1),
    go_to_tab_1: goes(2, 1),
    go_to_tab_2: goes(1, 2),
    go_to_tab_3: goes(1, 3),
    go_to_tab_4: goes(1, 4),
    go_to_tab_5: goes(1, 5),
    go_to_tab_6: goes(1, 6),
    go_to_tab_7: goes(1, 7),
    go_to_tab_8: goes(1, 8),
    go_to_tab_9: goes(1, 9),
    last_tab: goes(1, 9),
    last_used_tab: {
      before: async () => {
        await go(3)()
        await go(5)()
      },
      seen: async () => (await active()) === 3,
    },
    move_tab_left: {
      before: async () => {
        await go(4)()
        order = await ids()
      },
      seen: async () => (await ids()) !== order && (await active()) === 3,
    },
    move_tab_right: {
      before: async () => {
        await go(4)()
        order = await ids()
      },
      seen: async () => (await ids()) !== order && (await active()) === 5,
    },
    resume_agent: {
      ...resumes,
      before: async () => {
        await resumes.before()
        const button = page.locator('.resume-bar').getByRole('button', { name: 'Resume' })
        await expect(button).toBeEnabled()
      },
      after: closeByForce,
    },
    resume_all_agents: {
      ...dialog('Resume OpenAI Codex CLI session'),
      before: resumes.before,
      after: async () => {
        await esc()
        await closeByForce()
      },
    },
    restart_tab: dialog('Restart this tab?'),
    tab_list: visible('[aria-label="Search tabs"][role=dialog]'),
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
    why: visible('.why'),
    acknowledge_tab: {
      before: asks,
      seen: async () => (await state()) !== 'waiting',
      after: interrupt,
    },
    snooze_tab: {
      before: asks,
      seen: async () => (await agent())?.snoozedUntil != null,
      after: interrupt,
    },
    mark_seen: { before: asks, seen: async () => (await agent())?.seen === true, after: interrupt },
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
    copy: {
      before: async () => {
        await fill()
        await app.evaluate(({ clipboard }) => clipboard.writeText(''))
        await page.mouse.dblclick(10, 60)
        await expect.poll(() => page.evaluate(() => window.vibeflowTest!.selection())).not.toBe('')
      },
      seen: async () => /^\d+$/.test(await clipboard()),
    },
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
  }
}

/** Returns the actions whose labels the open menu contains, and closes the menu. */
async function actionsInMenu(page: Page): Promise<readonly ActionName[]> {
  const labels = await page.locator('[role=menuitem] > span:first-child').allTextContents()
  await page.keyboard.press('Escape')
  return actionNames.filter((name) => labels.includes(actionTable[name].label))
}

/** Chords for actions that have none. */
const spare = ['ctrl+alt', 'ctrl+alt+shift'].flatMap((keys) =>
  [...'abcdefghijkmnopqrsuvwxyz'].map((letter) => `${keys}+${letter}`),
)

const own = Object.fromEntries(
  actionNames
    .filter((name) => actionTable[name].chords.length === 0)
    .map((name, index) => [name, spare[index]!]),
)
let started: Started
let cases: Record<ActionName, Case>
/** Actions in the menus of the grid and of a tab alone. */
let gridEntries: readonly ActionName[]
let tabEntries: readonly ActionName[]

test.beforeAll(async () => {
  const args = [
    ...['--option', 'session.restore="never"'], // idle tabs that come back are not asked about
    // the test does not look at pixels
    ...['--option', 'ui.renderer=dom', '--option', 'cursor.blink_ms=0'],
    ...Object.entries(own).flatMap(([name, chord]) => [
      '--option',
      `shortcuts.${name}=["${chord}"]`,
    ]),
  ]
  started = await startApp({ args, env: { EDITOR: showing('head -n 3') } })
  const { page, shows, tabs } = started
  await shows('ready$')
  for (let have = 1; have < 9; have += 1) {
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(have + 1)
  }
  await shows('ready$')
  cases = casesOf(started)
  await page.keyboard.press('Shift+F10')
  gridEntries = await actionsInMenu(page)
  await page.keyboard.press('Control+Shift+F6')
  await page.keyboard.press('Shift+F10')
  tabEntries = (await actionsInMenu(page)).filter((name) => !gridEntries.includes(name))
})

test.afterAll(async () => {
  await started.close()
  rmSync(started.home, { recursive: true, force: true, maxRetries: 5 })
})

/** Carries the action out by the palette. */
async function byPalette(name: ActionName): Promise<void> {
  const { page } = started
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox').fill(`>${name}`)
  // The last used entry precedes entries with the same name.
  const marked = page.locator('[role=option][aria-selected=true] .list-title')
  const { label } = actionTable[name]
  for (let down = 0; down < 5 && (await marked.textContent()) !== label; down += 1)
    await page.keyboard.press('ArrowDown')
  await expect(marked).toHaveText(label)
  await page.keyboard.press('Enter')
}

/** Carries the action out by the menu of the grid, or of the tab. */
async function byMenu(name: ActionName): Promise<void> {
  const { page } = started
  if (!gridEntries.includes(name)) await page.keyboard.press('Control+Shift+F6')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: actionTable[name].label, exact: true }).click()
}

/**
 * Palette and menu of the grid are the same way for each action (test/renderer/actions.test.ts):
 * every eighth goes by the palette too, every fourth that has an entry by the menu.
 */
function waysOf(name: ActionName): Readonly<Record<string, () => Promise<void>>> {
  const chord = actionTable[name].chords[0] ?? own[name]!
  const isInPalette = actionNames.indexOf(name) % 8 === 0 && name !== 'command_palette'
  const isInMenu = tabEntries.includes(name) || gridEntries.indexOf(name) % 4 === 0
  return {
    chord: () => started.page.keyboard.press(playwrightChord(chord)),
    ...(isInPalette ? { palette: () => byPalette(name) } : {}),
    ...(isInMenu ? { menu: () => byMenu(name) } : {}),
  }
}

test('the menus of the grid and of a tab have their actions', () => {
  expect([gridEntries.length, tabEntries.length]).toEqual([20, 15])
})

// actions on panes keep their own order; the action that leaves a single tab comes last
const last: readonly ActionName[] = [...paneActions, 'close_other_tabs']
for (const name of [...actionNames.filter((one) => !last.includes(one)), ...last])
  test(`${name} is carried out by its chord, palette and menu`, async () => {
    const { page } = started
    const { before, seen, after } = cases[name]
    for (const [way, act] of Object.entries(waysOf(name))) {
      await backToGrid(page)
      await before?.()
      await act()
      await expect.poll(seen, { message: `${name} by ${way}` }).toBe(true)
      await after?.()
      await expect(
        page.locator('.screen, dialog, .mode-word'),
        `after ${name} by ${way} nothing lies over the window`,
      ).toHaveCount(0)
    }
  })
