/**
 * Creates the content of every package with the shim: PREFIX/bin with `vibeflow` and
 * `vibeflow-emit`, PREFIX/lib/vibeflow with Node, the shim and the app, and PREFIX/share with files
 * for desktops, shells and `man`. An AppImage has it as usr/, a deb as /usr.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { shimExecutable } from '../setup/engine.mjs'
import { keeperBinary } from '../setup/keeper.mjs'
import { findProgram, must, needed, projectNode, readJson, root, Stop } from '../project.mjs'
import { changelog } from './changelog.mjs'
import { copy, write } from './files.mjs'
import { fillEmit, linkEmit } from './emit.mjs'
import { writeFeedAddress } from './feed.mjs'
import { licences } from './protocol.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

export const assets = path.join(root, 'src/packaging')

/** Icon sizes of icon themes, px. */
export const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512]

/** @param {Facts} facts @param {string} prefix a new folder */
export async function fillPrefix(facts, prefix) {
  const lib = path.join(prefix, 'lib/vibeflow')
  copy(path.join(assets, 'launcher.sh'), path.join(prefix, 'bin/vibeflow'), 0o755)
  copy(path.join(assets, 'engine-shim.sh'), path.join(lib, 'engine.sh'), 0o644)
  for (const name of fs.readdirSync(path.dirname(shimExecutable))) {
    copy(
      path.join(path.dirname(shimExecutable), name),
      path.join(lib, name),
      name === 'electron' ? 0o755 : 0o644,
    )
  }
  copy(projectNode().path, path.join(lib, 'node'), 0o755)
  await strip(path.join(lib, 'node'))
  await fillApp(facts, path.join(lib, 'resources/app'))
  await fillShare(facts, path.join(prefix, 'share'))
  linkEmit(prefix)
}

/** Copies the built app for the engine. @param {Facts} facts @param {string} app */
async function fillApp({ version }, app) {
  for (const part of ['main', 'preload', 'renderer', 'integrations'])
    copyTree(path.join(root, 'out', part), path.join(app, 'out', part))
  const { name, description, license, main, desktopName } = readJson(
    path.join(root, 'package.json'),
  )
  const manifest = { name, version, description, license, type: 'module', main, desktopName }
  write(path.join(app, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const pty = path.join(root, 'node_modules/node-pty')
  const inside = path.join(app, 'node_modules/node-pty')
  copy(path.join(pty, 'package.json'), path.join(inside, 'package.json'), 0o644)
  copy(path.join(pty, 'LICENSE'), path.join(inside, 'LICENSE'), 0o644)
  for (const file of fs
    .readdirSync(path.join(pty, 'lib'))
    .filter((file) => file.endsWith('.js') && !/\.test\.js$|^windows|^conpty/i.test(file))) {
    copy(path.join(pty, 'lib', file), path.join(inside, 'lib', file), 0o644)
  }
  const native = 'build/Release/pty.node'
  copy(path.join(pty, native), path.join(inside, native), 0o644)
  await strip(path.join(inside, native))
  copy(keeperBinary, path.join(inside, path.dirname(native), path.basename(keeperBinary)), 0o755)
}

/** Adds files for desktops, shells and `man`. @param {Facts} facts @param {string} share */
export async function fillShare(facts, share) {
  copy(
    path.join(assets, 'vibeflow.desktop'),
    path.join(share, 'applications/vibeflow.desktop'),
    0o644,
  )
  copy(
    path.join(assets, 'dev.vibeflow.terminal.metainfo.xml'),
    path.join(share, 'metainfo/dev.vibeflow.terminal.metainfo.xml'),
    0o644,
  )
  await fillIcons(path.join(share, 'icons/hicolor'))
  await fillEmit(facts.version, share)
  writeFeedAddress(facts, share)
  for (const [name, page] of manuals(facts))
    write(path.join(share, 'man/man1', `${name}.gz`), pack(Buffer.from(page)))
  const completions = {
    bash: 'bash-completion/completions/vibeflow',
    zsh: 'zsh/site-functions/_vibeflow',
    fish: 'fish/vendor_completions.d/vibeflow.fish',
  }
  for (const [shell, file] of Object.entries(completions)) {
    write(
      path.join(share, file),
      outputOf([path.join(root, 'out/main/cli.js'), 'completion', shell]),
    )
  }
  const desktop = path.join(root, 'src/integrations/desktop')
  copyTree(path.join(desktop, 'gnome-shell'), path.join(share, 'gnome-shell/extensions'))
  for (const bar of ['tmux', 'waybar'])
    copyTree(path.join(desktop, bar), path.join(share, 'vibeflow', bar))
  write(path.join(share, 'doc/vibeflow/copyright'), copyrightFile())
  for (const name of licences)
    write(
      path.join(share, 'doc/vibeflow', `${name}.gz`),
      pack(fs.readFileSync(path.join(root, name))),
    )
  write(path.join(share, 'doc/vibeflow/changelog.gz'), pack(Buffer.from(changelog(facts))))
}

/** @param {string} hicolor the theme's folder */
async function fillIcons(hicolor) {
  const svg = path.join(assets, 'vibeflow.svg')
  copy(svg, path.join(hicolor, 'scalable/apps/vibeflow.svg'), 0o644)
  const render = findProgram('rsvg-convert') ?? 'rsvg-convert'
  for (const size of iconSizes) {
    const file = path.join(hicolor, `${size}x${size}/apps/vibeflow.png`)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    const words = ['-w', String(size), '-h', String(size), svg, '-o', file]
    await must('the icon cannot be drawn; the reason stands above', render, words, { quiet: true })
    fs.chmodSync(file, 0o644)
  }
}

/**
 * Returns name and text of each manual page, from the project's Node, which reads TypeScript.
 * @param {Facts} facts
 * @returns {[name: string, page: string][]}
 */
function manuals({ version }) {
  const code =
    "const { manualPages } = await import('./src/cli/command/manual.ts'); " +
    'console.log(JSON.stringify(await manualPages(process.argv[1])))'
  return Object.entries(JSON.parse(outputOf(['--input-type=module', '-e', code, version])))
}

/** Returns what the project's Node prints. @param {readonly string[]} words */
function outputOf(words) {
  const { status, stdout, stderr } = spawnSync(projectNode().path, words, {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Stop(`node ${words.join(' ')} failed: ${stderr}`)
  return stdout
}

function copyrightFile() {
  const mit = fs.readFileSync(path.join(root, 'LICENSE-MIT'), 'utf8')
  const holder =
    /Copyright.*/.exec(mit)?.[0].replace(/^Copyright( \(c\))? /, '') ?? 'The vibeflow project'
  const text = mit
    .trim()
    .split('\n')
    .slice(1)
    .join('\n')
    .replace(/^.*Copyright.*$/m, '')
    .trim()
    .split('\n')
    .map((line) => ` ${line.trim() === '' ? '.' : line}`)
    .join('\n')
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: vibeflow
Comment: Parts of other projects, with their licences, are in THIRD-PARTY-LICENSES.txt beside this
 file.

Files: *
Copyright: ${holder}
License: MIT or Apache-2.0

License: MIT
${text}

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0; here it is
 LICENSE-APACHE.gz beside this file.
`
}

/** Removes folder names and compiler notes; keeps what the loader needs. @param {string} file */
async function strip(file) {
  const program = needed('strip', 'strip is missing (Debian: binutils, which comes with gcc)')
  const args = [
    '--strip-unneeded',
    '--remove-section=.comment',
    '--remove-section=.note.gnu.build-id',
    file,
  ]
  const failed = `${file} cannot be stripped; the reason stands above`
  await must(failed, program, args, { quiet: true })
}

/** Compresses without name and time. @param {Buffer} bytes */
export function pack(bytes) {
  return zlib.gzipSync(bytes, { level: 9 })
}

/** Omits source maps, which are larger than the app. @param {string} from @param {string} to */
function copyTree(from, to) {
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && !entry.name.endsWith('.map'))
      copy(source, path.join(to, path.relative(from, source)), 0o644)
  }
}

/**
 * Sets the time of all files, and modes independent of the builder's umask.
 * @param {string} folder
 * @param {number} epoch
 */
export function settle(folder, epoch) {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) fs.chmodSync(file, 0o755)
    if (!entry.isSymbolicLink()) fs.utimesSync(file, epoch, epoch)
    else fs.lutimesSync(file, epoch, epoch)
  }
  fs.chmodSync(folder, 0o755)
  fs.utimesSync(folder, epoch, epoch)
}
