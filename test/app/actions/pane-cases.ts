/** Cases of the actions of panes. */
import type { ActionName } from '../../../src/core/config/keys/actions.ts'
import type { Page } from '@playwright/test'
import { expect, type Started } from '../app.ts'
import type { Case } from './case.ts'

/** Actions of panes, in an order in which each one uses the panes of the one before. */
export const paneActions = [
  ...(['split_right', 'focus_pane_left', 'focus_pane_right', 'next_pane'] as const),
  ...(['previous_pane', 'zoom_pane', 'resize_pane_left', 'resize_pane_right'] as const),
  ...(['equalize_panes', 'swap_pane_left', 'swap_pane_right', 'toggle_broadcast'] as const),
  ...(['move_pane_to_tab', 'split_down', 'focus_pane_up', 'focus_pane_down'] as const),
  ...(['resize_pane_up', 'resize_pane_down', 'swap_pane_up', 'swap_pane_down'] as const),
  ...(['close_all_panes', 'broadcast_to_all_tabs'] as const),
]
type PaneAction = (typeof paneActions)[number]

/** In a tab of two panes, side by side or one above the other. */
export function paneCases(page: Page, tabs: Started['tabs']): Record<PaneAction, Case> {
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
