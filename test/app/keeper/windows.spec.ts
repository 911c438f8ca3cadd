/** Tabs that change just before a kill return in their own windows, in their order. */
import type { Page } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slow } from '../../slow.ts'
import { expect, makeHome, startApp, test, type Started } from '../app.ts'
import { startWindow } from '../processes.ts'
import { removeHome } from './keeper-process.ts'
import { killApp } from './kills.ts'

/** Sessions of each tab of a window, with its panes in order, and the active tab. */
function arrangement(page: Page) {
  return page.evaluate(() => {
    const { tabs } = window.vibeflowTest!
    const panes = new Map<string, string[]>()
    for (const { tab, id } of tabs()) panes.set(tab, [...(panes.get(tab) ?? []), id])
    return { tabs: [...panes.values()], active: tabs().find(({ active }) => active)?.id }
  })
}

const act = (page: Page, action: 'new_tab' | 'split_right' | 'move_tab_to_new_window') =>
  page.evaluate((name) => window.vibeflowTest!.act(name), action)

const panes = (page: Page, count: number) =>
  page.waitForFunction((many) => window.vibeflowTest?.tabs().length === many, count)

/** The arrangements of all windows, once this many sessions are there. */
async function allOf({ app }: Started, sessions: number) {
  let found: Awaited<ReturnType<typeof arrangement>>[] = []
  await expect
    .poll(async () => {
      found = await Promise.all(app.windows().map(arrangement)).catch(() => [])
      return found.flatMap(({ tabs }) => tabs.flat()).length
    })
    .toBe(sessions)
  return found.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

test('tabs of the last moment before a kill return in their windows', slow, async () => {
  test.setTimeout(240_000)
  const home = makeHome()
  const first = await startApp({ home })
  const second = await startWindow(first, ['--new-window'])
  const third = await startWindow(first, ['--new-window'])
  const above = await startWindow(first, ['--drop-down'])
  await act(first.page, 'new_tab')
  await panes(first.page, 2)
  await act(second, 'new_tab')
  await panes(second, 2)
  const whole = await allOf(first, 6)
  const saved = (name: string) => {
    const file = join(home, 'state/vibeflow', name, 'session.json')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  for (const id of whole.flatMap(({ tabs }) => tabs.flat()))
    await expect.poll(() => saved('session') + saved('session-drop-down')).toContain(id)

  await Promise.all([act(second, 'new_tab'), act(third, 'split_right'), act(above, 'new_tab')])
  await Promise.all([panes(second, 3), panes(third, 2), panes(above, 2)])
  const before = await allOf(first, 9)
  await killApp(first, 'main')
  const next = await startApp({ home })
  expect(await allOf(next, 9)).toEqual(before)

  const two = await Promise.all(
    next.app.windows().map(async (page) => ({ page, ...(await arrangement(page)) })),
  )
  const ofThree = two.find(({ tabs }) => tabs.length === 3)
  await act(ofThree!.page, 'move_tab_to_new_window')
  await panes(ofThree!.page, 2)
  await expect.poll(() => next.app.windows().length).toBe(5)
  const moved = await allOf(next, 9)
  await killApp(next, 'main')
  const last = await startApp({ home })
  expect(await allOf(last, 9)).toEqual(moved)
  await last.close()
  removeHome(home)
})

test('name, color and mute of a tab set just before a kill are there again', slow, async () => {
  const home = makeHome()
  const first = await startApp({ home })
  const saved = () => {
    const file = join(home, 'state/vibeflow/session/session.json')
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
    return (JSON.parse(text) as { windows?: { tabs: object[] }[] }).windows?.[0]?.tabs[0]
  }
  await expect.poll(saved).toMatchObject({ name: null, muted: false })
  const [{ id } = { id: '' }] = await first.tabs()
  await first.page.evaluate((session) => {
    const { post } = window.vibeflowTest!
    post({ kind: 'session/mute', session, muted: true })
    post({ kind: 'session/mark', session, mark: { color: 'red', sign: '!', note: 'prod' } })
    post({ kind: 'session/rename', session, name: 'mine' })
  }, id)
  await first.page.waitForFunction(() => window.vibeflowTest?.tabs()[0]?.title === 'mine')
  await killApp(first, 'main')
  const mine = { name: 'mine', muted: true, mark: { color: 'red', sign: '!', note: 'prod' } }
  expect(saved()).toMatchObject(mine)
  const next = await startApp({ home })
  await expect.poll(async () => (await next.tabs())[0]?.title).toBe('mine')
  await expect.poll(saved).toMatchObject(mine)
  await next.close()
  removeHome(home)
})
