/** Options of a terminal, validated: the error names the option. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../core/ipc/limits.ts'
import { childEnvironment, type Environment } from '../core/session/launch/environment.ts'
import type { Size } from '../base/sizes/size.ts'
import {
  idleMsDefault,
  scrollbackRowsDefault,
  scrollbackRowsMax,
  timeoutMsDefault,
  timeoutMsMax,
} from './limits.ts'
import { tryOr } from '../host/files/try-or.ts'

export interface LaunchOptions {
  /** A path, or a name looked up in PATH. */
  readonly command: string
  readonly args?: readonly string[]
  /** Defaults to the directory of this process. */
  readonly cwd?: string | URL
  /**
   * Merged over the environment described in docs/reference/testing.md, which is the
   * same on every machine. `undefined` removes a variable. `process.env` passes everything.
   */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** HOME. Defaults to a new empty directory, so that your startup files are not read. */
  readonly home?: string
  /** Files of that empty directory: `{ '.bashrc': "PS1='$ '" }`. */
  readonly homeFiles?: Readonly<Record<string, string>>
  /** Defaults to 80. */
  readonly columns?: number
  /** Defaults to 24. */
  readonly rows?: number
  /** Whether bash, zsh and fish mark their prompts. Defaults to true. */
  readonly shellIntegration?: boolean
  /** Rows of history. Defaults to 1,000. */
  readonly scrollbackRows?: number
  /** Time limit of each wait, ms, unless it has its own. Defaults to 15,000. */
  readonly timeoutMs?: number
  /** Closes an unused terminal after this time, ms, with a warning. Defaults to 300,000. */
  readonly idleMs?: number
}

export interface Checked {
  readonly command: string
  readonly args: readonly string[]
  readonly directory: string
  readonly home: string | null
  readonly homeFiles: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly size: Size
  readonly shellIntegration: boolean
  readonly scrollbackRows: number
  readonly timeoutMs: number
  readonly idleMs: number
}

const names: ReadonlySet<string> = new Set<keyof LaunchOptions>([
  'command',
  'args',
  'cwd',
  'env',
  'home',
  'homeFiles',
  'columns',
  'rows',
  'shellIntegration',
  'scrollbackRows',
  'timeoutMs',
  'idleMs',
])

/** @throws TypeError with the option and its allowed values */
export function checked(options: LaunchOptions): Checked {
  const strange = Object.keys(options).find((name) => !names.has(name))
  if (strange !== undefined)
    throw new TypeError(`launch has no option ${strange}. There are: ${[...names].join(', ')}.`)
  const { command, args = [], cwd = process.cwd(), home, homeFiles = {}, env = {} } = options
  if (typeof command !== 'string' || command === '')
    throw new TypeError('command is a program: a name of PATH, or a path.')
  if (!Array.isArray(args) || args.some((word) => typeof word !== 'string' || hasNul(word)))
    throw new TypeError('args is a list of texts, without NUL characters.')
  if (home !== undefined && Object.keys(homeFiles).length > 0)
    throw new TypeError('either home or homeFiles: files are written into a home of its own only.')
  for (const [name, text] of Object.entries(homeFiles))
    if (!isInside(name) || typeof text !== 'string')
      throw new TypeError(
        `homeFiles: ${name} is not a file name inside it, or its content is not a string.`,
      )
  return {
    command,
    args,
    directory: resolve(cwd instanceof URL ? fileURLToPath(cwd) : cwd),
    home: home === undefined ? null : resolve(home),
    homeFiles,
    env,
    size: {
      cols: whole('columns', options.columns ?? 80, columnsMin, columnsMax),
      rows: whole('rows', options.rows ?? 24, gridRowsMin, gridRowsMax),
    },
    shellIntegration: options.shellIntegration ?? true,
    scrollbackRows: whole(
      'scrollbackRows',
      options.scrollbackRows ?? scrollbackRowsDefault,
      1,
      scrollbackRowsMax,
    ),
    timeoutMs: milliseconds('timeoutMs', options.timeoutMs ?? timeoutMsDefault),
    idleMs: milliseconds('idleMs', options.idleMs ?? idleMsDefault),
  }
}

export function milliseconds(name: string, value: number): number {
  return whole(name, value, 0, timeoutMsMax)
}

export function whole(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new TypeError(`${name} is a whole number from ${least} to ${most}, not ${value}.`)
  return value
}

function hasNul(text: string): boolean {
  return text.includes('\0')
}

function isInside(name: string): boolean {
  const path = normalize(name)
  return path !== '.' && !path.startsWith('/') && path.split('/')[0] !== '..' && !hasNul(path)
}

export function writeHome(home: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
}

/**
 * Returns the environment, the same on every machine except for PATH and the user's name.
 * @param emitter directory of `vibeflow-emit`, appended to PATH
 */
export function environmentOf(
  { env }: Checked,
  { home, emitter, version }: { home: string; emitter: string; version: string },
): Environment {
  const path = process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'
  const user = userName()
  const base = childEnvironment(
    {
      PATH: path,
      HOME: home,
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
      TZ: 'UTC',
      ...(user === null ? {} : { USER: user, LOGNAME: user }),
    },
    { term: 'xterm-256color', version },
  )
  const all: Record<string, string> = { ...base }
  for (const [name, value] of Object.entries(env)) {
    if (name === '' || /[=\0]/.test(name) || (value !== undefined && hasNul(value)))
      throw new TypeError(`env: ${name} is not a valid variable name, or its value has a NUL.`)
    if (value === undefined) delete all[name]
    else all[name] = value
  }
  if (all['PATH'] !== undefined) all['PATH'] = `${all['PATH']}:${emitter}`
  return all
}

function userName(): string | null {
  // A user without an entry, as in some containers.
  return tryOr(() => userInfo().username, null)
}
