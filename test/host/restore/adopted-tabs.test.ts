/** Tabs for programs that outlived the last vibeflow. */
import { expect, it } from 'vitest'
import { toSessionId } from '../../../src/core/ids.ts'
import { adoptedTab, adoptInto, withTabsOf } from '../../../src/host/state/restore/adopted-tabs.ts'

const program = {
  ...{ id: 'one', pid: 7, startedAt: 1_000, taken: false, exited: false, cols: 91, rows: 23 },
  facts: '{}',
}

it('a tab that adopts its program keeps the saved output, in case that fails', () => {
  const tab = {
    ...{ id: toSessionId('one'), command: { program: 'vim', args: [] }, isUserShell: false },
    ...{ directory: '/', name: null, title: null, muted: false, resume: null },
    restoredOutput: [new Uint8Array(3)],
  }
  const { adopting, left } = adoptInto([{ active: 0, tabs: [tab], splits: [] }], [program])
  expect(adopting[0]?.tabs).toEqual([
    { ...tab, unresumed: null, adopts: { size: { cols: 91, rows: 23 }, startedAt: 1_000 } },
  ])
  expect(left).toEqual([])
})

const saved = (...ids: readonly string[]) => ({
  active: 0,
  splits: [],
  tabs: ids.map((id) => adoptedTab({ ...program, id })),
})
const later = ['three', 'two'].map((id, at) => ({ ...program, id, startedAt: 3_000 - at }))
const idsOf = (windows: ReturnType<typeof withTabsOf>) =>
  windows.map(({ active, tabs }) => [active, ...tabs.map(({ id }) => id)])

it('programs without a saved tab are in the order of their start', () => {
  expect(idsOf(withTabsOf([...later, program], []))).toEqual([[0, 'one', 'two', 'three']])
})

it('a program whose tab was not saved yet returns to the only window, at its end', () => {
  expect(idsOf(withTabsOf(later, [saved('one')]))).toEqual([[2, 'one', 'two', 'three']])
  expect(idsOf(withTabsOf([], [saved('one')]))).toEqual([[0, 'one']])
  const both = [saved('a'), saved('b')]
  expect(idsOf(withTabsOf(later, both))).toEqual([
    [0, 'a'],
    [0, 'b'],
    [0, 'two', 'three'],
  ])
})
