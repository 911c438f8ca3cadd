/** OSC 9: a notification, or ConEmu's subcommands for progress (4) and directory (9). */
import { parsePath } from './directory.ts'

export interface Progress {
  readonly progress: 'clear' | 'value' | 'error' | 'busy' | 'paused'
  /** 0 to 100, with value, error and paused; absent if unknown. */
  readonly percent?: number
}

export type Message9 =
  | Progress
  /** Never a state. */
  | { readonly notify: { readonly body: string } }
  | { readonly cwd: string }

const words = ['clear', 'value', 'error', 'busy', 'paused'] as const

/** Parses the decoded payload after `9;`. Returns `null` for ignored subcommands. */
export function parse9(body: string): Message9 | null {
  const [subcommand] = /^(?:1[0-2]|[1-9])(?=;|$)/.exec(body) ?? []
  if (subcommand === undefined) return body === '' ? null : { notify: { body } }
  const rest = body.slice(subcommand.length + 1)
  if (subcommand === '4') return progress(rest)
  if (subcommand !== '9') return null
  const cwd = parsePath(unquoted(rest))
  return cwd === null ? null : { cwd }
}

/** Returns the payload after `9;`. */
export function format9(signal: Progress): string {
  const { progress: word, percent } = signal
  return `4;${words.indexOf(word)}${percent === undefined ? '' : `;${percent}`}`
}

function progress(rest: string): Progress | null {
  const [, digit, percent] = /^([0-4])(?:;([^;]*)|$)/.exec(rest) ?? []
  if (digit === undefined) return null
  const word = words[Number(digit)] as Progress['progress'] // 0 to 4
  const counts =
    word !== 'clear' && word !== 'busy' && percent !== undefined && /^\d+$/.test(percent)
  return counts ? { progress: word, percent: Math.min(100, Number(percent)) } : { progress: word }
}

function unquoted(path: string): string {
  return path.length >= 2 && path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1) : path
}
