/**
 * The AppImage with the shim: the tree as squashfs after vibeflow's AppImage runtime
 * (src/appimage-runtime). Needs only Debian's tools.
 */
import fs from 'node:fs'
import path from 'node:path'
import { must, needed, root } from '../project.mjs'
import { archive } from './tarball.mjs'
import { copy } from './files.mjs'
import { assets, settle } from './tree.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

const sources = path.join(root, 'src/appimage-runtime')
/** zstd level. 19 takes three times as long as 15 and saves 2 %. */
const level = process.env['VIBEFLOW_PACKAGE_FAST'] === '1' ? '3' : '15'

/** @param {Facts} facts @param {{ prefix: string, work: string, output: string }} places */
export async function appImage(facts, { prefix, work, output }) {
  const folder = path.join(work, 'AppDir')
  fs.mkdirSync(folder)
  fs.cpSync(prefix, path.join(folder, 'usr'), { recursive: true, verbatimSymlinks: true })
  copy(path.join(assets, 'AppRun'), path.join(folder, 'AppRun'), 0o755)
  copy(path.join(assets, 'vibeflow.desktop'), path.join(folder, 'vibeflow.desktop'), 0o644)
  copy(path.join(assets, 'vibeflow.svg'), path.join(folder, 'vibeflow.svg'), 0o644)
  copy(
    path.join(prefix, 'share/icons/hicolor/256x256/apps/vibeflow.png'),
    path.join(folder, '.DirIcon'),
    0o644,
  )
  settle(folder, facts.epoch)
  const runtime = path.join(work, 'runtime')
  await buildRuntime(facts.version, runtime)
  const image = path.join(work, 'image.squashfs')
  await pack(folder, image, facts.epoch)
  const temporary = `${output}.new`
  fs.copyFileSync(runtime, temporary)
  fs.appendFileSync(temporary, fs.readFileSync(image))
  fs.chmodSync(temporary, 0o755)
  fs.renameSync(temporary, output)
}

/** @param {string} version @param {string} output */
export async function buildRuntime(version, output) {
  await must(
    "the AppImage's start program does not compile; the reason stands above",
    '/bin/sh',
    [path.join(sources, 'build.sh'), output, version],
    { quiet: true },
  )
}

/** @param {string} folder @param {string} image @param {number} epoch */
async function pack(folder, image, epoch) {
  const program = needed('mksquashfs', 'mksquashfs is missing (Debian: squashfs-tools)')
  const args = [
    folder,
    image,
    '-noappend',
    '-all-root',
    '-no-xattrs',
    '-comp',
    'zstd',
    '-Xcompression-level',
    level,
    '-mkfs-time',
    String(epoch),
    '-no-progress',
    '-quiet',
  ]
  // It reads SOURCE_DATE_EPOCH from the environment and then refuses the option.
  const { SOURCE_DATE_EPOCH: _, ...env } = process.env
  const failed = 'the image cannot be packed; the reason stands above'
  await must(failed, program, args, { quiet: true, env })
}

/**
 * Packs the sources for linking the runtime again, as the LGPL of glibc and libfuse requires.
 * @param {Facts} facts
 * @param {string} output
 */
export async function runtimeSources(facts, output) {
  await archive(sources, output, `appimage-runtime-${facts.version}`, facts.epoch)
}
