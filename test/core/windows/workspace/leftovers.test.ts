/** The question about processes that would outlive a tab, and what its answers end. */
import { expect, it } from 'vitest'
import { quietWatch } from '../../../support/fake/fake-watch.ts'
import { makeWindow, order } from '../../../support/windows/make-window.ts'
import { asPane, tabOf } from '../../../support/windows/ids.ts'

/** A window whose tabs leave these processes, by their first process. */
function leaving() {
  const world = {
    lines: ['node server, 120 MB, port 3000'],
    ended: [] as string[][],
    /** Times of the questions. */
    asked: [] as number[],
  }
  const made = makeWindow({
    watch: () =>
      quietWatch({
        leftovers: (askedAt) => {
          const { lines } = world
          world.asked.push(askedAt)
          return lines.length === 0 ? null : { lines, end: () => world.ended.push(lines) }
        },
      }),
  })
  made.workspace.receive({ kind: 'tab/open' })
  return { ...made, left: world }
}

it('names processes that outlive a tab, and leaves them unless the user ends them', () => {
  const { last, left, ptys, workspace } = leaving()
  const pane = asPane('t2')
  workspace.receive({ kind: 'pane/close', pane, force: false })
  expect(last('pane/confirm-close')).toEqual({
    ...{ kind: 'pane/confirm-close', pane, running: null, sentence: '' },
    left: ['node server, 120 MB, port 3000'],
  })
  expect(ptys[1]?.closed).toBe(false)
  workspace.receive({ kind: 'pane/close', pane, force: true })
  expect([ptys[1]?.closed, left.ended]).toEqual([true, []])
})

it('ends exactly the processes of the question, after the tab', () => {
  const { last, left, ptys, workspace } = leaving()
  const tab = tabOf(workspace, 't1')
  workspace.receive({ kind: 'tab/close', tab, force: false })
  const asked = last('tab/confirm-close')?.left
  left.lines = ['sleep, 1 MB']
  workspace.receive({ kind: 'tab/close', tab, force: true, end: true })
  expect([ptys[0]?.closed, left.ended]).toEqual([true, [asked]])
})

it('ends nothing without a question, or if the process was not in the last one', () => {
  const { left, workspace } = leaving()
  const pane = asPane('t2')
  workspace.receive({ kind: 'pane/close', pane, force: false })
  left.lines = []
  workspace.receive({ kind: 'pane/close', pane, force: false }) // closes it
  workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: true, end: true })
  expect([workspace.strip.tabs.length, left.ended]).toEqual([0, []])
})

it('asks once for several tabs, and ends the processes of all', () => {
  const { last, left, workspace } = leaving()
  workspace.receive({ kind: 'tab/open' })
  const tabs = [tabOf(workspace, 't1'), tabOf(workspace, 't2')]
  workspace.receive({ kind: 'tabs/close', tabs, force: false })
  expect(last('tabs/confirm-close')).toMatchObject({ sentences: [], left: { length: 2 } })
  workspace.receive({ kind: 'tabs/close', tabs, force: true, end: true })
  expect([order(last('window/state'))[0], left.ended.length]).toEqual([['t3'], 2])
})

it('refuses to close a pane by command without force, and names the processes', () => {
  const { last, left, ptys, workspace } = leaving()
  const close = (force: boolean) => workspace.closing.closeByCommand(asPane('t2'), force)
  expect([close(false), ptys[1]?.closed]).toEqual([
    'May keep running: node server, 120 MB, port 3000. Use --force to close it anyway.',
    false,
  ])
  expect([close(true), ptys[1]?.closed]).toEqual([null, true])
  expect([last('pane/confirm-close'), left.ended]).toEqual([undefined, []])
})

it('ends only the processes that its question named, whatever a command has asked since', () => {
  const { left, workspace } = leaving()
  const named = left.lines
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: false })
  left.lines = [...named, 'postgres, 80 MB']
  expect(workspace.closing.closeByCommand(asPane('t2'), false)).toContain('postgres')
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: true, end: true })
  expect(left.ended).toEqual([named])
})

it('asks about the processes of all tabs before a window closes, with one reading', () => {
  const { clock, last, left, ptys, workspace, world } = leaving()
  clock.advance(7_000)
  workspace.receive({ kind: 'window/close', force: false })
  expect([last('window/confirm-close')?.left?.length, world.closed]).toEqual([2, 0])
  expect(left.asked).toEqual([7_000, 7_000])
  workspace.receive({ kind: 'window/close', force: true, end: true })
  expect([world.closed, left.ended]).toEqual([1, []])
  workspace.dispose()
  expect([ptys.every(({ closed }) => closed), left.ended.length]).toEqual([true, 2])
})

it('ends nothing with a window whose user keeps the processes', () => {
  const { left, workspace } = leaving()
  workspace.receive({ kind: 'window/close', force: false })
  workspace.receive({ kind: 'window/close', force: true })
  workspace.dispose()
  expect(left.ended).toEqual([])
})
