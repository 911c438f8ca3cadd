/**
 * Reports a state to the terminal, from a program in it or from a hook: `vibeflow-protocol/node`.
 * Tries the targets of docs/reference/vibeflow-emit.md in order until one accepts the frame. Never
 * throws, takes at most half a second, and writes only to the user's own terminals.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { format, type Frame, type State } from '../osc/osc1338.ts'
import { format7501, type Report } from '../osc/osc7501.ts'
import type { Problem, Result } from '../result.ts'
import { wrapForTmux } from '../osc/tmux.ts'
import { terminalsShare, triesMs } from './limits.ts'
import { reportStatus } from './session-socket.ts'
import {
  systemErrorCode,
  openAncestors,
  openControlling,
  openNamed,
  words,
  writeFrame,
  type Opened,
} from './terminal.ts'

/**
 * Targets in order. `stdout` is only used, and then alone, if `VIBEFLOW_EMIT_STDOUT` or `targets`
 * requests it.
 */
export type EmitTarget =
  | 'stdout'
  | '/dev/tty'
  | 'VIBEFLOW_TTY'
  | 'terminal of an ancestor'
  | 'VIBEFLOW_SOCKET'

export const usualTargets: readonly EmitTarget[] = [
  '/dev/tty',
  'VIBEFLOW_TTY',
  'terminal of an ancestor',
  'VIBEFLOW_SOCKET',
]

export interface EmitOptions {
  readonly targets?: readonly EmitTarget[]
  /** `auto`: wraps for tmux if the frame has to pass through it. */
  readonly wrap?: 'auto' | 'tmux' | 'none'
  /** Time for all attempts together; 440 ms by default. */
  readonly timeoutMs?: number
  /** Reason for waiting. Only the socket can carry it. */
  readonly kind?: 'permission' | 'question' | 'auth' | 'other'
  /** Another frame, written after this one to terminals only. */
  readonly behind?: string
}

/** `problem`: the frame is invalid, and no target was tried. */
export type Delivery =
  | { readonly target: EmitTarget; readonly bytes: Uint8Array }
  | {
      readonly target: null
      readonly tried: readonly { readonly target: EmitTarget; readonly reason: string }[]
      readonly problem?: Problem
    }

/** Sends one frame to the first target that accepts it. */
export async function emit(frame: Frame, options: EmitOptions = {}): Promise<Delivery> {
  const { kind } = options
  return deliver(
    format(frame),
    {
      app: frame.tool === undefined || frame.tool === '' ? 'vibeflow-emit' : frame.tool,
      status: frame.state,
      state: frame.state,
      ...(kind === undefined ? {} : { kind }),
      ...(frame.project === undefined ? {} : { project: frame.project }),
      ...(frame.hook === undefined ? {} : { hook: frame.hook }),
    },
    options,
  )
}

/** Sends one OSC 7501 report, which can carry more than OSC 1338, in the same way. */
export async function emitReport(
  report: Report,
  options: Omit<EmitOptions, 'kind'> = {},
): Promise<Delivery> {
  const { state, kind, hook, title, msg, app = 'vibeflow-emit' } = report
  const word = state === 'blocked' ? 'waiting' : state
  return deliver(
    // a hook clears its agent's reports, any other sender all reports of a tab
    format7501(state === 'clear' && hook === undefined ? { state } : report),
    // over the socket, an empty status clears the report
    state === 'clear'
      ? { app, status: '' }
      : {
          app,
          status: msg ?? word,
          state: word,
          ...(title === undefined ? {} : { project: title }),
          ...(kind === undefined ? {} : { kind }),
          ...(hook === undefined ? {} : { hook }),
        },
    options,
  )
}

type Status = Readonly<Record<string, string | number>>

async function deliver(
  plain: Result<string>,
  status: Status,
  options: EmitOptions,
): Promise<Delivery> {
  if (!plain.ok) return { target: null, tried: [], problem: plain.problem }
  const began = performance.now()
  const timeoutMs = Math.max(0, options.timeoutMs ?? triesMs)
  const share = isSet('VIBEFLOW_SOCKET') ? terminalsShare : 1
  const untilMs = { terminals: began + timeoutMs * share, all: began + timeoutMs }
  const tried: { target: EmitTarget; reason: string }[] = []
  const behind = (target: EmitTarget) => (target === 'stdout' ? '' : (options.behind ?? ''))
  for (const target of options.targets ??
    (isSet('VIBEFLOW_EMIT_STDOUT') ? ['stdout' as const] : usualTargets)) {
    const bytes =
      target === 'VIBEFLOW_SOCKET'
        ? utf8(plain.value)
        : wrapped(plain.value + behind(target), target, options.wrap ?? 'auto')
    const reason = await attempt(target, bytes, status, untilMs)
    if (reason === null) return { target, bytes }
    tried.push({ target, reason })
  }
  return { target: null, tried }
}

/** Sends a state without a tool name. */
export function emitState(state: State): Promise<Delivery> {
  return emit({ state })
}

/** Returns `null`, or why this target did not accept the frame. */
async function attempt(
  target: EmitTarget,
  bytes: Uint8Array,
  status: Status,
  untilMs: { readonly terminals: number; readonly all: number },
): Promise<string | null> {
  switch (target) {
    case 'stdout':
      return toStandardOutput(bytes, untilMs.all)
    case '/dev/tty':
      return toTerminal(openControlling(), bytes, untilMs.terminals)
    case 'VIBEFLOW_TTY':
      return ofThisTab(target, (path) => toTerminal(openNamed(path), bytes, untilMs.terminals))
    case 'terminal of an ancestor':
      return toTerminal(openAncestors(), bytes, untilMs.terminals)
    case 'VIBEFLOW_SOCKET':
      return ofThisTab(target, (path) => reportStatus(path, status, untilMs.all))
  }
}

/** The environment of a multiplexer may belong to another tab, so its variables are ignored. */
async function ofThisTab(
  name: string,
  use: (value: string) => Promise<string | null>,
): Promise<string | null> {
  const value = process.env[name]
  if (value === undefined || value === '') return 'not set'
  const [, inside] =
    (
      [
        ['TMUX', 'tmux'],
        ['STY', 'screen'],
        ['ZELLIJ', 'Zellij'],
      ] as const
    ).find(([variable]) => isSet(variable)) ?? []
  return inside === undefined
    ? use(value)
    : `not used inside ${inside}, whose environment may be another tab's`
}

function wrapped(frame: string, target: EmitTarget, wrap: 'auto' | 'tmux' | 'none'): Uint8Array {
  const passesTmux =
    wrap === 'tmux' ||
    (wrap === 'auto' &&
      isSet('TMUX') &&
      (target === '/dev/tty' || target === 'terminal of an ancestor'))
  return utf8(passesTmux ? wrapForTmux(frame) : frame)
}

async function toTerminal(
  opened: Opened,
  bytes: Uint8Array,
  untilMs: number,
): Promise<string | null> {
  if ('reason' in opened) return opened.reason
  try {
    return await writeFrame(opened.fd, bytes, untilMs)
  } finally {
    closeSync(opened.fd)
  }
}

const standardOutput = 1

async function toStandardOutput(bytes: Uint8Array, untilMs: number): Promise<string | null> {
  if (isReplaced(standardOutput)) return 'is closed'
  let own: number | null = null
  try {
    const file = fstatSync(standardOutput)
    // A pipe or terminal without a reader must not block this process, and the file's flag cannot
    // be set because other processes share it.
    if (file.isFIFO() || file.isCharacterDevice())
      own = openSync(
        `/proc/self/fd/${standardOutput}`,
        constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK,
      )
  } catch {
    // no permission (another user's pipe) or no reader: the write itself reports the error
  }
  try {
    if (own !== null) return await writeFrame(own, bytes, untilMs)
    return writeSync(standardOutput, bytes) === bytes.length ? null : 'took a part only'
  } catch (error) {
    return systemErrorCode(error) === 'EPIPE'
      ? 'is closed'
      : `cannot be written to: ${words(error)}`
  } finally {
    if (own !== null) closeSync(own)
  }
}

/**
 * Returns whether a standard file was closed, which Node replaces with /dev/null opened for reading
 * and writing. A shell's `>/dev/null` is opened for writing only.
 */
function isReplaced(fd: number): boolean {
  try {
    const flags = Number.parseInt(
      /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0',
      8,
    )
    return fstatSync(fd).rdev === statSync('/dev/null').rdev && (flags & 3) === constants.O_RDWR
  } catch {
    return false // no /proc: the write itself reports the error
  }
}

function isSet(name: string): boolean {
  return (process.env[name] ?? '') !== ''
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
