/**
 * Attacks the AppImage runtime: an image of any bytes, and folders that another user has prepared.
 * It is built with AddressSanitizer if the compiler has it.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { missing } from '../../src/build/setup/packages.mjs'
import { seeded } from '../support/random.ts'
import { smallImage } from '../support/small-image.ts'

const lacking = missing(['packaging']).map((item) => item.package)
/** An eighth of a second each; for a longer look name more of them, and another seed. */
const imagesTried = Number(process.env['VIBEFLOW_IMAGES'] ?? '16')
const nobody = 65_534

let folder: string
let parts: { readonly runtime: Buffer; readonly image: Buffer }
beforeEach(({ skip }) =>
  skip(
    lacking.length > 0,
    `these packages of Debian lack, which npm run package installs: ${lacking.join(' ')}`,
  ),
)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'appimage-attack-'))
  if (lacking.length === 0) parts = smallImage(folder, { SANITIZE: '1' })
}, 120_000) // a compiler runs
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/**
 * Unpacks in a new folder that `prepare` has filled. A file may get a MB: a damaged image may
 * report any size.
 */
function unpack(image: Buffer, prepare: (place: string) => void = () => undefined) {
  const place = mkdtempSync(join(folder, 'place-'))
  prepare(place)
  const file = join(place, 'app')
  writeFileSync(file, Buffer.concat([parts.runtime, image]), { mode: 0o755 })
  const { status, signal, stderr } = spawnSync(
    '/bin/sh',
    ['-c', 'ulimit -f 2048; trap "" XFSZ; exec ./app --appimage-extract'],
    { cwd: place, encoding: 'utf8', timeout: 20_000 },
  )
  const there = readdirSync(place).sort()
  return { status, signal, stderr, there, place }
}

/**
 * Returns whether a sanitizer's report starts in this project's sources. libsquashfuse, which reads
 * the tables, has bugs of its own with damaged ones. Those end this start and give an attacker
 * nothing: a user who can change the packed tree can also change the runtime before it.
 */
function faultOfOurs(stderr: string): boolean {
  if (stderr.includes('runtime error')) return true
  const places = [...stderr.matchAll(/^ +#\d+ 0x[0-9a-f]+ in \S+ (\S+)/gm)]
    .map(([, place = '']) => place)
    .filter((place) => !place.includes('libsanitizer'))
  return stderr.includes('Sanitizer') && /^\w+\.c:\d+/.test(places[0] ?? 'none.c:1')
}

test(`${imagesTried} damaged images: unpacked or refused, within folder and bounds`, () => {
  const seed = Number(process.env['VIBEFLOW_FUZZ_SEED'] ?? '1')
  const random = seeded(seed)
  const below = (count: number) => Math.floor(random() * count)
  const wrong: unknown[] = []
  for (let round = 0; round < imagesTried; round += 1) {
    const image = Buffer.from(parts.image)
    // The superblock is the first 96 bytes, the tables are at the end; contents between are what
    // they are.
    for (let change = 1 + below(6); change > 0; change -= 1) {
      const where = random()
      image[
        where < 0.3
          ? below(96)
          : where < 0.8
            ? image.length - 1 - below(Math.min(600, image.length))
            : below(image.length)
      ] = below(256)
    }
    const { status, signal, stderr, there, place } = unpack(
      random() < 0.1 ? image.subarray(0, below(image.length)) : image,
    )
    if (
      faultOfOurs(stderr) ||
      (!stderr.includes('Sanitizer') && status !== 0 && status !== 127) ||
      signal !== null ||
      there.some((name) => name !== 'app' && name !== 'squashfs-root')
    )
      wrong.push({ seed, round, status, signal, stderr: stderr.slice(0, 2_000), there })
    rmSync(place, { recursive: true, force: true })
  }
  expect(wrong).toEqual([])
})

test.each<[string, (place: string) => void]>([
  [
    "another user's",
    (place) => {
      mkdirSync(join(place, 'squashfs-root'))
      chownSync(join(place, 'squashfs-root'), nobody, nobody)
    },
  ],
  [
    'one that others may write to',
    (place) => {
      mkdirSync(join(place, 'squashfs-root'))
      chmodSync(join(place, 'squashfs-root'), 0o777)
    },
  ],
  [
    'a link',
    (place) => {
      mkdirSync(join(place, 'elsewhere'))
      symlinkSync('elsewhere', join(place, 'squashfs-root'))
    },
  ],
])('nothing is unpacked into a folder that is there already and is %s', (name, prepare) => {
  // only root can give a folder away
  if (process.getuid?.() !== 0 && name.startsWith('another')) return
  const { status, stderr, place } = unpack(parts.image, prepare)
  expect({ status, stderr, inside: readdirSync(join(place, 'squashfs-root')) }).toEqual({
    status: 127,
    stderr: expect.stringMatching(
      new RegExp(
        String.raw`squashfs-root here is (?:not used: it must be yours, and nobody else may ` +
          String.raw`write to it|no folder)`,
      ),
    ),
    inside: [],
  })
})
