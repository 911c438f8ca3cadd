/**
 * OSC 3008, contexts of programs (docs/reference/escape-sequences.md). systemd's tools and shell
 * profile send it. Unknown and invalid fields are ignored.
 */
import { contextFieldMax, contextIdMax } from '../limits.ts'
import type { MarkOptions } from './mark-options.ts'
import type { ShellMark } from './marks.ts'
import { fail, ok, type Result } from '../result.ts'
import { hasControl } from '../text/text.ts'

const types = [
  'boot',
  'container',
  'vm',
  'elevate',
  'chpriv',
  'subcontext',
  'remote',
  'shell',
  'command',
  'app',
  'service',
  'session',
] as const
export type ContextType = (typeof types)[number]

export interface ContextStart {
  readonly start: string
  readonly type?: ContextType
  /** Process id of the sender, in its own namespace. */
  readonly pid?: number
  readonly user?: string
  readonly hostname?: string
  readonly comm?: string
  readonly cmdline?: string
  readonly vm?: string
  readonly container?: string
  readonly targetuser?: string
  readonly targethost?: string
}

export interface ContextEnd {
  readonly end: string
  /** How a command ended. */
  readonly exit?: 'success' | 'failure' | 'crash' | 'interrupt'
  readonly status?: number
}

export type Context3008 = ContextStart | ContextEnd

const idForm = new RegExp(`^[\\x20-\\x7e]{1,${contextIdMax}}$`)
const exits = ['success', 'failure', 'crash', 'interrupt'] as const
const texts: ReadonlySet<string> = new Set([
  'user',
  'hostname',
  'comm',
  'cmdline',
  'vm',
  'container',
  'targetuser',
  'targethost',
])

/** Fields of a sequence, more than exist. Beyond: ignored. */
const fieldsMax = 32

/** Parses the payload after `3008;`. `null` for a command that the specification lacks. */
export function parse3008(body: string): Result<Context3008> | null {
  const [head = '', ...rest] = body.split(';', fieldsMax)
  const isStart = head.startsWith('start=')
  if (!isStart && !head.startsWith('end=')) return null
  const id = unescaped(head.slice(head.indexOf('=') + 1))
  if (!idForm.test(id)) return fail('bad-id')
  const fields = new Map(
    rest.map((part) => {
      const split = Math.max(0, part.indexOf('='))
      return [part.slice(0, split), unescaped(part.slice(split + 1))] as const
    }),
  )
  return ok(isStart ? start(id, fields) : end(id, fields))
}

/**
 * Returns the mark of OSC 133 with the same meaning: a shell's prompt, or the start or end of its
 * command. `null` for contexts of others.
 */
export function markOfContext(context: Context3008): (ShellMark & MarkOptions) | null {
  if ('end' in context) {
    const { exit, status } = context
    const code = status ?? (exit === 'success' ? 0 : null)
    return exit === undefined && status === undefined
      ? null
      : { kind: 'command_end', exit_code: code }
  }
  if (context.type === 'shell') return { kind: 'prompt_start' }
  if (context.type !== 'command') return null
  const { cmdline } = context
  return { kind: 'command_start', ...(cmdline === undefined ? {} : { line: cmdline }) }
}

type Fields = ReadonlyMap<string, string>

function start(id: string, fields: Fields): ContextStart {
  const type = types.find((one) => one === fields.get('type'))
  const pid = numberOf(fields.get('pid'))
  const named = [...fields].filter(
    ([key, value]) => texts.has(key) && value !== '' && !hasControl(value),
  )
  return {
    start: id,
    ...(type === undefined ? {} : { type }),
    ...(pid === undefined ? {} : { pid }),
    ...Object.fromEntries(named.map(([key, value]) => [key, value.slice(0, contextFieldMax)])),
  }
}

function end(id: string, fields: Fields): ContextEnd {
  const exit = exits.find((one) => one === fields.get('exit'))
  const status = numberOf(fields.get('status'))
  return {
    end: id,
    ...(exit === undefined ? {} : { exit }),
    ...(status === undefined || status > 255 ? {} : { status }),
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

/** Decodes `\x3b` and `\x5c`; any other backslash is kept. */
function unescaped(text: string): string {
  return text.replace(/\\x(3b|5c)/gi, (_, hex: string) => (hex.toLowerCase() === '3b' ? ';' : '\\'))
}
