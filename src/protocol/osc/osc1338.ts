/**
 * OSC 1338, vibeflow's own dialect: `ESC ] 1338 ; state=S [ ; tool=T ] [ ; project=P ] BEL`. Also
 * in OSC 777's dress, `777;osc1338;...`.
 */
import { MAX_FRAME_LEN, OSC_ID } from '../limits.ts'
import { readFrame, type Input } from '../frame.ts'
import { percentDecode, percentEncode } from '../percent.ts'
import { proven } from '../proven.ts'
import { fail, ok, type Result } from '../result.ts'
import { fitsFrame, hasLoneSurrogate, readTicks } from '../text.ts'
import { encodeUtf8 } from '../utf8.ts'

/** `idle` is not among them: it belongs to the terminal. */
export const states = ['active', 'working', 'waiting', 'done'] as const
export type State = (typeof states)[number]

export interface Frame {
  readonly state: State
  /** Who says so. An empty text is not the same as none. */
  readonly tool?: string
  readonly project?: string
  /**
   * It comes from a hook, a process beside the program: when that began, in clock ticks since the
   * boot of its machine. Reports of hooks that overtake each other are found by it.
   */
  readonly hook?: number
}

export function isState(word: unknown): word is State {
  return states.some((state) => state === word)
}

/** One whole frame. */
export function parse(input: Input): Result<Frame> {
  const body = readFrame(input, OSC_ID)
  return body.ok ? parse1338Body(body.value) : body
}

/**
 * The payload behind `1338;`, decoded. A bad escape in a known key fails the frame, and so does an
 * unknown state, even where a later repeat would win. Values under other keys are not looked at.
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
    // the constant: cheaper to compare from here on
    state = states.find((one) => one === value.value)
    if (state === undefined) return fail('unknown-state')
  }
  return state === undefined ? fail('missing-state') : ok({ state, ...names })
}

/** In the order state, tool, project, hook, with BEL. */
export function format(frame: Frame): Result<string> {
  return write(frame, '1338', parse)
}

/**
 * The same report as an OSC 777 frame, for senders that may write 777 but not 1338. Other terminals
 * ignore it.
 */
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
