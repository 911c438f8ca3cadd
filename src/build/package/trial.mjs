/**
 * Tries electron-builder.yml without Electron: electron-builder packs the AppImage and the archive
 * with the shim instead, and a recorder replaces fpm to note the content of deb and rpm. The
 * results do not run, but show that the configuration is valid, names existing files, and puts them
 * where command and desktop look.
 */
import fs from 'node:fs'
import path from 'node:path'
import { shimExecutable } from '../setup/engine.mjs'
import { must, root, Stop } from '../project.mjs'
import { electronPackages } from './electron.mjs'

/**
 * @typedef {{ appimage: string, fpm: readonly (readonly string[])[] }} Trial fpm: the words of each
 * call
 */

/**
 * @param {import('./facts.mjs').Facts} facts
 * @param {string} work a folder that is created again
 * @returns {Promise<Trial>}
 */
export async function trial(facts, work) {
  fs.rmSync(work, { recursive: true, force: true })
  const dist = path.join(work, 'dist')
  fs.cpSync(path.dirname(shimExecutable), dist, { recursive: true })
  fs.writeFileSync(path.join(dist, 'version'), facts.version)
  const fpm = path.join(work, 'fpm')
  fs.writeFileSync(fpm, `#!/bin/sh\nprintf '%s\\n' "$@" > "${work}/fpm-$$.words"\n`, {
    mode: 0o755,
  })
  const release = path.join(work, 'release')
  fs.mkdirSync(release)
  // electron-builder.yml names files under out/package: the work folder of a real run.
  const real = path.join(root, 'out/package')
  fs.rmSync(real, { recursive: true, force: true })
  try {
    await electronPackages(
      { ...facts, engine: 'electron' },
      {
        electron: path.join(dist, 'electron'),
        formats: ['appimage', 'deb', 'rpm'],
        work: real,
        release,
        more: [`-c.directories.output=${release}`],
        environment: { CUSTOM_FPM_PATH: fpm, VIBEFLOW_PACKAGE_TRIAL: '1' },
      },
    )
  } finally {
    fs.rmSync(real, { recursive: true, force: true })
  }
  const appimage = fs.readdirSync(release).find((name) => name.endsWith('.AppImage'))
  if (appimage === undefined) throw new Stop('electron-builder left no AppImage')
  const packed = path.join(release, appimage)
  const failed = 'its AppImage cannot be unpacked'
  await must(failed, packed, ['--appimage-extract'], { cwd: work, quiet: true })
  const calls = fs
    .readdirSync(work)
    .filter((name) => name.endsWith('.words'))
    .sort()
    .map((name) => fs.readFileSync(path.join(work, name), 'utf8').trimEnd().split('\n'))
  return { appimage: path.join(work, 'squashfs-root'), fpm: calls }
}
