/**
 * Tests the scopes of tabs with a real systemd: a Debian made with debootstrap, which Linux as a
 * process (User Mode Linux) boots. This machine's systemd and control groups are not touched. Needs
 * root and Debian's package user-mode-linux.
 */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram, must, needed, projectNode, root, say, Stop } from '../project.mjs'
import { ownDebian } from './debian-root.mjs'

const include = 'systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,procps'

const service = `[Unit]
After=multi-user.target user@1000.service
[Service]
Type=oneshot
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
ExecStart=/bin/bash /test.sh
SuccessAction=poweroff-force
FailureAction=poweroff-force
`

/** @param {string} folder for the root; removed at the end */
export async function scopesInDebian(folder) {
  const linux = findProgram('linux.uml')
  const prepared = process.env['VIBEFLOW_TEST_SYSTEMD_ROOT']
  const missing = [
    ...(linux === undefined ? ['user-mode-linux'] : []),
    ...((prepared ?? findProgram('debootstrap')) === undefined ? ['debootstrap'] : []),
  ]
  if (linux === undefined || missing.length > 0)
    return say(`skipped: install ${missing.join(' and ')} to boot a systemd`)
  if (process.getuid?.() !== 0)
    throw new Stop('a fresh Debian is made as root: sudo -E npm run test:package -- systemd')
  const { suite, mirror } = ownDebian()
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  try {
    if (prepared !== undefined) spawnSync('cp', ['-a', prepared, folder])
    else
      await must(
        'debootstrap failed; its output is above',
        needed('debootstrap'),
        ['--variant=minbase', `--include=${include}`, suite, folder, mirror],
        { quiet: true },
      )
    prepare(folder)
    const end = await boot(linux, folder)
    if (end !== 'all cases passed') throw new Stop(`${end ?? 'no end of the cases'}; see above`)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Boots the system and prints the lines of the cases. Kills it after their last line, since it may
 * hang when it powers off.
 * @param {string} linux @param {string} folder
 */
async function boot(linux, folder) {
  const sockets = fs.mkdtempSync(path.join(os.tmpdir(), 'uml-'))
  const system = spawn(
    linux,
    [
      ...['mem=1500M', 'root=/dev/root', 'rootfstype=hostfs', `rootflags=${folder}`, 'rw'],
      ...['init=/lib/systemd/systemd', 'systemd.unified_cgroup_hierarchy=1', 'quiet'],
      ...['systemd.log_level=warning', 'con0=fd:0,fd:1', 'con=null', 'ssl=null'],
      `uml_dir=${sockets}`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'], detached: true },
  )
  const kill = () => {
    try {
      process.kill(-(system.pid ?? 0), 'SIGKILL')
    } catch {
      // it has ended
    }
  }
  const limit = setTimeout(kill, 1_200_000)
  try {
    for await (const line of createInterface(system.stdout)) {
      if (/^(?:ok|FAILED| {4}at) /.test(line)) say(line)
      if (/^(?:all cases passed|\d+ cases failed)$/.test(line)) return line
    }
  } finally {
    clearTimeout(limit)
    kill()
    fs.rmSync(sockets, { recursive: true, force: true })
  }
  return undefined
}

/** Makes a user whose manager starts with the system, and the unit. @param {string} folder */
function prepare(folder) {
  const place = (/** @type {string} */ name) => path.join(folder, name)
  spawnSync('chroot', [folder, 'useradd', '-m', '-u', '1000', '-s', '/bin/bash', 'dev'])
  const wants = place('etc/systemd/system/multi-user.target.wants')
  for (const name of [wants, place('var/lib/systemd/linger'), place('vibeflow')])
    fs.mkdirSync(name, { recursive: true })
  fs.writeFileSync(place('var/lib/systemd/linger/dev'), '')
  fs.writeFileSync(place('etc/systemd/system/scopes.service'), service)
  fs.rmSync(path.join(wants, 'scopes.service'), { force: true })
  fs.symlinkSync('../scopes.service', path.join(wants, 'scopes.service'))
  for (const unit of ['getty@.service', 'serial-getty@.service', 'console-getty.service']) {
    fs.rmSync(place(`etc/systemd/system/${unit}`), { force: true })
    fs.symlinkSync('/dev/null', place(`etc/systemd/system/${unit}`))
  }
  const node = path.relative(root, projectNode().path)
  const runs = Number(process.env['VIBEFLOW_RUNS'] ?? 25)
  fs.writeFileSync(
    place('test.sh'),
    [
      `mount -t hostfs none /vibeflow -o ${root}`,
      'echo 1 > /proc/sys/kernel/printk',
      `su -l dev -c 'export VIBEFLOW_RUNS=${runs} XDG_RUNTIME_DIR=/run/user/1000`,
      'export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus',
      `exec /vibeflow/${node} /vibeflow/test/package/scopes.ts'`,
      '',
    ].join('\n'),
  )
}
