/**
 * Opens the configuration in the user's editor, and creates it first if it is missing
 * (docs/contributing/decisions/opening-the-configuration.md).
 */
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { configTemplate } from '../../core/config/template.ts'
import type { Command } from '../../base/command.ts'
import { terminalProgram } from '../desktop/terminal-program.ts'
import { programInPath } from '../pty/find-program.ts'
import { makeFolders } from '../files/make-folders.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface Opening {
  /** Opens a tab that runs a command. */
  readonly tab: (command: Command) => void
  /** Shows a message: a warning until dismissed, a notice briefly. `editor` is a button. */
  readonly notice: (
    level: 'warning' | 'notice',
    text: string,
    editor?: { readonly name: string; readonly file: string },
  ) => void
  /** The user chose the offered editor. */
  readonly inTerminal: boolean
}

/** Opens the configuration file, and creates it if it is missing. */
export async function openConfiguration(
  file: string,
  environment: Environment,
  opening: Opening,
): Promise<void> {
  const problem = makeConfiguration(file)
  if (problem === null) await openInEditor(file, environment, opening)
  else opening.notice('warning', problem)
}

/** Opens a file next to the configuration that has problems. Does not create it. */
export async function openInEditor(
  file: string,
  environment: Environment,
  { tab, notice, inTerminal }: Opening,
): Promise<void> {
  if (!existsSync(file)) {
    notice('warning', `${file} no longer exists.`)
    return
  }
  const offered = anyTerminalEditor(file, environment)
  const editor =
    editorCommand(file, environment) ??
    (inTerminal ? (offered?.command ?? null) : await terminalProgram(file, environment))
  if (editor !== null) tab(editor)
  else if (!(await openOnDesktop(file, environment)))
    notice(
      'notice',
      `No editor found for ${file}. Set VISUAL or EDITOR, or open it yourself. Changes apply ` +
        'when you save.',
      offered === null ? undefined : { name: offered.name, file },
    )
}

/** @returns a message if the file does not exist and cannot be created */
export function makeConfiguration(file: string): string | null {
  try {
    makeFolders(dirname(file))
    writeFileSync(file, configTemplate(), { flag: 'wx', mode: 0o600 }) // never overwrites
    return null
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    return code === 'EEXIST' && syscall === 'open'
      ? null
      : // For the file: it exists. For its directory: that is a file.
        `Couldn't create ${file}: ${message}. Using defaults.`
  }
}

/**
 * Returns the command of `$VISUAL`, else `$EDITOR`, for a tab, or `null` if neither is set. It may
 * have arguments, so a shell parses it.
 * @param line passed to editors that are known to accept one
 */
export function editorCommand(
  file: string,
  environment: Environment,
  line: number | null = null,
): Command | null {
  const editor = [environment['VISUAL'], environment['EDITOR']].find(
    (one) => one !== undefined && one.trim() !== '',
  )
  return editor === undefined
    ? null
    : {
        program: '/bin/sh',
        args:
          line !== null && takesLine.test(editor.trim())
            ? ['-c', `exec ${editor} "$1" "$2"`, 'sh', `+${line}`, file]
            : ['-c', `exec ${editor} "$1"`, 'sh', file],
      }
}

/** Editors that accept `+12` as a line number, by program name. */
const takesLine = /^(?:\S*\/)?(?:nano|micro|n?vim?|emacs|emacsclient|kak|joe|ne|gedit|mg)(?:\s|$)/

/** Terminal editors, easiest first. */
const terminalEditors = ['nano', 'micro', 'vim', 'nvim', 'hx', 'emacs', 'vi'] as const

/** Returns an installed editor to offer if neither variables nor desktop define one, or `null`. */
export function anyTerminalEditor(
  file: string,
  environment: Environment,
): { readonly name: string; readonly command: Command } | null {
  const name = terminalEditors.find((one) => programInPath(one, environment['PATH']) !== null)
  return name === undefined
    ? null
    : { name, command: { program: name, args: name === 'emacs' ? ['-nw', file] : [file] } }
}

/** Opens the desktop's text editor. Returns whether it could be started. */
function openOnDesktop(file: string, environment: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('xdg-open', [file], { stdio: 'ignore', detached: true, env: environment })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
    child.unref()
  })
}
