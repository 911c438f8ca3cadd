/**
 * `--emitter CMD`: runs the command once per case (docs/reference/conformance.md, "Testing an
 * emitter").
 */
import { same } from '../osc/proven.ts'
import { wrapForTmux } from '../osc/tmux.ts'
import { runCommand, type Ran } from './command.ts'
import { emitterCases, emitterDialects } from './emitter-cases.ts'
import type { EmitterCase, EmitterDialect } from './emitter-cases.ts'
import { failedCheck, pass, escapeBytes, showValue, unsupported, type Check } from './report.ts'
import type { Vectors } from './vectors.ts'

export interface EmitterOptions {
  readonly command: string
  /** Passes reports as arguments, or as JSON only. */
  readonly input: 'arguments' | 'json'
  readonly dialects: readonly EmitterDialect[]
}

/** Exit code of an emitter for an unsupported dialect. */
const unsupportedCode = 64

const atOnce = 4

/** Dialects that can be passed as arguments. */
export const spokenInWords: readonly EmitterDialect[] = ['1338', '7501']

export async function testEmitter(
  { command, input, dialects }: EmitterOptions,
  vectors: Vectors,
): Promise<readonly Check[]> {
  const cases = emitterCases(vectors, dialects).filter((one) =>
    input === 'arguments'
      ? one.words !== null || one.shellText !== undefined
      : one.shellText === undefined,
  )
  const checks: Check[] = []
  for (let at = 0; at < cases.length; at += atOnce) {
    const some = cases.slice(at, at + atOnce)
    const judged = await Promise.all(
      some.map(async (one) => judge(one, await runOne(command, input, one))),
    )
    for (const check of judged) checks.push(check)
  }
  return checks
}

function runOne(command: string, input: EmitterOptions['input'], one: EmitterCase): Promise<Ran> {
  const { id, dialect, report, wrap, words, shellText, environment } = one
  return runCommand(shellText === undefined ? command : `${command} ${shellText}`, {
    args: input === 'json' || shellText !== undefined ? [] : (words ?? []),
    input: `${JSON.stringify({ id, dialect, report, wrap })}\n`,
    // vibeflow-emit requires this variable to write to a pipe; other emitters can ignore it
    environment: { TMUX: undefined, STY: undefined, VIBEFLOW_EMIT_STDOUT: '1', ...environment },
  })
}

function judge(one: EmitterCase, { code, output, complaint, problem }: Ran): Check {
  if (problem !== undefined) return failedCheck(one.id, problem)
  if (code === unsupportedCode && output.length === 0) return unsupported(one.id)
  if (code !== 0) {
    if (output.length > 0)
      return failedCheck(
        one.id,
        `ended with ${code ?? 'a signal'}, but printed ${escapeBytes(output)}`,
      )
    if (one.expect !== 'written') return pass(one.id)
    return failedCheck(one.id, `ended with ${code ?? 'a signal'}: ${escapeBytes(complaint)}`)
  }
  if (one.expect === 'refused')
    return output.length === 0
      ? failedCheck(one.id, 'prints nothing, and exits with 0')
      : failedCheck(
          one.id,
          `no reader takes this report, and it was written: ${escapeBytes(output)}`,
        )
  const frame = one.wrap === 'tmux' ? unwrapped(output) : output
  if (frame === null) return failedCheck(one.id, `is not wrapped for tmux: ${escapeBytes(output)}`)
  const wrong = frameProblem(frame)
  if (wrong !== null) return failedCheck(one.id, `${wrong}: ${escapeBytes(frame)}`)
  const read = emitterDialects[one.dialect].read(frame)
  if (!read.ok)
    return failedCheck(one.id, `readers drop it (${read.problem}): ${escapeBytes(frame)}`)
  return one.expect === 'either' || same(withoutKeyOfOurs(read.value), one.report)
    ? pass(one.id)
    : failedCheck(one.id, `reads as ${showValue(read.value)}`)
}

const BEL = 0x07
const ESC = 0x1b

/** Returns the problem with the form of a frame, or `null`. */
function frameProblem(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'nothing was printed'
  if (bytes[0] !== ESC || bytes[1] !== 0x5d) return 'does not begin with ESC ]'
  const end = bytes.findIndex((byte, at) => at > 1 && (byte < 0x20 || byte === 0x7f))
  if (end === -1) return 'has no end (BEL or ST)'
  const length = bytes[end] === BEL ? 1 : bytes[end] === ESC && bytes[end + 1] === 0x5c ? 2 : 0
  if (length === 0) return 'has a control character inside'
  return end + length === bytes.length ? null : 'has more after its end'
}

/** Returns the frame inside, or `null` if the wrapping is not exactly what tmux accepts. */
function unwrapped(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes).toString('latin1')
  const inner = /^\x1bPtmux;([^]*)\x1b\\$/.exec(text)?.[1]?.replaceAll('\x1b\x1b', '\x1b')
  return inner === undefined || wrapForTmux(inner) !== text
    ? null
    : Uint8Array.from(Buffer.from(inner, 'latin1'))
}

/** Removes vibeflow's own key `instead`, which other emitters do not write. */
function withoutKeyOfOurs(read: unknown): unknown {
  if (typeof read !== 'object' || read === null || !('instead' in read)) return read
  const { instead: _instead, ...others } = read
  return others
}
