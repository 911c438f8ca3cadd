/** Cases of the actions of tabs, their agents and their windows. */
import type { ActionName } from '../../../src/core/config/keys/actions.ts'
import { expect, type Started } from '../app.ts'
import { installStandIns } from '../../support/stand-in-agents.ts'
import type { Case } from './case.ts'
import type { Steps } from './steps.ts'

export function tabCases(
  { app, home, page, screen, shows, tabs, type }: Started,
  { esc, active, visible, dialog, run, interrupt, counted, openTab, closeTab, go }: Steps,
) {
  const ids = async () => (await tabs()).map(({ id }) => id).join()
  const goes = (from: number, to: number): Case => ({
    before: go(from),
    seen: async () => (await active()) === to,
  })
  const state = async () => (await tabs()).find((tab) => tab.active)?.state
  const asks = async () => {
    await expect.poll(state).not.toBe('waiting')
    await run("printf '\\033]7501;state=blocked:kind=question:app=claude\\007'; sleep 9\n")
    await expect.poll(state).toBe('waiting')
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
  let order = ''
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
  const title = async () => (await tabs()).find((tab) => tab.active)?.title
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
  return {
    reopen_closed_tab: {
      ...counted(1, async () => {
        await openTab()
        await closeTab()
      }),
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
    new_tab: { ...counted(1), after: closeTab },
    close_tab: counted(-1, openTab),
    close_other_tabs: { before: openTab, seen: async () => (await tabs()).length === 1 },
    close_tabs_to_the_right: {
      before: async () => {
        await openTab()
        await page.keyboard.press('Alt+1')
        await expect.poll(active).toBe(1)
      },
      seen: async () => (await tabs()).length === 1,
    },
    duplicate_tab: { ...counted(1), after: closeTab },
    rename_tab: visible('.rename'),
    mark_tab: visible('.mark-colors'),
    broadcast_to_tabs: dialog('Broadcast input to which terminals?'),
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
  } satisfies Partial<Record<ActionName, Case>>
}
