/**
 * Checks for `npm start` whether Electron's sandbox works here. src/packaging/engine-electron.sh
 * does it for packages.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** The user's profile for this program counts: `unshare` itself stays restricted. */
const profiles = '/etc/apparmor.d'

/**
 * @param {string} program Electron's executable
 * @param {{ uid?: number | undefined, profileFolder?: string }} [system]
 * @returns {{ flags: string[], warning: string | null }} arguments for Electron before the app, and
 * a message for the user
 */
export function sandboxFlags(program, { uid = process.getuid?.(), profileFolder = profiles } = {}) {
  const flags = ['--no-sandbox']
  if (uid === 0)
    return {
      flags,
      warning:
        'warning: started as root, so Chromium runs without its sandbox; use an ordinary account',
    }
  if (isHelper(path.join(path.dirname(program), 'chrome-sandbox'))) return works
  // `--user` alone succeeds on Ubuntu 24.04, where only what follows is forbidden.
  if (spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' }).status === 0) return works
  if (hasProfile(program, profileFolder)) return works
  return {
    flags,
    warning: [
      'warning: this system gives programs no user namespaces, so Chromium runs without its ' +
        'sandbox. With AppArmor (Ubuntu 24.04 and newer), as root, either allow this program:',
      `  printf 'abi <abi/4.0>,\\nprofile vibeflow-clone "${program}" flags=(unconfined) ` +
        `{ userns, }\\n' > ${profiles}/vibeflow-clone && apparmor_parser -r ` +
        `${profiles}/vibeflow-clone`,
      'or all programs:',
      '  sysctl kernel.apparmor_restrict_unprivileged_userns=0',
    ].join('\n'),
  }
}

/** @type {{ flags: string[], warning: null }} */
const works = { flags: [], warning: null }

/** Chromium's helper needs root as its owner and the set-user-ID bit. @param {string} file */
function isHelper(file) {
  const facts = fs.statSync(file, { throwIfNoEntry: false })
  return facts !== undefined && facts.uid === 0 && (facts.mode & 0o4000) !== 0
}

/** @param {string} program @param {string} folder */
function hasProfile(program, folder) {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some((entry) => fs.readFileSync(path.join(folder, entry.name), 'utf8').includes(program))
  } catch {
    return false // no AppArmor, or not readable
  }
}
