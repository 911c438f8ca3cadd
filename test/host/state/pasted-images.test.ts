import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PastedImages } from '../../../src/host/state/pasted-images.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'vibeflow-images-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const now = new Date('2026-11-29T12:00:00Z')

test('an image is saved for the user alone, whatever the directory allowed before', async () => {
  const folder = join(home, 'state/pasted-images')
  const images = new PastedImages(folder)
  const first = await images.save(Uint8Array.of(1, 2), 'png', now)
  expect(first).toMatch(/\/pasted-images\/image-2026-11-29-12-00-00-[0-9a-f]{6}\.png$/)
  expect([mode(folder), mode(first)]).toEqual(['700', '600'])
  chmodSync(folder, 0o777)
  const second = await images.save(Uint8Array.of(3), 'webp', now)
  expect(mode(folder)).toBe('700')
  expect([...readFileSync(first)]).toEqual([1, 2])
  expect(second).not.toBe(first)
})

test('files older than a week are removed, and no other files', async () => {
  const images = new PastedImages(home)
  const old = await images.save(Uint8Array.of(1), 'png', now)
  const newer = await images.save(Uint8Array.of(2), 'gif', now)
  writeFileSync(join(home, 'notes.png'), 'of the user')
  const days = (count: number) => new Date(now.getTime() - count * 24 * 3_600_000)
  for (const [file, count] of [
    [old, 8],
    [newer, 6],
    [join(home, 'notes.png'), 100],
  ] as const)
    utimesSync(file, days(count), days(count))
  await images.removeOld(now)
  expect(
    readdirSync(home)
      .map((name) => join(home, name))
      .sort(),
  ).toEqual([newer, join(home, 'notes.png')].sort())
})

test('a new file stays although a directory and newer large files are there', async () => {
  const images = new PastedImages(home)
  const large = await images.save(Uint8Array.of(1), 'png', now)
  truncateSync(large, 300 * 1_048_576)
  const folder = join(home, 'image-of-the-user.png')
  mkdirSync(folder)
  const later = new Date(Date.now() + 3_600_000)
  utimesSync(large, later, later)
  utimesSync(folder, now, new Date(0))
  const file = await images.save(Uint8Array.of(2), 'png', now)
  expect(readdirSync(home).map((name) => join(home, name))).toEqual(
    expect.arrayContaining([folder, file]),
  )
})

test('old files are removed at the start and once a day', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  try {
    const images = new PastedImages(home)
    const clean = vi.spyOn(images, 'removeOld')
    images.keepClean()
    vi.advanceTimersByTime(2 * 24 * 3_600_000)
    expect(clean).toHaveBeenCalledTimes(3)
    await Promise.all(clean.mock.results.map(({ value }) => value))
  } finally {
    vi.useRealTimers()
  }
})

test('images are not saved through a link, and an absent directory is accepted', async () => {
  symlinkSync(home, join(home, 'link'))
  await expect(
    new PastedImages(join(home, 'link')).save(Uint8Array.of(1), 'png', now),
  ).rejects.toThrow()
  await new PastedImages(join(home, 'absent')).removeOld(now)
  expect(readdirSync(home)).toEqual(['link'])
})
