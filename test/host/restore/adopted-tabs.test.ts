/** Tabs for programs that outlived the last vibeflow. */
import { expect, it } from 'vitest'
import { toSessionId } from '../../../src/core/ids.ts'
import { adoptInto, windowOf } from '../../../src/host/state/restore/adopted-tabs.ts'

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

it('programs without a saved tab are in the order of their start', () => {
  const later = ['three', 'two'].map((id, at) => ({ ...program, id, startedAt: 3_000 - at }))
  const [window] = windowOf([...later, program])
  expect(window?.tabs.map(({ id }) => id)).toEqual(['one', 'two', 'three'])
})
