/** Recordings in asciicast v2 and v3: lines of JSON, a header and then events. https://docs.asciinema.org/manual/asciicast/v2 and v3. */

export interface Header {
  readonly version: 2 | 3
  readonly cols: number
  readonly rows: number
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly title?: string
  readonly command?: string
  readonly term?: string
  /** Seconds that no pause of a replay is to exceed, as whoever recorded it wishes. */
  readonly idleLimit?: number
}

/** `o` output, `r` size as `COLSxROWS`, `x` exit code; others may come and are passed over. */
export interface Event {
  /** Seconds since the recording began. */
  readonly at: number
  readonly code: string
  readonly data: string
}

/** Lines of a recording, each with its line end. Times are kept in ms, so that intervals of v3 add up. */
export class CastWriter {
  readonly #version: 2 | 3
  #lastMs = 0

  constructor(version: 2 | 3) {
    this.#version = version
  }

  header({ cols, rows, timestamp, title, command, term }: Omit<Header, 'version' | 'idleLimit'>): string {
    const more = { timestamp, ...(title === undefined ? {} : { title }), ...(command === undefined ? {} : { command }) }
    const value = this.#version === 3
      ? { version: 3, term: { cols, rows, ...(term === undefined ? {} : { type: term }) }, ...more }
      : { version: 2, width: cols, height: rows, ...more, ...(term === undefined ? {} : { env: { TERM: term } }) }
    return `${escaped(JSON.stringify(value))}\n`
  }

  event(atMs: number, code: string, data: string): string {
    const ms = Math.max(this.#lastMs, Math.round(atMs))
    const time = this.#version === 3 ? ms - this.#lastMs : ms
    this.#lastMs = ms
    return `${escaped(JSON.stringify([time / 1_000, code, data]))}\n`
  }
}

/** The format wants all that is not printable as \\uXXXX; JSON itself demands that of C0 only. */
function escaped(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A whole recording; or in a sentence why it is none, with the line. */
export function readCast(text: string): { readonly header: Header; readonly events: readonly Event[] } | { readonly problem: string } {
  const lines = text.split('\n')
  const header = readHeader(parsed(lines[0] ?? ''))
  if (header === null) return { problem: 'line 1: this is no asciicast recording of version 2 or 3.' }
  const events: Event[] = []
  let at = 0
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '' || line.startsWith('#')) continue // v3 has comments
    const value = parsed(line)
    if (!Array.isArray(value) || typeof value[0] !== 'number' || !(value[0] >= 0) || typeof value[1] !== 'string' || typeof value[2] !== 'string') {
      if (index === lines.length - 1) break // a recording that was broken off
      return { problem: `line ${index + 1}: an event is [time, code, data].` }
    }
    at = header.version === 3 ? at + value[0] : value[0]
    events.push({ at, code: value[1], data: value[2] })
  }
  return { header, events }
}

function readHeader(value: unknown): Header | null {
  if (typeof value !== 'object' || value === null) return null
  const { version, term, width, height, timestamp, title, idle_time_limit: idleLimit } = value as Readonly<Record<string, unknown>>
  const size = version === 3 ? term : { cols: width, rows: height }
  if ((version !== 2 && version !== 3) || typeof size !== 'object' || size === null) return null
  const { cols, rows } = size as Readonly<Record<string, unknown>>
  if (typeof cols !== 'number' || typeof rows !== 'number') return null
  return { version, cols, rows, timestamp: typeof timestamp === 'number' ? timestamp : 0, ...(typeof title === 'string' ? { title } : {}), ...(typeof idleLimit === 'number' && idleLimit > 0 ? { idleLimit } : {}) }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
