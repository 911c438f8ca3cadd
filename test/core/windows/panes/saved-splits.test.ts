import { expect, test } from 'vitest'
import { readSavedSession } from '../../../../src/core/windows/restore/saved-session.ts'

const tab = (id: string) => ({
  id,
  command: null,
  directory: '/',
  name: null,
  title: null,
  muted: false,
})

test('a damaged tree of panes is dropped alone', () => {
  const good = { tree: { axis: 'row', ratio: 0.5, first: 'a', second: 'b' }, zoomed: false }
  const read = (splits: unknown) =>
    readSavedSession(
      JSON.stringify({
        version: 1,
        ended: true,
        attempts: 0,
        windows: [{ active: 0, tabs: ['a', 'b', 'c', 'd'].map(tab), splits }],
      }),
    )?.windows[0]?.splits
  for (const bad of [null, 7, {}, { ...good, zoomed: 1 }, { tree: 'a', zoomed: false }])
    expect(read([bad, good, bad])).toEqual([good])
  expect(read('none')).toBeUndefined()
})
