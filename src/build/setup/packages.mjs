/**
 * System packages by purpose: how to detect them from files (1 ms on a complete machine), and how
 * to install missing ones on Debian.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { cacheFolder, findProgram, run, say, Stop } from '../project.mjs'

/**
 * @typedef {{ package: string, program?: string, files?: readonly string[], library?: string }}
 * Item
 */
/**
 * @typedef {'shim' | 'electron' | 'building' | 'tests' | 'screen' | 'packaging' | 'packageTests'}
 * Purpose
 */

/** @param {string} name @param {string} [program] @returns {Item} */
const program = (name, program = name) => ({ package: name, program })
/** @param {string} name @param {string} library @returns {Item} */
const library = (name, library) => ({ package: name, library })

/** A file that the compiler reads. @param {string} name @param {string} file @returns {Item} */
const header = (name, file) => ({ package: name, files: [`/usr/include/${file}`] })

/** @type {Readonly<Record<Purpose, readonly Item[]>>} */
export const purposes = {
  shim: [
    program('chromium'),
    { package: 'chromium-sandbox', files: ['/usr/lib/chromium/chrome-sandbox'] },
    program('xclip'),
  ],
  electron: [
    library('libgtk-3-0', 'libgtk-3.so.0'),
    library('libnss3', 'libnss3.so'),
    library('libnotify4', 'libnotify.so.4'),
    library('libxss1', 'libXss.so.1'),
    library('libxtst6', 'libXtst.so.6'),
    library('libatspi2.0-0', 'libatspi.so.0'),
    library('libsecret-1-0', 'libsecret-1.so.0'),
    library('libgbm1', 'libgbm.so.1'),
    library('libasound2', 'libasound.so.2'),
    program('xdg-utils', 'xdg-open'),
  ],
  building: [program('python3'), program('make'), program('g++'), program('git')],
  tests: [
    program('xvfb', 'xvfb-run'),
    program('xauth'),
    program('xdotool'),
    program('procps', 'ps'),
    {
      package: 'fonts-dejavu-core',
      files: ['/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf'],
    },
    {
      package: 'fonts-firacode',
      files: ['/usr/share/fonts/truetype/firacode/FiraCode-Regular.ttf'],
    },
    {
      package: 'fonts-lohit-deva',
      files: ['/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf'],
    },
    {
      package: 'fonts-noto-cjk',
      files: ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
    },
    {
      package: 'fonts-noto-color-emoji',
      files: ['/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'],
    },
    program('vim'),
    program('htop'),
    program('less'),
    program('tmux'),
    program('mc'),
    program('bash'),
    program('zsh'),
    program('fish'),
    program('openssh-client', 'ssh'),
    { package: 'openssh-server', files: ['/usr/sbin/sshd'] },
    program('busybox'),
    program('sudo'),
  ],
  screen: [
    program('x11-utils', 'xprop'),
    program('openbox'),
    program('picom'),
    program('dbus', 'dbus-run-session'),
  ],
  packaging: [
    program('squashfs-tools', 'mksquashfs'),
    program('librsvg2-bin', 'rsvg-convert'),
    program('gcc'),
    program('binutils', 'strip'),
    program('rpm', 'rpmbuild'),
    program('desktop-file-utils', 'desktop-file-validate'),
    header('libc6-dev', 'stdio.h'),
    header('libsquashfuse-dev', 'squashfuse/ll.h'),
    header('libfuse3-dev', 'fuse3/fuse_lowlevel.h'),
    header('zlib1g-dev', 'zlib.h'),
    header('libzstd-dev', 'zstd.h'),
    header('liblzma-dev', 'lzma.h'),
    header('liblz4-dev', 'lz4.h'),
  ],
  packageTests: [
    program('desktop-file-utils', 'desktop-file-validate'),
    program('appstream', 'appstreamcli'),
    program('man-db', 'man'),
    program('shellcheck'),
    program('lintian'),
    program('debootstrap'),
  ],
}

const libraryFolders = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/lib/x86_64-linux-gnu',
  '/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
]

/** @param {Item} item */
function isPresent(item) {
  if (item.program !== undefined) return findProgram(item.program) !== undefined
  if (item.library !== undefined)
    return libraryFolders.some((folder) => fs.existsSync(`${folder}/${item.library}`))
  return (item.files ?? []).some((file) => fs.existsSync(file))
}

/**
 * Returns the missing packages for these purposes.
 * @param {readonly Purpose[]} wanted
 * @returns {Item[]}
 */
export function missing(wanted) {
  return wanted.flatMap((purpose) => purposes[purpose].filter((item) => !isPresent(item)))
}

/**
 * Returns whether this is Debian, or similar enough to have the same package names.
 * @param {string} osRelease
 */
export function isDebian(osRelease) {
  return /^ID(_LIKE)?=.*\bdebian\b/m.test(osRelease)
}

/** Returns the command for the user. @param {readonly string[]} names */
export function installCommand(names) {
  return `apt-get install --no-install-recommends ${names.join(' ')}`
}

/**
 * Installs missing packages, or stops with the command for it. Installed packages are not upgraded.
 * @param {readonly Purpose[]} wanted
 * @param {typeof missing} [look] for tests
 */
export async function ensurePackages(wanted, look = missing) {
  const lacking = look(wanted)
  if (lacking.length === 0) return
  const osRelease = fs.existsSync('/etc/os-release')
    ? fs.readFileSync('/etc/os-release', 'utf8')
    : ''
  const aptGet = findProgram('apt-get')
  if (!isDebian(osRelease) || aptGet === undefined) {
    // Other systems have other paths for fonts and the sandbox, so only called programs are
    // required there.
    const needed = lacking
      .filter((item) => item.files === undefined)
      .map((item) => item.program ?? item.library)
    if (needed.length > 0)
      throw new Stop(
        `missing on this system (Debian's package names: ` +
          `${lacking.map((item) => item.package).join(' ')}): ${needed.join(', ')}`,
      )
    return
  }
  const names = lacking.map((item) => currentName(item.package))
  const prefix = privilege()
  if (prefix === undefined) {
    throw new Stop(
      'missing packages, and this user may not install them. Run:\n  sudo apt-get update && ' +
        `sudo ${installCommand(names)}`,
    )
  }
  say(`installing system packages: ${names.join(' ')}`)
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', aptGet]
  const update = () => run(apt[0] ?? '', [...apt.slice(1), '-q', 'update'])
  const install = () =>
    run(apt[0] ?? '', [
      ...apt.slice(1),
      '-q',
      '-y',
      '-o',
      'Dpkg::Use-Pty=0',
      'install',
      '--no-install-recommends',
      '--no-upgrade',
      ...names,
    ])
  if (!haveLists()) await update()
  if ((await install()) !== 0) {
    say('that failed; once more, with fresh package lists')
    await update()
    if ((await install()) !== 0)
      throw new Stop(
        'the system packages cannot be installed. Try by hand:\n  ' +
          `${prefix.length > 0 ? 'sudo ' : ''}${installCommand(names)}`,
      )
  }
  const still = look(wanted)
  if (still.length > 0)
    throw new Stop(
      `still missing after the installation: ${still.map((item) => item.package).join(' ')}`,
    )
}

/**
 * Returns the prefix of apt-get: none for root, sudo without a password prompt, or undefined.
 * Tests set VIBEFLOW_INSTALL=0, since a script of theirs must not change the machine.
 */
function privilege() {
  if (process.env['VIBEFLOW_INSTALL'] === '0') return undefined
  if (process.getuid?.() === 0) return []
  const sudo = findProgram('sudo')
  if (sudo !== undefined && spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0)
    return [sudo, '-n']
  return undefined
}

function haveLists() {
  try {
    return fs.readdirSync('/var/lib/apt/lists').some((name) => /_Packages(\.\w+)?$/.test(name))
  } catch {
    return false // without the folder there are no lists
  }
}

/**
 * Debian 13 renamed some libraries for 64-bit time; the old names may have two providers, which
 * apt-get refuses.
 * @param {string} name
 */
function currentName(name) {
  if (!['libgtk-3-0', 'libatspi2.0-0', 'libasound2'].includes(name)) return name
  const known =
    spawnSync('apt-cache', ['show', '--no-all-versions', `${name}t64`], { stdio: 'ignore' })
      .status === 0
  return known ? `${name}t64` : name
}

/** Debian's package with Alacritty's reference tests, and their folder in it. */
const alacritty = {
  package: 'librust-alacritty-terminal-dev',
  folder: 'usr/share/cargo/registry/alacritty_terminal-0.17.0/tests/ref',
}

/** Returns where Alacritty's reference tests are, if installed. */
export function alacrittyTests() {
  const installed = path.join('/', alacritty.folder)
  return fs.existsSync(installed)
    ? installed
    : path.join(cacheFolder(), 'alacritty', alacritty.folder)
}

/**
 * Fetches them (180 KB) without dependencies. On failure their tests are skipped. Another version
 * of the package is not requested again.
 */
export async function fetchAlacrittyTests() {
  const folder = path.join(cacheFolder(), 'alacritty')
  if (fs.existsSync(alacrittyTests()) || fs.existsSync(folder)) return
  const aptGet = findProgram('apt-get')
  if (aptGet === undefined || findProgram('dpkg-deb') === undefined) return
  if (process.env['VIBEFLOW_INSTALL'] === '0') return
  const coming = `${folder}.${process.pid}`
  fs.mkdirSync(coming, { recursive: true })
  try {
    const options = { cwd: coming, timeoutMs: 30_000, quiet: true }
    if ((await run(aptGet, ['-q', 'download', alacritty.package], options)) !== 0) return
    const [file = ''] = fs.readdirSync(coming)
    if ((await run('dpkg-deb', ['-x', file, '.'], options)) === 0) fs.renameSync(coming, folder)
  } finally {
    fs.rmSync(coming, { recursive: true, force: true })
  }
}
