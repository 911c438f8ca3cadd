/**
 * Packages with Electron, made by electron-builder with electron-builder.yml. It is installed
 * separately on demand, with its own lock file. It downloads and verifies its tools for deb, rpm
 * and archives; the AppImage runtime is vibeflow's.
 */
import fs from 'node:fs'
import path from 'node:path'
import { installSeparately } from '../setup/dependencies.mjs'
import { must, needed, outsideEnvironment, projectNode, root } from '../project.mjs'
import { buildRuntime, runtimeSources } from './appimage.mjs'
import { emitFolder } from './emit.mjs'
import { fileNames } from './facts.mjs'
import { writeLicences, writeSbom } from './sbom.mjs'
import { write } from './files.mjs'
import { assets, fillShare, iconSizes } from './tree.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

const manifest = path.join(root, 'src/build/package/electron-builder')
const builder = path.join(root, 'out/electron-builder')
const targets = { appimage: 'AppImage', deb: 'deb', rpm: 'rpm', tar: 'tar.gz' }

/**
 * @param {Facts} facts
 * @param {{ electron: string, formats: readonly (keyof typeof targets)[], work: string, release:
 * string, more?: readonly string[], environment?: NodeJS.ProcessEnv }} wanted electron: its
 * executable; more: further arguments, for a trial
 */
export async function electronPackages(
  facts,
  { electron, formats, work, release, more = [], environment = {} },
) {
  const names = fileNames(facts)
  await installSeparately('electron-builder', manifest, builder)
  const resources = path.join(work, 'resources')
  await fillShare(facts, path.join(resources, 'share'))
  write(
    path.join(resources, 'vibeflow-emit'),
    `#!/bin/sh\nexec /opt/vibeflow/resources/share/${emitFolder}/bin/vibeflow-emit.sh "$@"\n`,
  )
  fs.chmodSync(path.join(resources, 'vibeflow-emit'), 0o755)
  for (const size of iconSizes) {
    fs.mkdirSync(path.join(resources, 'icons'), { recursive: true })
    fs.copyFileSync(
      path.join(resources, `share/icons/hicolor/${size}x${size}/apps/vibeflow.png`),
      path.join(resources, `icons/${size}x${size}.png`),
    )
  }
  writeLicences(facts, path.join(release, names.licences))
  fs.copyFileSync(
    path.join(release, names.licences),
    path.join(resources, 'share/doc/vibeflow/THIRD-PARTY-LICENSES.txt'),
  )
  writeSbom(facts, path.join(release, names.sbom))
  const tools = await appImageTools(facts, path.join(work, 'appimage-tools'))
  const env = {
    ...outsideEnvironment(),
    SOURCE_DATE_EPOCH: String(facts.epoch),
    APPIMAGE_TOOLS_PATH: tools,
    ...environment,
  }
  const words = [
    path.join(builder, 'node_modules/electron-builder/cli.js'),
    '--linux',
    ...formats.map((format) => targets[format]),
    `--${facts.arch}`,
    '--publish',
    'never',
    '--config',
    path.join(root, 'electron-builder.yml'),
    `-c.electronDist=${path.dirname(electron)}`,
    ...more,
  ]
  await must('electron-builder failed; its words stand above', projectNode().path, words, { env })
  for (const entry of fs.readdirSync(release, { withFileTypes: true })) {
    // Its folders and notes are not part of a release.
    if (entry.isDirectory() || /^builder-|\.blockmap$|^latest/.test(entry.name))
      fs.rmSync(path.join(release, entry.name), { recursive: true })
  }
  if (formats.includes('appimage')) await runtimeSources(facts, path.join(release, names.runtime))
}

/**
 * Creates the folder of AppImage tools for electron-builder: Debian's programs and vibeflow's
 * runtime.
 * @param {Facts} facts
 * @param {string} folder
 */
async function appImageTools(facts, folder) {
  fs.mkdirSync(path.join(folder, 'runtimes'), { recursive: true })
  fs.mkdirSync(path.join(folder, 'lib', facts.arch), { recursive: true })
  fs.writeFileSync(path.join(folder, 'lib', facts.arch, '.empty'), '')
  // electron-builder's AppRun puts folders of the AppImage into PATH, LD_LIBRARY_PATH and
  // XDG_DATA_DIRS. This one changes none of them.
  fs.writeFileSync(
    path.join(folder, 'mksquashfs'),
    `#!/bin/sh\ncp '${path.join(assets, 'AppRun')}' "$1/AppRun" && chmod 755 "$1/AppRun" || ` +
      `exit 1\nunset SOURCE_DATE_EPOCH\nexec '${needed('mksquashfs')}' "$@" ` +
      `-mkfs-time ${facts.epoch} -all-time ${facts.epoch}\n`,
    { mode: 0o755 },
  )
  fs.symlinkSync(needed('desktop-file-validate'), path.join(folder, 'desktop-file-validate'))
  await buildRuntime(facts.version, path.join(folder, 'runtimes', `runtime-${facts.arch}`))
  return folder
}
