/** Finds out why no window can open here. Chromium would report its internals. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'

/** A start with 192 files works, and one with 128 fails (shim, Chromium 150). */
const filesMin = 192

/** A server of notifications that does not respond within this time, ms, counts as silent. */
const notifyMs = 2_000

/**
 * Writes why this start failed, and notifies users who started vibeflow by a click and see no
 * terminal. `written`: called after the text was written.
 */
export function reportStartProblem(
  text: string,
  { stderr, env }: Pick<NodeJS.Process, 'stderr' | 'env'>,
  written: () => void,
): void {
  const hasDisplay = (env['DISPLAY'] || env['WAYLAND_DISPLAY'] || '') !== ''
  if (stderr.isTTY !== true && hasDisplay)
    spawnSync(
      'notify-send',
      ['-u', 'critical', '-a', 'vibeflow', '-i', 'vibeflow', '--', 'vibeflow', text],
      { env, stdio: 'ignore', timeout: notifyMs },
    )
  stderr.write(`${text}\n`, written)
}

/** Returns a sentence, or `null` if nothing is known to be missing. */
export function startProblem(limits = '/proc/self/limits', temporary = tmpdir()): string | null {
  let text: string
  try {
    text = readFileSync(limits, 'utf8')
  } catch {
    return "vibeflow can't start: it needs /proc, which is not mounted or not readable here."
  }
  const files = Number(/^Max open files +(\d+)/m.exec(text)?.[1] ?? filesMin)
  if (files < filesMin)
    return (
      `vibeflow can't start: only ${files} files may be open, and it needs ${filesMin}. ` +
      'Raise the limit, for example with `ulimit -n 1024`.'
    )
  try {
    accessSync(temporary, constants.W_OK | constants.X_OK)
    return null
  } catch {
    const folder = safeText(temporary, lineCharactersMax)
    return (
      `vibeflow can't start: it can't write to ${folder}, the directory for temporary files. ` +
      'Create it, or set TMPDIR to another directory.'
    )
  }
}

/** Returns the text for a start that failed, most likely since a file of vibeflow is not intact. */
export function loadProblem(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return (
    `vibeflow can't start: ${safeText(reason, lineCharactersMax)}. If an update is running, ` +
    'start vibeflow again after it. If the start fails again, reinstall vibeflow.'
  )
}
