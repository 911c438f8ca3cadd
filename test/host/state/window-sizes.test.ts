/** Saved sizes of windows, and the grid in which a first shell starts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { WindowSizes } from '../../../src/host/state/window-sizes.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-sizes-'))
const file = join(folder, 'window.json')
const room = { cols: 118, rows: 29 }
const { window, fonts } = defaults
const open = () => new WindowSizes(file, new FakeClock())

afterAll(() => {
  rmSync(folder, { recursive: true })
})

it('expects the grid of the last new window, for the same window with the same settings', () => {
  writeFileSync(file, '')
  const first = open()
  expect(first.grid(defaults)).toBeNull()
  first.remember({ width: 900, height: 600 })
  first.storeGrid(room, first.made(defaults))
  first.flush()
  expect(open().grid(defaults)).toMatchObject(room)
  for (const changed of [
    { window: { ...window, columns: 70 } },
    { window: { ...window, startup: 'maximized' as const } },
    { window: { ...window, padding_x: 40 } },
    { fonts: { ...fonts, size: fonts.size + 4 } },
  ])
    expect(open().grid({ ...defaults, ...changed })).toBeNull()
  const resized = open()
  resized.remember({ width: 901, height: 600 })
  resized.flush()
  expect(open().grid(defaults)).toBeNull()
})

it('expects nothing from a damaged file', () => {
  const whole = open()
  whole.storeGrid(room, whole.made(defaults))
  whole.flush()
  const saved = JSON.parse(readFileSync(file, 'utf8')) as { readonly grid: object }
  const grids = [0, -1, 1.5, 1e9, '118', null, [118]].map((cols) => ({ ...saved.grid, cols }))
  for (const grid of [...grids, { ...saved.grid, made: 1 }, room, null, 5, 'x', [], {}]) {
    writeFileSync(file, JSON.stringify({ ...saved, grid }))
    expect(open().grid(defaults)).toBeNull()
  }
  for (const text of ['', '[]', '"x"', '5', 'null', '{"grid":']) {
    writeFileSync(file, text)
    expect(open().grid(defaults)).toBeNull()
  }
  writeFileSync(file, JSON.stringify(saved))
  expect(open().grid(defaults)).toMatchObject(room)
})
