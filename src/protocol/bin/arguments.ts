/** Parses the arguments of `vibeflow-emit`. A test compares this with vibeflow-emit.sh. */
import { isState as is1338, type State } from '../osc/osc1338.ts'
import { hookAgents, isHookAgent, type HookAgent } from './hook-table.ts'

export type EmitTask =
  | { readonly does: 'help' }
  | { readonly does: 'version' }
  | {
      readonly does: 'emit'
      /** OSC 1338 has no `error`, so OSC 7501 is sent. */
      readonly state: EmitState
      readonly tool?: string
      readonly project?: string
      /** Activity or question. OSC 1338 has no field for it, so OSC 7501 is sent. */
      readonly message?: string
      readonly wrap: Wrap
      readonly afterTerminals?: string
    }
  | {
      readonly does: 'hook'
      readonly agent: HookAgent
      /** Event name, for agents whose JSON lacks it. */
      readonly event: string | null
      readonly onStop: 'waiting' | 'done'
    }
  /** `inHook`: exit code 2 of a hook would block the agent. */
  | { readonly does: 'refuse'; readonly problem: string; readonly inHook: boolean }

export type EmitState = State | 'error'

type Wrap = 'auto' | 'tmux' | 'none'

// --after-terminals is internal: the shell version passes the targets that it has already tried.
const withValue = new Set(
  '--tool --project --message --wrap --hook --event --on-stop --after-terminals'.split(' '),
)

export function readArguments(words: readonly string[]): EmitTask {
  const values = new Map<string, string>()
  let state: string | undefined
  let event: string | undefined
  let problem: string | undefined
  let pending: string | undefined
  for (let word of words) {
    if (pending !== undefined) {
      if (word.startsWith('-') && pending !== '--after-terminals')
        problem ??= `${pending} requires a value` // the word is an option, perhaps --hook
      else word = `${pending}=${word}`
      pending = undefined
    }
    const [name = ''] = word.split('=', 1)
    if (word === '--help' || word === '-h') return { does: 'help' }
    if (word === '--version') return { does: 'version' }
    if (withValue.has(word)) {
      pending = word
    } else if (withValue.has(name)) {
      const value = word.slice(name.length + 1)
      problem ??= valueProblem(name, value)
      values.set(name, value)
    } else if (word.startsWith('-')) {
      problem ??= `unknown option "${name}"`
    } else if (word.startsWith('{')) {
      if (event !== undefined) problem ??= `unexpected argument "${word}"`
      event = word // Codex appends its event as JSON, which is ignored
    } else if (state !== undefined) {
      problem ??= `unexpected argument "${word}"`
    } else {
      state = word
    }
  }
  if (pending !== undefined) problem ??= `${pending} requires a value`
  return values.has('--hook') || pending === '--hook'
    ? hookTask(values, state, problem)
    : plainTask(values, state, problem)
}

function valueProblem(name: string, value: string): string | undefined {
  if (name === '--wrap' && !isWrap(value))
    return `unknown --wrap "${value}". Available: auto, tmux, none`
  if (name === '--on-stop' && value !== 'waiting' && value !== 'done')
    return `unknown --on-stop "${value}". Available: waiting, done`
  if (name === '--hook' && !isHookAgent(value))
    return `unknown agent "${value}". Available: ${hookAgents.join(', ')}`
  if (name === '--message' && value.trim() === '') return '--message is empty'
  if (name === '--event' && !/^[A-Za-z]{1,64}$/.test(value))
    return `invalid --event "${value}". Use letters only`
  return undefined
}

function hookTask(
  values: ReadonlyMap<string, string>,
  state: string | undefined,
  problem: string | undefined,
): EmitTask {
  const agent = values.get('--hook') ?? ''
  const own = ['--hook', agent === 'claude' ? '--on-stop' : '--event']
  const stray = state ?? [...values.keys()].find((name) => !own.includes(name))
  const wrong =
    problem ??
    (stray === undefined ? undefined : `${stray} can't be used with --hook ${agent}`.trimEnd())
  if (wrong !== undefined || !isHookAgent(agent))
    return { does: 'refuse', problem: wrong ?? '', inHook: true }
  return {
    does: 'hook',
    agent,
    event: values.get('--event') ?? null,
    onStop: values.get('--on-stop') === 'done' ? 'done' : 'waiting',
  }
}

function plainTask(
  values: ReadonlyMap<string, string>,
  state: string | undefined,
  problem: string | undefined,
): EmitTask {
  const hookOnly = ['--on-stop', '--event'].find((name) => values.has(name))
  const wrong =
    problem ?? (hookOnly === undefined ? stateProblem(state) : `${hookOnly} requires --hook`)
  const wrap = values.get('--wrap') ?? 'auto'
  if (wrong !== undefined || !isState(state) || !isWrap(wrap))
    return { does: 'refuse', problem: wrong ?? '', inHook: false }
  const [tool, project, message, afterTerminals] = [
    values.get('--tool'),
    values.get('--project'),
    values.get('--message'),
    values.get('--after-terminals'),
  ]
  return {
    does: 'emit',
    state,
    wrap,
    ...(tool === undefined ? {} : { tool }),
    ...(project === undefined ? {} : { project }),
    ...(message === undefined ? {} : { message }),
    ...(afterTerminals === undefined ? {} : { afterTerminals }),
  }
}

function stateProblem(state: string | undefined): string | undefined {
  if (state === undefined || state === '') return `missing argument: ${states.join(', ')}`
  if (isState(state)) return undefined
  const meant = states.find((one) => isNear(state.toLowerCase(), one))
  const near = meant ?? (/^(?:err|fail)/i.test(state) ? 'error' : undefined)
  const hint = near === undefined ? '' : `. Did you mean "${near}"?`
  return `unknown state "${state}"${hint}`
}

const states: readonly EmitState[] = ['active', 'working', 'waiting', 'done', 'error']

function isState(word: string | undefined): word is EmitState {
  return word === 'error' || (word !== undefined && is1338(word))
}

/** Returns whether the words differ by one letter or by two swapped neighbors. */
function isNear(written: string, word: string): boolean {
  let at = 0
  while (at < written.length && written[at] === word[at]) at += 1
  const [rest, wanted] = [written.slice(at), word.slice(at)]
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  )
}

function isWrap(word: string): word is Wrap {
  return word === 'auto' || word === 'tmux' || word === 'none'
}
