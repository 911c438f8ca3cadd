/** Parses the arguments of `vibeflow-protocol`. */
import { parseArgs } from 'node:util'
import { emitterDialects, isEmitterDialect, type EmitterDialect } from './emitter-cases.ts'
import { spokenInWords } from './emitter.ts'
import { answerMs, answerMsLeast, answerMsMost } from './limits.ts'

export type ConformanceTask =
  | { readonly does: 'help' | 'version' }
  | { readonly does: 'refuse'; readonly problem: string }
  /** Runs inside a tested terminal. */
  | { readonly does: 'probe'; readonly path: string }
  | {
      readonly does: 'emitter'
      readonly command: string
      readonly input: 'arguments' | 'json'
      readonly dialects: readonly EmitterDialect[]
      readonly json: boolean
    }
  | { readonly does: 'parser'; readonly command: string; readonly json: boolean }
  | {
      readonly does: 'terminal'
      readonly command: string
      readonly pty: boolean
      readonly outside?: string
      readonly answerMs: number
      readonly json: boolean
    }

const options = {
  emitter: { type: 'string' },
  parser: { type: 'string' },
  terminal: { type: 'string' },
  input: { type: 'string' },
  dialects: { type: 'string' },
  pty: { type: 'boolean' },
  outside: { type: 'string' },
  timeout: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** The test that each option belongs to. */
const belongsTo = {
  input: 'emitter',
  dialects: 'emitter',
  pty: 'terminal',
  outside: 'terminal',
  timeout: 'terminal',
} as const

const subjects = ['emitter', 'parser', 'terminal'] as const

export function readConformanceOptions(words: readonly string[]): ConformanceTask {
  const [verb, ...rest] = words
  if (verb === 'probe' && rest.length === 1) return { does: 'probe', path: rest[0] ?? '' }
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    if (values.help === true) return { does: 'help' }
    if (values.version === true) return { does: 'version' }
    const [first, second] = positionals
    if (first !== 'conformance')
      return refuse(
        first === undefined ? 'missing command' : `unknown command "${first}"`,
        'use conformance',
      )
    if (second !== undefined)
      return refuse(`unexpected argument "${second}"`, 'put a command with spaces in quotes')
    return taskOf(values)
  } catch (error) {
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    return refuse(problem, 'run `vibeflow-protocol --help`')
  }
}

type Values = {
  readonly [Name in keyof typeof options]?: (typeof options)[Name]['type'] extends 'string'
    ? string
    : boolean
}

function taskOf(values: Values): ConformanceTask {
  const chosen = subjects.filter((name) => values[name] !== undefined)
  const [does] = chosen
  if (does === undefined || chosen.length > 1)
    return refuse(
      does === undefined
        ? 'missing option'
        : `${chosen.map((name) => `--${name}`).join(' and ')} can't be used together`,
      'use one of --emitter CMD, --parser CMD, --terminal CMD',
    )
  const command = values[does] ?? ''
  if (command.trim() === '') return refuse(`--${does} is empty`, 'pass a shell command')
  for (const [name, owner] of Object.entries(belongsTo))
    if (values[name as keyof typeof belongsTo] !== undefined && owner !== does)
      return refuse(`--${name} can't be used with --${does}`, `use it with --${owner}`)
  const json = values.json === true
  switch (does) {
    case 'parser':
      return { does, command, json }
    case 'emitter':
      return emitterTask(values, command, json)
    case 'terminal':
      return terminalTask(values, command, json)
  }
}

function emitterTask(values: Values, command: string, json: boolean): ConformanceTask {
  const { input = 'arguments', dialects: list } = values
  if (input !== 'arguments' && input !== 'json')
    return refuse(`unknown --input "${input}"`, 'use arguments or json')
  const possible =
    input === 'json'
      ? (Object.keys(emitterDialects) as EmitterDialect[]).sort((a, b) => Number(a) - Number(b))
      : spokenInWords
  const names = list?.split(',') ?? possible
  const dialects = names.filter(isEmitterDialect).filter((name) => possible.includes(name))
  const unknown = names.find((name) => !(dialects as readonly string[]).includes(name))
  if (unknown !== undefined)
    return refuse(
      `--dialects "${unknown}" can't be tested with --input ${input}`,
      `use ${possible.join(', ')}`,
    )
  return { does: 'emitter', command, input, dialects, json }
}

function terminalTask(values: Values, command: string, json: boolean): ConformanceTask {
  const { pty = false, outside, timeout = String(answerMs) } = values
  const ms = /^\d{1,6}$/.test(timeout) ? Number(timeout) : 0
  if (ms < answerMsLeast || ms > answerMsMost)
    return refuse(
      `--timeout "${timeout}" is out of range`,
      `use ${answerMsLeast} to ${answerMsMost} milliseconds`,
    )
  return {
    ...{ does: 'terminal', command, pty, answerMs: ms, json },
    ...(outside === undefined ? {} : { outside }),
  } as ConformanceTask
}

function refuse(problem: string, next: string): ConformanceTask {
  return { does: 'refuse', problem: `${problem}: ${next}` }
}
