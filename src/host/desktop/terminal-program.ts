/**
 * Finds the desktop's default program for a file if it is a terminal application such as vim.
 * `xdg-open` would open another terminal for it.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '../../base/command.ts'
import { wrappedEnvironment } from '../../core/session/launch/environment.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Desktops respond within milliseconds. After this time `xdg-open` is used. */
const answerMs = 2_000

/** Returns its command for a tab, or `null` if the program has its own windows or is unknown. */
export async function terminalProgram(
  file: string,
  environment: Environment,
): Promise<Command | null> {
  const kind = await query(['filetype', file], environment)
  const name = kind === '' ? '' : await query(['default', kind], environment)
  if (!/^[\w.+-]+\.desktop$/.test(name)) return null
  const { HOME = homedir(), XDG_DATA_HOME, XDG_DATA_DIRS } = environment
  const folders = [
    XDG_DATA_HOME || join(HOME, '.local/share'),
    ...(XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':'),
  ]
  for (const folder of folders) {
    const entry = await readFile(join(folder, 'applications', name), 'utf8').catch(() => null)
    if (entry !== null) return commandIn(entry, file)
  }
  return null
}

/** Arguments that are fully quoted or not at all. The desktop handles other forms. */
const plainWords = /^(?:(?:"[^"\\]*"|[^\s"\\]+)(?:\s+|$))+$/

/** Returns the command of a desktop entry (Desktop Entry Specification) with this file. */
function commandIn(entry: string, file: string): Command | null {
  const [, main = ''] = /^\[Desktop Entry\]\n([^]*?)(?:\n\[|$(?![^]))/m.exec(entry) ?? []
  const value = (key: string) => new RegExp(`^${key}[ \\t]*=[ \\t]*(.*)$`, 'm').exec(main)?.[1]
  if (value('Terminal')?.trim() !== 'true') return null
  const exec = value('Exec')?.trim() ?? ''
  const words = plainWords.test(exec) ? (exec.match(/"[^"]*"|\S+/g) ?? []) : []
  const [program, ...args] = words
    .map((word) => word.replace(/^"(.*)"$/, '$1'))
    .filter((word) => !/^%[ick]$/.test(word))
    .map((word) => (/^%[fFuU]$/.test(word) ? file : word.replaceAll('%%', '%')))
  return program === undefined || !args.includes(file) ? null : { program, args }
}

/** Returns an empty string without an answer. */
function query(words: readonly string[], environment: Environment): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      'xdg-mime',
      ['query', ...words],
      { env: wrappedEnvironment(environment), timeout: answerMs },
      (error, out) => resolve(error === null ? out.trim() : ''),
    )
  })
}
