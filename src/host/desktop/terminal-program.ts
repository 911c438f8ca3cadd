/**
 * The desktop's program for a file, where that is one for terminals, such as vim: `xdg-open` would
 * start another terminal for it.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '../../base/command.ts'
import { wrappedEnvironment } from '../../core/session/launch/environment.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Desktops answer within milliseconds; beyond it `xdg-open` is asked. */
const answerMs = 2_000

/** As a command for a tab; null: it has windows of its own, or nobody says what it is. */
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

/** Words quoted as a whole or not at all: what is written in another way is the desktop's. */
const plainWords = /^(?:(?:"[^"\\]*"|[^\s"\\]+)(?:\s+|$))+$/

/** Of a desktop entry (freedesktop.org, "Desktop Entry Specification"), with this file. */
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

/** '': no answer. */
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
