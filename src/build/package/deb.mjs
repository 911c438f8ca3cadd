/**
 * The deb with the shim: the tree as /usr, depending on the system's Chromium, and registered for
 * x-terminal-emulator.
 */
import fs from 'node:fs'
import path from 'node:path'
import { must, needed } from '../project.mjs'
import { packageName, processor } from './facts.mjs'
import { copy, write } from './files.mjs'
import { glibcNeeded } from './glibc.mjs'
import { assets, settle } from './tree.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

/** @param {Facts} facts @param {{ prefix: string, work: string, output: string }} places */
export async function deb(facts, { prefix, work, output }) {
  const folder = path.join(work, 'deb')
  const name = packageName(facts)
  fs.mkdirSync(folder)
  fs.cpSync(prefix, path.join(folder, 'usr'), { recursive: true, verbatimSymlinks: true })
  // Debian looks for licenses under the package's name.
  fs.renameSync(
    path.join(folder, 'usr/share/doc/vibeflow'),
    path.join(folder, 'usr/share/doc', name),
  )
  fs.rmSync(path.join(folder, 'usr/share/doc', name, 'LICENSE-MIT.gz'))
  fs.rmSync(path.join(folder, 'usr/share/zsh'), { recursive: true })
  copy(
    path.join(prefix, 'share/zsh/site-functions/_vibeflow'),
    path.join(folder, 'usr/share/zsh/vendor-completions/_vibeflow'),
    0o644,
  )
  write(
    path.join(folder, 'usr/share/lintian/overrides', name),
    fs.readFileSync(path.join(assets, 'deb/lintian-overrides'), 'utf8').replaceAll('@NAME@', name),
  )
  write(path.join(folder, 'DEBIAN/control'), control(facts, Math.ceil(bytesOf(folder) / 1024)))
  for (const file of ['postinst', 'prerm'])
    copy(path.join(assets, 'deb', file), path.join(folder, 'DEBIAN', file), 0o755)
  settle(folder, facts.epoch)
  const pressed = process.env['VIBEFLOW_PACKAGE_FAST'] === '1' ? ['-Zgzip', '-z1'] : ['-Zxz']
  await must(
    'the deb cannot be made; the reason stands above',
    needed('dpkg-deb', 'dpkg-deb is missing: a deb is made on Debian'),
    ['--root-owner-group', ...pressed, '--build', folder, output],
    { quiet: true, env: { ...process.env, SOURCE_DATE_EPOCH: String(facts.epoch) } },
  )
}

/** @param {Facts} facts @param {number} installedKiB */
export function control(facts, installedKiB) {
  const name = packageName(facts)
  return `Package: ${name}
Version: ${facts.version}
Section: x11
Priority: optional
Architecture: ${processor(facts, 'deb')}
Maintainer: The vibeflow project <packages@vibeflow.invalid>
Installed-Size: ${installedKiB}
Depends: chromium, libc6 (>= ${glibcNeeded}), libgcc-s1, libstdc++6, libatomic1
Recommends: chromium-sandbox, xclip, libnotify-bin, xdg-utils
Provides: x-terminal-emulator
Conflicts: vibeflow
Description: Linux terminal that shows the state of your AI coding agents on every tab
 The stripe of each tab shows whether the agent in it is working, needs you,
 or is done. One key goes to the tab that has been waiting longest.
 .
 This package does not contain Electron. It draws its windows with the
 Chromium of the system, and contains Node.js.
`
}

/** @param {string} folder */
function bytesOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.lstatSync(path.join(entry.parentPath, entry.name)).size, 0)
}
