/**
 * Files that links lead to: what lies at a path, asked without ever blocking, and how a file is
 * opened.
 */
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

/** For the line under the pointer. false also: the file system does not answer. */
export async function isFile(path: string, looks: Pick<PathProbe, 'look'>): Promise<boolean> {
  const look = await looks.look(path)
  return look === 'file' || look === 'executable'
}

/**
 * What a click would open. null: nothing is there for us, or nothing said so in time. The path
 * without links is what is judged and opened: to change a link behind our back changes nothing. A
 * disk that does not answer is found out by that look, which holds up nobody.
 */
export async function lookAt(
  asked: string,
  looks: Pick<PathProbe, 'realPath'>,
): Promise<FileLook | null> {
  const path = await looks.realPath(asked)
  if (path === null) return null
  if (kernelPlaces.test(path) || /\p{Cc}|\ufffd/u.test(path)) return { kind: 'other' }
  const late = delay(fileLookMs, null, { ref: false })
  // a rejection: not there, or not for us
  return Promise.race([look(path).catch(() => null), late])
}

/**
 * Places of the kernel, in which to open a file can be to do something, and to read one to wait.
 */
const kernelPlaces = /^\/(?:proc|sys|dev)(?:\/|$)/

async function look(path: string): Promise<FileLook> {
  const facts = await stat(path)
  if (facts.isDirectory()) return { kind: 'folder', path }
  if (!facts.isFile()) return { kind: 'other' }
  // Should a pipe, a device or a link have taken its place by now: it is not waited for, not made
  // our terminal, not followed.
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

/** Programs that choose a program by the kind of a file, and start some: text goes to an editor. */
const choosers = anyOf('', [
  /^(?:xdg-open|exo-open|gio|gvfs-open|gnome-open|kde-open\d?|kioclient\d?|dde-open)$/,
  /^(?:mimeopen|mimeo|run-mailcap|see|open|handlr)$/,
])

interface Editing {
  /** `links.opener`. */
  readonly opener: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Starts a program and lets it go. */
  readonly run: (words: readonly string[]) => Promise<void>
  /** Opens a tab that runs this. */
  readonly tab: (command: Command) => void
}

/**
 * In `links.opener`, else in `$VISUAL` or `$EDITOR` in a tab, as the configuration is. @returns
 * false when the user has named neither
 */
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
 * The words of `links.opener` for a file: `{file}`, `{line}` and `{column}` are put in, and the
 * file comes last where none of them names it. No shell reads it. Line and column are 1 where they
 * are not known.
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
 * Starts the opener and lets it go. Rejects with a sentence when it cannot be started.
 * @param environment ours: what our engine has set in it for itself does not reach the program
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
      reject(new Error(`${program} of links.opener could not be started: ${error.message}.`)),
    )
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

/** By the manual page of xdg-open, "Exit Codes". */
const desktopProblems: Readonly<Record<number, string>> = {
  2: 'it is not there any more',
  3: 'a program that it needs is missing',
  4: 'no program for this kind of file could be started',
}

/** `xdg-open` that has not ended after so long has become the viewer, milliseconds. */
const desktopMs = 5_000

/**
 * Opens an absolute path by the desktop's program for it. Not by Electron's `shell.openPath`, whose
 * promise is never settled on Linux (docs/electron.md). Rejects with a sentence.
 * @param environment as of `runOpener`
 */
export function openByDesktop(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // For mailcap, which xdg-open falls back on: there is no terminal to show the file in.
    const env = { ...wrappedEnvironment(environment), MM_NOTTTY: '1' }
    const cwd = dirname(path)
    const child = spawn('xdg-open', [path], { cwd, env, detached: true, stdio: 'ignore' })
    const timer = setTimeout(resolve, desktopMs)
    timer.unref()
    child.unref()
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(new Error(`xdg-open could not be started: ${error.message}.`))
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else
        reject(
          new Error(
            `xdg-open did not open ${path}: ` +
              `${desktopProblems[code ?? 0] ?? 'it ended by a fault'}.`,
          ),
        )
    })
  })
}
