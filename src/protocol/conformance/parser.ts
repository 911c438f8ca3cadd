/**
 * `--parser CMD`: sends vectors to one command (docs/reference/conformance.md, "Testing a parser").
 */
import { isDeepStrictEqual } from 'node:util'
import type { ChildProcess } from 'node:child_process'
import { endGroup, startGroup } from './command.ts'
import { caseMs, lineBytesMax } from './limits.ts'
import { failedCheck, pass, showValue, unsupported, type Check } from './report.ts'
import { vectorText, chunksOf, frameOf, inputBytes, shippedGroups, withLengths } from './vectors.ts'
import type { Vector, Vectors } from './vectors.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Returns the request without `id` and `group`. */
function inputFor(group: string, vector: Vector): Record<string, unknown> {
  if (group === 'serialise') return { frame: frameOf(vector) }
  if (group === 'dispatch') return { chunks: chunksOf(vector).map(hex) }
  if (group === 'percent_encode') return { text: vector['value'] }
  if (group === 'percent_decode') return { text: vector['encoded'] }
  if (group === 'warp_json') return { text: vector['json'] }
  if (group === 'osc7_body') return { text: vectorText(vector), hostname: 'thishost' }
  if (group.endsWith('_body')) return { text: vectorText(vector) }
  return { hex: hex(inputBytes(vector)) }
}

/** Returns whether the reply equals the vector's expectation, in its notation. */
function isRight(group: string, vector: Vector, answer: unknown): boolean {
  const { expect } = vector
  if (group === 'serialise') {
    const wanted = expect as { hex?: string; length?: number; error?: string }
    const { hex: bytes, length, error } = wanted
    if (error !== undefined) return isDeepStrictEqual(answer, { error })
    const written = (answer as { ok?: unknown } | null)?.ok
    if (typeof written !== 'string') return false
    return length === undefined ? written === bytes : written.length === 2 * length
  }
  if (group === 'tmux_wrap') return answer === (expect as { hex: string }).hex
  if (group === 'dispatch') {
    const { dropped = {}, replies = [] } = vector
    return isDeepStrictEqual(answer, { events: expect, dropped, replies })
  }
  const ok = (expect as { ok?: unknown } | null)?.ok
  const read = (answer as { ok?: unknown } | null)?.ok
  return isDeepStrictEqual(
    ok === undefined ? withLengths(answer, expect) : { ok: withLengths(read, ok) },
    expect,
  )
}

export async function testParser(command: string, vectors: Vectors): Promise<readonly Check[]> {
  const parser = new Lines(startGroup(command))
  const checks: Check[] = []
  try {
    for (const group of shippedGroups)
      for (const vector of vectors[group] ?? []) checks.push(await ask(parser, group, vector))
  } finally {
    parser.end()
  }
  return checks
}

async function ask(parser: Lines, group: string, vector: Vector): Promise<Check> {
  const id = `${group}/${vector.id}`
  const line = await parser.ask(JSON.stringify({ id, group, ...inputFor(group, vector) }))
  if (line === null) return failedCheck(id, parser.problem ?? 'no answer')
  let answer: unknown
  try {
    answer = JSON.parse(line)
  } catch {
    return failedCheck(id, `answers with invalid JSON: ${showValue(line)}`)
  }
  if (typeof answer !== 'object' || answer === null || (answer as { id?: unknown }).id !== id)
    return failedCheck(id, `answers something else, not id ${id}: ${showValue(answer)}`)
  if ('unsupported' in answer) return unsupported(id)
  const { result } = answer as { result?: unknown }
  return isRight(group, vector, result)
    ? pass(id)
    : failedCheck(id, `expected ${showValue(vector['expect'])}, got ${showValue(result)}`)
}

/** A process that answers each line with a line. */
class Lines {
  readonly #child: ChildProcess
  #buffer = ''
  #heard: (() => void) | null = null
  /** Why no more requests are possible. */
  problem: string | null = null

  constructor(child: ChildProcess) {
    this.#child = child
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (this.problem !== null) return
      this.#buffer += text
      // one reply at a time, so a longer buffer is not a reply
      if (this.#buffer.length > lineBytesMax)
        this.#stop(`answered one line with more than ${lineBytesMax} characters`)
      this.#heard?.()
    })
    child.stderr?.resume()
    child.stdin?.on('error', () => undefined) // its exit reports the error
    child.once('error', (error) => this.#stop(`cannot be started: ${error.message}`))
    child.once('close', (code) => this.#stop(`has ended (${code ?? 'by a signal'})`))
  }

  /** Resolves to the next line, or to `null` with the reason in `problem`. */
  ask(line: string): Promise<string | null> {
    if (this.problem !== null) return Promise.resolve(null)
    this.#child.stdin?.write(`${line}\n`)
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => this.#stop(`gave no answer within ${caseMs / 1_000} s`),
        caseMs,
      )
      const look = () => {
        const end = this.#buffer.indexOf('\n')
        if (end === -1 && this.problem === null) return
        clearTimeout(timer)
        this.#heard = null
        const answer = end === -1 ? null : this.#buffer.slice(0, end)
        if (end !== -1) this.#buffer = this.#buffer.slice(end + 1)
        resolve(answer)
      }
      this.#heard = look
      look()
    })
  }

  end(): void {
    endGroup(this.#child)
    this.#child.stdout?.destroy()
  }

  #stop(problem: string): void {
    this.problem ??= problem
    endGroup(this.#child)
    this.#heard?.()
  }
}
