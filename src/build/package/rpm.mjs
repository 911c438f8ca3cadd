/** The rpm with the shim, made with Debian's rpmbuild from the finished tree. */
import fs from 'node:fs'
import path from 'node:path'
import { must, needed } from '../project.mjs'
import { packageName, processor } from './facts.mjs'
import { glibcNeeded } from './glibc.mjs'
import { settle } from './tree.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

/** @param {Facts} facts @param {{ prefix: string, work: string, output: string }} places */
export async function rpm(facts, { prefix, work, output }) {
  const program = needed('rpmbuild', 'rpmbuild is missing (Debian: rpm)')
  const top = path.join(work, 'rpm')
  fs.mkdirSync(top)
  settle(prefix, facts.epoch)
  fs.writeFileSync(path.join(top, 'vibeflow.spec'), spec(facts, prefix))
  const define = (/** @type {string} */ name, /** @type {string} */ value) => [
    '--define',
    `${name} ${value}`,
  ]
  const args = [
    '-bb',
    '--target',
    processor(facts, 'rpm'),
    '--buildroot',
    path.join(top, 'root'),
    ...define('_topdir', top),
    ...define('_dbpath', path.join(top, 'db')),
    ...define('_buildhost', 'vibeflow'),
    ...define('use_source_date_epoch_as_buildtime', '1'),
    ...define('clamp_mtime_to_source_date_epoch', '1'),
    ...define('_build_id_links', 'none'),
    ...define(
      '_binary_payload',
      process.env['VIBEFLOW_PACKAGE_FAST'] === '1' ? 'w3.zstdio' : 'w15.zstdio',
    ),
    path.join(top, 'vibeflow.spec'),
  ]
  await must('the rpm cannot be made; the reason stands above', program, args, {
    quiet: true,
    env: { ...process.env, SOURCE_DATE_EPOCH: String(facts.epoch) },
  })
  fs.renameSync(path.join(top, 'RPMS', processor(facts, 'rpm'), path.basename(output)), output)
}

/** @param {Facts} facts @param {string} prefix the finished tree */
export function spec(facts, prefix) {
  const entries = fs
    .readdirSync(prefix, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      place: `/usr/${path.relative(prefix, path.join(entry.parentPath, entry.name))}`,
      isFolder: entry.isDirectory(),
    }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
  // Folders of vibeflow alone belong to the package, or they would remain when it is removed.
  const files = entries.flatMap(({ place, isFolder }) =>
    !isFolder ? [`"${place}"`] : /\/vibeflow(@[^/]*)?(\/|$)/.test(place) ? [`%dir "${place}"`] : [],
  )
  return `Name: ${packageName(facts)}
Version: ${facts.version}
Release: 1
Summary: Linux terminal that shows the state of your AI coding agents on every tab
License: MIT OR Apache-2.0
Requires: chromium
Requires: glibc >= ${glibcNeeded}
Requires: libgcc
Requires: libstdc++
Requires: libatomic
Recommends: xclip
Recommends: libnotify
Recommends: xdg-utils
AutoReqProv: no
%global debug_package %{nil}
%global __os_install_post %{nil}

%description
The stripe of each tab shows whether the agent in it is working, needs you, or
is done. One key goes to the tab that has been waiting longest.

This package does not contain Electron. It draws its windows with the Chromium
of the system, and contains Node.js.

%install
mkdir -p %{buildroot}/usr
cp -a "${prefix}/." %{buildroot}/usr/

%files
%defattr(-,root,root,-)
${files.join('\n')}
`
}
