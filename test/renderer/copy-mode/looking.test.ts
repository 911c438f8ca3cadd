/** Keys that are held until copy mode or quick select starts. */
import { expect, test } from 'vitest'
import type { KeyPress } from '../../../src/core/config/keys/chords.ts'
import { Looking } from '../../../src/renderer/features/copy-mode/quick-select.ts'
import type { Grid } from '../../../src/renderer/grid/grid.ts'
import type { GridMode } from '../../../src/renderer/grid/grid-ports.ts'

const press = (key: string): KeyPress => ({
  ...{ key, code: '', ctrl: false, shift: false, alt: false, meta: false, altGraph: false },
})

function make() {
  const grid = { mode: null } as unknown as Grid // all that is used of it
  const done: string[] = []
  const mode: GridMode = {
    key: ({ key }) => {
      if (key === 'F5') return false
      done.push(key)
      if (key === 'y') grid.mode = null
      return true
    },
    end: () => undefined,
  }
  const looking = new Looking(grid, ({ key }) => done.push(`shortcut ${key}`))
  const type = (...keys: string[]) => keys.map((key) => grid.mode?.key(press(key)))
  return { done, grid, looking, mode, type }
}

test('the mode gets its held keys, and shortcuts among them run in their order', () => {
  const { done, grid, looking, mode, type } = make()
  expect(type('V', 'F5', 'y', 'x', 'F5')).toEqual([true, true, true, true, true])
  expect(done).toEqual([])
  looking.replaceBy(mode)
  expect(done).toEqual(['V', 'shortcut F5', 'y', 'shortcut x', 'shortcut F5'])
  expect(grid.mode).toBeNull()
})

test('Esc ends it with its held keys', () => {
  const { done, grid, type } = make()
  type('V', 'F5', 'Escape')
  expect([done, grid.mode]).toEqual([[], null])
})
