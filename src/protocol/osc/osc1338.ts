/**
 * OSC 1338, vibeflow's own dialect: `ESC ] 1338 ; state=S [ ; tool=T ] [ ; project=P ] BEL`, also
 * carried in OSC 777 as `777;osc1338;...`.
 */
import { MAX_FRAME_LEN, OSC_ID } from '../limits.ts'
import { readFrame, type Input } from './frame.ts'
import { percentDecode, percentEncode } from '../text/percent.ts'
import { proven } from './proven.ts'
import { fail, ok, type Result } from '../result.ts'
import { fitsFrame, hasLoneSurrogate, readTicks } from '../text/text.ts'
import { encodeUtf8 } from '../text/utf8.ts'

/** Reportable states. Only the terminal decides on `idle`. */
export const states = ['active', 'working', 'waiting', 'done'] as const
export type State = (typeof states)[number]

export interface Frame {
  readonly state: State
  /** Name of the reporting tool. An empty name differs from a missing one. */
  readonly tool?: string
  readonly project?: string
  /** Start of the hook that sent it, in clock ticks since boot, which orders its reports. */
  readonly hook?: number
}

export function isState(word: unknown): word is State {
  return states.some((state) => state === word)
}

/** Parses one complete frame. */
export function parse(input: Input): Result<Frame> {
  const body = readFrame(input, OSC_ID)
  return body.ok ? parse1338Body(body.value) : body
}

/**
 * Parses the decoded payload after `1338;`. A bad escape in a known key or an unknown state fails
 * the frame, even if a later repeat would win. Values of other keys are ignored.
 */
export function parse1338Body(body: string): Result<Frame> {
  let state: State | undefined
  const names: { tool?: string; project?: string; hook?: number } = {}
  for (let from = 0, end = 0; from < body.length; from = end + 1) {
    end = body.indexOf(';', from)
    if (end === -1) end = body.length
    const split = body.indexOf('=', from)
    if (split === -1 || split >= end) continue
    const key = body.slice(from, split)
    if (key === 'hook') {
      const ticks = readTicks(body.slice(split + 1, end))
      if (ticks !== undefined) names.hook = ticks
      continue
    }
    if (key !== 'state' && key !== 'tool' && key !== 'project') continue
    const value = percentDecode(body.slice(split + 1, end))
    if (!value.ok) return value
    if (key !== 'state') {
      names[key] = value.value
      continue
    }
    // the constant is faster to compare later
    state = states.find((one) => one === value.value)
    if (state === undefined) return fail('unknown-state')
  }
  return state === undefined ? fail('missing-state') : ok({ state, ...names })
}

/** Writes state, tool, project and hook in this order, terminated by BEL. */
export function format(frame: Frame): Result<string> {
  return write(frame, '1338', parse)
}

/** Formats it as OSC 777, for senders without 1338. Other terminals ignore it. */
export function formatCarrier(frame: Frame): Result<string> {
  return write(frame, '777;osc1338', parseCarrier)
}

export function formatBytes(frame: Frame): Result<Uint8Array> {
  const text = format(frame)
  return text.ok ? ok(encodeUtf8(text.value)) : text
}

const carrierWord = 'osc1338;'

function parseCarrier(input: Input): Result<Frame> {
  const body = readFrame(input, 777)
  if (!body.ok) return body
  return body.value.startsWith(carrierWord)
    ? parse1338Body(body.value.slice(carrierWord.length))
    : fail('not-ours')
}

function write(
  { state, tool, project, hook }: Frame,
  start: string,
  read: (frame: string) => Result<Frame>,
): Result<string> {
  if (!isState(state)) return fail('unknown-state')
  const pairs = [`state=${state}`]
  for (const [key, value] of [
    ['tool', tool],
    ['project', project],
  ] as const) {
    if (value === undefined) continue
    if (value.length > MAX_FRAME_LEN) return fail('too-long')
    if (hasLoneSurrogate(value)) return fail('bad-encoding')
    pairs.push(`${key}=${percentEncode(value)}`)
  }
  if (hook !== undefined) pairs.push(`hook=${hook}`)
  const frame = `\x1b]${start};${pairs.join(';')}\x07`
  return fitsFrame(frame) ? proven(frame, { state, tool, project, hook }, read) : fail('too-long')
}
