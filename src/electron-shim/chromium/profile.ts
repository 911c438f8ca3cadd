/**
 * Chromium's profile folder: the user's, or a temporary one under a test driver or if the former is
 * taken. The next start removes temporary folders of killed runs.
 */
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolders } from '../../host/files/make-folders.ts'
import { closePollMs, profileRemoveMs } from '../limits.ts'
import { own, startTime } from '../process/owners.ts'
import { expected, say } from '../process/problem.ts'

export interface Profile {
  readonly folder: string
  readonly temporary: boolean
}

const PREFIX = 'electron-shim-profile-'

export function takeProfile(driven: boolean): Profile {
  removeForgotten()
  if (!driven) {
    const state = process.env['XDG_STATE_HOME']
    const base =
      state !== undefined && path.isAbsolute(state)
        ? state
        : path.join(os.homedir(), '.local/state')
    const folder = path.join(base, 'vibeflow/shim-profile')
    if (isUsable(folder) && !isTaken(folder)) return { folder, temporary: false }
  }
  const folder = mkdtempSync(
    path.join(os.tmpdir(), `${PREFIX}${process.pid}-${startTime(process.pid)}-`),
  )
  settle(folder)
  return { folder, temporary: true }
}

/**
 * A read-only home loses Chromium's data, not the window. Chromium locks the folder only when it
 * runs, so of several starts one gets it here.
 */
function isUsable(folder: string): boolean {
  try {
    makeFolders(folder)
    accessSync(folder, constants.W_OK)
    return own(path.join(folder, 'shim')) !== null
  } catch (error) {
    say(
      `${folder} cannot be written to, so the window has a temporary profile (` +
        `${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    )
    return false
  }
}

/** Chromium's lock is a link that names host and process. */
function isTaken(folder: string): boolean {
  try {
    const [, pid] = /-(\d+)$/.exec(readlinkSync(path.join(folder, 'SingletonLock'))) ?? []
    return pid !== undefined && startTime(Number(pid)) !== '0'
  } catch (error) {
    expected(error) // not locked
    return false
  }
}

/** Skips the welcome page and the default browser prompt of a new profile. */
function settle(folder: string): void {
  mkdirSync(path.join(folder, 'Default'), { mode: 0o700 })
  writeFileSync(
    path.join(folder, 'Default/Preferences'),
    JSON.stringify({
      browser: { check_default_browser: false, has_seen_welcome_page: true },
      profile: { exit_type: 'Normal', password_manager_enabled: false },
      translate: { enabled: false },
      spellcheck: { dictionaries: [] },
    }),
    { mode: 0o600 },
  )
}

function removeForgotten(): void {
  for (const name of temporaryNames()) {
    const [, pid, started] = new RegExp(`^${PREFIX}(\\d+)-(\\d+)-`).exec(name) ?? []
    if (pid === undefined || startTime(Number(pid)) === started) continue
    const folder = path.join(os.tmpdir(), name)
    try {
      const facts = lstatSync(folder) // another user's link may lead to a folder of this user
      if (!facts.isDirectory() || facts.uid !== process.getuid?.()) continue
      removeSocketFolder(folder)
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      expected(error) // another start removes it too
    }
  }
}

function temporaryNames(): string[] {
  try {
    return readdirSync(os.tmpdir())
  } catch (error) {
    expected(error) // TMPDIR does not exist: nothing to remove
    return []
  }
}

/**
 * Removes Chromium's socket folder in the temporary directory, which remains if Chromium was
 * killed.
 */
function removeSocketFolder(profile: string): void {
  try {
    const folder = path.dirname(readlinkSync(path.join(profile, 'SingletonSocket')))
    if (
      path.dirname(folder) === os.tmpdir() &&
      /^(org\.chromium|com\.google)\./.test(path.basename(folder))
    )
      rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    expected(error) // removed by Chromium
  }
}

/**
 * Retries while Chromium's last process still writes.
 * @returns whether it is removed
 */
export async function removeProfile(profile: Profile): Promise<boolean> {
  removeSocketFolder(profile.folder)
  if (!profile.temporary) return true
  for (const end = performance.now() + profileRemoveMs; ; ) {
    try {
      rmSync(profile.folder, { recursive: true, force: true })
      return true
    } catch (error) {
      expected(error)
      if (performance.now() > end) return false
    }
    await delay(closePollMs)
  }
}
