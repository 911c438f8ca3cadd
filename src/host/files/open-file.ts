/** Files that links lead to: checks them without blocking, and opens them. */
import { anyOf } from '../../base/text/any-of.ts'
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { headBytesMax } from '../../core/links/file-kinds.ts'
import { fileLookMs } from '../../core/links/limits.ts'
import type { FileLook } from '../../core/windows/workspace/open-links.ts'
import { wrappedEnvironment } from '../../core/session/launch/environment.ts'
import type { Command } from '../../base/command.ts'
import { editorCommand } from '../config/open-in-editor.ts'
import type { PathProbe } from './path-probe.ts'

/** Returns whether a path is a file. False if the file system does not respond. */
export async function isFile(path: string, looks: Pick<PathProbe, 'look'>): Promise<boolean> {
  const look = await looks.look(path)
  return look === 'file' || look === 'executable'
}

/**
 * Returns the file that a click would open, or `null` if it is missing or no answer came in time.
 * The check resolves links first. The resolved path is then judged and opened, so changing a link
 * in between has no effect. The helper program detects a dead disk without blocking.
 */
export async function lookAt(
  asked: string,
  looks: Pick<PathProbe, 'realPath'>,
): Promise<FileLook | null> {
  const path = await looks.realPath(asked)
  if (path === null) return null
  if (kernelPlaces.test(path) || /\p{Cc}|\ufffd/u.test(path)) return { kind: 'other' }
  const late = delay(fileLookMs, null, { ref: false })
  // rejected: missing or not permitted
  return Promise.race([look(path).catch(() => null), late])
}

/** Kernel file systems: opening a file there may have effects, and reading may block. */
const kernelPlaces = /^\/(?:proc|sys|dev)(?:\/|$)/

async function look(path: string): Promise<FileLook> {
  const facts = await stat(path)
  if (facts.isDirectory()) return { kind: 'folder', path }
  if (!facts.isFile()) return { kind: 'other' }
  // If a pipe, a device or a link has replaced the file, do not wait for it, make it the
  // controlling terminal, or follow it.
  const file = await open(
    path,
    constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW,
  )
  try {
    const opened = await file.stat()
    if (!opened.isFile()) return { kind: 'other' }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytesMax), 0, headBytesMax, 0)
    return {
      kind: 'file',
      path,
      head: Uint8Array.from(buffer.subarray(0, bytesRead)),
      executable: (opened.mode & 0o111) !== 0,
    }
  } finally {
    await file.close()
  }
}

/** Programs that choose a program by file type, and may execute a text file. */
const choosers = anyOf('', [
  /^(?:xdg-open|exo-open|gio|gvfs-open|gnome-open|kde-open\d?|kioclient\d?|dde-open)$/,
  /^(?:mimeopen|mimeo|run-mailcap|see|open|handlr)$/,
])

interface Editing {
  readonly opener: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Starts a program without waiting for it. */
  readonly run: (words: readonly string[]) => Promise<void>
  /** Opens a tab that runs a command. */
  readonly tab: (command: Command) => void
}

/** Opens a file with `links.opener`, `$VISUAL` or `$EDITOR`. Returns false without them. */
export async function editFile(
  path: string,
  { line, column }: { readonly line: number | null; readonly column: number | null },
  { opener, environment, run, tab }: Editing,
): Promise<boolean> {
  if (opener !== '' && !choosers.test(basename(opener.trim().split(/\s+/)[0] ?? ''))) {
    await run(openerWords(opener, path, line, column))
    return true
  }
  const editor = editorCommand(path, environment, line)
  if (editor !== null) tab(editor)
  return editor !== null
}

/**
 * Splits `links.opener` into arguments and fills in `{file}`, `{line}` and `{column}` without a
 * shell. Without `{file}` the path comes last. Unknown lines and columns become 1.
 */
export function openerWords(
  opener: string,
  path: string,
  line: number | null,
  column: number | null,
): string[] {
  const words = opener.split(/\s+/).filter((word) => word !== '')
  const values: Readonly<Record<string, string>> = {
    '{file}': path,
    '{line}': String(line ?? 1),
    '{column}': String(column ?? 1),
  }
  const filled = words.map((word) =>
    word.replace(/\{(?:file|line|column)\}/g, (name) => values[name] ?? name),
  )
  return words.some((word) => word.includes('{file}')) ? filled : [...filled, path]
}

/**
 * Starts the opener without waiting for it. Rejects with a message if it cannot be started.
 * @param environment the process environment; the engine's own variables are removed
 */
export function runOpener(
  words: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const [program, ...args] = words
  if (program === undefined) return Promise.reject(new Error('links.opener is empty.'))
  return new Promise((resolve, reject) => {
    const env = wrappedEnvironment(environment)
    const child = spawn(program, args, { cwd: directory, env, detached: true, stdio: 'ignore' })
    child.once('error', (error) =>
      reject(new Error(`Couldn't start ${program} (links.opener): ${error.message}.`)),
    )
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

/** Exit codes, from the manual page of xdg-open. */
const desktopProblems: Readonly<Record<number, string>> = {
  2: 'no such file',
  3: 'a required program is missing',
  4: 'the application for this file type could not be started',
}

/** After this time, ms, a running `xdg-open` has become the viewer. */
const desktopMs = 5_000

/**
 * Opens an absolute path with the desktop's program. Electron's `shell.openPath` never settles on
 * Linux (docs/contributing/internals/electron.md). Rejects with a message.
 * @param environment see `runOpener`
 */
export function openByDesktop(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // xdg-open falls back on mailcap, which must not use a terminal.
    const env = { ...wrappedEnvironment(environment), MM_NOTTTY: '1' }
    const cwd = dirname(path)
    const child = spawn('xdg-open', [path], { cwd, env, detached: true, stdio: 'ignore' })
    const timer = setTimeout(resolve, desktopMs)
    timer.unref()
    child.unref()
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(new Error(`Couldn't start xdg-open: ${error.message}.`))
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else
        reject(
          new Error(
            `xdg-open failed to open ${path}: ` +
              `${desktopProblems[code ?? 0] ?? 'unexpected error'}.`,
          ),
        )
    })
  })
}
