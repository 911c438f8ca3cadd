/** Files with the images of notifications. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { NotificationImages } from '../../../src/host/desktop/notification-images.ts'

function runtime(): string {
  const folder = mkdtempSync(join(tmpdir(), 'images-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const image = new Uint8Array([1, 2, 3])

test('an image is in a folder of its own until it is removed', () => {
  const parent = runtime()
  const written = new NotificationImages({ XDG_RUNTIME_DIR: parent }).write(image)!
  expect([dirname(dirname(written.path)), statSync(written.path).mode & 0o777]).toEqual([
    parent,
    0o600,
  ])
  written.remove()
  expect(existsSync(written.path)).toBe(false)
})

test('an image is in the temporary folder when XDG_RUNTIME_DIR does not exist', () => {
  const images = new NotificationImages({ XDG_RUNTIME_DIR: join(runtime(), 'missing') })
  const written = images.write(image)
  onTestFinished(() => rmSync(dirname(written!.path), { recursive: true, force: true }))
  expect(dirname(dirname(written!.path))).toBe(tmpdir())
})

test('another folder is made when the first one has been removed', () => {
  const images = new NotificationImages({ XDG_RUNTIME_DIR: runtime() })
  rmSync(dirname(images.write(image)!.path), { recursive: true })
  expect([images.write(image), images.write(image)]).toEqual([null, expect.anything()])
})

test('the folder stays in use after another failure, and part of a file is removed', () => {
  const parent = runtime()
  const images = new NotificationImages({ XDG_RUNTIME_DIR: parent })
  const folder = dirname(images.write(image)!.path)
  writeFileSync(join(folder, '2.png'), 'part')
  expect(images.write(image)).toBeNull()
  expect(dirname(images.write(image)!.path)).toBe(folder)
  expect([readdirSync(parent).length, readdirSync(folder)]).toEqual([1, ['1.png', '3.png']])
})
