/**
 * Opens the configuration where the user edits files, and makes it first when there is none
 * (docs/decisions/opening-the-configuration.md).
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { configTemplate } from '../../core/config/template.ts'
import type { Command } from '../../base/command.ts'
import { terminalProgram } from '../desktop/terminal-program.ts'
import { programInPath } from '../pty/find-program.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface Opening {
  /** Opens a tab that runs this. */
  readonly tab: (command: Command) => void
  /**
   * Says it in the window: a warning until it is dismissed, a notice for a while. `editor`: one
   * that can be offered.
   */
  readonly notice: (
    level: 'warning' | 'notice',
    text: string,
    editor?: { readonly name: string; readonly file: string },
  ) => void
  /** The user took the editor that was offered. */
  readonly inTerminal: boolean
}

/** docs/decisions/opening-the-configuration.md */
export async function openConfiguration(
  file: string,
  environment: Environment,
  opening: Opening,
): Promise<void> {
  const problem = makeConfiguration(file)
  if (problem === null) await openInEditor(file, environment, opening)
  else opening.notice('warning', problem)
}

/**
 * Opens a file beside the configuration as that is opened: one that something is wrong with. It is
 * never made.
 */
export async function openInEditor(
  file: string,
  environment: Environment,
  { tab, notice, inTerminal }: Opening,
): Promise<void> {
  if (!existsSync(file)) {
    notice('warning', `${file} is not there any more.`)
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
      `No editor opened ${file}: the desktop has none for it, and VISUAL and EDITOR are not ` +
        'set. What you save in it is in force at once.',
      offered === null ? undefined : { name: offered.name, file },
    )
}

/** @returns a sentence when the file is not there and cannot be made */
export function makeConfiguration(file: string): string | null {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, configTemplate(), { flag: 'wx', mode: 0o600 }) // never over what is there
    return null
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    return code === 'EEXIST' && syscall === 'open'
      ? null
      : // of the file: it is there. Of its folder: that is a file
        `The configuration ${file} cannot be made: ${message}. The defaults stay in force.`
  }
}

/**
 * The user's own word for an editor, as a command for a tab: `$VISUAL`, else `$EDITOR`; null:
 * neither is set. It may have arguments, so a shell reads it. `line`: for editors that are known to
 * take one.
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

/** Editors to which `+12` is a line, by their first word. */
const takesLine = /^(?:\S*\/)?(?:nano|micro|n?vim?|emacs|emacsclient|kak|joe|ne|gedit|mg)(?:\s|$)/

/** Editors of terminals, gentle ones first. */
const terminalEditors = ['nano', 'micro', 'vim', 'nvim', 'hx', 'emacs', 'vi'] as const

/**
 * An editor to offer where neither the variables nor the desktop name one; null: none is installed.
 */
export function anyTerminalEditor(
  file: string,
  environment: Environment,
): { readonly name: string; readonly command: Command } | null {
  const name = terminalEditors.find((one) => programInPath(one, environment['PATH']) !== null)
  return name === undefined
    ? null
    : { name, command: { program: name, args: name === 'emacs' ? ['-nw', file] : [file] } }
}

/** The desktop's editor for text. @returns whether it could be started */
function openOnDesktop(file: string, environment: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('xdg-open', [file], { stdio: 'ignore', detached: true, env: environment })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
    child.unref()
  })
}
