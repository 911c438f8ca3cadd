/** Recordings in asciicast v2 and v3 (docs.asciinema.org/manual/asciicast): lines of JSON. */
import { safeJson } from '../../base/text/safe-text.ts'
import { tryOr } from '../../host/files/try-or.ts'

export interface AsciicastHeader {
  readonly version: 2 | 3
  readonly cols: number
  readonly rows: number
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly title?: string
  readonly command?: string
  readonly term?: string
  /** Longest pause of a replay in seconds, as the author of the recording requests. */
  readonly idleLimit?: number
}

/** `o` output, `r` size as `COLSxROWS`, `x` exit code. Others are ignored. */
export interface Event {
  /** Seconds since the start of the recording. */
  readonly at: number
  readonly code: string
  readonly data: string
}

/**
 * Writes lines of a recording. Unprintable characters are escaped, as the format requires. Times
 * are rounded to ms, so that v3's intervals add up.
 */
export class CastWriter {
  readonly #version: 2 | 3
  #lastMs = 0

  constructor(version: 2 | 3) {
    this.#version = version
  }

  header({
    cols,
    rows,
    timestamp,
    title,
    command,
    term,
  }: Omit<AsciicastHeader, 'version' | 'idleLimit'>): string {
    // JSON omits undefined fields.
    const more = { timestamp, title, command }
    const value =
      this.#version === 3
        ? {
            version: 3,
            term: { cols, rows, type: term },
            ...more,
          }
        : {
            version: 2,
            width: cols,
            height: rows,
            ...more,
            ...(term === undefined ? {} : { env: { TERM: term } }),
          }
    return `${safeJson(value)}\n`
  }

  event(atMs: number, code: string, data: string): string {
    const ms = Math.max(this.#lastMs, Math.round(atMs))
    const time = this.#version === 3 ? ms - this.#lastMs : ms
    this.#lastMs = ms
    return `${safeJson([time / 1_000, code, data])}\n`
  }
}

/** Longest line in bytes; a recorded screen of a million cells is shorter. */
export const asciicastLineBytesMax = 16 * 1024 * 1024

/** An invalid recording; the message is a sentence with the line. */
export class CastProblem extends Error {}

const notAsciicast = 'line 1: not an asciicast recording of version 2 or 3.'

/** Yields the header, then the events. Ignores a truncated last line. */
export async function* readCast(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<AsciicastHeader | Event, void, undefined> {
  let header: AsciicastHeader | null = null
  let at = 0
  let number = 0
  for await (const { text, ended } of linesOf(bytes)) {
    number += 1
    if (header === null) {
      header = readHeader(parsed(text))
      if (header === null) throw new CastProblem(notAsciicast)
      yield header
      continue
    }
    if (text.trim() === '' || text.startsWith('#')) continue // v3 has comments
    const value = parsed(text)
    const [time, code, data] = Array.isArray(value) ? (value as readonly unknown[]) : []
    const then =
      typeof time === 'number' && time >= 0 ? (header.version === 3 ? at + time : time) : Number.NaN
    if (!Number.isFinite(then) || typeof code !== 'string' || typeof data !== 'string') {
      if (!ended) return
      throw new CastProblem(`line ${number}: invalid event. Expected [time, code, data].`)
    }
    at = then
    yield { at, code, data }
  }
  if (header === null) throw new CastProblem(notAsciicast)
}

/** `ended`: with a line feed. */
async function* linesOf(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<{ readonly text: string; readonly ended: boolean }, void, undefined> {
  let kept: Uint8Array[] = []
  let length = 0
  let number = 1
  const take = () => {
    const text = Buffer.concat(kept).toString()
    kept = []
    length = 0
    number += 1
    return text
  }
  const keep = (part: Uint8Array) => {
    length += part.length
    if (length > asciicastLineBytesMax)
      throw new CastProblem(
        `line ${number}: longer than ${asciicastLineBytesMax / 1024 / 1024} MiB.`,
      )
    kept.push(part)
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      keep(chunk.subarray(from, end))
      from = end + 1
      yield { text: take(), ended: true }
    }
    if (from < chunk.length) keep(chunk.subarray(from))
  }
  if (length > 0) yield { text: take(), ended: false }
}

function readHeader(value: unknown): AsciicastHeader | null {
  if (typeof value !== 'object' || value === null) return null
  const {
    version,
    term,
    width,
    height,
    timestamp,
    title,
    idle_time_limit: idleLimit,
  } = value as Readonly<Record<string, unknown>>
  const size = version === 3 ? term : { cols: width, rows: height }
  if ((version !== 2 && version !== 3) || typeof size !== 'object' || size === null) return null
  const { cols, rows } = size as Readonly<Record<string, unknown>>
  if (!Number.isSafeInteger(cols) || !Number.isSafeInteger(rows)) return null
  return {
    version,
    cols: cols as number,
    rows: rows as number,
    timestamp: Number.isFinite(timestamp) ? (timestamp as number) : 0,
    ...(typeof title === 'string' ? { title } : {}),
    ...(Number.isFinite(idleLimit) && (idleLimit as number) > 0
      ? { idleLimit: idleLimit as number }
      : {}),
  }
}

function parsed(line: string): unknown {
  return tryOr(() => JSON.parse(line), null)
}
