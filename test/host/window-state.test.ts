/** The window's size, from one start to the next; and the picture in the tray as a file. */
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { trayPicture, trayPictureSize } from '../../src/core/attention/tray-picture.ts'
import { png } from '../../src/host/png.ts'
import { readWindowState, writeWindowState } from '../../src/host/window-state.ts'

const folders: string[] = []
const folder = () => { const made = mkdtempSync(join(tmpdir(), 'vibeflow-state-')); folders.push(made); return made }
afterEach(() => { for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true }) })

describe('window state', () => {
  it('is read as it was written, for this user alone', () => {
    const state = join(folder(), 'new')
    expect(writeWindowState(state, { width: 1_200, height: 700, maximized: true })).toBeNull()
    expect([readWindowState(state), statSync(join(state, 'window.json')).mode & 0o777, statSync(state).mode & 0o777]).toEqual([{ width: 1_200, height: 700, maximized: true }, 0o600, 0o700])
  })

  it('writes over a link, not through it', () => {
    const state = folder()
    writeFileSync(join(state, 'victim'), 'kept')
    symlinkSync(join(state, 'victim'), join(state, 'window.json'))
    writeWindowState(state, { width: 800, height: 600, maximized: false })
    expect([statSync(join(state, 'victim')).size, readWindowState(state)?.width]).toEqual([4, 800])
  })

  it.each(['', 'null', '[]', '{"width":1}', '{"width":1e9,"height":600}', '{"width":800.5,"height":600}', '{"width":"800","height":600}', ' '.repeat(2_000)])('makes nothing of %j', (text) => {
    const state = folder()
    writeFileSync(join(state, 'window.json'), text)
    expect(readWindowState(state)).toBeNull()
  })

  it('says when it cannot be kept', () => {
    const state = folder()
    writeFileSync(join(state, 'file'), '')
    expect(writeWindowState(join(state, 'file'), { width: 800, height: 600, maximized: false })).toMatch(/^The size of the window is not remembered: /)
  })
})

describe('tray picture', () => {
  it('is a PNG of its pixels', () => {
    const pixels = trayPicture(3)
    const file = png({ width: trayPictureSize, height: trayPictureSize, pixels })
    const data = file.subarray(file.indexOf('IDAT') + 4, file.indexOf('IEND') - 8)
    const rows = inflateSync(data)
    const back = new Uint8Array(pixels.length)
    for (let row = 0; row < trayPictureSize; row += 1) back.set(rows.subarray(row * (trayPictureSize * 4 + 1) + 1, (row + 1) * (trayPictureSize * 4 + 1)), row * trayPictureSize * 4)
    expect([file.readUInt32BE(16), Buffer.compare(Buffer.from(back), Buffer.from(pixels))]).toEqual([trayPictureSize, 0])
  })

  it('differs by its number, up to ten', () => {
    const drawn = Array.from({ length: 12 }, (_, count) => Buffer.from(trayPicture(count)).toString('base64'))
    expect([new Set(drawn).size, drawn[10] === drawn[11]]).toEqual([11, true])
  })
})
