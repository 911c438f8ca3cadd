/**
 * Tests the deb in a new Debian: a root made with debootstrap, in which apt installs the package,
 * it is used and purged. Needs root. Chromium runs headless.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findProgram, must, needed, say, Stop } from '../project.mjs'

/** @param {string} deb @param {string} folder for the root; removed at the end */
export async function debInDebian(deb, folder) {
  if (process.getuid?.() !== 0)
    throw new Stop('a fresh Debian is made as root: sudo -E npm run test:package -- deb')
  const { suite, mirror } = ownDebian()
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const debootstrap = needed('debootstrap')
  const prepared = process.env['VIBEFLOW_TEST_DEBIAN_ROOT']
  if (prepared !== undefined) spawnSync('cp', ['-a', prepared, folder])
  else await call(debootstrap, ['--variant=minbase', suite, folder, mirror])
  const mounts = ['proc', 'dev', 'dev/shm', 'dev/pts']
  try {
    await call('mount', ['-t', 'proc', 'proc', path.join(folder, 'proc')])
    for (const place of mounts.slice(1))
      await call('mount', ['--bind', `/${place}`, path.join(folder, place)])
    // Services are not started in a folder; apt uses this machine's sources.
    fs.writeFileSync(path.join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', {
      mode: 0o755,
    })
    for (const file of ['/etc/resolv.conf', '/etc/hosts'])
      if (fs.existsSync(file)) fs.copyFileSync(file, path.join(folder, file))
    for (const place of [
      '/etc/apt/apt.conf.d',
      '/etc/apt/sources.list.d',
      '/etc/apt/trusted.gpg.d',
      '/usr/share/keyrings',
      '/usr/local/share/ca-certificates',
      '/etc/ssl/certs',
    ]) {
      if (fs.existsSync(place))
        fs.cpSync(place, path.join(folder, place), {
          recursive: true,
          force: true,
          dereference: true,
          filter: (file) => !/docker|\.disabled/.test(file),
        })
    }
    fs.copyFileSync(deb, path.join(folder, 'vibeflow.deb'))
    await inside(folder, 'apt-get -q update')
    const before = installed(folder)
    await inside(
      folder,
      'DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install /vibeflow.deb',
    )
    await use(folder)
    await inside(folder, 'DEBIAN_FRONTEND=noninteractive apt-get -q -y purge vibeflow-shim')
    const left = text(
      folder,
      'find / -xdev \\( -path /proc -o -path /dev -o -path /root -o -path /tmp \\) -prune ' +
        "-o -name '*vibeflow*' -print",
    )
      .split('\n')
      .filter((file) => file !== '' && file !== '/vibeflow.deb' && !file.startsWith('/var/'))
    if (left.length > 0) throw new Stop(`left after purging: ${left.join(' ')}`)
    if (
      text(folder, 'update-alternatives --query x-terminal-emulator 2>&1 || true').includes(
        'vibeflow',
      )
    )
      throw new Stop('the alternative is left after purging')
    say(
      'installed, used and purged; ' +
        `${installed(folder).filter((name) => !before.includes(name)).length} packages that ` +
        'it depends on are left, as apt does',
    )
  } finally {
    for (const place of mounts.toReversed()) spawnSync('umount', ['-l', path.join(folder, place)])
    if (!fs.readFileSync('/proc/mounts', 'utf8').includes(folder))
      fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Does what a user of the package does. @param {string} folder */
async function use(folder) {
  const expected = [
    ['readlink -f /etc/alternatives/x-terminal-emulator', '/usr/bin/vibeflow'],
    ['vibeflow --version', /^vibeflow \d/],
    // A small Debian omits manuals when it unpacks a package.
    [
      'ls /usr/share/man/man1/vibeflow.1.gz /usr/share/man/man1/vibeflow-emit.1.gz ' +
        '/usr/share/man/man1/vibeflow-ls.1.gz 2>/dev/null || grep -rhs ' +
        'path-exclude=/usr/share/man /etc/dpkg/dpkg.cfg.d',
      /vibeflow-emit|path-exclude/,
    ],
    ["x-terminal-emulator --wait -e sh -c 'exit 3' 2>/dev/null; echo $?", '3'],
    // As other programs do: the program runs, and the window stays until it is closed.
    [
      "x-terminal-emulator -e sh -c 'id -u > /tmp/ran; exit 3' 2>/dev/null & p=$!; n=0; " +
        'while [ ! -s /tmp/ran ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done; sleep ' +
        '1; kill -0 $p && kill $p; wait $p; echo $? $(cat /tmp/ran)',
      '0 0',
    ],
    [
      "vibeflow --diagnose | grep -A1 'started from'",
      /started from +package\n +command +\/usr\/bin\/vibeflow/,
    ],
    ['vibeflow --install-desktop', /already installed for all users/],
    // Without Node in the system; names beyond ASCII need the package's.
    [
      'VIBEFLOW_EMIT_STDOUT=1 vibeflow-emit working --project=é | tr -d "\\033\\007"',
      ']1338;state=working;project=%C3%A9',
    ],
    [
      'desktop-file-validate /usr/share/applications/vibeflow.desktop 2>/dev/null || true; ' +
        'test -s /usr/share/icons/hicolor/48x48/apps/vibeflow.png && echo icons',
      'icons',
    ],
  ]
  for (const [command = '', wanted = ''] of expected) {
    const answer = text(folder, String(command))
    const fine = typeof wanted === 'string' ? answer === wanted : wanted.test(answer)
    if (!fine) throw new Stop(`in the fresh Debian "${command}" says "${answer}", not ${wanted}`)
    say(`  ${command}: ${answer.replaceAll('\n', ' ')}`)
  }
}

const inFolder = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LC_ALL: 'C.UTF-8' }

/** @param {string} folder @param {string} command */
function text(folder, command) {
  return (
    spawnSync('chroot', [folder, '/bin/sh', '-c', command], {
      encoding: 'utf8',
      env: { ...inFolder, VIBEFLOW_HEADLESS: '1' },
      timeout: 180_000,
    }).stdout ?? ''
  ).trim()
}

/** @param {string} folder @param {string} command */
async function inside(folder, command) {
  await must(
    `in the fresh Debian ${command} failed; its words stand above`,
    findProgram('chroot') ?? 'chroot',
    [folder, '/bin/sh', '-c', command],
    { env: { ...process.env, ...inFolder }, quiet: true },
  )
}

/** @param {string} folder */
function installed(folder) {
  return text(folder, "dpkg-query -W -f '${Package}\\n'").split('\n')
}

/** @param {string} program @param {readonly string[]} args */
async function call(program, args) {
  const failed = `${program} ${args.join(' ')} failed; its words stand above`
  await must(failed, findProgram(program) ?? program, args, { quiet: true })
}

/** Returns the suite and source that this machine's apt uses. */
export function ownDebian() {
  const suite = /^VERSION_CODENAME=(\w+)/m.exec(fs.readFileSync('/etc/os-release', 'utf8'))?.[1]
  const lists = [
    '/etc/apt/sources.list',
    ...(fs.existsSync('/etc/apt/sources.list.d')
      ? fs.readdirSync('/etc/apt/sources.list.d').map((name) => `/etc/apt/sources.list.d/${name}`)
      : []),
  ]
    .filter((file) => /\.(list|sources)$/.test(file) && fs.existsSync(file))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n')
  const mirror = /^(?:deb (?:\[[^\]]*\] )?|URIs: *)(https?:\/\/\S+)/m.exec(lists)?.[1]
  if (suite === undefined || mirror === undefined)
    throw new Stop('this system does not say which Debian it is and where its packages come from')
  return { suite, mirror }
}
